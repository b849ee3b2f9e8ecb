// `npm run docs`: writes the documentation site to docs/api, and checks it. Open docs/api/index.html: it needs no server.
import { buildKernels } from './build-kernels.mjs';
import { checkSite } from './check-links.mjs';
import { isMain } from './paths.mjs';
import { exitOnError, run } from './run.mjs';

/** @returns {Promise<import('./run.mjs').Outcome>} Fails when a public symbol is not documented, and when a link leads nowhere. */
export async function buildDocs() {
  const built = await run('typedoc', [], { capture: true });
  return built.code === 0 ? checkSite() : built;
}

if (isMain(import.meta.url)) {
  await exitOnError(async () => {
    await buildKernels();
    const { code, output } = await buildDocs();
    if (code !== 0) throw new Error(output);
    console.log('docs: docs/api/index.html');
  });
}
