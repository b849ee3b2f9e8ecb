/** What meets within a step, and when: special positions by construction, and surfaces full of coincidences against brute force. */
import { createPairHits, findPairHits } from 'pliant';
import {
  EDGE,
  FACE,
  createFirstTouch,
  createMotion,
  createMotionHits,
  findFirstTouch,
  findFirstSelfTouch,
  findMotionHits,
  findMotionSelfHits,
  nextStep,
} from 'pliant/continuous';
import { TOUCHING, createRandom } from 'pliant/exact';
import { bruteMotionHits, bruteMotionSelfHits } from 'pliant/oracle';
import { describe, expect, it } from 'vitest';
import { BACKENDS, makeBody } from '../support/sample-bodies.js';
import { soup } from '../support/sample-meshes.js';
import { firstOf, withoutPoint } from './first-of.js';
import { linesOf } from './moving-kinds.js';
import { type Corners, disposeMotion, moveSurface, moveTriangles, wholeSurface } from './moving-triangles.js';

const { typescript, wasm } = BACKENDS;
const ULP = 2 ** -23;
const FLOOR: Corners = [[0, 0, 0], [4, 0, 0], [0, 4, 0]]; // prettier-ignore
const floor = createMotion(moveTriangles(wasm, FLOOR, FLOOR).from);
const hits = createMotionHits(10_000);
const touch = createFirstTouch();

/** A triangle that stands on a corner at (x, y, z). */
function standing(x: number, y: number, z: number): Corners {
  return [[x, y, z], [x + 0.5, y, z + 1], [x, y + 0.5, z + 1]]; // prettier-ignore
}

/** What a triangle that moves has with the floor: time, features. */
function meet(from: Corners, to: Corners): unknown[] {
  const motion = moveTriangles(wasm, from, to);
  const count = findMotionHits(motion, floor, hits);
  findFirstTouch(motion, floor, touch);
  expect(withoutPoint(touch)).toEqual(firstOf(hits));
  disposeMotion(motion);
  return count === 0 ? [] : [hits.times[0], hits.timesAbove[0], hits.features[0], hits.features[1]];
}

describe('a triangle that moves', () => {
  it('meets the floor with the corner that comes there first, at the very time', () => {
    expect(meet(standing(1, 1, 1), standing(1, 1, -1))).toEqual([0.5, 0.5, 0, FACE]);
    expect([...touch.point]).toEqual([1, 1, 0]);
    // A third lies between two doubles.
    expect(meet(standing(1, 1, 1), standing(1, 1, -2)).slice(0, 2)).toEqual([1 / 3, 1 / 3 + 2 ** -54]);
  });

  it('meets at the very end, and does not where it stops one bit before', () => {
    expect(meet(standing(1, 1, 1), standing(1, 1, 0))).toEqual([1, 1, 0, FACE]);
    expect(meet(standing(1, 1, 1), standing(1, 1, ULP))).toEqual([]);
  });

  it('meets at the very beginning, and does not where it begins one bit farther', () => {
    expect(meet(standing(1, 1, 0), standing(1, 1, 1))).toEqual([0, 0, 0, FACE]);
    expect(meet(standing(1, 1, ULP), standing(1, 1, 1))).toEqual([]);
  });

  it('meets at the border of the floor, and does not one bit beside it', () => {
    expect(meet(standing(0, 1, 1), standing(0, 1, -0.5)).length).toBe(4);
    // Its other corners lean away from the floor, so that it passes by.
    const beside = (z: number): Corners => [[-ULP, 1, z], [-1, 1, z + 1], [-1, 1.5, z + 1]]; // prettier-ignore
    expect(meet(beside(1), beside(-3))).toEqual([]);
  });

  it('that passes through the floor already does so at time 0, by an edge and the face', () => {
    expect(meet(standing(1, 1, -0.5), standing(1, 1, -3))).toEqual([0, 0, EDGE, FACE]);
    expect(touch.point[2]).toBe(0);
  });

  it('that slides within the plane of the floor meets its border', () => {
    const flat = (x: number): Corners => [[x, 1, 0], [x + 1, 1, 0], [x, 2, 0]]; // prettier-ignore
    const [time, , first, second] = meet(flat(-3), flat(1));
    expect(time).toBe(0.5);
    expect([first, second]).toEqual([1, FACE]);
    expect(meet(flat(5), flat(8))).toEqual([]);
  });

  it('meets where it is a point, or a line, all the time', () => {
    const point = (z: number): Corners => [[1, 1, z], [1, 1, z], [1, 1, z]]; // prettier-ignore
    expect(meet(point(1), point(-1))).toEqual([0.5, 0.5, 0, FACE]);
    const line = (z: number): Corners => [[1, 1, z], [1, 1, z + 1], [1, 1, z + 2]]; // prettier-ignore
    expect(meet(line(-1), line(-1))).toEqual([0, 0, EDGE + 2, FACE]);
    expect(meet(line(-0.5), line(-0.5))).toEqual([0, 0, EDGE, FACE]);
  });

  it('meets an edge with an edge', () => {
    const edge = (z: number): Corners => [[2, -1, z], [2, 1, z], [2, 0, z + 1]]; // prettier-ignore
    expect(meet(edge(1), edge(-1)).slice(0, 2)).toEqual([0.5, 0.5]);
    const across = (z: number): Corners => [[2, -1, z + 1], [2, -0.5, z], [2, -1, z + 2]]; // prettier-ignore
    expect(meet(across(1), across(-3))).toEqual([]);
  });
});

