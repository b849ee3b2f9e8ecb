// slow: a shirt is simulated
/** Surfaces of the scenes between two keys: whatever meets at either end is among the hits, at its time, and the first touch is the earliest of all. */
import { createBody, createPairHits, createShape, findPairHits, findSelfHits } from 'pliant';
import {
  type Motion,
  createFirstTouch,
  createMotion,
  createMotionHits,
  findFirstTouch,
  findFirstSelfTouch,
  findMotionHits,
  findMotionSelfHits,
} from 'pliant/continuous';
import { describe, expect, it } from 'vitest';
import { type Garment, createGarment } from '../../scenes/garments.js';
import { SPHERES_DETAILS, createSpheres } from '../../scenes/growing-spheres.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { firstOf, withoutPoint } from './first-of.js';

const { wasm } = BACKENDS;
const hits = createMotionHits(100_000);
const pairs = createPairHits(100_000);
const touch = createFirstTouch();

/** A surface that goes from one of its keys to the next, by a field. */
function between({ frames, mesh: { triangles } }: Pick<Garment, 'frames' | 'mesh'>, key: number): Motion {
  const field = frames[key + 1].map((value, k) => value - frames[key][k]);
  const shape = createShape({ positions: frames[key], triangles }, { fields: [field] });
  const motion = createMotion(createBody(wasm, shape), createBody(wasm, shape));
  motion.to.setWeights([1]);
  return motion;
}

/** Looks for the pairs of both ends among the hits; returns how many those are. */
function expectBothEnds(find: (end: 'from' | 'to') => number, firstSought: () => void): number {
  const at = new Map(
    Array.from({ length: hits.count }, (_, i) => [`${hits.pairs[i * 2]} ${hits.pairs[i * 2 + 1]}`, i]),
  );
  let found = 0;
  for (const end of ['from', 'to'] as const) {
    found += find(end);
    for (let i = 0; i < pairs.count; i++) {
      const [a, b] = pairs.pairs.subarray(i * 2, i * 2 + 2);
      const hit = at.get(`${a} ${b}`) ?? at.get(`${b} ${a}`) ?? -1;
      expect(hit, `${a} and ${b} meet in ${end}`).toBeGreaterThanOrEqual(0);
      if (end === 'from') expect(hits.timesAbove[hit], `${a} and ${b}`).toBe(0);
    }
  }
  firstSought();
  expect(withoutPoint(touch)).toEqual(firstOf(hits));
  return found;
}

describe('between two keys', () => {
  it('a shirt touches the figure, and itself, wherever it does at the ends', () => {
    const shirt = createGarment('shirt', { detail: 1, figure: 10, keys: 3 });
    const [cloth, figure] = [between(shirt, 1), between(shirt.figure, 1)];
    expect(findMotionHits(cloth, figure, hits)).toBe(hits.count);
    const both = expectBothEnds(
      (end) => findPairHits(cloth[end], figure[end], pairs),
      () => findFirstTouch(cloth, figure, touch),
    );
    findMotionSelfHits(figure, hits);
    const withItself = expectBothEnds(
      (end) => findSelfHits(figure[end], pairs),
      () => findFirstSelfTouch(figure, touch),
    );
    expect(both + withItself).toBeGreaterThan(20);
  });

  it('spheres that grow touch first where they are closest, and then all around', () => {
    const [a, b] = createSpheres({ detail: SPHERES_DETAILS[0] }).map(({ mesh, velocities }) => {
      const grown = mesh.positions.map((value, k) => value + velocities[k]);
      return between({ mesh, frames: [mesh.positions, grown] }, 0);
    });
    findMotionHits(a, b, hits);
    const found = expectBothEnds(
      (end) => findPairHits(a[end], b[end], pairs),
      () => findFirstTouch(a, b, touch),
    );
    expect(found).toBeGreaterThan(50);
    expect(hits.count).toBeGreaterThan(found);
    // Their middles are 2.25 apart, and their radii grow from 1 to 1.25.
    expect(touch.time).toBeGreaterThan(0.5);
    expect(touch.time).toBeLessThan(0.52);
  });
});
