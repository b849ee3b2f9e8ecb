/** A sweep over the positions of a leaf, four of them in three rows: who is far out when the vertex that is farthest at the next key overtakes the extreme. */
import {
  AGENDA_BEYOND,
  AGENDA_CROSSING,
  AGENDA_FRAME_BOXES,
  AGENDA_LAST,
  AGENDA_LEAF_BOXES,
  AGENDA_LEAF_BYTES,
  AGENDA_LEAF_FIRSTS,
  AGENDA_NEXT,
  BEYOND_BYTES,
  CHUNK_BYTES,
  CROSSING_HIGH_BOUNDS,
  CROSSING_HIGH_SHARES,
  CROSSING_LOW_BOUNDS,
  CROSSING_LOW_SHARES,
  LEAF_GROUP_BYTES,
  POSITION_BYTES,
  ROW_BYTES,
} from './generated/layout';
import { bitsOf, positionOf, rowOf0, rowOf1, rowOf2 } from './position-rows';

/**
 * Lists, by where they are, the vertices of a leaf that may be beyond what `CROSSING` says, behind a word that counts them: some are that are not, none is missing. Chunks whose box is not beyond it are left out: between two keys no vertex is farther
 * out than a side of the box that goes straight with it.
 */
export function findBeyond(state: usize, leaf: u32): void {
  const beyond: usize = load<usize>(state, AGENDA_BEYOND);
  for (let side: usize = 0; side < 6; side++) store<u32>(beyond + side * BEYOND_BYTES, 0);
  const last: usize = load<usize>(state, AGENDA_LAST);
  const ahead: usize = load<usize>(state, AGENDA_NEXT) - last;
  const crossing: usize = load<usize>(state, AGENDA_CROSSING);
  const lowShares = v128.load(crossing, CROSSING_LOW_SHARES);
  const highShares = v128.load(crossing, CROSSING_HIGH_SHARES);
  const low = v128.load(crossing, CROSSING_LOW_BOUNDS);
  const high = v128.load(crossing, CROSSING_HIGH_BOUNDS);
  const leafAt = (<usize>leaf) << 2;
  let box: usize = last + load<usize>(state, AGENDA_FRAME_BOXES) + <usize>load<u32>(load<usize>(state, AGENDA_LEAF_BOXES) + leafAt);
  let at: usize = last + <usize>load<u32>(load<usize>(state, AGENDA_LEAF_FIRSTS) + leafAt);
  const end = at + <usize>load<u32>(load<usize>(state, AGENDA_LEAF_BYTES) + leafAt);
  for (; at < end; at += CHUNK_BYTES) {
    const isBelow = f32x4.ge(between(box, ahead, lowShares), low);
    const isAbove = f32x4.le(between(box + ROW_BYTES, ahead, highShares), high);
    box += 2 * ROW_BYTES;
    if (i32x4.all_true(v128.and(isBelow, isAbove))) continue;
    listChunk(beyond, crossing, at, min(at + CHUNK_BYTES, end), ahead, last);
  }
}

function listChunk(beyond: usize, crossing: usize, first: usize, end: usize, ahead: usize, last: usize): void {
  const lowShares = v128.load(crossing, CROSSING_LOW_SHARES);
  const lowShares0 = rowOf0(lowShares);
  const lowShares1 = rowOf1(lowShares);
  const lowShares2 = rowOf2(lowShares);
  const low = v128.load(crossing, CROSSING_LOW_BOUNDS);
  const low0 = rowOf0(low);
  const low1 = rowOf1(low);
  const low2 = rowOf2(low);
  const highShares = v128.load(crossing, CROSSING_HIGH_SHARES);
  const highShares0 = rowOf0(highShares);
  const highShares1 = rowOf1(highShares);
  const highShares2 = rowOf2(highShares);
  const high = v128.load(crossing, CROSSING_HIGH_BOUNDS);
  const high0 = rowOf0(high);
  const high1 = rowOf1(high);
  const high2 = rowOf2(high);
  for (let at = first; at < end; at += LEAF_GROUP_BYTES) {
    const row0 = v128.load(at);
    const row1 = v128.load(at + ROW_BYTES);
    const row2 = v128.load(at + 2 * ROW_BYTES);
    const way0 = f32x4.sub(v128.load(at + ahead), row0);
    const way1 = f32x4.sub(v128.load(at + ahead + ROW_BYTES), row1);
    const way2 = f32x4.sub(v128.load(at + ahead + 2 * ROW_BYTES), row2);
    // What is not a number may be anywhere: it is within no bound.
    const below0 = f32x4.ge(f32x4.add(row0, f32x4.mul(way0, lowShares0)), low0);
    const below1 = f32x4.ge(f32x4.add(row1, f32x4.mul(way1, lowShares1)), low1);
    const below2 = f32x4.ge(f32x4.add(row2, f32x4.mul(way2, lowShares2)), low2);
    const above0 = f32x4.le(f32x4.add(row0, f32x4.mul(way0, highShares0)), high0);
    const above1 = f32x4.le(f32x4.add(row1, f32x4.mul(way1, highShares1)), high1);
    const above2 = f32x4.le(f32x4.add(row2, f32x4.mul(way2, highShares2)), high2);
    const areWithin = v128.and(v128.and(v128.and(below0, below1), v128.and(below2, above0)), v128.and(above1, above2));
    if (i32x4.all_true(areWithin)) continue;
    const bytes = <u32>(at - last);
    addBeyond(beyond, bitsOf(below0, below1, below2) ^ 0xfff, bytes);
    addBeyond(beyond + 3 * BEYOND_BYTES, bitsOf(above0, above1, above2) ^ 0xfff, bytes);
  }
}

/** A row between the same row of two frames. */
// @ts-ignore: decorator
@inline
function between(row: usize, ahead: usize, shares: v128): v128 {
  const from = v128.load(row);
  return f32x4.add(from, f32x4.mul(f32x4.sub(v128.load(row + ahead), from), shares));
}

/** Adds those of four positions whose coordinates are set as bits. */
// @ts-ignore: decorator
@inline
function addBeyond(beyond: usize, coordinates: u32, bytes: u32): void {
  for (let rest = coordinates; rest != 0; rest &= rest - 1) {
    const coordinate = ctz(rest);
    const position = positionOf(coordinate);
    const list = beyond + <usize>(coordinate - 3 * position) * BEYOND_BYTES;
    const count = load<u32>(list) + 1;
    store<u32>(list, count);
    store<u32>(list + ((<usize>count) << 2), bytes + position * <u32>POSITION_BYTES);
  }
}
