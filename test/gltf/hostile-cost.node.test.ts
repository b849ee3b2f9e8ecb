// slow: starts a process for every hostile file
/** Hostile files cost little: measured in a process that does nothing else. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { projectPath } from '../../scripts/paths.mjs';
import type { HostileCost } from './hostile-child.js';
import { HOSTILE_FILES } from './hostile-files.js';

/** What is promised: a second, and 100 MB more than start-up takes. */
const MOST_MS = 1000;
const MOST_MB = 100;

/** The largest size of a process never shrinks, so each file has its own; but for those that are a few words about a URI. */
const isLarge = (number: number): boolean => HOSTILE_FILES[number].make().length > 1000;
const numbers = [...HOSTILE_FILES.keys()];
const GROUPS = [...numbers.filter(isLarge).map((number) => [number]), numbers.filter((number) => !isLarge(number))];

async function measure(): Promise<HostileCost[]> {
  // Inside the project, so that packages are found.
  const outDir = await mkdtemp(join(projectPath('build'), 'hostile-'));
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      build: { ssr: projectPath('test/gltf/hostile-child.ts'), outDir, target: 'node20' },
    });
    const costs: HostileCost[] = [];
    for (const numbers of GROUPS) {
      const child = [join(outDir, 'hostile-child.js'), ...numbers.map(String)];
      const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', ...child]);
      costs.push(...(JSON.parse(stdout) as HostileCost[]));
    }
    return costs;
  } finally {
    await rm(outDir, { recursive: true });
  }
}

it('every hostile file is refused within a second of work and 100 MB', async () => {
  const costs = await measure();
  expect(costs.map(({ name }) => name).sort()).toEqual(HOSTILE_FILES.map(({ name }) => name).sort());
  for (const { name, refusal, timeMs, growthMb, claimedMb } of costs) {
    expect(refusal, name).toMatch(/^PliantError: /);
    expect(timeMs, name).toBeLessThan(MOST_MS);
    expect(growthMb, name).toBeLessThan(MOST_MB);
    expect(claimedMb, name).toBeLessThan(MOST_MB);
  }
});
