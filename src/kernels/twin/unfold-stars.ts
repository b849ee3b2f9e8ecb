/**
 * Around which vertices of a surface are all triangles apart, but for what they share: the reference for
 * ../assembly/unfold-stars.ts, same words. Neighbours are most of what a search for self-collisions comes to. A star is
 * decided at once instead of pair by pair, at a fraction of the cost.
 *
 * The rule. Take a linear map to the plane. If it takes a star to triangles that all turn the same way round the vertex, none
 * of them flat, and that go round it once, or not all the way round where the star has ends, then no two of them have a
 * point in common but for what they share. Then that is so in space too, and no triangle is a defect. No two of the star
 * are a collision: those that share an edge do not lie on each other, those that share the vertex alone meet nowhere else.
 *
 * The map: along the sum of the triangles' normals, d, onto the plane of the two axes that d is not closest to; its
 * coordinates are X = x - m z and Y = y - n z, where m and n are quotients of components of d, however they were rounded, and
 * at most 1 in magnitude. Points are counted from the vertex. Triangle i turns by the sign of Xᵢ Yᵢ₊₁ - Xᵢ₊₁ Yᵢ.
 *
 * How often a ring goes round: since each step turns the same way and by less than half a turn, a ring that goes round once
 * crosses a line through the vertex exactly twice; one that crosses it once at most does not go all the way round. The line is
 * W = Y + SLOPE X = 0, with a slope that rings in regular grids have no vertices on. Signs of W must be certain: near a
 * line that is met twice by half a turn, a wrong one would hide a whole turn.
 *
 * Why the signs are right, with u = 2^-24, and R at least |x| + |y| + |z| for all points of a ring. Differences of coordinates
 * are off by a factor of 1 ± u, and so X and Y by (u + 3u) R (1 + 3u), and are themselves at most R. A product of two such is
 * off by 8u R² and its own rounding, u R²; the difference of two products by 18u R² and its own rounding, 2u R²: together by
 * less than 21u R². The bound in use is 32u R². W is off by 4u (1 + SLOPE) R, with rounding by less than 8u R; the bound in use
 * is 16u R. That leaves more than a third of either bound for the rounding of R and of the bound. Underflow adds less than
 * 2^-145 (1 + R), which TINY = 2^-120 covers, or the rest of the bound where R is large. Where anything overflows, d does, or
 * 4 R² does, through which the bound passes; then nothing is certain. Not-a-number does not get past d either: whatever
 * comes from it is not finite.
 */
import { FLOAT32_MAX } from '../../math/float.js';
import type { Arena } from '../arena.js';
import { LANES } from '../layout/child-words.js';
import { HEADER } from '../layout/header.js';
import { LINE_SIDE_ROUNDING, LINE_SLOPE, SMALLEST_PRODUCT, TURN_ROUNDING } from '../layout/margins.js';
import { starsOf } from '../layout/self.js';
import { MOST_IN_RING, OWN_MARK, STARS, STAR_GROUP, STAR_LIST, STRETCH_SHIFT } from '../layout/stars.js';
import { follow, wordAt } from '../units.js';
import type { ByteOffset } from '../units.js';

const fround = Math.fround;
const ROUNDING = TURN_ROUNDING;
const LINE_ROUNDING = LINE_SIDE_ROUNDING;
const TINY = SMALLEST_PRODUCT;
const SLOPE = LINE_SLOPE;

/** A ring from its vertex, three coordinates each, and the first once more; then X, Y and W of each. */
const ring = new Float32Array((MOST_IN_RING + 1) * 3);
const flat = new Float32Array((MOST_IN_RING + 1) * 3);
/** The sum of the normals. */
const sum = new Float32Array(3);

/** Finds out about the stars of all stretches that some triangles are in, unless that is known, and marks their corners. */
export function unfoldStars(arena: Arena, body: ByteOffset, first: number, end: number): void {
  const { u32 } = arena;
  const header = wordAt(body);
  const now = u32[header + HEADER.stamp];
  const stamps = u32[starsOf(u32, header) + STARS.stretches] >>> 2;
  for (let stretch = first >>> STRETCH_SHIFT; stretch << STRETCH_SHIFT < end; stretch++) {
    if (u32[stamps + stretch] === now) continue;
    u32[stamps + stretch] = now;
    unfoldStretch(arena, body, stretch);
  }
}

