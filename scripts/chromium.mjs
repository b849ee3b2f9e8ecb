// Finds the Chromium that browser tests drive, and the arguments it needs to run without a desktop.
import { existsSync } from 'node:fs';

const CANDIDATES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser to drive: `PLIANT_CHROMIUM` if set, else a well-known place, else `undefined`. */
export function findChromium() {
  const named = process.env.PLIANT_CHROMIUM;
  return named ?? CANDIDATES.find((path) => existsSync(path));
}

export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
