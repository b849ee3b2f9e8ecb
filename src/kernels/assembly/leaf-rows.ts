/** Sweeps over the positions of a leaf, four of them in three rows: which vertex is farthest at the next key, and which others are far out when that overtakes the extreme. */
import { placeOf } from './agenda-entries';
import {
  AGENDA_BEYOND,
  AGENDA_CROSSING,
  AGENDA_LAST,
  AGENDA_LEAF_BYTES,
  AGENDA_LEAF_FIRSTS,
  AGENDA_NEXT,
  BEYOND_BYTES,
  CROSSING_FARTHEST,
  CROSSING_HIGH_BOUNDS,
  CROSSING_HIGH_SHARES,
  CROSSING_LOW_BOUNDS,
  CROSSING_LOW_SHARES,
  LEAF_GROUP_BYTES,
  POSITION_BYTES,
  ROW_BYTES,
} from './generated/layout';

/** Writes which position is the first of those that are farthest at the next key, on each side where that is beyond the extreme. Returns those sides, as bits. */
export function findFarthest(state: usize, leaf: u32, extremes: usize): u32 {
  const next: usize = load<usize>(state, AGENDA_NEXT);
  const leafAt = (<usize>leaf) << 2;
  const first: usize = next + <usize>load<u32>(load<usize>(state, AGENDA_LEAF_FIRSTS) + leafAt);
  const end = first + <usize>load<u32>(load<usize>(state, AGENDA_LEAF_BYTES) + leafAt);
  let low0 = v128.load(first);
  let low1 = v128.load(first + ROW_BYTES);
  let low2 = v128.load(first + 2 * ROW_BYTES);
  let high0 = low0;
  let high1 = low1;
  let high2 = low2;
  for (let at = first + LEAF_GROUP_BYTES; at < end; at += LEAF_GROUP_BYTES) {
    const row0 = v128.load(at);
    const row1 = v128.load(at + ROW_BYTES);
    const row2 = v128.load(at + 2 * ROW_BYTES);
    low0 = f32x4.pmin(low0, row0);
    low1 = f32x4.pmin(low1, row1);
    low2 = f32x4.pmin(low2, row2);
    high0 = f32x4.pmax(high0, row0);
    high1 = f32x4.pmax(high1, row1);
    high2 = f32x4.pmax(high2, row2);
  }
  // x, y and z of all four positions.
  const low = f32x4.pmin(f32x4.pmin(low0, secondOf(low1)), f32x4.pmin(thirdOf(low2), fourthOf(low0, low1, low2)));
  const high = f32x4.pmax(f32x4.pmax(high0, secondOf(high1)), f32x4.pmax(thirdOf(high2), fourthOf(high0, high1, high2)));
  const isBelow = f32x4.lt(low, extremePlaces(state, next, extremes));
  const isAbove = f32x4.gt(high, extremePlaces(state, next, extremes + 12));
  const found: u32 = (i32x4.bitmask(isBelow) & 7) | ((i32x4.bitmask(isAbove) & 7) << 3);
  if (found == 0) return 0;
  // Nothing is equal to what is not a number.
  const lowest = v128.bitselect(low, f32x4.splat(NaN), isBelow);
  const highest = v128.bitselect(high, f32x4.splat(NaN), isAbove);
  const farthest = load<usize>(state, AGENDA_CROSSING) + CROSSING_FARTHEST;
  const lowest0 = rowOf0(lowest);
  const lowest1 = rowOf1(lowest);
  const lowest2 = rowOf2(lowest);
  const highest0 = rowOf0(highest);
  const highest1 = rowOf1(highest);
  const highest2 = rowOf2(highest);
  let rest = found;
  for (let at = first; rest != 0; at += LEAF_GROUP_BYTES) {
    const row0 = v128.load(at);
    const row1 = v128.load(at + ROW_BYTES);
    const row2 = v128.load(at + 2 * ROW_BYTES);
    const below0 = f32x4.eq(row0, lowest0);
    const below1 = f32x4.eq(row1, lowest1);
    const below2 = f32x4.eq(row2, lowest2);
    const above0 = f32x4.eq(row0, highest0);
    const above1 = f32x4.eq(row1, highest1);
    const above2 = f32x4.eq(row2, highest2);
    const isOne = v128.or(v128.or(v128.or(below0, below1), v128.or(below2, above0)), v128.or(above1, above2));
    if (!v128.any_true(isOne)) continue;
    const bytes = <u32>(at - next);
    rest = noteFarthest(farthest, 0, bitsOf(below0, below1, below2), bytes, rest);
    rest = noteFarthest(farthest, 3, bitsOf(above0, above1, above2), bytes, rest);
  }
  return found;
}

