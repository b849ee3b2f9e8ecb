/** Files that lie beside the repository, and may be absent. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where a file is: beside the repository, or where the environment says. The built benchmark lies in `build/bench`. */
export function sharedData(path: string): string | undefined {
  const beside = fileURLToPath(new URL('../../../shared/data', import.meta.url));
  return [beside, process.env['PLIANT_DATA']]
    .filter((folder) => folder !== undefined)
    .map((folder) => join(folder, path))
    .find((candidate) => existsSync(candidate));
}
