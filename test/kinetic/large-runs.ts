/** Seeded runs on BoxTrees that are large enough for parts of them to be spoiled. */
import { type KineticBoxTree } from 'pliant/kinetic';
import { expect } from 'vitest';
import { createBoxScene } from './moving-scene.js';
import { expectRunsValid } from './random-runs.js';

/** Enough for 64 leaves in most scenes; the rest have fewer vertices, or larger leaves. */
const MOST_VERTICES = 140;

/** Runs seeds from `first` to before `end`; in one of five at least a part must have been built anew. */
export function expectLargeRunsValid(first: number, end: number): void {
  const trees: KineticBoxTree[] = [];
  expectRunsValid(first, end, (random, numbers) => {
    const scene = createBoxScene(random, numbers, MOST_VERTICES);
    trees.push(scene.tree);
    return scene;
  });
  expect(trees.filter((tree) => tree.counts.rebuilds > 0).length * 5).toBeGreaterThan(end - first);
}
