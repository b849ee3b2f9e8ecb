/** Files that this process holds open, where the system tells: in `/proc`, on Linux. */
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { expect } from 'vitest';

const DESCRIPTORS = '/proc/self/fd';

/** Whether they can be counted here. */
export const canCountOpenFiles = existsSync(DESCRIPTORS);

/** How many descriptors there are of files below a folder. */
export function countOpenFiles(folder: string): number {
  return readdirSync(DESCRIPTORS).filter((name) => {
    try {
      return readlinkSync(`${DESCRIPTORS}/${name}`).startsWith(folder);
    } catch {
      // Closed since they were listed, as the one that listed them is.
      return false;
    }
  }).length;
}

/** Lets other work go on until something holds. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

/** Expects that all files below a folder are closed when what goes on is done. */
export async function expectNoOpenFiles(folder: string): Promise<void> {
  await expect.poll(() => countOpenFiles(folder), { interval: 10 }).toBe(0);
}
