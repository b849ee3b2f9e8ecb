/** Motions of a pool: two bodies each, one as it is when a step begins and one as it is when it ends. */
import { describe } from '../checks.js';
import { PliantError } from '../errors.js';
import type { PooledSearchOptions } from './pending-search.js';
import type { PooledBody } from './pooled-body.js';

/** A body of a pool on its way through a step, as `Motion` of `pliant/continuous` is one here. Exchange both for the next step. */
export interface PooledMotion {
  /** The body at the beginning of the step. */
  readonly from: PooledBody;
  /** The body at its end, added with the same shape; or the same one, if it stands still. */
  readonly to: PooledBody;
}

/** How to look for a first touch. */
export interface PooledTouchOptions extends PooledSearchOptions {
  /** The time behind which nothing is looked for, 0 to 1. Default 1. */
  readonly last?: number;
}

/** The bodies of a motion, in the order in which workers are told of them. */
export function bodiesOfMotion(caller: string, motion: PooledMotion): readonly PooledBody[] {
  if (typeof motion !== 'object' || motion === null) {
    throw new PliantError(
      'bad-type',
      `SearchPool.${caller}: got ${describe(motion)}; pass { from, to }, two bodies of the pool`,
    );
  }
  return [motion.from, motion.to];
}

/** Those of two motions, which must not be the same one. */
export function bodiesOfTwo(
  caller: string,
  motionA: PooledMotion,
  motionB: PooledMotion,
  instead: string,
): readonly PooledBody[] {
  if (motionA === motionB) {
    throw new PliantError('mismatch', `SearchPool.${caller}: both motions are the same one; use ${instead}`);
  }
  return [...bodiesOfMotion(caller, motionA), ...bodiesOfMotion(caller, motionB)];
}
