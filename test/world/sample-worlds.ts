/** What tests of worlds compare with: pairs found without them, and meshes to fill them. */
import { createRandom } from 'pliant/exact';
import type { Mesh } from 'pliant/parts';
import { expect } from 'vitest';
import type { World } from '../../src/world/world.js';
import type { PairList } from '../../src/world/pair-list.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { randomFields, soup } from '../support/sample-meshes.js';

/** What the worlds run on. */
export const kernels = BACKENDS.wasm;

/** The pairs of a list, in its order. */
export function pairsOf(list: PairList): string[] {
  return Array.from({ length: list.count }, (_, i) => `${list.ids[i * 2]} ${list.ids[i * 2 + 1]}`);
}

/** Compares a step's report with the touching pairs before and now, both found without the world, in rising order. */
export function expectReport(world: World, before: readonly string[], now: readonly string[], what: string): void {
  expect(pairsOf(world.touching), `${what}: touching`).toEqual(now);
  expect(pairsOf(world.began), `${what}: began`).toEqual(now.filter((pair) => !before.includes(pair)));
  expect(pairsOf(world.stays), `${what}: stays`).toEqual(now.filter((pair) => before.includes(pair)));
  expect(pairsOf(world.ended), `${what}: ended`).toEqual(before.filter((pair) => !now.includes(pair)));
}

/** Pairs of numbers in rising order for which `touch` holds. */
export function brutePairs(ids: readonly number[], touch: (a: number, b: number) => boolean): string[] {
  const sorted = [...ids].sort((a, b) => a - b);
  return sorted.flatMap((a, i) => sorted.slice(i + 1).flatMap((b) => (touch(a, b) ? [`${a} ${b}`] : [])));
}

/** Bodies of one mesh at random, to be moved at will. */
export function sampleMesh(seed: number): { mesh: Mesh; fields: Float32Array[] } {
  const mesh = soup(createRandom(seed), 24, 0.2, 0.4);
  return { mesh, fields: randomFields(createRandom(seed + 1), mesh, 2, 0.05) };
}
