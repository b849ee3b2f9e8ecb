/**
 * Which pairs of triangles of two leaves need an exact test? First boxes, then planes, four pairs at a time. Twin:
 * ../twin/filter-pairs.ts, with the proof.
 */
import {
  CROSSES_BIT,
  FILTER_BOXES,
  FILTER_COMPARED_COUNT,
  FILTER_LEAF_PAIRS,
  FILTER_LEAF_PAIR_COUNT,
  FILTER_NEXT,
  FILTER_PAIRS,
  FILTER_PAIR_CAPACITY,
  FILTER_PAIR_COUNT,
  FILTER_ROWS,
  FILTER_USE_STARS,
  HEADER_SELF,
  HEADER_STAMP,
  KEPT_BYTES,
  LEAF_PAIR_CAPACITY,
  SELF_STARS,
  SIDE_BYTES,
  STARS_MARKS,
  STARS_STRETCHES,
  STRETCH_SHIFT,
  TRIANGLE_BYTES,
} from './generated/layout';
import { isWhole, leafCount, leafFirst } from './lazy-body';
import { doCross, shareCorner } from './cross-triangles';
import { boxesOf, forgetLeaves, pairAcross, pairWithin } from './leaf-boxes';
import { edgesSeparate, planesSeparate } from './separate-triangles';
import { gather } from './triangle-sides';
import { unfoldStars } from './unfold-stars';

/** Goes through pairs of leaves until all are done or there may be no room for the next. */
export function filterPairs(a: usize, b: usize, state: usize): void {
  const leafPairs = load<usize>(state, FILTER_LEAF_PAIRS);
  const leafPairCount = load<u32>(state, FILTER_LEAF_PAIR_COUNT);
  const pairs = load<usize>(state, FILTER_PAIRS);
  const capacity = load<u32>(state, FILTER_PAIR_CAPACITY);
  const keptA = load<usize>(state, FILTER_BOXES);
  const keptB = keptA + KEPT_BYTES;
  const near = keptB + KEPT_BYTES;
  let next = load<u32>(state, FILTER_NEXT);
  let end = pairs;
  const last = pairs + (<usize>(capacity - LEAF_PAIR_CAPACITY) << 3);
  const now = load<u32>(a, HEADER_STAMP);
  const self = load<usize>(a, HEADER_SELF);
  const stars: usize = self == 0 ? 0 : load<usize>(self, SELF_STARS);
  const hasStars: bool = a == b && stars != 0 && isWhole(a) && load<u32>(state, FILTER_USE_STARS) != 0;
  const stretches: usize = hasStars ? load<usize>(stars, STARS_STRETCHES) : 0;
  // Bodies and poses are those of the call before, unless this is the first.
  if (next == 0) {
    forgetLeaves(keptA);
    forgetLeaves(keptB);
  }
  while (next < leafPairCount && end <= last) {
    const leafA = load<u32>(leafPairs + (<usize>next << 3));
    const leafB = load<u32>(leafPairs + (<usize>next << 3), 4);
    next++;
    if (hasStars) {
      unfoldLeaf(a, leafA, stretches, now);
      unfoldLeaf(a, leafB, stretches, now);
    }
    const boxesA = boxesOf(a, leafA, keptA);
    if (a == b && leafA == leafB) end = pairWithin(leafA, boxesA, end);
    else end = pairAcross(leafA, boxesA, leafB, boxesOf(b, leafB, keptB), near, end);
  }
  store<u32>(state, next, FILTER_NEXT);
  store<u32>(state, <u32>((end - pairs) >> 3), FILTER_COMPARED_COUNT);
  const rows = load<usize>(state, FILTER_ROWS);
  if (hasStars) end = dropStars(load<usize>(stars, STARS_MARKS), pairs, end);
  end = dropSeparated(a, b, pairs, end, rows, false);
  end = dropSeparated(a, b, pairs, end, rows, true);
  store<u32>(state, <u32>((end - pairs) >> 3), FILTER_PAIR_COUNT);
}

/** Sees to it that the corners of a leaf are marked. They nearly always are: only the first leaf of a stretch costs a call. */
// @ts-ignore: decorator
@inline
function unfoldLeaf(body: usize, leaf: u32, stretches: usize, now: u32): void {
  const first = leafFirst(leaf);
  const last = first + leafCount(leaf) - 1;
  if (
    load<u32>(stretches + ((<usize>(first >>> STRETCH_SHIFT)) << 2)) != now ||
    load<u32>(stretches + ((<usize>(last >>> STRETCH_SHIFT)) << 2)) != now
  ) {
    unfoldStars(body, first, last + 1);
  }
}

/** Keeps the pairs without a common vertex whose star is unfolded, in their order; returns where they end. */
// @ts-ignore: decorator
@inline
export function dropStars(marks: usize, pairs: usize, end: usize): usize {
  let kept = pairs;
  for (let at = pairs; at < end; at += 8) {
    const pair = load<u64>(at);
    const a = v128.load(marks + <usize>(<u32>pair) * TRIANGLE_BYTES);
    const b = v128.load(marks + <usize>(pair >> 32) * TRIANGLE_BYTES);
    // Three marks each; the fourth is noise, and stays where it is.
    const turned = v128.shuffle<u32>(b, b, 1, 2, 0, 3);
    const again = v128.shuffle<u32>(b, b, 2, 0, 1, 3);
    const same = v128.or(v128.or(i32x4.eq(a, b), i32x4.eq(a, turned)), i32x4.eq(a, again));
    store<u64>(kept, pair);
    kept += <usize>((i32x4.bitmask(same) & 7) == 0) << 3;
  }
  return kept;
}

/**
 * Keeps the pairs that are not certainly separated, in their order; returns where they end. By planes first; then by edges,
 * which marks what certainly crosses.
 */
export function dropSeparated(a: usize, b: usize, pairs: usize, end: usize, rows: usize, byEdges: bool): usize {
  let kept = pairs;
  const sideB = rows + SIDE_BYTES;
  const isSurface = i32x4.splat(a == b ? -1 : 0);
  for (let at = pairs; at < end; at += 32) {
    // The last four may be fewer: then one is taken several times, and heeded once.
    const left = end - at;
    const second: usize = left > 8 ? at + 8 : at;
    const third: usize = left > 16 ? at + 16 : at;
    const fourth: usize = left > 24 ? at + 24 : at;
    gather(a, load<u32>(at), load<u32>(second), load<u32>(third), load<u32>(fourth), rows);
    gather(b, load<u32>(at, 4), load<u32>(second, 4), load<u32>(third, 4), load<u32>(fourth, 4), sideB);
    const wanted: i32 = left >= 32 ? 15 : (1 << <i32>(left >> 3)) - 1;
    let crossing: i32 = 0;
    let separated: v128;
    if (byEdges) {
      const certain = v128.andnot(doCross(rows, sideB), shareCorner(rows, sideB, isSurface));
      crossing = i32x4.bitmask(certain) & wanted;
      separated = edgesSeparate(rows, sideB, isSurface, wanted & ~crossing);
    } else {
      separated = planesSeparate(rows, sideB, isSurface);
    }
    let open: i32 = (~i32x4.bitmask(separated) | crossing) & wanted;
    // Never ahead of what is read: not more has been kept than seen.
    while (open != 0) {
      const lane: usize = ctz(open);
      open &= open - 1;
      store<u64>(kept, load<u64>(at + (lane << 3)) | (<u64>((crossing >>> <i32>lane) & 1) << CROSSES_BIT));
      kept += 8;
    }
  }
  return kept;
}
