// Installs a package of Debian, for tests that need a browser.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether packages can be installed here: on Debian and its kin, as root. */
export function canInstall() {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');
}

/** @param {string} name The package. Whether that worked shows in what there is afterwards. */
export function aptInstall(name) {
  aptGet('update');
  aptGet('install', '--yes', '--no-install-recommends', name);
}

/** @param {string[]} commandArguments */
function aptGet(...commandArguments) {
  spawnSync('apt-get', ['--quiet', ...commandArguments], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
