/**
 * Which pairs of triangles of two leaves need an exact test: the reference for ../assembly/filter-pairs.ts, same words.
 * Pairs whose boxes are apart go first, by exact comparisons. A pair whose boxes meet is left out when it is certain
 * that the exact test would say that it is apart, and that neither triangle is a defect. Neighbours
 * in a star that is unfolded are (unfold-stars.ts), where a search has found that out. For others, both must have a normal, and a
 * plane must have them on its two sides, not the same triangle twice, with nothing of them in it but corners and edges
 * that they share by number:
 *
 * - the plane of one of them, all corners of the other strictly on one side of it, shared ones set aside; or
 * - a plane through a corner that they share, square to the line between their middles (however that was rounded), the
 *   other corners of each strictly on one side; or
 * - a plane through an edge of one of them and along its normal (however that was rounded), its third corner strictly on
 *   one side, and all corners of the other strictly on the other side, ends of that edge set aside.
 *
 * The first decides nine of ten neighbours on a curved surface, the others nearly all that are left, around saddles and
 * in a plane.
 *
 * Of what is left, pairs without a common corner are marked where it is certain that they cross: both have a normal, and an
 * edge of one of them has its ends strictly on the two sides of the other's plane and passes all edges of the other on the
 * same side. Then it pierces the other in a point x of its inside. The other has points all around x, also on both sides of
 * the first one's plane; and the line that the planes share goes from x into the first triangle. So each has corners
 * strictly on both sides of the other's plane, and they share a segment: what the exact test calls crossing.
 *
 * Why the signs are right, with u = 2^-24. A height is x · (p × q), where x and p are differences of coordinates, q is
 * one or a normal as it was rounded. Differences, products and sums are rounded to float32, each by a factor of at most
 * 1 ± u, and products may lose 2^-150 more where they underflow. Without that, Shewchuk (1997, section 4.3) bounds the
 * error by (7 + 56u)u times the permanent, which is at most |x|₁ |p|₁ |q|₁ (sums of absolute values); and that of a
 * normal's component (section 4.2) by (3 + 16u)u |p|₁ |q|₁; a height along a given vector t is off by 5u |x|₁ |t|₁ at
 * most. Since the boxes of the triangles meet, |x|₁ is at most the sum of the widths of both, and so of the *spans*
 * |b|₁ + |c|₁ of both, b and c being the edges from their first corners. The bound in use is 16u (span + span) |p|₁ |q|₁,
 * or |t|₁ for the last two factors, or both spans for edges of both, which they are not longer than, and 8u |p|₁ |q|₁ for components: more than twice as much, which covers its own
 * rounding.
 *
 * With underflow, a height is off by 2^-149 |x|₁ (1 + 9u) + 2^-148 more, a component by 2^-149; TINY_SIZE = 2^-100, which
 * is added to |p|₁ |q|₁, and TINY_HEIGHT = 2^-120 add 2^-120 (span + span) + 2^-120, and 2^-121. Where anything overflows,
 * a bound does as well: it passes through 2 (span + span) |p|₁ |q|₁, twice what all partial results of the height are
 * bounded by. Then nothing is certain.
 */
import type { Arena } from '../arena.js';
import { CROSSES, FILTER, LEAF_PAIR_CAPACITY } from '../filter-layout.js';
import { BODY, leafCount, leafFirst } from '../lazy-layout.js';

const fround = Math.fround;
const ROUNDING = 4.76837158203125e-7;
const TINY_SIZE = 7.888609052210118e-31;
const TINY_HEIGHT = 7.52316384526264e-37;

/** A triangle in hand. */
interface Side {
  /** Where the three corners are, in words; they name the vertices too. */
  readonly corners: Uint32Array;
  /** The normal, the span, and the size that bounds errors. */
  readonly numbers: Float32Array;
  isPlane: boolean;
}

const SPAN = 3;
const SIZE = 4;

const sideA = createSide();
const sideB = createSide();
/** A normal, and what its heights may be off by. */
const direction = new Float32Array(5);
const BOUND = 3;
/** A height along it: doubles that are returned may go to the heap. */
const HEIGHT = 4;

/** Goes through pairs of leaves until all are done or there may be no room for the next. */
export function filterPairs(arena: Arena, a: number, b: number, state: number): void {
  const { u32 } = arena;
  const at = state >>> 2;
  const leafPairs = u32[at + FILTER.leafPairs] >>> 2;
  u32[at + FILTER.comparedCount] = 0;
  u32[at + FILTER.pairCount] = 0;
  while (
    u32[at + FILTER.next] < u32[at + FILTER.leafPairCount] &&
    u32[at + FILTER.comparedCount] + LEAF_PAIR_CAPACITY <= u32[at + FILTER.pairCapacity]
  ) {
    const pair = leafPairs + u32[at + FILTER.next]++ * 2;
    filterLeaves(arena, a, u32[pair] | 0, b, u32[pair + 1] | 0, at);
  }
}

