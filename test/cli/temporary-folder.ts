/** A folder for one test, which is gone when the test is. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes the folder. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pliant-cli-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
