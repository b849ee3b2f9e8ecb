/**
 * The interruptible walk (Mendoza & O'Sullivan 2005, section 4.2): breadth first over pairs of spheres of two trees, so that whenever it is cut short all branches have been looked
 * at, to about the same depth. What is still untested then is taken as colliding: an answer that is coarser, and never lacks a branch.
 *
 * A pair that overlaps is replaced by (child of the second, first) for each child, so the two trees are descended in turn. Where the second is a leaf and the first is not, the pair is
 * queued again the other way round; two leaves that overlap are a contact.
 *
 * **Nothing is missed.** At any time, call the pairs that wait and the contacts *answered*. At the beginning that is the pair of the roots. A test takes away a pair that is apart, or puts in its
 * place all pairs of one of its nodes with the children of the other, or the same pair. So for every pair of leaves either an answered pair lies above it or is it, or a pair above it is apart. Where each
 * node wraps what lies below it, leaves below a pair that is apart are apart; and where nodes cover the same piece of a surface on every level, as those of a tree of spheres do, no point is common to both pieces.
 */
import { createAnswer } from './answer.js';
import { evaluateSphere, refreshSource } from './sphere-source.js';
import type { SphereSource } from './sphere-source.js';
import type { InterruptedWalk } from './walk-record.js';
import { requireInteger, requireNames, withDefaults } from '../../checks.js';
import { PliantError } from '../../errors.js';

/** Room of a walk. */
export interface WalkOptions {
  /**
   * Most pairs that may be answered, 1 or more: what waits and what is found, together. A walk that would need more stops there, and its answer is as coarse as it is then, but whole. Default 4096.
   */
  readonly capacity?: number;
}

/** Used where {@link WalkOptions} are left out. */
export const WALK_DEFAULTS: Required<WalkOptions> = { capacity: 4096 };

/** Sums, products and a square root of float64 lose less than this share of two spheres' distance. */
const SLACK = 1 + 1e-15;
const MOST_PAIRS = 0x3ffffff;
/** A guess, until it has been measured: 100 ns. */
const FIRST_COST = 1e-4;

/** Prepares to look for contacts of two trees of spheres. Memory is taken once, for the capacity. */
export function createInterruptedWalk(
  sourceA: SphereSource,
  sourceB: SphereSource,
  options: WalkOptions = {},
): InterruptedWalk {
  requireNames('createInterruptedWalk', options, Object.keys(WALK_DEFAULTS));
  const { capacity } = withDefaults(WALK_DEFAULTS, options);
  requireInteger('createInterruptedWalk', 'capacity', capacity, 1, MOST_PAIRS);
  requireSource(sourceA);
  requireSource(sourceB);
  if (sourceA === sourceB) {
    throw new PliantError('mismatch', 'createInterruptedWalk: both sources are the same one; make one for each body');
  }
  return {
    sourceA,
    sourceB,
    answer: createAnswer(capacity),
    tests: 0,
    apart: 0,
    isFull: false,
    pairs: new Uint32Array(capacity * 2),
    turned: new Uint8Array(capacity),
    head: 0,
    waiting: 0,
    contacts: new Uint32Array(capacity * 2),
    contactCount: 0,
    markA: 0,
    markB: 0,
    answerCost: Float64Array.of(FIRST_COST),
  };
}

/** Begins at the roots if a source has moved since the walk began; otherwise it goes on from where it is. */
export function refreshWalk(walk: InterruptedWalk): void {
  const { sourceA, sourceB } = walk;
  refreshSource(sourceA);
  refreshSource(sourceB);
  if (walk.markA === sourceA.mark && walk.markB === sourceB.mark) return;
  walk.markA = sourceA.mark;
  walk.markB = sourceB.mark;
  walk.tests = 0;
  walk.apart = 0;
  walk.isFull = false;
  walk.contactCount = 0;
  walk.pairs[0] = 0;
  walk.pairs[1] = 0;
  walk.turned[0] = 0;
  walk.head = 0;
  walk.waiting = 1;
}

/** Whether another test could change anything. */
export function isOver(walk: InterruptedWalk): boolean {
  return walk.waiting === 0 || walk.isFull;
}

/** Makes up to so many tests. */
export function advanceWalk(walk: InterruptedWalk, tests: number): void {
  const { contacts, pairs, sourceA, sourceB, turned } = walk;
  const capacity = turned.length;
  const spheresA = sourceA.spheres;
  const spheresB = sourceB.spheres;
  for (let left = tests; left > 0 && walk.waiting > 0; left--) {
    const { head } = walk;
    const a = pairs[head * 2];
    const b = pairs[head * 2 + 1];
    const isTurned = turned[head];
    evaluateSphere(sourceA, a);
    evaluateSphere(sourceB, b);
    const childrenA = sourceA.childCount[a];
    const childrenB = sourceB.childCount[b];
    const areLeaves = childrenA + childrenB === 0;
    const x = spheresB[b * 4] - spheresA[a * 4];
    const y = spheresB[b * 4 + 1] - spheresA[a * 4 + 1];
    const z = spheresB[b * 4 + 2] - spheresA[a * 4 + 2];
    const reach = spheresA[a * 4 + 3] + spheresB[b * 4 + 3];
    // What is not a number is not apart. Leaves are decided by the depth that is answered, all else on the safe side.
    const depth = (areLeaves ? reach : reach * SLACK) - Math.sqrt(x * x + y * y + z * z);
    walk.tests++;
    if (depth < 0) {
      walk.apart++;
      dropHead(walk, capacity);
      continue;
    }
    if (areLeaves) {
      contacts[walk.contactCount * 2] = a;
      contacts[walk.contactCount * 2 + 1] = b;
      walk.contactCount++;
      dropHead(walk, capacity);
      continue;
    }
    // The second of the pair is opened: of A if the pair is turned.
    const count = isTurned === 1 ? childrenA : childrenB;
    if (walk.waiting + walk.contactCount + count - 1 > capacity) {
      walk.isFull = true;
      return;
    }
    dropHead(walk, capacity);
    if (count === 0) push(walk, capacity, a, b, 1 - isTurned);
    else if (isTurned === 1) {
      const first = sourceA.firstChild[a];
      for (let child = first; child < first + count; child++) push(walk, capacity, child, b, 0);
    } else {
      const first = sourceB.firstChild[b];
      for (let child = first; child < first + count; child++) push(walk, capacity, a, child, 1);
    }
  }
}

function dropHead(walk: InterruptedWalk, capacity: number): void {
  walk.head = walk.head + 1 === capacity ? 0 : walk.head + 1;
  walk.waiting--;
}

function push(walk: InterruptedWalk, capacity: number, a: number, b: number, isTurned: number): void {
  let at = walk.head + walk.waiting;
  if (at >= capacity) at -= capacity;
  walk.pairs[at * 2] = a;
  walk.pairs[at * 2 + 1] = b;
  walk.turned[at] = isTurned;
  walk.waiting++;
}

function requireSource(source: SphereSource): void {
  if (source?.spheres instanceof Float64Array && source.marks instanceof Uint32Array) return;
  throw new PliantError(
    'bad-type',
    'createInterruptedWalk: a source is missing; pass what createPlacedSpheres, createFollowedSpheres or createProxySpheres made',
  );
}
