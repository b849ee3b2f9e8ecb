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
 * With underflow, a height is off by 2^-149 |x|₁ (1 + 9u) + 2^-148 more, a component by 2^-149; SMALLEST_SIZE = 2^-100, which
 * is added to |p|₁ |q|₁, and TINY_HEIGHT = 2^-120 add 2^-120 (span + span) + 2^-120, and 2^-121. Where anything overflows,
 * a bound does as well: it passes through 2 (span + span) |p|₁ |q|₁, twice what all partial results of the height are
 * bounded by. Then nothing is certain.
 */

import type { Arena } from '../arena.js';
import { leafCount, leafFirst } from '../layout/child-words.js';
import { CROSSES, FILTER, LEAF_PAIR_CAPACITY } from '../layout/filter.js';
import { HEADER } from '../layout/header.js';
import { hasStars, starsOf } from '../layout/self.js';
import { STARS } from '../layout/stars.js';
import { doCross } from './cross-triangles.js';
import { areSeparated } from './separate-triangles.js';
import { cornerAt, readTriangle, sideA, sideB } from './triangle-sides.js';
import { unfoldStars } from './unfold-stars.js';
import { follow, wordAt } from '../units.js';
import type { ByteOffset } from '../units.js';

/** Goes through pairs of leaves until all are done or there may be no room for the next. */
export function filterPairs(arena: Arena, a: ByteOffset, b: ByteOffset, state: ByteOffset): void {
  const { u32 } = arena;
  const at = wordAt(state);
  const leafPairs = follow(u32, at + FILTER.leafPairs);
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
function filterLeaves(arena: Arena, a: ByteOffset, leafA: number, b: ByteOffset, leafB: number, at: number): void {
  const { f32, u32 } = arena;
  const isWithin = a === b && leafA === leafB;
  const isSurface = a === b && u32[at + FILTER.useStars] !== 0 && canUseStars(u32, a);
  const endA = leafFirst(leafA) + leafCount(leafA);
  const endB = leafFirst(leafB) + leafCount(leafB);
  if (isSurface) {
    unfoldStars(arena, a, leafFirst(leafA), endA);
    unfoldStars(arena, a, leafFirst(leafB), endB);
  }
  for (let i = leafFirst(leafA); i < endA; i++) {
    for (let j = isWithin ? i + 1 : leafFirst(leafB); j < endB; j++) {
      if (boxesApart(arena, a, i, b, j)) continue;
      u32[at + FILTER.comparedCount]++;
      if (isSurface && shareUnfoldedStar(u32, a, i, j)) continue;
      readTriangle(arena, a, i, sideA);
      readTriangle(arena, b, j, sideB);
      if (areSeparated(f32, a === b)) continue;
      const out = follow(u32, at + FILTER.pairs) + u32[at + FILTER.pairCount]++ * 2;
      u32[out] = i;
      u32[out + 1] = doCross(f32, a === b) ? CROSSES | j : j;
    }
  }
}

function boxesApart(arena: Arena, a: ByteOffset, i: number, b: ByteOffset, j: number): boolean {
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

/** Whether there are stars, and all vertices that they are made of have been posed. */
function canUseStars(u32: Uint32Array, body: ByteOffset): boolean {
  const header = wordAt(body);
  return hasStars(u32, header) && u32[header + HEADER.wholeStamp] === u32[header + HEADER.stamp];
}

/** Whether triangles have a vertex in common whose star is unfolded: see unfold-stars.ts. */
function shareUnfoldedStar(u32: Uint32Array, body: ByteOffset, i: number, j: number): boolean {
  const marks = u32[starsOf(u32, wordAt(body)) + STARS.marks] >>> 2;
  for (let corner = 0; corner < 3; corner++) {
    const mark = u32[marks + i * 3 + corner];
    for (let other = 0; other < 3; other++) if (u32[marks + j * 3 + other] === mark) return true;
  }
  return false;
}