/** Leaves are signed numbers: those of 32 bits without sign would be put on the heap for the call. */
function filterLeaves(arena: Arena, a: number, leafA: number, b: number, leafB: number, at: number): void {
  const { u32 } = arena;
  const isWithin = a === b && leafA === leafB;
  const isSurface = a === b && hasStars(u32, a);
  const endA = leafFirst(leafA) + leafCount(leafA);
  const endB = leafFirst(leafB) + leafCount(leafB);
  for (let i = leafFirst(leafA); i < endA; i++) {
    for (let j = isWithin ? i + 1 : leafFirst(leafB); j < endB; j++) {
      if (boxesApart(arena, a, i, b, j)) continue;
      u32[at + FILTER.comparedCount]++;
      if (isSurface && shareUnfoldedStar(u32, a, i, j)) continue;
      if (areSeparated(arena, a, i, b, j)) continue;
      const out = (u32[at + FILTER.pairs] >>> 2) + u32[at + FILTER.pairCount]++ * 2;
      u32[out] = i;
      u32[out + 1] = doCross(arena.f32, a === b) ? CROSSES | j : j;
    }
  }
}

function boxesApart(arena: Arena, a: number, i: number, b: number, j: number): boolean {
  const { f32 } = arena;
  const a0 = cornerAt(arena, a, i, 0);
  const a1 = cornerAt(arena, a, i, 1);
  const a2 = cornerAt(arena, a, i, 2);
  const b0 = cornerAt(arena, b, j, 0);
  const b1 = cornerAt(arena, b, j, 1);
  const b2 = cornerAt(arena, b, j, 2);
  for (let axis = 0; axis < 3; axis++) {
    const pa = f32[a0 + axis];
    const qa = f32[a1 + axis];
    const ra = f32[a2 + axis];
    const pb = f32[b0 + axis];
    const qb = f32[b1 + axis];
    const rb = f32[b2 + axis];
    if (Math.min(pa, qa, ra) > Math.max(pb, qb, rb) || Math.min(pb, qb, rb) > Math.max(pa, qa, ra)) return true;
  }
  return false;
}

/** Whether the marks of stars are those of the present pose. */
function hasStars(u32: Uint32Array, body: number): boolean {
  const header = body >>> 2;
  return u32[header + BODY.stars] !== 0 && u32[header + BODY.starStamp] === u32[header + BODY.stamp];
}

/** Whether triangles have a vertex in common whose star is unfolded: see unfold-stars.ts. */
function shareUnfoldedStar(u32: Uint32Array, body: number, i: number, j: number): boolean {
  const marks = u32[(body >>> 2) + BODY.starMarks] >>> 2;
  for (let corner = 0; corner < 3; corner++) {
    const mark = u32[marks + i * 3 + corner];
    for (let other = 0; other < 3; other++) if (u32[marks + j * 3 + other] === mark) return true;
  }
  return false;
}

/** Whether it is certain that the triangles are apart, and no defects. */
function areSeparated(arena: Arena, a: number, i: number, b: number, j: number): boolean {
  readTriangle(arena, a, i, sideA);
  readTriangle(arena, b, j, sideB);
  const isSurface = a === b;
  if (!sideA.isPlane || !sideB.isPlane) return false;
  const { f32 } = arena;
  if (isBeyondPlane(f32, sideA, sideB, isSurface) || isBeyondPlane(f32, sideB, sideA, isSurface)) return true;
  if (isSurface && isBeyondCorner(f32, sideA, sideB)) return true;
  for (let edge = 0; edge < 3; edge++) {
    if (isBeyondEdge(f32, sideA, edge, sideB, isSurface) || isBeyondEdge(f32, sideB, edge, sideA, isSurface))
      return true;
  }
  return false;
}

/** Whether the triangles in hand certainly cross. */
function doCross(f32: Float32Array, isSurface: boolean): boolean {
  if (!sideA.isPlane || !sideB.isPlane) return false;
  if (isSurface && shareCorner()) return false;
  const acrossB = throughPlane(f32, sideB, sideA);
  const acrossA = throughPlane(f32, sideA, sideB);
  if (acrossA === 0 || acrossB === 0) return false;
  for (let edge = 0; edge < 3; edge++) {
    if ((acrossB & (1 << edge)) !== 0 && passesInside(f32, sideA, edge)) return true;
    if ((acrossA & (1 << edge)) !== 0 && passesInside(f32, sideB, edge)) return true;
  }
  return false;
}

