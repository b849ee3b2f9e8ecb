/**
 * Where on a face, or on two edges, a touch is: two weights, from the positions at its time, in doubles. The plane tells
 * best, unless the face has next to no area or the edges are nearly parallel, and then a vertex is on an edge. All of these
 * are tried, and the one with the least gap is taken, unless the plane leaves none. Nothing is allocated.
 */
import { powerOfTwo } from '../../math/big.js';
import { VERTEX_FACE } from './motion.js';
import type { Encounter } from './motion.js';
import { writeWayOffsets } from './ways.js';

/** u, v, w at the time, their largest component being 1. */
const ways = new Float64Array(9);
const V = 3;
const W = 6;
const offsets = new Int32Array(5);
/** The square of a gap that is nothing but rounding. */
const CLOSE = powerOfTwo(-100);
/** The weights that are tried. */
const trial = new Float64Array(2);
/** The least gap so far, squared. */
const least = new Float64Array(1);

/**
 * Writes the weights at the time `out[timePlace]` to `out` at `place` and behind: where w = s u + t v for a face, w = s u - t v for edges, s and t within what
 * the face and the edges have. They are as good as rounding allows, and no better: nothing is decided by them.
 */
export function writeMeetingPlace(
  encounter: Encounter,
  start: Float64Array,
  end: Float64Array,
  out: Float64Array,
  timePlace: number,
  place: number,
): void {
  writeWaysAt(encounter, start, end, out, timePlace);
  least[0] = Infinity;
  out[place] = 0;
  out[place + 1] = 0;
  const isFace = encounter === VERTEX_FACE;
  tryPlane(isFace);
  keepBetter(isFace, out, place);
  if (least[0] < CLOSE) return;
  // A vertex on an edge: one weight is 0 or 1, or, on the third edge of a face, they sum to 1.
  for (let side = 0; side < 4; side++) {
    const isLate = side >= 2;
    if (isFace && isLate) tryThirdEdge();
    else if (side % 2 === 0) tryFirst(isFace, isLate ? 1 : 0);
    else trySecond(isFace, isLate ? 1 : 0);
    keepBetter(isFace, out, place);
  }
}

function writeWaysAt(
  encounter: Encounter,
  start: Float64Array,
  end: Float64Array,
  times: Float64Array,
  timePlace: number,
): void {
  const time = times[timePlace];
  writeWayOffsets(encounter, offsets);
  const a = offsets[0];
  const b = offsets[1];
  const tip = offsets[2];
  const tail = offsets[3];
  const other = offsets[4];
  const rest = 1 - time;
  let most = 0;
  for (let axis = 0; axis < 3; axis++) {
    // Halves cannot overflow.
    const u = rest * (start[b + axis] / 2 - start[a + axis] / 2) + time * (end[b + axis] / 2 - end[a + axis] / 2);
    const v =
      rest * (start[tip + axis] / 2 - start[tail + axis] / 2) + time * (end[tip + axis] / 2 - end[tail + axis] / 2);
    const w =
      rest * (start[other + axis] / 2 - start[a + axis] / 2) + time * (end[other + axis] / 2 - end[a + axis] / 2);
    ways[axis] = u;
    ways[V + axis] = v;
    ways[W + axis] = w;
    most = Math.max(most, Math.abs(u), Math.abs(v), Math.abs(w));
  }
  if (most > 0) for (let i = 0; i < 9; i++) ways[i] /= most;
}

/** Both weights from the plane: n = u x v, s = (w x v) · n / n · n, and t likewise. */
function tryPlane(isFace: boolean): void {
  let whole = 0;
  let first = 0;
  let second = 0;
  for (let axis = 0; axis < 3; axis++) {
    const i = axis === 2 ? 0 : axis + 1;
    const j = axis === 0 ? 2 : axis - 1;
    const normal = ways[i] * ways[V + j] - ways[j] * ways[V + i];
    whole += normal * normal;
    first += normal * (ways[W + i] * ways[V + j] - ways[W + j] * ways[V + i]);
    second += normal * (ways[i] * ways[W + j] - ways[j] * ways[W + i]);
  }
  trial[0] = first / whole;
  trial[1] = (isFace ? second : -second) / whole;
}

/** The first weight is given: the second one nearest to it. */
function tryFirst(isFace: boolean, given: 0 | 1): void {
  let along = 0;
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    const v = ways[V + axis];
    along += (ways[W + axis] - given * ways[axis]) * v;
    square += v * v;
  }
  trial[0] = given;
  trial[1] = (isFace ? along : -along) / square;
}

/** The second weight is given: the first one nearest to it. */
function trySecond(isFace: boolean, given: 0 | 1): void {
  const sign = isFace ? 1 : -1;
  let along = 0;
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    const u = ways[axis];
    along += (ways[W + axis] - sign * given * ways[V + axis]) * u;
    square += u * u;
  }
  trial[0] = along / square;
  trial[1] = given;
}

/** The edge from b to c, on which the weights sum to 1. */
function tryThirdEdge(): void {
  let along = 0;
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    const way = ways[V + axis] - ways[axis];
    along += (ways[W + axis] - ways[axis]) * way;
    square += way * way;
  }
  const part = along > 0 ? Math.min(along / square, 1) : 0;
  trial[0] = 1 - part;
  trial[1] = part;
}

/** Takes the weights that are tried, moved to where they may be, if they leave a smaller gap. NaN, from 0 / 0, counts as 0. */
function keepBetter(isFace: boolean, out: Float64Array, place: number): void {
  let s = trial[0] > 0 ? Math.min(trial[0], 1) : 0;
  let t = trial[1] > 0 ? Math.min(trial[1], 1) : 0;
  if (isFace && s + t > 1) {
    s /= s + t;
    t = 1 - s;
  }
  const sign = isFace ? 1 : -1;
  let gap = 0;
  for (let axis = 0; axis < 3; axis++) {
    const part = ways[W + axis] - s * ways[axis] - sign * t * ways[V + axis];
    gap += part * part;
  }
  if (!(gap < least[0])) return;
  least[0] = gap;
  out[place] = s;
  out[place + 1] = t;
}