/** Notes the positions of the sides that are left; returns those that are left then. */
// @ts-ignore: decorator
@inline
function noteFarthest(farthest: usize, firstSide: u32, coordinates: u32, bytes: u32, left: u32): u32 {
  let rest = left;
  for (let bits = coordinates; bits != 0; bits &= bits - 1) {
    const coordinate = ctz(bits);
    const position = positionOf(coordinate);
    const side = firstSide + coordinate - 3 * position;
    if (!((rest >> side) & 1)) continue;
    rest ^= 1 << side;
    store<u32>(farthest + ((<usize>side) << 2), bytes + position * <u32>POSITION_BYTES);
  }
  return rest;
}

/** Lists, by where they are, the vertices of a leaf that may be beyond what `CROSSING` says, behind a word that counts them: some are that are not, none is missing. */
export function findBeyond(state: usize, leaf: u32): void {
  const beyond: usize = load<usize>(state, AGENDA_BEYOND);
  const last: usize = load<usize>(state, AGENDA_LAST);
  const ahead: usize = load<usize>(state, AGENDA_NEXT) - last;
  const crossing: usize = load<usize>(state, AGENDA_CROSSING);
  for (let side: usize = 0; side < 6; side++) store<u32>(beyond + side * BEYOND_BYTES, 0);
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
  const leafAt = (<usize>leaf) << 2;
  let at: usize = last + <usize>load<u32>(load<usize>(state, AGENDA_LEAF_FIRSTS) + leafAt);
  const end = at + <usize>load<u32>(load<usize>(state, AGENDA_LEAF_BYTES) + leafAt);
  for (; at < end; at += LEAF_GROUP_BYTES) {
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

/** Where three extremes are at the next key, each on its axis. */
// @ts-ignore: decorator
@inline
function extremePlaces(state: usize, next: usize, extremes: usize): v128 {
  let places = f32x4.splat(load<f32>(next + placeOf(state, load<u32>(extremes))));
  places = f32x4.replace_lane(places, 1, load<f32>(next + placeOf(state, load<u32>(extremes, 4)), 4));
  return f32x4.replace_lane(places, 2, load<f32>(next + placeOf(state, load<u32>(extremes, 8)), 8));
}

/** A third of 0 to 11, rounded down: which of four positions a coordinate is of. */
// @ts-ignore: decorator
@inline
function positionOf(coordinate: u32): u32 {
  return (coordinate * 11) >> 5;
}

// @ts-ignore: decorator
@inline
function bitsOf(row0: v128, row1: v128, row2: v128): u32 {
  return i32x4.bitmask(row0) | (i32x4.bitmask(row1) << 4) | (i32x4.bitmask(row2) << 8);
}

/** Three numbers by axis as they lie in the first of three rows: x, y, z, x. */
// @ts-ignore: decorator
@inline
function rowOf0(numbers: v128): v128 {
  return v128.shuffle<f32>(numbers, numbers, 0, 1, 2, 0);
}

/** y, z, x, y. */
// @ts-ignore: decorator
@inline
function rowOf1(numbers: v128): v128 {
  return v128.shuffle<f32>(numbers, numbers, 1, 2, 0, 1);
}

/** z, x, y, z. */
// @ts-ignore: decorator
@inline
function rowOf2(numbers: v128): v128 {
  return v128.shuffle<f32>(numbers, numbers, 2, 0, 1, 2);
}

/** By axis, what the second row has of y, z and x. */
// @ts-ignore: decorator
@inline
function secondOf(row1: v128): v128 {
  return v128.shuffle<f32>(row1, row1, 2, 0, 1, 2);
}

/** By axis, what the third row has of z, x and y. */
// @ts-ignore: decorator
@inline
function thirdOf(row2: v128): v128 {
  return v128.shuffle<f32>(row2, row2, 1, 2, 0, 1);
}

/** What comes last in each row: x, y and z. */
// @ts-ignore: decorator
@inline
function fourthOf(row0: v128, row1: v128, row2: v128): v128 {
  return v128.shuffle<f32>(v128.shuffle<f32>(row0, row1, 3, 7, 3, 7), row2, 0, 1, 7, 7);
}
