/** Which release this is. */
import { readFileSync } from 'node:fs';

/** The version of this package; the file is as far from the sources as from what is built of them. */
export function packageVersion(): string {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
