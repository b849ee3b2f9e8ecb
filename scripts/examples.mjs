// `npm run examples`: builds the package, and serves the pages of examples/.
import { build } from './build.mjs';
import { exitOnError } from './run.mjs';
import { serveExamples } from './serve-examples.mjs';

await exitOnError(async () => {
  await build(['src', 'src/three']);
  const { url } = await serveExamples(Number(process.env.PORT ?? 4174));
  console.log(`pick a skinned mesh  ${url}/pick/\nhit the runner       ${url}/game/`);
});
