// Looks for a Firefox for the tests of a second engine, and installs Debian's where that is possible.
import { existsSync } from 'node:fs';
import { aptInstall, canInstall } from './apt.mjs';
import { findFirefox } from './firefox.mjs';
import { isMain } from './paths.mjs';
import { exitOnError } from './run.mjs';

/**
 * @returns {string | undefined} The path of a Firefox that exists. Without one its tests are skipped, and counted as that: it is
 *   no one's duty to have two browsers. Throws where one is named that does not exist.
 */
export function ensureFirefox() {
  const found = findFirefox();
  if (found !== undefined) {
    if (existsSync(found)) return found;
    throw new Error(`PLIANT_FIREFOX is ${found}, which does not exist; name the executable of a Firefox`);
  }
  if (canInstall()) {
    console.log('No Firefox found: installing the one of this system with apt-get.');
    aptInstall('firefox-esr');
  }
  const installed = findFirefox();
  if (installed === undefined) {
    console.log(
      'No Firefox found: its tests are skipped. To run them, install it (on Debian, as root: apt-get install firefox-esr), ' +
        'or set PLIANT_FIREFOX to the path of one.',
    );
  }
  return installed;
}

if (isMain(import.meta.url)) await exitOnError(() => console.log(ensureFirefox()));
