// slow: compares moving bodies of every kind with brute force
/** Moving bodies of every kind, with each other and with themselves: all pairs and their first times, against brute force. */
import { createSearch, loadKernels, step } from 'pliant';
import {
  beginFirstTouch,
  beginMotionHits,
  beginMotionSelfHits,
  createFirstTouch,
  createMotionHits,
  findFirstTouch,
  findFirstSelfTouch,
  findMotionHits,
  findMotionSelfHits,
} from 'pliant/continuous';
import { createRandom } from 'pliant/exact';
import { bruteMotionHits, bruteMotionSelfHits } from 'pliant/oracle';
import { describe, expect, it } from 'vitest';
import { BACKENDS } from '../support/sample-bodies.js';
import { firstOf, withoutPoint } from './first-of.js';
import { MOVING_KINDS, disposeSubject, linesOf, makeSubject, moveSubject, surfaceOf } from './moving-kinds.js';

const { typescript, wasm } = BACKENDS;
const SECOND_WASM = await loadKernels({ backend: 'wasm' });
/** Kernels of the four bodies of two motions: shared, without WebAssembly, and none shared. */
const PAIRS_A = [[wasm, wasm], [typescript, typescript], [wasm, typescript]] as const; // prettier-ignore
const PAIRS_B = [[wasm, wasm], [typescript, typescript], [SECOND_WASM, wasm]] as const; // prettier-ignore

const expected = createMotionHits(100_000);
const hits = createMotionHits(100_000);
const search = createSearch();
const touch = createFirstTouch();

describe('moving bodies of every kind', () => {
  it('meet each other where and when brute force says so, on all kernels, at once and in slices', () => {
    let met = 0;
    let later = 0;
    for (const [index, kind] of MOVING_KINDS.entries()) {
      const seed = 8100 + index;
      const random = createRandom(seed);
      const a = makeSubject(random, kind, PAIRS_A);
      const b = makeSubject(random, MOVING_KINDS[(index * 4 + 3) % MOVING_KINDS.length], PAIRS_B);
      for (let frame = 0; frame < 2; frame++) {
        moveSubject(random, a);
        moveSubject(random, b);
        const what = `seed ${seed}, frame ${frame}: ${a.what} and ${b.what}`;
        bruteMotionHits(surfaceOf(a.motions[0]), surfaceOf(b.motions[0]), expected);
        const wanted = linesOf(expected).sort();
        let order: string[] | undefined;
        for (const [i, motion] of a.motions.entries()) {
          findMotionHits(motion, b.motions[i], hits);
          const lines = linesOf(hits);
          order ??= lines;
          expect(lines, what).toEqual(order);
          expect([...lines].sort(), what).toEqual(wanted);
          const first = firstOf(hits);
          findFirstTouch(motion, b.motions[i], touch);
          expect(withoutPoint(touch), what).toEqual(first);
          beginMotionHits(search, motion, b.motions[i], hits);
          while (!step(search, 5));
          expect(linesOf(hits), `${what}, in slices`).toEqual(order);
          beginFirstTouch(search, motion, b.motions[i], touch);
          while (!step(search, 5));
          expect(withoutPoint(touch), `${what}, in slices`).toEqual(first);
          if (first.time > 0 && hits.count > 0) later++;
        }
        met += expected.count;
      }
      disposeSubject(a);
      disposeSubject(b);
    }
    expect(met).toBeGreaterThan(500);
    expect(later).toBeGreaterThan(10);
  });

  it('collide with themselves where and when brute force says so', () => {
    let met = 0;
    for (const [index, kind] of MOVING_KINDS.entries()) {
      const seed = 8200 + index;
      const random = createRandom(seed);
      const subject = makeSubject(random, kind, PAIRS_A);
      for (let frame = 0; frame < 2; frame++) {
        moveSubject(random, subject);
        const what = `seed ${seed}, frame ${frame}: ${subject.what}`;
        bruteMotionSelfHits(surfaceOf(subject.motions[0]), expected);
        const wanted = linesOf(expected).sort();
        let order: string[] | undefined;
        for (const motion of subject.motions) {
          findMotionSelfHits(motion, hits);
          const lines = linesOf(hits);
          order ??= lines;
          expect(lines, what).toEqual(order);
          expect([...lines].sort(), what).toEqual(wanted);
          findFirstSelfTouch(motion, touch);
          expect(withoutPoint(touch), what).toEqual(firstOf(hits));
          beginMotionSelfHits(search, motion, hits);
          while (!step(search, 5));
          expect(linesOf(hits), `${what}, in slices`).toEqual(order);
        }
        met += wanted.length;
      }
      disposeSubject(subject);
    }
    expect(met).toBeGreaterThan(500);
  });
});
