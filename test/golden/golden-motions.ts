/** What moving bodies touch within a step, folded into a hash: bodies of a few kinds from one pose to the next. Each function returns how much it found. */
import type { Kernels } from 'pliant';
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
import type { AnswerHash } from './answer-hash.js';
import { GOLDEN_BODIES, type GoldenMaker } from './golden-bodies.js';

const KINDS = ['morphing blob', 'caged blob'] as const;

const hits = createMotionHits(20_000);
/** Room for less than is found: what is dropped is counted. */
const fewHits = createMotionHits(3);
const touch = createFirstTouch();
/** A touch counts for as many numbers as it has. */
const POINTS = 9;

/** Questions by kind. */
export const MOTION_QUESTIONS: Readonly<Record<string, (kernels: Kernels, hash: AnswerHash) => number>> = {
  'pairs within a step': (kernels, hash) =>
    sumOf(kernels, (a, b) => {
      findMotionHits(a, b, fewHits);
      hash.addNumbers([fewHits.count, fewHits.dropped]);
      const found = findMotionHits(a, b, hits);
      foldHits(hash);
      findMotionSelfHits(a, hits);
      foldHits(hash);
      return found;
    }),
  'first touches within a step': (kernels, hash) =>
    sumOf(kernels, (a, b) => {
      const found = findFirstTouch(a, b, touch, 0.9);
      foldTouch(hash);
      findFirstSelfTouch(a, touch);
      foldTouch(hash);
      return found <= 1 ? POINTS : 0;
    }),
};

/** Asks of each two motions: one body from pose to pose, and another one beside it, which is pushed along. */
function sumOf(kernels: Kernels, ask: (a: Motion, b: Motion) => number): number {
  let sum = 0;
  for (const kind of KINDS) {
    const [a, b] = [motionOf(kernels, GOLDEN_BODIES[kind], 0), motionOf(kernels, GOLDEN_BODIES[kind], 1)];
    b.to.setPlacement([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.01, 0.02, 0.03, 1]);
    b.from.setPlacement([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.3, 0.2, 0.4, 1]);
    sum += ask(a, b);
    for (const { from, to } of [a, b]) for (const body of [from, to]) body.dispose();
  }
  return sum;
}

function motionOf(kernels: Kernels, make: GoldenMaker, pose: number): Motion {
  const [from, to] = [make(kernels), make(kernels)];
  from.setPose(pose);
  to.setPose(pose + 1);
  return createMotion(from.body, to.body);
}

function foldHits(hash: AnswerHash): void {
  const { count, features, pairs, times, timesAbove } = hits;
  hash.addNumbers(pairs, count * 2);
  hash.addNumbers(features, count * 2);
  hash.addNumbers(times, count);
  hash.addNumbers(timesAbove, count);
}

function foldTouch(hash: AnswerHash): void {
  const { featureA, featureB, point, time, timeAbove, triangleA, triangleB } = touch;
  hash.addNumber(triangleA);
  hash.addNumber(triangleB);
  hash.addNumbers([time, timeAbove]);
  if (triangleA === undefined) return;
  hash.addNumbers([featureA, featureB]);
  hash.addNumbers(point);
}
