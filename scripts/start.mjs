// `npm start`: builds everything, serves the lab and prints its URL. PORT chooses the port; Ctrl-C ends it.
import { build } from './build.mjs';
import { buildLab, serveLab } from './lab.mjs';
import { exitOnError } from './run.mjs';

const DEFAULT_PORT = 4173;

await exitOnError(async () => {
  const port = Number(process.env.PORT ?? DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new Error(`npm start: PORT is ${process.env.PORT}, which is no port; give a number from 0 to 65535`);
  }
  await build(['lab']);
  await buildLab();
  const lab = await serveLab(port);
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => void lab.close().finally(() => process.exit(0)));
  }
  console.log(`\n  Pliant lab: ${lab.url}\n  Ctrl-C ends it.\n`);
});