/** Whether the triangles in hand, of one surface, have a corner in common. */
function shareCorner(): boolean {
  const { corners } = sideA;
  return isCorner(sideB, corners[0]) || isCorner(sideB, corners[1]) || isCorner(sideB, corners[2]);
}

/** Which edges of a triangle certainly pass through the plane of another: bits 0 to 2. */
function throughPlane(f32: Float32Array, plane: Side, points: Side): number {
  for (let axis = 0; axis < 3; axis++) direction[axis] = plane.numbers[axis];
  setBound(plane, points, plane.numbers[SIZE]);
  let above = 0;
  let below = 0;
  for (let corner = 0; corner < 3; corner++) {
    measureHeight(f32, points.corners[corner], plane.corners[0]);
    if (direction[HEIGHT] > direction[BOUND]) above |= 1 << corner;
    else if (direction[HEIGHT] < -direction[BOUND]) below |= 1 << corner;
  }
  const nextAbove = (above >> 1) | ((above & 1) << 2);
  const nextBelow = (below >> 1) | ((below & 1) << 2);
  return (above & nextBelow) | (below & nextAbove);
}

/** Whether the line of an edge certainly has all edges of another triangle on the same side. */
function passesInside(f32: Float32Array, side: Side, edge: number): boolean {
  let isLeft = true;
  let isRight = true;
  for (let k = 0; k < 3; k++) {
    // From the first triangle's edge to the second's, whichever is asked for: rounding is the same for both.
    if (side === sideA) measureVolume(f32, edge, k);
    else measureVolume(f32, k, edge);
    isLeft &&= direction[HEIGHT] > direction[BOUND];
    isRight &&= direction[HEIGHT] < -direction[BOUND];
  }
  return isLeft || isRight;
}

/** On which side of an edge of the first triangle an edge of the second passes; leaves the bound and the height with the direction. */
function measureVolume(f32: Float32Array, edgeA: number, edgeB: number): void {
  const a = sideA.corners[edgeA];
  const b = sideB.corners[edgeB];
  const nextA = sideA.corners[(edgeA + 1) % 3];
  const nextB = sideB.corners[(edgeB + 1) % 3];
  const ex = fround(f32[nextA] - f32[a]);
  const ey = fround(f32[nextA + 1] - f32[a + 1]);
  const ez = fround(f32[nextA + 2] - f32[a + 2]);
  const fx = fround(f32[nextB] - f32[b]);
  const fy = fround(f32[nextB + 1] - f32[b + 1]);
  const fz = fround(f32[nextB + 2] - f32[b + 2]);
  direction[0] = fround(ey * fz) - fround(ez * fy);
  direction[1] = fround(ez * fx) - fround(ex * fz);
  direction[2] = fround(ex * fy) - fround(ey * fx);
  setBound(sideA, sideB, fround(fround(sideA.numbers[SPAN] * sideB.numbers[SPAN]) + TINY_SIZE));
  measureHeight(f32, b, a);
}

/** As {@link heightOf}, left with the direction. */
function measureHeight(f32: Float32Array, point: number, origin: number): void {
  const x = fround(f32[point] - f32[origin]);
  const y = fround(f32[point + 1] - f32[origin + 1]);
  const z = fround(f32[point + 2] - f32[origin + 2]);
  direction[HEIGHT] = fround(fround(x * direction[0]) + fround(y * direction[1])) + fround(z * direction[2]);
}

function createSide(): Side {
  return { corners: new Uint32Array(3), numbers: new Float32Array(5), isPlane: false };
}

function readTriangle(arena: Arena, body: number, triangle: number, side: Side): void {
  const { corners, numbers } = side;
  const { f32 } = arena;
  for (let corner = 0; corner < 3; corner++) corners[corner] = cornerAt(arena, body, triangle, corner);
  const d = corners[0];
  const b = corners[1];
  const c = corners[2];
  const bx = fround(f32[b] - f32[d]);
  const by = fround(f32[b + 1] - f32[d + 1]);
  const bz = fround(f32[b + 2] - f32[d + 2]);
  const cx = fround(f32[c] - f32[d]);
  const cy = fround(f32[c + 1] - f32[d + 1]);
  const cz = fround(f32[c + 2] - f32[d + 2]);
  numbers[0] = fround(by * cz) - fround(bz * cy);
  numbers[1] = fround(bz * cx) - fround(bx * cz);
  numbers[2] = fround(bx * cy) - fround(by * cx);
  const lengthB = lengthOf(bx, by, bz);
  const lengthC = lengthOf(cx, cy, cz);
  numbers[SPAN] = lengthB + lengthC;
  numbers[SIZE] = fround(lengthB * lengthC) + TINY_SIZE;
  const largest = Math.max(Math.abs(numbers[0]), Math.abs(numbers[1]), Math.abs(numbers[2]));
  side.isPlane = largest > fround(numbers[SIZE] * ROUNDING);
}

