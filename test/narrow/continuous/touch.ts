/**
 * Encounters that touch by construction where no other test happens to look, each with a twin that misses by one unit in
 * the last place of one or two numbers.
 */
import type { Sample, Times } from './encounters.js';

/** One that touches, when it first does, and the twin. */
export interface Touch {
  readonly name: string;
  readonly touching: Sample;
  readonly times: Times;
  readonly missing: Sample;
}

export type Point = readonly [number, number, number];

export const SMALLEST = Number.MIN_VALUE;
export const ABOVE_ONE = 1 + 2 ** -52;
export const BELOW_ONE = 1 - 2 ** -53;
export const HALF: Times = [0.5, 0.5];
export const THIRD: Times = [0.3333333333333333, 0.33333333333333337];

/** An edge along x, at rest. */
export const EDGE: readonly Point[] = [
  [0, 0, 0],
  [4, 0, 0],
];
