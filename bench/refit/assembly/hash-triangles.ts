/**
 * Spatial hashing [THM*03], for the triangles of one surface with each other: every triangle is put into all cells of a grid that its box reaches, cells into a table by their
 * hash, and triangles of one cell are compared. A pair that has several cells in common counts in the first of them.
 */
import { HEADER_POSITIONS, HEADER_TRIANGLES, POSITION_BYTES, TRIANGLE_BYTES } from '../../../src/kernels/assembly/generated/layout';
import { dropSeparated, dropStars } from '../../../src/kernels/assembly/filter-pairs';

/** Bytes of a box: lowest and highest corner, a row each. */
const BOX_BYTES: usize = 32;
/** Bytes of an entry: a triangle and its cell. */
const ENTRY_BYTES: usize = 8;

/** Where things are: a grid of cells, the table, and what is found. */
// @ts-ignore: decorator
@unmanaged
class Hashing {
  body: usize;
  triangleCount: u32;
  boxes: usize;
  /** Where the entries of each place in the table begin, and one more; how many places there are, less one: a power of two. */
  starts: usize;
  mask: u32;
  entries: usize;
  entryCapacity: u32;
  /** Pairs whose boxes meet, and for how many there is room; how many there are, and how many were compared. */
  pairs: usize;
  pairCapacity: u32;
  pairCount: u32;
  comparedCount: u32;
  /** Where the comparison goes on: a place in the table, and an entry of it. */
  place: u32;
  entry: u32;
  /** Room for four pairs. */
  rows: usize;
  /** Marks of stars, or 0. */
  marks: usize;
  /** Cells along x, and in a layer. */
  cellsX: u32;
  cellsXY: u32;
  /** Cells in a unit of length. */
  inverse: f32;
  /** The lowest corner of all. */
  lowX: f32;
  lowY: f32;
  lowZ: f32;
}

/** Boxes all triangles, and the surface; `size` is that of a cell. */
export function boxTriangles(at: usize, size: f32): void {
  const state = changetype<Hashing>(at);
  const positions = load<usize>(state.body, HEADER_POSITIONS);
  const triangles = load<usize>(state.body, HEADER_TRIANGLES);
  const end = triangles + <usize>state.triangleCount * TRIANGLE_BYTES;
  let box = state.boxes;
  let low = f32x4.splat(Infinity);
  let high = f32x4.splat(-Infinity);
  for (let corner = triangles; corner < end; corner += TRIANGLE_BYTES) {
    const a = v128.load(positions + <usize>load<u32>(corner) * POSITION_BYTES);
    const b = v128.load(positions + <usize>load<u32>(corner, 4) * POSITION_BYTES);
    const c = v128.load(positions + <usize>load<u32>(corner, 8) * POSITION_BYTES);
    const least = f32x4.pmin(f32x4.pmin(a, b), c);
    const most = f32x4.pmax(f32x4.pmax(a, b), c);
    low = f32x4.pmin(low, least);
    high = f32x4.pmax(high, most);
    v128.store(box, least);
    v128.store(box, most, 16);
    box += BOX_BYTES;
  }
  const inverse: f32 = <f32>1 / size;
  state.lowX = f32x4.extract_lane(low, 0);
  state.lowY = f32x4.extract_lane(low, 1);
  state.lowZ = f32x4.extract_lane(low, 2);
  state.inverse = inverse;
  state.cellsX = <u32>((f32x4.extract_lane(high, 0) - state.lowX) * inverse) + 1;
  state.cellsXY = state.cellsX * (<u32>((f32x4.extract_lane(high, 1) - state.lowY) * inverse) + 1);
}

/** Puts all triangles into the table; returns how many entries that takes, and has not done it where there is no room for so many. */
export function fillTable(at: usize): u32 {
  const state = changetype<Hashing>(at);
  const starts = state.starts;
  const placeCount: usize = <usize>state.mask + 1;
  memory.fill(starts, 0, (placeCount + 1) << 2);
  visitCells(state, false);
  let total: u32 = 0;
  for (let place = starts; place <= starts + (placeCount << 2); place += 4) {
    const count = load<u32>(place);
    store<u32>(place, total);
    total += count;
  }
  if (total > state.entryCapacity) return total;
  visitCells(state, true);
  // Every place has moved to where the next begins.
  for (let place = starts + (placeCount << 2); place > starts; place -= 4) store<u32>(place, load<u32>(place - 4));
  store<u32>(starts, 0);
  state.place = 0;
  state.entry = 0;
  return total;
}

