/**
 * Pairs of triangles of leaves whose boxes meet: the first and coarsest part of filter-pairs.ts. Twin: `boxesApart` of
 * ../twin/filter-pairs.ts.
 */
import { POSITIONS, TRIANGLES } from './lazy-body';

const LEAF_BOX_BYTES: usize = 544;
const KEPT_LEAVES: usize = 32;
/** Numbers of triangles and where their boxes are, for all that a leaf has. */
const NEAR_BYTES: usize = 128;

/** How much the boxes of the last leaves of a body take, and which leaves these are. */
export const KEPT_BYTES: usize = KEPT_LEAVES * (4 + LEAF_BOX_BYTES);

/** No leaf has the word 0. */
export function forgetLeaves(kept: usize): void {
  for (let place: usize = 0; place < KEPT_LEAVES * 4; place += 16) v128.store(kept + place, i32x4.splat(0));
}

/**
 * The boxes of a leaf: around all of it, then around each of its triangles, two rows each. Of the last leaves they are kept: a
 * leaf comes again soon, with another beside it.
 */
// @ts-ignore: decorator
@inline
export function boxesOf(body: usize, leaf: u32, kept: usize): usize {
  const place: usize = <usize>(firstOf(leaf) >>> 3) & (KEPT_LEAVES - 1);
  const boxes = kept + KEPT_LEAVES * 4 + place * LEAF_BOX_BYTES;
  if (load<u32>(kept + (place << 2)) != leaf) {
    store<u32>(kept + (place << 2), leaf);
    writeBoxes(body, leaf, boxes);
  }
  return boxes;
}

/**
 * Adds the pairs of triangles of two leaves whose boxes meet; returns where they end. Only those count that meet the box of
 * the other leaf: of neighbouring leaves, less than half of the triangles.
 */
export function pairAcross(leafA: u32, boxesA: usize, leafB: u32, boxesB: usize, near: usize, end: usize): usize {
  const nearB = near + NEAR_BYTES;
  const endA = listNear(leafA, boxesA, boxesB, near);
  const endB = listNear(leafB, boxesB, boxesA, nearB);
  for (let atA = near; atA < endA; atA += 8) {
    const i = load<u32>(atA);
    const boxA = load<usize>(atA, 4);
    const low = v128.load(boxA);
    const high = v128.load(boxA, 16);
    for (let at = nearB; at < endB; at += 8) end = addIfMet(i, low, high, load<u32>(at), load<usize>(at, 4), end);
  }
  return end;
}

/** Adds the pairs of triangles within a leaf whose boxes meet; returns where they end. */
export function pairWithin(leaf: u32, boxes: usize, end: usize): usize {
  const endA = firstOf(leaf) + countOf(leaf);
  let boxA = boxes + 32;
  for (let i = firstOf(leaf); i < endA; i++) {
    const low = v128.load(boxA);
    const high = v128.load(boxA, 16);
    boxA += 32;
    let boxB = boxA;
    for (let j = i + 1; j < endA; j++) {
      end = addIfMet(i, low, high, j, boxB, end);
      boxB += 32;
    }
  }
  return end;
}

/** Lowest and highest corner of a leaf and of each of its triangles. The fourth lane is noise. */
function writeBoxes(body: usize, leaf: u32, boxes: usize): void {
  const positions = load<usize>(body, POSITIONS);
  let corner = load<usize>(body, TRIANGLES) + <usize>firstOf(leaf) * 12;
  const end = corner + <usize>countOf(leaf) * 12;
  let box = boxes;
  let low = f32x4.splat(Infinity);
  let high = f32x4.splat(-Infinity);
  while (corner < end) {
    const p = v128.load(positions + <usize>load<u32>(corner) * 12);
    const q = v128.load(positions + <usize>load<u32>(corner, 4) * 12);
    const r = v128.load(positions + <usize>load<u32>(corner, 8) * 12);
    const least = f32x4.pmin(f32x4.pmin(p, q), r);
    const most = f32x4.pmax(f32x4.pmax(p, q), r);
    low = f32x4.pmin(low, least);
    high = f32x4.pmax(high, most);
    corner += 12;
    box += 32;
    v128.store(box, least);
    v128.store(box, most, 16);
  }
  v128.store(boxes, low);
  v128.store(boxes, high, 16);
}

// @ts-ignore: decorator
@inline
function firstOf(leaf: u32): u32 {
  return leaf & 0x07ffffff;
}

// @ts-ignore: decorator
@inline
function countOf(leaf: u32): u32 {
  return ((leaf >>> 27) & 15) + 1;
}

// @ts-ignore: decorator
@inline
function boxesMeet(low: v128, high: v128, box: usize): bool {
  const apart = v128.or(f32x4.gt(low, v128.load(box, 16)), f32x4.gt(v128.load(box), high));
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
  const low = v128.load(other);
  const high = v128.load(other, 16);
  const last = firstOf(leaf) + countOf(leaf);
  for (let i = firstOf(leaf); i < last; i++) {
    boxes += 32;
    store<u32>(list, i);
    store<usize>(list, boxes, 4);
    list += <usize>boxesMeet(low, high, boxes) << 3;
  }
  return list;
}
