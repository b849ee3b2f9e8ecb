// `npm run docs`: makes the documentation site. Open docs/api/index.html: it needs no server.
import { buildDocs } from './build-docs.mjs';
import { buildKernels } from './build-kernels.mjs';
import { exitOnError } from './run.mjs';

await exitOnError(async () => {
  await buildKernels();
  const { code, output } = await buildDocs();
  if (code !== 0) throw new Error(output);
  console.log('docs: docs/api/index.html');
});