/** Goes through the cells of all triangles: counts them, or writes entries. */
// @ts-ignore: decorator
@inline
function visitCells(state: Hashing, doWrite: bool): void {
  const starts = state.starts;
  const entries = state.entries;
  const mask = state.mask;
  const origin = originOf(state);
  const inverse = f32x4.splat(state.inverse);
  let box = state.boxes;
  for (let triangle: u32 = 0; triangle < state.triangleCount; triangle++) {
    const first = cellOf(v128.load(box), origin, inverse);
    const last = cellOf(v128.load(box, 16), origin, inverse);
    box += BOX_BYTES;
    const firstX = i32x4.extract_lane(first, 0);
    const lastX = i32x4.extract_lane(last, 0);
    const firstY = i32x4.extract_lane(first, 1);
    const lastY = i32x4.extract_lane(last, 1);
    const lastZ = i32x4.extract_lane(last, 2);
    for (let z = i32x4.extract_lane(first, 2); z <= lastZ; z++) {
      for (let y = firstY; y <= lastY; y++) {
        for (let x = firstX; x <= lastX; x++) {
          const place = starts + (<usize>(hashOf(x, y, z) & mask) << 2);
          const next = load<u32>(place);
          store<u32>(place, next + 1);
          if (doWrite) {
            store<u32>(entries + <usize>next * ENTRY_BYTES, triangle);
            store<u32>(entries + <usize>next * ENTRY_BYTES, x + y * state.cellsX + z * state.cellsXY, 4);
          }
        }
      }
    }
  }
}

// @ts-ignore: decorator
@inline
function originOf(state: Hashing): v128 {
  return f32x4.replace_lane(f32x4.replace_lane(f32x4.splat(state.lowX), 1, state.lowY), 2, state.lowZ);
}

// @ts-ignore: decorator
@inline
function cellOf(point: v128, origin: v128, inverse: v128): v128 {
  return i32x4.trunc_sat_f32x4_s(f32x4.mul(f32x4.sub(point, origin), inverse));
}

/** The hash of the paper. */
// @ts-ignore: decorator
@inline
function hashOf(x: u32, y: u32, z: u32): u32 {
  return (x * 73856093) ^ (y * 19349663) ^ (z * 83492791);
}

/**
 * Finds pairs of triangles until the table is through or there may be no room for more; keeps those that the filter of all searches cannot tell apart. Returns whether there
 * is more to come.
 */
export function findPairs(at: usize): bool {
  const state = changetype<Hashing>(at);
  const starts = state.starts;
  const pairs = state.pairs;
  const origin = originOf(state);
  const inverse = f32x4.splat(state.inverse);
  const lastPair = pairs + (<usize>state.pairCapacity << 3);
  let end = pairs;
  let place = state.place;
  let entry = state.entry;
  let isFull = false;
  while (place <= state.mask && !isFull) {
    const last: usize = state.entries + <usize>load<u32>(starts + (<usize>place << 2), 4) * ENTRY_BYTES;
    let i: usize = state.entries + (<usize>load<u32>(starts + (<usize>place << 2)) + <usize>entry) * ENTRY_BYTES;
    for (; i < last; i += ENTRY_BYTES) {
      if (end + (last - i) > lastPair) {
        isFull = true;
        break;
      }
      const triangle = load<u32>(i);
      const cell = load<u32>(i, 4);
      const box = state.boxes + <usize>triangle * BOX_BYTES;
      const low = v128.load(box);
      const high = v128.load(box, 16);
      for (let j = i + ENTRY_BYTES; j < last; j += ENTRY_BYTES) {
        // Other cells may have the same hash.
        if (load<u32>(j, 4) != cell) continue;
        const other = load<u32>(j);
        const otherBox = state.boxes + <usize>other * BOX_BYTES;
        const otherLow = v128.load(otherBox);
        const apart = v128.or(f32x4.gt(low, v128.load(otherBox, 16)), f32x4.gt(otherLow, high));
        if (i32x4.bitmask(apart) & 7) continue;
        const first = cellOf(f32x4.pmax(low, otherLow), origin, inverse);
        const key = i32x4.extract_lane(first, 0) + i32x4.extract_lane(first, 1) * state.cellsX + i32x4.extract_lane(first, 2) * state.cellsXY;
        if (<u32>key != cell) continue;
        store<u32>(end, triangle);
        store<u32>(end, other, 4);
        end += 8;
      }
      entry++;
    }
    if (!isFull) {
      place++;
      entry = 0;
    }
  }
  state.place = place;
  state.entry = entry;
  state.comparedCount = <u32>((end - pairs) >> 3);
  if (state.marks) end = dropStars(state.marks, pairs, end);
  end = dropSeparated(state.body, state.body, pairs, end, state.rows, false);
  end = dropSeparated(state.body, state.body, pairs, end, state.rows, true);
  state.pairCount = <u32>((end - pairs) >> 3);
  return isFull;
}
