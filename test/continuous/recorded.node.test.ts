// slow: recordings of some ten thousand triangles
/** Recordings between two frames: as bodies that a field moves, and as kinetic bodies of two trees, one at each end. */
import { createBody, createPairHits, createShape, findSelfHits } from 'pliant';
import {
  createFirstTouch,
  createMotion,
  createMotionHits,
  findFirstSelfTouch,
  findMotionSelfHits,
} from 'pliant/continuous';
import { advance, createKineticBody, createKineticTree } from 'pliant/kinetic';
import { describe, expect, it } from 'vitest';
import { RECORDINGS, loadRecordedPlan } from '../../bench/recorded-plans.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { firstOf, withoutPoint } from './first-of.js';
import { linesOf } from './moving-kinds.js';

const { wasm } = BACKENDS;
const ROOM = 200_000;
const hits = createMotionHits(ROOM);
const kinetic = createMotionHits(ROOM);
const pairs = createPairHits(ROOM);
const touch = createFirstTouch();

describe.each(RECORDINGS)('%s', (name) => {
  const recorded = loadRecordedPlan(name);

  it.skipIf(!recorded)(
    'collides with itself between two frames in whatever meets at the ends, and the same as a kinetic body',
    () => {
      const { frames, mesh: { triangles }, plan, times } = recorded!; // prettier-ignore
      const key = 2;
      const field = frames[key + 1].map((value, k) => value - frames[key][k]);
      const shape = createShape({ positions: frames[key], triangles }, { fields: [field] });
      const motion = createMotion(createBody(wasm, shape), createBody(wasm, shape));
      motion.to.setWeights([1]);
      expect(findMotionSelfHits(motion, hits)).toBe(hits.count);
      const found = new Map(linesOf(hits).map((line, i) => [line.split(' ', 2).join(' '), i]));
      for (const end of ['from', 'to'] as const) {
        findSelfHits(motion[end], pairs);
        for (let i = 0; i < pairs.count; i++) {
          const hit = found.get(pairs.pairs.subarray(i * 2, i * 2 + 2).join(' ')) ?? -1;
          expect(hit, `a pair that meets in ${end}`).toBeGreaterThanOrEqual(0);
          if (end === 'from') expect(hits.timesAbove[hit]).toBe(0);
        }
      }
      findFirstSelfTouch(motion, touch);
      expect(withoutPoint(touch)).toEqual(firstOf(hits));

      // Made at the same time, both bodies have the same tree.
      const trees = [createKineticTree(plan, triangles), createKineticTree(plan, triangles)];
      const flown = createMotion(createKineticBody(wasm, trees[0]), createKineticBody(wasm, trees[1]));
      for (const [end, tree] of trees.entries()) advance(tree, times[key + end]);
      findMotionSelfHits(flown, kinetic);
      // Keys are float32 positions, and the field is off by a rounding where it is not one.
      const isSame = frames[key + 1].every((value, k) => value === Math.fround(frames[key][k] + field[k]));
      if (isSame) expect(linesOf(kinetic).sort()).toEqual(linesOf(hits).sort());
      else expect(Math.abs(kinetic.count - hits.count)).toBeLessThan(hits.count / 50 + 2);
      for (const { from, to } of [motion, flown]) for (const body of [from, to]) body.dispose();
    },
  );
});
