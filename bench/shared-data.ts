/** Files that lie beside the repository, and may be absent. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Beside the repository, as seen from `build/bench`, where the built benchmark lies, and from `bench`, where tests load this file. */
const BESIDE = ['../../../shared/data', '../../shared/data'] as const;

/** Where a file is: beside the repository, or where the environment says. */
export function sharedData(path: string): string | undefined {
  const beside = BESIDE.map((folder) => fileURLToPath(new URL(folder, import.meta.url)));
  return [...beside, process.env['PLIANT_DATA']]
    .filter((folder) => folder !== undefined)
    .map((folder) => join(folder, path))
    .find((candidate) => existsSync(candidate));
}
