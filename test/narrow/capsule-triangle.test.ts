import { createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { capsuleMeetsTriangle } from './with-numbers.js';
import { oracleCapsule } from '../oracle/capsule-triangle.js';
import { CAPSULE_MAKERS } from './capsules.js';
import type { CapsuleSample } from './capsules.js';
import { stepped } from './samples.js';

const SEED = 9;

function meets(
  { capsule, triangle }: CapsuleSample,
  order: readonly [number, number, number] = [0, 1, 2],
  back = false,
): boolean {
  const [ax, ay, az, bx, by, bz, radius] = capsule;
  const positions = Float32Array.from(triangle);
  return back
    ? capsuleMeetsTriangle(bx, by, bz, ax, ay, az, radius, positions, ...order)
    : capsuleMeetsTriangle(ax, ay, az, bx, by, bz, radius, positions, ...order);
}

describe('exact capsule against triangle', () => {
  const triangle = [0, 0, 0, 4, 0, 0, 0, 4, 0];

  it('counts touching by an end, along the axis, at an edge and at a corner, and misses by one step', () => {
    for (const ends of [
      [1, 1, 1, 1, 1, 5],
      [1, 1, 1, 2, 1, 1],
      [-9, -1, 0, 9, -1, 0],
      [2, -1, -3, 2, -1, 3],
      [-1, -4, -4, -1, 4, 4],
    ]) {
      expect(meets({ capsule: [...ends, 1], triangle })).toBe(true);
      expect(meets({ capsule: [...ends, stepped(1, -1)], triangle })).toBe(false);
    }
  });

  it('takes a radius of zero as a segment and equal ends as a ball', () => {
    expect(meets({ capsule: [1, 1, -1, 1, 1, 1, 0], triangle })).toBe(true);
    expect(meets({ capsule: [2, 2, -1, 2, 2, 1, 0], triangle })).toBe(true);
    expect(meets({ capsule: [2, stepped(2, 1), -1, 2, stepped(2, 1), 1, 0], triangle })).toBe(false);
    expect(meets({ capsule: [-1, 1, 0, 9, 1, 0, 0], triangle })).toBe(true);
    expect(meets({ capsule: [2, 2, 3, 2, 2, 3, 3], triangle })).toBe(true);
    expect(meets({ capsule: [2, 2, 3, 2, 2, 3, stepped(3, -1)], triangle })).toBe(false);
  });

  it('takes a collinear triangle as the segment or point that it covers', () => {
    const segment = [0, 0, 0, 8, 0, 0, 2, 0, 0];
    expect(meets({ capsule: [5, -9, 5, 5, 9, 5, 5], triangle: segment })).toBe(true);
    expect(meets({ capsule: [5, -9, 5, 5, 9, 5, stepped(5, -1)], triangle: segment })).toBe(false);
    const point = [1, 1, 1, 1, 1, 1, 1, 1, 1];
    expect(meets({ capsule: [-3, 4, 5, 3, 4, 5, 5], triangle: point })).toBe(true);
    expect(meets({ capsule: [-3, 4, 5, 3, 4, 5, stepped(5, -1)], triangle: point })).toBe(false);
  });

  it.each(Object.keys(CAPSULE_MAKERS))('agrees with rational arithmetic on 4,000 samples: %s', (kind) => {
    const random = createRandom(SEED);
    const seen = { apart: 0, touching: 0, overlapping: 0 };
    for (let i = 0; i < 4000; i++) {
      const sample = CAPSULE_MAKERS[kind](random);
      const expected = oracleCapsule(sample.capsule, sample.triangle);
      seen[expected]++;
      for (const [order, back] of [
        [[0, 1, 2], false],
        [[2, 1, 0], true],
        [[1, 2, 0], false],
      ] as const) {
        if (meets(sample, order, back) !== (expected !== 'apart')) {
          expect.fail(`seed ${SEED}, ${kind} ${JSON.stringify(sample)}, order ${order.join()}: exactly ${expected}`);
        }
      }
    }
    expect(seen.apart).toBeGreaterThan(200);
    expect(seen.overlapping + seen.touching).toBeGreaterThan(200);
    if (kind === 'lattice' || kind === 'upright' || kind === 'segment') expect(seen.touching).toBeGreaterThan(100);
  });
});
