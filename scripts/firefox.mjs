// Finds the Firefox that some tests drive: an engine of other makers, which must give the same answers.
import { existsSync } from 'node:fs';

const CANDIDATES = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** The browser to drive: `PLIANT_FIREFOX` if set, else a well-known place, else `undefined`. */
export function findFirefox() {
  const named = process.env.PLIANT_FIREFOX;
  return named ?? CANDIDATES.find((path) => existsSync(path));
}
