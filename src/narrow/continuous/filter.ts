/**
 * Whether a vertex and a face, or two edges, meet while they move: in doubles, with three answers, of which two are
 * certain. Nothing is allocated.
 *
 * [0, 1] is halved into dyadic intervals, in order of time. With u, v, w as in motion.ts, f = det(u, v, w), n = u x v
 * and the weights of touch.ts, an interval
 * - has no touch if the Bernstein coefficients of f are certainly of one sign: no instant has all points in a plane;
 * - has none if a component of n is certainly not zero and a weight along it certainly has the wrong sign;
 * - has a touch if f certainly has different signs at its ends, and all weights along such a component are certainly right:
 *   f has a root there, and that is one.
 * Else it is halved. Exact ties are never certain, so what touches without crossing, or stays in one plane, is left undecided.
 *
 * Most often f has one root in all of [0, 1], and then the short interval around it, as doubles see it, tells everything: f
 * certainly changes its sign there, so the root is there, and no other.
 */
import { cubicRoot, writeCubicRoot } from './cubic.js';
import { APART, crosses, hasOneRoot, look, MEET, UNDECIDED } from './look.js';
import type { Verdict } from './look.js';
import { VERTEX_FACE } from './motion.js';
import type { Encounter } from './motion.js';
import { DEEPEST, LENGTHS, prepareWays, writeWays } from './ways.js';

/** After so many halvings, an interval is looked at along every axis. */
const STUBBORN = 6;
/** How often [0, 1] is halved for the interval around a single root. */
const HALVINGS_AT_ROOT = 10;
/** How many intervals are looked at, at most. */
const MOST_INTERVALS = 200;

/** u, v, w at both ends of the interval in hand. */
const ends = [new Float64Array(9), new Float64Array(9)] as const;

/**
 * Of the last verdict `MEET`: the first touch is strictly inside the interval from [0] / 2^[1] to ([0] + 1) / 2^[1], and every
 * root of f inside is a touch.
 */
export const meetingInterval = new Int32Array(2);

/**
 * Whether they meet in the closed [0, 1]. `start` and `end` have twelve numbers each, in the order that `Encounter` names; any
 * that is not finite is left undecided, or is apart from the others.
 */
export function decideInDoubles(encounter: Encounter, start: Float64Array, end: Float64Array): Verdict {
  if (staysApart(encounter, start, end)) return APART;
  if (!prepareWays(encounter, start, end)) return UNDECIDED;
  writeWays(ends[0], 0, 0);
  writeWays(ends[1], 1, 0);
  const verdict = look(encounter, ends[0], ends[1], false);
  if (verdict !== UNDECIDED) {
    meetingInterval.fill(0);
    return verdict;
  }
  const atRoot = hasOneRoot() ? lookAtRoot(encounter) : UNDECIDED;
  return atRoot === UNDECIDED ? lookInOrder(encounter) : atRoot;
}

/** Looks at the interval around the one root that f has. */
function lookAtRoot(encounter: Encounter): Verdict {
  writeCubicRoot();
  const numerator = Math.floor(cubicRoot[0] / LENGTHS[HALVINGS_AT_ROOT]);
  writeWays(ends[0], numerator, HALVINGS_AT_ROOT);
  writeWays(ends[1], numerator + 1, HALVINGS_AT_ROOT);
  const verdict = look(encounter, ends[0], ends[1], true);
  meetingInterval[0] = numerator;
  meetingInterval[1] = HALVINGS_AT_ROOT;
  // Else the root may be elsewhere.
  return crosses() ? verdict : UNDECIDED;
}

/**
 * Looks at intervals in order of time: the first half of one before the second, all of [0, 1] being undecided. The number of
 * those that are looked at is limited, so this ends. One end of each is an end of the one before.
 */
function lookInOrder(encounter: Encounter): Verdict {
  let numerator = 0;
  let halvings = 1;
  let begin = 0;
  writeWays(ends[0], 0, 0);
  writeWays(ends[1], 1, 1);
  for (let count = 0; count < MOST_INTERVALS; count++) {
    const verdict = look(encounter, ends[begin], ends[1 - begin], halvings >= STUBBORN);
    if (verdict === MEET) {
      meetingInterval[0] = numerator;
      meetingInterval[1] = halvings;
      return MEET;
    }
    if (verdict === UNDECIDED) {
      if (halvings === DEEPEST) return UNDECIDED;
      numerator *= 2;
      halvings++;
    } else {
      // The next interval begins where this one ends, and is as long as can be.
      numerator++;
      while (halvings > 0 && (numerator & 1) === 0) {
        numerator >>= 1;
        halvings--;
      }
      if (halvings === 0) return APART;
      begin = 1 - begin;
    }
    writeWays(ends[1 - begin], numerator + 1, halvings);
  }
  return UNDECIDED;
}

/**
 * Whether one side is below the other along an axis, at 0 and at 1: then it is in between, too, since a corner of one below
 * a corner of the other at both ends is so all the way. These are comparisons, and exact.
 */
function staysApart(encounter: Encounter, start: Float64Array, end: Float64Array): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const a0 = start[axis];
    const b0 = start[axis + 3];
    const c0 = start[axis + 6];
    const d0 = start[axis + 9];
    const a1 = end[axis];
    const b1 = end[axis + 3];
    const c1 = end[axis + 6];
    const d1 = end[axis + 9];
    if (encounter === VERTEX_FACE) {
      if (a0 < b0 && a0 < c0 && a0 < d0 && a1 < b1 && a1 < c1 && a1 < d1) return true;
      if (a0 > b0 && a0 > c0 && a0 > d0 && a1 > b1 && a1 > c1 && a1 > d1) return true;
    } else {
      if (a0 < c0 && a0 < d0 && b0 < c0 && b0 < d0 && a1 < c1 && a1 < d1 && b1 < c1 && b1 < d1) return true;
      if (a0 > c0 && a0 > d0 && b0 > c0 && b0 > d0 && a1 > c1 && a1 > d1 && b1 > c1 && b1 > d1) return true;
    }
  }
  return false;
}
