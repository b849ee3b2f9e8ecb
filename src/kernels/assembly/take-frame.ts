/** Taking over a key as a frame: positions leaf by leaf, boxes of chunks of them, and who is farthest in each leaf. */
import {
  AGENDA_FRAME_BOXES,
  AGENDA_FRAME_COUNT,
  AGENDA_FRAME_FARTHEST,
  AGENDA_FRAME_VERTICES,
  AGENDA_LEAF_BOXES,
  AGENDA_LEAF_BYTES,
  AGENDA_LEAF_COUNT,
  AGENDA_LEAF_FIRSTS,
  AGENDA_LEAVES,
  AGENDA_RAW,
  CHUNK_BYTES,
  FARTHEST_BYTES,
  FARTHEST_COORDINATE,
  FARTHEST_PLACE,
  FARTHEST_VERTEX,
  LEAF_GROUP_BYTES,
  POSITION_BYTES,
  ROW_BYTES,
} from './generated/layout';
import { bitsOf, fourthOf, positionOf, rowOf0, rowOf1, rowOf2, secondOf, thirdOf } from './position-rows';

/** Takes over a key. */
export function takeFrame(state: usize, out: usize): void {
  const raw: usize = load<usize>(state, AGENDA_RAW);
  let at: usize = load<usize>(state, AGENDA_FRAME_VERTICES);
  let position = out;
  // A row is longer than a position: the next one is written over its end.
  for (const end = at + ((<usize>load<u32>(state, AGENDA_FRAME_COUNT)) << 2); at < end; at += 4) {
    v128.store(position, v128.load(raw + <usize>load<u32>(at) * POSITION_BYTES));
    position += POSITION_BYTES;
  }
  let leaf: usize = load<usize>(state, AGENDA_LEAVES);
  for (const end = leaf + ((<usize>load<u32>(state, AGENDA_LEAF_COUNT)) << 2); leaf < end; leaf += 4) {
    measureLeaf(state, out, <usize>load<u32>(leaf));
  }
}

/** Finds the boxes of a leaf, and who is farthest: of several the first. */
function measureLeaf(state: usize, frame: usize, leaf: usize): void {
  const first: usize = frame + <usize>load<u32>(load<usize>(state, AGENDA_LEAF_FIRSTS) + (leaf << 2));
  const end = first + <usize>load<u32>(load<usize>(state, AGENDA_LEAF_BYTES) + (leaf << 2));
  let box: usize = frame + load<usize>(state, AGENDA_FRAME_BOXES) + <usize>load<u32>(load<usize>(state, AGENDA_LEAF_BOXES) + (leaf << 2));
  let lowest = f32x4.splat(Infinity);
  let highest = f32x4.splat(-Infinity);
  for (let chunk = first; chunk < end; chunk += CHUNK_BYTES) {
    measureChunk(chunk, min(chunk + CHUNK_BYTES, end), box);
    lowest = f32x4.pmin(lowest, v128.load(box));
    highest = f32x4.pmax(highest, v128.load(box, ROW_BYTES));
    box += 2 * ROW_BYTES;
  }
  const farthest = frame + load<usize>(state, AGENDA_FRAME_FARTHEST) + leaf * FARTHEST_BYTES;
  const low0 = rowOf0(lowest);
  const low1 = rowOf1(lowest);
  const low2 = rowOf2(lowest);
  const high0 = rowOf0(highest);
  const high1 = rowOf1(highest);
  const high2 = rowOf2(highest);
  let rest: u32 = 63;
  for (let at = first; rest != 0; at += LEAF_GROUP_BYTES) {
    const row0 = v128.load(at);
    const row1 = v128.load(at + ROW_BYTES);
    const row2 = v128.load(at + 2 * ROW_BYTES);
    const lows = bitsOf(f32x4.eq(row0, low0), f32x4.eq(row1, low1), f32x4.eq(row2, low2));
    const highs = bitsOf(f32x4.eq(row0, high0), f32x4.eq(row1, high1), f32x4.eq(row2, high2));
    if ((lows | highs) == 0) continue;
    rest = noteFarthest(state, frame, farthest, 0, lows, at, rest);
    rest = noteFarthest(state, frame, farthest, 3, highs, at, rest);
  }
}

/** Writes a box of positions, a multiple of four. */
function measureChunk(first: usize, end: usize, box: usize): void {
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
  const low = f32x4.pmin(f32x4.pmin(low0, secondOf(low1)), f32x4.pmin(thirdOf(low2), fourthOf(low0, low1, low2)));
  const high = f32x4.pmax(f32x4.pmax(high0, secondOf(high1)), f32x4.pmax(thirdOf(high2), fourthOf(high0, high1, high2)));
  v128.store(box, f32x4.replace_lane(low, 3, 0));
  v128.store(box, f32x4.replace_lane(high, 3, 0), ROW_BYTES);
}

/** Notes those of four positions whose coordinates are set as bits, on sides that are left; returns those that are left then. */
// @ts-ignore: decorator
@inline
function noteFarthest(
  state: usize,
  frame: usize,
  farthest: usize,
  firstSide: u32,
  coordinates: u32,
  group: usize,
  left: u32,
): u32 {
  let rest = left;
  for (let bits = coordinates; bits != 0; bits &= bits - 1) {
    const coordinate = ctz(bits);
    const position = positionOf(coordinate);
    const axis = coordinate - 3 * position;
    const side = firstSide + axis;
    if (!((rest >> side) & 1)) continue;
    rest ^= 1 << side;
    const place = group + <usize>position * POSITION_BYTES;
    const number = (place - frame) / POSITION_BYTES;
    const at = farthest + ((<usize>side) << 2);
    store<u32>(at, load<u32>(load<usize>(state, AGENDA_FRAME_VERTICES) + (number << 2)), FARTHEST_VERTEX);
    store<u32>(at, <u32>(place - frame), FARTHEST_PLACE);
    store<f32>(at, load<f32>(place + ((<usize>axis) << 2)), FARTHEST_COORDINATE);
  }
  return rest;
}