function unfoldStretch(arena: Arena, body: ByteOffset, stretch: number): void {
  const { u32 } = arena;
  const header = wordAt(body);
  const kept = starsOf(u32, header);
  const stars = follow(u32, kept + STARS.list);
  const flags = follow(u32, kept + STARS.flags);
  for (
    let group = stars + follow(u32, stars + STAR_LIST.stretches + stretch);
    u32[group + STAR_GROUP.ringLength] > 0;
  ) {
    const length = u32[group + STAR_GROUP.ringLength];
    const isClosed = u32[group + STAR_GROUP.isClosed] === 1;
    for (let lane = 0; lane < LANES; lane++) {
      const vertex = u32[group + STAR_GROUP.vertices + lane];
      const isFound = isUnfolded(arena, body, group + STAR_GROUP.vertices + lane, length, isClosed);
      u32[flags + vertex] = isFound ? u32[header + HEADER.stamp] : 0;
    }
    group += STAR_GROUP.rings + length * LANES;
  }
  const corners = follow(u32, header + HEADER.triangles);
  const marks = follow(u32, kept + STARS.marks);
  const end = Math.min((stretch + 1) << STRETCH_SHIFT, u32[stars + STAR_LIST.triangleCount]) * 3;
  for (let corner = (stretch << STRETCH_SHIFT) * 3; corner < end; corner++) {
    const vertex = u32[corners + corner];
    u32[marks + corner] = u32[flags + vertex] === u32[header + HEADER.stamp] ? vertex : (OWN_MARK | corner) >>> 0;
  }
}

/** One star: `at` is its vertex, and its ring follows in steps of a row. */
function isUnfolded(arena: Arena, body: ByteOffset, at: number, length: number, isClosed: boolean): boolean {
  const { f32, u32 } = arena;
  const positions = follow(u32, wordAt(body) + HEADER.positions);
  const vertex = positions + u32[at] * 3;
  let reach = 0;
  for (let k = 0; k < length; k++) {
    const point = positions + u32[at + (k + 1) * LANES] * 3;
    for (let axis = 0; axis < 3; axis++) ring[k * 3 + axis] = f32[point + axis] - f32[vertex + axis];
    const x = Math.abs(ring[k * 3]);
    reach = Math.max(reach, fround(fround(x + Math.abs(ring[k * 3 + 1])) + Math.abs(ring[k * 3 + 2])));
  }
  const triangles = isClosed ? length : length - 1;
  if (isClosed) ring.copyWithin(length * 3, 0, 3);
  sumNormals(triangles);
  const largest = Math.max(Math.abs(sum[0]), Math.abs(sum[1]), Math.abs(sum[2]));
  if (!(largest <= FLOAT32_MAX)) return false;
  flatten(isClosed ? length + 1 : length);

  const square = fround(reach * reach);
  const bound = fround(fround(fround(4 * square) * ROUNDING) + TINY);
  const lineBound = fround(fround(reach * LINE_ROUNDING) + TINY);
  let isAbove = true;
  let isBelow = true;
  let crossings = 0;
  for (let i = 0; i < triangles; i++) {
    const turn = fround(fround(flat[i * 3] * flat[i * 3 + 4]) - fround(flat[i * 3 + 3] * flat[i * 3 + 1]));
    isAbove &&= turn > bound;
    isBelow &&= turn < -bound;
    if (flat[i * 3 + 2] > 0 !== flat[i * 3 + 5] > 0) crossings++;
  }
  for (let k = 0; k < length; k++) if (!(Math.abs(flat[k * 3 + 2]) > lineBound)) return false;
  return (isAbove || isBelow) && (isClosed ? crossings === 2 : crossings < 2);
}

function sumNormals(triangles: number): void {
  sum.fill(0);
  for (let i = 0; i < triangles; i++) {
    const a = i * 3;
    const b = a + 3;
    sum[0] += fround(fround(ring[a + 1] * ring[b + 2]) - fround(ring[a + 2] * ring[b + 1]));
    sum[1] += fround(fround(ring[a + 2] * ring[b]) - fround(ring[a] * ring[b + 2]));
    sum[2] += fround(fround(ring[a] * ring[b + 1]) - fround(ring[a + 1] * ring[b]));
  }
}

function flatten(count: number): void {
  const x = Math.abs(sum[0]);
  const y = Math.abs(sum[1]);
  const z = Math.abs(sum[2]);
  const third = x > y && x > z ? 0 : y > z ? 1 : 2;
  const first = (third + 1) % 3;
  const second = (third + 2) % 3;
  const m = fround(sum[first] / sum[third]);
  const n = fround(sum[second] / sum[third]);
  for (let k = 0; k < count; k++) {
    const at = k * 3;
    const height = ring[at + third];
    flat[at] = ring[at + first] - fround(m * height);
    flat[at + 1] = ring[at + second] - fround(n * height);
    flat[at + 2] = flat[at + 1] + fround(SLOPE * flat[at]);
  }
}
