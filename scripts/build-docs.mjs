// Writes the documentation site to docs/api, and checks it. The kernels must have been built.
import { checkSite } from './check-links.mjs';
import { run } from './run.mjs';

/** @returns {Promise<import('./run.mjs').Outcome>} Fails when a public symbol is not documented, and when a link leads nowhere. */
export async function buildDocs() {
  const built = await run('typedoc', [], { capture: true });
  return built.code === 0 ? checkSite() : built;
}
