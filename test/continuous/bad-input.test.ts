/** What questions about a step refuse, and what they say. */
import { createBody, createPairHits, createSearch, createShape, findPairHits, step } from 'pliant';
import {
  type FirstTouch,
  type Motion,
  type MotionHits,
  beginFirstTouch,
  beginFirstSelfTouch,
  beginMotionHits,
  beginMotionSelfHits,
  createFirstTouch,
  createMotion,
  createMotionHits,
  findFirstTouch,
  findMotionHits,
  findMotionSelfHits,
  nextStep,
} from 'pliant/continuous';
import { createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { BACKENDS, makeBody } from '../support/sample-bodies.js';
import { randomFields, soup } from '../support/sample-meshes.js';

const { wasm } = BACKENDS;
const random = createRandom(8501);
const mesh = soup(random, 60, 0.8);
const fields = randomFields(random, mesh, 1, 0.2);
const shape = createShape(mesh, { fields });
const make = (): Motion => createMotion(createBody(wasm, shape), createBody(wasm, shape));
const hits = createMotionHits(1000);
const touch = createFirstTouch();

describe('a motion', () => {
  it('is refused between bodies of different trees, and of what is no body', () => {
    const other = makeBody(wasm, soup(createRandom(8502), 30, 0.5));
    expect(() => createMotion(createBody(wasm, shape), other)).toThrow(/createMotion: .*different trees; create both from the same shape/); // prettier-ignore
    expect(() => createMotion(shape as never)).toThrow(/createMotion: got an? .*made by createBody/);
    expect(() => findMotionHits(createBody(wasm, shape) as never, make(), hits)).toThrow(/findMotionHits: got .*made by createMotion/); // prettier-ignore
  });

  it('is accepted between bodies of shapes that were made twice, and refused again when another body takes the place', () => {
    const motion = createMotion(createBody(wasm, shape), createBody(wasm, createShape(mesh, { fields })));
    expect(findMotionSelfHits(motion, hits)).toBeGreaterThan(0);
    motion.to = makeBody(wasm, soup(createRandom(8503), 31, 0.5));
    expect(() => findMotionSelfHits(motion, hits)).toThrow(/findMotionSelfHits: .*different trees/);
    nextStep(motion);
    expect(() => findMotionSelfHits(motion, hits)).toThrow(/different trees/);
  });

  it('is refused with a body that was disposed of', () => {
    const motion = make();
    motion.to.dispose();
    expect(() => findMotionHits(motion, make(), hits)).toThrow(/used after dispose/);
    expect(() => findFirstTouch(make(), motion, touch)).toThrow(/used after dispose/);
  });
});

describe('a question about a step', () => {
  it('wants two motions, or says how to ask one', () => {
    const motion = make();
    expect(() => findMotionHits(motion, motion, hits)).toThrow(/findMotionHits: .*use findMotionSelfHits/);
    expect(() => findFirstTouch(motion, motion, touch)).toThrow(/use findFirstSelfTouch/);
    expect(() => beginMotionHits(createSearch(), motion, motion, hits)).toThrow(/use beginMotionSelfHits/);
    expect(() => beginFirstTouch(createSearch(), motion, motion, touch)).toThrow(/use beginFirstSelfTouch/);
  });

  it('wants room for answers, and a time within the step', () => {
    expect(() => findMotionSelfHits(make(), createPairHits(9) as unknown as MotionHits)).toThrow(/pass createMotionHits/); // prettier-ignore
    expect(() => findFirstTouch(make(), make(), {} as FirstTouch)).toThrow(/pass createFirstTouch/);
    expect(() => findFirstTouch(make(), make(), touch, 1.5)).toThrow(/the last time is 1.5; pass one from 0 to 1/);
    expect(() => findFirstTouch(make(), make(), touch, NaN)).toThrow(/the last time is NaN/);
    expect(() => createMotionHits(-1)).toThrow(/createMotionHits/);
  });

  it('is not gone on with after any of its four bodies was posed anew', () => {
    for (const [side, end] of [
      [0, 'from'],
      [0, 'to'],
      [1, 'from'],
      [1, 'to'],
    ] as const) {
      const motions = [make(), make()] as const;
      const search = createSearch();
      for (const begin of [
        () => beginMotionHits(search, ...motions, hits),
        () => beginFirstTouch(search, ...motions, touch),
      ]) {
        begin();
        motions[side][end].setWeights([random.next()]);
        expect(() => step(search)).toThrow(/the pose changed since the search began/);
      }
    }
  });

  it('leaves nothing to go on with when it is refused', () => {
    const search = createSearch();
    const motion = make();
    beginMotionSelfHits(search, motion, hits);
    motion.to.setPlacement([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1e39, 0, 0, 1]);
    expect(() => beginFirstSelfTouch(search, motion, touch)).toThrow(/beyond what a float32 can hold/);
    expect(() => step(search)).toThrow(/no question was begun/);
    expect(() => motion.to.setWeights([NaN])).toThrow(/NaN/);
  });

  it('shares a search with other questions, one after the other', () => {
    const pairs = createPairHits(1000);
    const [motion, other] = [make(), make()];
    const count = findPairHits(motion.from, other.from, pairs);
    expect(findMotionHits(motion, other, hits)).toBe(count);
    expect(findPairHits(motion.from, other.from, pairs)).toBe(count);
  });

  it('counts what there is no room for, and fills what there is', () => {
    const few = createMotionHits(3);
    const count = findMotionSelfHits(make(), few);
    expect(count).toBeGreaterThan(3);
    expect([few.count, few.dropped]).toEqual([3, count - 3]);
    findMotionSelfHits(make(), hits);
    expect(few.pairs).toEqual(hits.pairs.slice(0, 6));
  });
});