describe('a surface that folds', () => {
  /** Two triangles with an edge in common, the second of which turns over. */
  const hinge = (x: number, z: number): Corners => [[0, 0, 0], [0, 4, 0], [2, 1, 0], [x, 1, z]]; // prettier-ignore
  const triangles = Uint32Array.of(0, 2, 1, 0, 1, 3);

  it('does not collide by what its triangles have in common, and does once they lie on each other', () => {
    const closing = moveTriangles(wasm, hinge(-1, 1), hinge(1, 0), triangles);
    expect(findMotionSelfHits(closing, hits)).toBe(1);
    expect([hits.times[0], hits.timesAbove[0], hits.pairs[0], hits.pairs[1]]).toEqual([1, 1, 0, 1]);
    expect(findFirstSelfTouch(closing, touch)).toBe(1);
    const nearly = moveTriangles(wasm, hinge(-1, 1), hinge(1, ULP), triangles);
    expect(findMotionSelfHits(nearly, hits)).toBe(0);
    expect(findFirstSelfTouch(nearly, touch)).toBe(Infinity);
  });
});

describe('two bodies that stand still', () => {
  it('meet at time 0 where they meet at all, in the same order', () => {
    const random = createRandom(8301);
    const [a, b] = [makeBody(wasm, soup(random, 60, 0.4)), makeBody(wasm, soup(random, 60, 0.4))];
    const pairs = createPairHits(1000);
    const count = findPairHits(a, b, pairs);
    expect(count).toBeGreaterThan(20);
    expect(findMotionHits(createMotion(a), createMotion(b), hits)).toBe(count);
    expect(hits.pairs.subarray(0, count * 2)).toEqual(pairs.pairs.subarray(0, count * 2));
    expect(Math.max(...hits.timesAbove.subarray(0, count))).toBe(0);
    const touching = [...pairs.meetings.subarray(0, count)].filter((meeting) => meeting === TOUCHING);
    expect(touching).toHaveLength(0);
    findFirstTouch(createMotion(a), createMotion(b), touch);
    expect([touch.triangleA, touch.triangleB, touch.time]).toEqual([...pairs.pairs.subarray(0, 2), 0]);
  });
});

describe('the next step', () => {
  it('begins where the last one ended', () => {
    const motion = moveTriangles(wasm, standing(1, 1, 2), standing(1, 1, 1));
    expect(findMotionHits(motion, floor, hits)).toBe(0);
    nextStep(motion);
    motion.to.setWeights([3]);
    expect(findMotionHits(motion, floor, hits)).toBe(1);
    expect(hits.times[0]).toBe(0.5);
    disposeMotion(motion);
  });
});

describe('surfaces between whole numbers', () => {
  it('meet where and when brute force says so', () => {
    const expected = createMotionHits(10_000);
    let met = 0;
    let atEnds = 0;
    for (let seed = 8400; seed < 8430; seed++) {
      const random = createRandom(seed);
      const kernels = seed % 2 === 0 ? wasm : typescript;
      const [a, b] = [wholeSurface(random, 8), wholeSurface(random, 8)];
      const [motionA, motionB] = [moveSurface(kernels, a), moveSurface(kernels, b)];
      bruteMotionHits(a, b, expected);
      findMotionHits(motionA, motionB, hits);
      expect(linesOf(hits).sort(), `seed ${seed}`).toEqual(linesOf(expected).sort());
      findFirstTouch(motionA, motionB, touch);
      expect(withoutPoint(touch), `seed ${seed}`).toEqual(firstOf(hits));
      met += hits.count;
      atEnds += [...hits.times.subarray(0, hits.count)].filter((time) => time === 0 || time === 1).length;
      bruteMotionSelfHits(a, expected);
      findMotionSelfHits(motionA, hits);
      expect(linesOf(hits).sort(), `seed ${seed}, with itself`).toEqual(linesOf(expected).sort());
      findFirstSelfTouch(motionA, touch);
      expect(withoutPoint(touch), `seed ${seed}, with itself`).toEqual(firstOf(hits));
      disposeMotion(motionA);
      disposeMotion(motionB);
    }
    expect(met).toBeGreaterThan(150);
    expect(atEnds).toBeGreaterThan(30);
    expect(atEnds).toBeLessThan(met);
  });
});
