/** A walk over two trees of spheres, and what it answers: records. */
import type { Contacts } from '../../index.js';
import type { SphereSource } from './sphere-source.js';

/** What is known of the contacts of two trees. Whatever collides lies below some pair that is answered. */
export interface WalkAnswer {
  /**
   * The spheres of each answered pair, and the two nodes. Of untested spheres that do not overlap the depth is 0. None is ever dropped.
   */
  readonly contacts: Contacts;
  /** For each of them, how far off it may be, in metres: the contacts below it are no farther away, and the surfaces below it no farther apart. */
  readonly errors: Float64Array;
  /** So many of them, the first ones, are leaves that overlap; the others have not been tested. */
  leafCount: number;
  /** The largest error; 0 when nothing collides. */
  errorBound: number;
  /** Whether nothing is left to be tested. */
  isComplete: boolean;
}

/** A walk over two trees of spheres, to be asked in every pose. Made by {@link createInterruptedWalk}. */
export interface InterruptedWalk {
  /** Where the first tree is. */
  readonly sourceA: SphereSource;
  /** Where the second tree is. */
  readonly sourceB: SphereSource;
  /** What is known in the present pose: valid after `walkWithin` and `walkInTurns`. */
  readonly answer: WalkAnswer;
  /** How many tests have been made in the present pose. */
  tests: number;
  /** How many of these found two spheres apart. */
  apart: number;
  /** Whether the walk stopped for want of room. */
  isFull: boolean;
  /**
   * Pairs that wait, in a ring: a node of the first tree, and one of the second.
   * @internal
   */
  readonly pairs: Uint32Array;
  /**
   * 1 where the node of the second tree stands first in the pair.
   * @internal
   */
  readonly turned: Uint8Array;
  /** @internal */
  head: number;
  /** @internal */
  waiting: number;
  /**
   * Leaves that overlap, in the order in which they were found.
   * @internal
   */
  readonly contacts: Uint32Array;
  /** @internal */
  contactCount: number;
  /**
   * The marks of the poses that the walk began in.
   * @internal
   */
  markA: number;
  /** @internal */
  markB: number;
  /**
   * Milliseconds that it takes to write a pair of the answer, as last measured.
   * @internal
   */
  readonly answerCost: Float64Array;
}
