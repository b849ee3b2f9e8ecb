// The repository speaks of itself alone: no file may name a folder of the machine it was written on, or the host that
// packages were fetched from.
import { run } from './run.mjs';

// The brackets keep this file from finding itself.
const MACHINE_PATHS = '(^|[^A-Za-z0-9_.@-])/(wor[k]|hom[e]|roo[t]|Use[r]s|tm[p])/[A-Za-z0-9_.-]';
const REGISTRY_HOSTS = '(regist[r]y[.][a-z0-9-]+[.][a-z]+|https?://(localhost|127[.]0[.]0[.]1)[:/0-9]*/[^ ]*[.]tgz)';
const LOCK_WITH_HOST = '"resolve[d]": "https?:';

/** @returns {Promise<import('./run.mjs').Outcome>} Fails with the places that were found. */
export async function checkTraces() {
  const patterns = [MACHINE_PATHS, REGISTRY_HOSTS, LOCK_WITH_HOST].flatMap((pattern) => ['-e', pattern]);
  const { code, output } = await run('git', ['grep', '--line-number', '-I', '--extended-regexp', ...patterns], {
    capture: true,
  });
  // git grep: 0 when something matches, 1 when nothing does, more when it could not look.
  if (code === 0) return { code: 1, output: `These lines name a machine or a registry:\n${output}` };
  return { code: code === 1 ? 0 : code, output };
}
