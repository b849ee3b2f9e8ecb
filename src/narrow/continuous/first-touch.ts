/**
 * First touch of a vertex and a face, or of two edges, whose points move linearly from `start` at time 0 to `end` at
 * time 1. Faces, edges and the time are closed: a touch counts, so does one at the very end, and shared or coincident points
 * touch; leave out pairs that share a vertex by their indices. Faces without area, edges without length, points that do not
 * move and motion within one plane or along one line are decided as everything else.
 *
 * Exact for all finite doubles: in doubles first (filter.ts), in big integers where that is not certain.
 */
import { requireFinite } from '../../checks.js';
import { PliantError } from '../../errors.js';
import { bracketRoot } from './bracket.js';
import { findExactTouch } from './exact-touch.js';
import { decideInDoubles, meetingInterval } from './filter.js';
import { findInnerRoot } from './find-root.js';
import { APART, MEET, UNDECIDED } from './look.js';
import { writeMeetingPlace } from './meeting-place.js';
import { createMotion, EDGE_EDGE, ENCOUNTER_LENGTH, VERTEX_FACE } from './motion.js';
import type { Encounter } from './motion.js';
import { bracketInDoubles } from './quick-bracket.js';
import type { Root } from './root.js';

/** Numbers that a touch is described by. */
export const TOUCH_LENGTH = 4;
/** Where the time of the first touch is: the largest double that is not above it. */
export const TOUCH_TIME = 0;
/** Where the smallest double is that is not below that time: the same one if the time is a double, else its neighbour. */
export const TOUCH_TIME_ABOVE = 1;

/** Where the place is: the weight of b on a face a b c, or how far along the edge a b it is, from 0 to 1. */
export const TOUCH_FIRST = 2;
/** And the weight of c on the face, or how far along the edge c d it is, from 0 to 1. */
export const TOUCH_SECOND = 3;

/**
 * Whether a vertex p and a triangle a b c meet in the closed time from 0 to 1, exactly.
 *
 * @param start Where p, a, b, c are at time 0, twelve finite numbers.
 * @param end Where they are at time 1.
 */
export function doVertexFaceMeet(start: Float64Array, end: Float64Array): boolean {
  return meet('doVertexFaceMeet', VERTEX_FACE, start, end);
}

/**
 * Whether an edge a b and an edge c d meet in the closed time from 0 to 1, exactly.
 *
 * @param start Where a, b, c, d are at time 0, twelve finite numbers.
 * @param end Where they are at time 1.
 */
export function doEdgeEdgeMeet(start: Float64Array, end: Float64Array): boolean {
  return meet('doEdgeEdgeMeet', EDGE_EDGE, start, end);
}

/**
 * As {@link doVertexFaceMeet}; if they meet, the first time at which they do is enclosed by the two doubles that are left in
 * `out`, at `TOUCH_TIME` and `TOUCH_TIME_ABOVE`, and the place on the face at that time is left at `TOUCH_FIRST` and
 * `TOUCH_SECOND`: rounded, for pictures and responses, where the time is exact. `out` is left alone if they do not meet.
 */
export function findVertexFaceTouch(start: Float64Array, end: Float64Array, out: Float64Array): boolean {
  return find('findVertexFaceTouch', VERTEX_FACE, start, end, out);
}

/** As {@link doEdgeEdgeMeet}, with the first time and the place as {@link findVertexFaceTouch} has them. */
export function findEdgeEdgeTouch(start: Float64Array, end: Float64Array, out: Float64Array): boolean {
  return find('findEdgeEdgeTouch', EDGE_EDGE, start, end, out);
}

function meet(caller: string, encounter: Encounter, start: Float64Array, end: Float64Array): boolean {
  check(caller, start, end);
  const verdict = decideInDoubles(encounter, start, end);
  return verdict === UNDECIDED ? findExactTouch(encounter, start, end) !== undefined : verdict === MEET;
}

function find(
  caller: string,
  encounter: Encounter,
  start: Float64Array,
  end: Float64Array,
  out: Float64Array,
): boolean {
  check(caller, start, end);
  if (out.length < TOUCH_LENGTH) {
    throw new PliantError('bad-count', `${caller}: out has ${out.length} numbers; pass at least ${TOUCH_LENGTH}`);
  }
  const verdict = decideInDoubles(encounter, start, end);
  if (verdict === APART) return false;
  if (verdict === UNDECIDED || !bracketInDoubles(encounter, start, end, out)) {
    const root = verdict === MEET ? firstInInterval(encounter, start, end) : findExactTouch(encounter, start, end);
    if (root === undefined) return false;
    bracketRoot(root, out);
  }
  writeMeetingPlace(encounter, start, end, out, TOUCH_TIME, TOUCH_FIRST);
  return true;
}

/** Everything before the interval is certainly without a touch, and inside every root of the volume is one. */
function firstInInterval(encounter: Encounter, start: Float64Array, end: Float64Array): Root | undefined {
  const interval = { numerator: BigInt(meetingInterval[0]), bits: meetingInterval[1] };
  return findInnerRoot(createMotion(encounter, start, end).volume, interval, () => true);
}

/** Refuses numbers that are not finite, and too few of them. */
function check(caller: string, start: Float64Array, end: Float64Array): void {
  let sum = 0;
  // One that is not finite, or is not there, makes the sum so, too. Finite ones may as well, and pass all the same.
  for (let i = 0; i < ENCOUNTER_LENGTH; i++) sum += start[i] + end[i];
  if (Number.isFinite(sum)) return;
  for (const [name, values] of [
    ['start', start],
    ['end', end],
  ] as const) {
    if (values.length < ENCOUNTER_LENGTH) {
      throw new PliantError('bad-count', `${caller}: ${name} has ${values.length} numbers; pass ${ENCOUNTER_LENGTH}`);
    }
    requireFinite(caller, name, values.subarray(0, ENCOUNTER_LENGTH));
  }
}
