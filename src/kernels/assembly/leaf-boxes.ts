/**
 * Pairs of triangles of leaves whose boxes meet: the first and coarsest part of filter-pairs.ts. Twin: `boxesApart` of
 * ../twin/filter-pairs.ts.
 */
import {
  EXACT_BOX_BYTES,
  EXACT_BOX_HIGH,
  EXACT_BOX_LOW,
  HEADER_POSITIONS,
  HEADER_TRIANGLES,
  KEPT_BOXES,
  KEPT_LEAF_COUNT,
  KEPT_LEAVES,
  KEPT_SHIFT,
  LEAF_BOXES_BYTES,
  LEAF_BOXES_TRIANGLES,
  NEAR_BOX,
  NEAR_BYTES,
  NEAR_LIST_BYTES,
  NEAR_TRIANGLE,
  POSITION_BYTES,
  ROW_BYTES,
  TRIANGLE_BYTES,
} from './generated/layout';
import { leafCount, leafFirst } from './lazy-body';

/** No leaf has the word 0. */
export function forgetLeaves(kept: usize): void {
  for (let place: usize = 0; place < KEPT_LEAF_COUNT * 4; place += ROW_BYTES) {
    v128.store(kept + place, i32x4.splat(0), KEPT_LEAVES);
  }
}

/**
 * The boxes of a leaf: around all of it, then around each of its triangles, two rows each. Of the last leaves they are kept: a
 * leaf comes again soon, with another beside it.
 */
// @ts-ignore: decorator
@inline
export function boxesOf(body: usize, leaf: u32, kept: usize): usize {
  const place: usize = <usize>(leafFirst(leaf) >>> KEPT_SHIFT) & (KEPT_LEAF_COUNT - 1);
  const boxes = kept + KEPT_BOXES + place * LEAF_BOXES_BYTES;
  if (load<u32>(kept + (place << 2), KEPT_LEAVES) != leaf) {
    store<u32>(kept + (place << 2), leaf, KEPT_LEAVES);
    writeBoxes(body, leaf, boxes);
  }
  return boxes;
}

/**
 * Adds the pairs of triangles of two leaves whose boxes meet; returns where they end. Only those count that meet the box of
 * the other leaf: of neighbouring leaves, less than half of the triangles.
 */
export function pairAcross(leafA: u32, boxesA: usize, leafB: u32, boxesB: usize, near: usize, end: usize): usize {
  const nearB = near + NEAR_LIST_BYTES;
  const endA = listNear(leafA, boxesA, boxesB, near);
  const endB = listNear(leafB, boxesB, boxesA, nearB);
  for (let atA = near; atA < endA; atA += NEAR_BYTES) {
    const i = load<u32>(atA, NEAR_TRIANGLE);
    const boxA = load<usize>(atA, NEAR_BOX);
    const low = v128.load(boxA, EXACT_BOX_LOW);
    const high = v128.load(boxA, EXACT_BOX_HIGH);
    for (let at = nearB; at < endB; at += NEAR_BYTES) {
      end = addIfMet(i, low, high, load<u32>(at, NEAR_TRIANGLE), load<usize>(at, NEAR_BOX), end);
    }
  }
  return end;
}

/** Adds the pairs of triangles within a leaf whose boxes meet; returns where they end. */
export function pairWithin(leaf: u32, boxes: usize, end: usize): usize {
  const endA = leafFirst(leaf) + leafCount(leaf);
  let boxA = boxes + LEAF_BOXES_TRIANGLES;
  for (let i = leafFirst(leaf); i < endA; i++) {
    const low = v128.load(boxA, EXACT_BOX_LOW);
    const high = v128.load(boxA, EXACT_BOX_HIGH);
    boxA += EXACT_BOX_BYTES;
    let boxB = boxA;
    for (let j = i + 1; j < endA; j++) {
      end = addIfMet(i, low, high, j, boxB, end);
      boxB += EXACT_BOX_BYTES;
    }
  }
  return end;
}

/** Lowest and highest corner of a leaf and of each of its triangles. The fourth lane is noise. */
function writeBoxes(body: usize, leaf: u32, boxes: usize): void {
  const positions = load<usize>(body, HEADER_POSITIONS);
  let corner = load<usize>(body, HEADER_TRIANGLES) + <usize>leafFirst(leaf) * TRIANGLE_BYTES;
  const end = corner + <usize>leafCount(leaf) * TRIANGLE_BYTES;
  let box = boxes;
  let low = f32x4.splat(Infinity);
  let high = f32x4.splat(-Infinity);
  while (corner < end) {
    const p = v128.load(positions + <usize>load<u32>(corner) * POSITION_BYTES);
    const q = v128.load(positions + <usize>load<u32>(corner, 4) * POSITION_BYTES);
    const r = v128.load(positions + <usize>load<u32>(corner, 8) * POSITION_BYTES);
    const least = f32x4.pmin(f32x4.pmin(p, q), r);
    const most = f32x4.pmax(f32x4.pmax(p, q), r);
    low = f32x4.pmin(low, least);
    high = f32x4.pmax(high, most);
    corner += TRIANGLE_BYTES;
    box += EXACT_BOX_BYTES;
    v128.store(box, least, EXACT_BOX_LOW);
    v128.store(box, most, EXACT_BOX_HIGH);
  }
  v128.store(boxes, low, EXACT_BOX_LOW);
  v128.store(boxes, high, EXACT_BOX_HIGH);
}

// @ts-ignore: decorator
@inline
function boxesMeet(low: v128, high: v128, box: usize): bool {
  const apart = v128.or(f32x4.gt(low, v128.load(box, EXACT_BOX_HIGH)), f32x4.gt(v128.load(box), high));
  return (i32x4.bitmask(apart) & 7) == 0;
}

/** Adds a pair if the boxes meet; returns where the pairs end. Without a branch, which would be guessed wrong often. */
// @ts-ignore: decorator
@inline
function addIfMet(i: u32, low: v128, high: v128, j: u32, box: usize, end: usize): usize {
  store<u32>(end, i);
  store<u32>(end, j, 4);
  return end + (<usize>boxesMeet(low, high, box) << 3);
}

/** Lists the triangles of a leaf that meet the box of another: their numbers and boxes. Returns where the list ends. */
// @ts-ignore: decorator
@inline
function listNear(leaf: u32, boxes: usize, other: usize, list: usize): usize {
  const low = v128.load(other, EXACT_BOX_LOW);
  const high = v128.load(other, EXACT_BOX_HIGH);
  const last = leafFirst(leaf) + leafCount(leaf);
  for (let i = leafFirst(leaf); i < last; i++) {
    boxes += EXACT_BOX_BYTES;
    store<u32>(list, i, NEAR_TRIANGLE);
    store<usize>(list, boxes, NEAR_BOX);
    list += <usize>boxesMeet(low, high, boxes) << 3;
  }
  return list;
}
