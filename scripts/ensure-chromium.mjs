// Makes sure that there is a browser for the tests: installs Debian's where that is possible, says what to do elsewhere.
import { existsSync } from 'node:fs';
import { aptInstall, canInstall } from './apt.mjs';
import { findChromium } from './chromium.mjs';
import { isMain } from './paths.mjs';
import { exitOnError } from './run.mjs';

/** @returns {string} The path of a Chromium that exists. Throws, with the remedy, where there is none. */
export function ensureChromium() {
  const found = findChromium();
  if (found !== undefined) {
    if (existsSync(found)) return found;
    throw new Error(`PLIANT_CHROMIUM is ${found}, which does not exist; name the executable of a Chromium`);
  }
  if (canInstall()) {
    console.log('No Chromium found: installing the one of this system with apt-get.');
    aptInstall('chromium');
    const installed = findChromium();
    if (installed !== undefined) return installed;
  }
  throw new Error(
    'The browser tests need Chromium and none was found. Install it (on Debian, as root: apt-get install chromium), ' +
      'or set PLIANT_CHROMIUM to the path of one.',
  );
}

if (isMain(import.meta.url)) await exitOnError(() => console.log(ensureChromium()));