function isCorner({ corners }: Side, at: number): boolean {
  return corners[0] === at || corners[1] === at || corners[2] === at;
}

function isBeyondPlane(f32: Float32Array, plane: Side, points: Side, isSurface: boolean): boolean {
  for (let axis = 0; axis < 3; axis++) direction[axis] = plane.numbers[axis];
  setBound(plane, points, plane.numbers[SIZE]);
  let isAbove = true;
  let isBelow = true;
  for (let corner = 0; corner < 3; corner++) {
    const at = points.corners[corner];
    if (isSurface && isCorner(plane, at)) continue;
    const height = heightOf(f32, at, plane.corners[0]);
    isAbove &&= height > direction[BOUND];
    isBelow &&= height < -direction[BOUND];
  }
  // With all corners set aside, both hold: the same triangle twice.
  return isAbove !== isBelow;
}

function isBeyondCorner(f32: Float32Array, side: Side, other: Side): boolean {
  let shared = 0;
  while (shared < 3 && !isCorner(other, side.corners[shared])) shared++;
  if (shared === 3) return false;
  const origin = side.corners[shared];
  for (let axis = 0; axis < 3; axis++) {
    direction[axis] = sumFrom(f32, side, origin, axis) - sumFrom(f32, other, origin, axis);
  }
  setBound(side, other, fround(lengthOf(direction[0], direction[1], direction[2]) + TINY_SIZE));
  for (let corner = 0; corner < 3; corner++) {
    const at = side.corners[corner];
    if (at !== origin && !(heightOf(f32, at, origin) > direction[BOUND])) return false;
    const beyond = other.corners[corner];
    if (beyond !== origin && !(heightOf(f32, beyond, origin) < -direction[BOUND])) return false;
  }
  return true;
}

/** The sum of one coordinate of all corners, counted from the origin. */
function sumFrom(f32: Float32Array, { corners }: Side, origin: number, axis: number): number {
  const x0 = fround(f32[corners[0] + axis] - f32[origin + axis]);
  const x1 = fround(f32[corners[1] + axis] - f32[origin + axis]);
  const x2 = fround(f32[corners[2] + axis] - f32[origin + axis]);
  return fround(fround(x0 + x1) + x2);
}

function isBeyondEdge(f32: Float32Array, side: Side, edge: number, points: Side, isSurface: boolean): boolean {
  const { corners, numbers } = side;
  const from = corners[edge];
  const to = corners[(edge + 1) % 3];
  const nx = numbers[0];
  const ny = numbers[1];
  const nz = numbers[2];
  const ex = fround(f32[to] - f32[from]);
  const ey = fround(f32[to + 1] - f32[from + 1]);
  const ez = fround(f32[to + 2] - f32[from + 2]);
  // Towards the triangle.
  direction[0] = fround(ny * ez) - fround(nz * ey);
  direction[1] = fround(nz * ex) - fround(nx * ez);
  direction[2] = fround(nx * ey) - fround(ny * ex);
  setBound(side, points, fround(fround(lengthOf(ex, ey, ez) * lengthOf(nx, ny, nz)) + TINY_SIZE));
  if (!(heightOf(f32, corners[(edge + 2) % 3], from) > direction[BOUND])) return false;
  for (let corner = 0; corner < 3; corner++) {
    const at = points.corners[corner];
    if (isSurface && (at === from || at === to)) continue;
    if (!(heightOf(f32, at, from) < -direction[BOUND])) return false;
  }
  return true;
}

/** How far heights along the direction may be off, for corners of both triangles. */
function setBound(side: Side, others: Side, size: number): void {
  const span = fround(side.numbers[SPAN] + others.numbers[SPAN]);
  const reach = fround(fround(span + span) * size);
  direction[BOUND] = fround(reach * ROUNDING) + TINY_HEIGHT;
}

function heightOf(f32: Float32Array, point: number, origin: number): number {
  const x = fround(f32[point] - f32[origin]);
  const y = fround(f32[point + 1] - f32[origin + 1]);
  const z = fround(f32[point + 2] - f32[origin + 2]);
  return fround(fround(fround(x * direction[0]) + fround(y * direction[1])) + fround(z * direction[2]));
}

function lengthOf(x: number, y: number, z: number): number {
  return fround(fround(Math.abs(x) + Math.abs(y)) + Math.abs(z));
}

/** Where a corner of a triangle is, in words; it names the vertex too. */
function cornerAt(arena: Arena, body: number, triangle: number, corner: number): number {
  const { u32 } = arena;
  const header = body >>> 2;
  const vertex = u32[(u32[header + BODY.triangles] >>> 2) + triangle * 3 + corner];
  return (u32[header + BODY.positions] >>> 2) + vertex * 3;
}
