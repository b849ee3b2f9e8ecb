import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectPath } from '../../scripts/paths.mjs';

/**
 * Where a file or folder of the shared test data lies, or undefined when it is not there: beside the repository in
 * `../shared/data`, or in the folder that the environment variable `PLIANT_DATA` names.
 */
export function sharedData(path: string): string | undefined {
  const folders = [projectPath('../shared/data'), process.env['PLIANT_DATA']];
  return folders
    .filter((folder) => folder !== undefined)
    .map((folder) => join(folder, path))
    .find((candidate) => existsSync(candidate));
}
