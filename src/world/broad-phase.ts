/**
 * Which of many boxes meet? A uniform grid, hashed, so that it costs what there is and not how far apart it lies. Cells
 * have a power of two as their side, which makes finding a cell exact; the side is chosen from the sizes of the boxes.
 * A box that would fill many cells, being huge beside the others, infinite, or too far away for its cells to be told
 * apart, goes to a list of its own and is compared with every other one.
 *
 * Why no pair is missed. The cells of a box are all between those of its two corners on each axis, and the cell of a
 * coordinate rises with it, whatever is rounded. Two boxes that meet have, on each axis, the larger of their lowest
 * coordinates in common, hence its cell.
 */
import { gridExponent, powerOfTwo } from '../math/big.js';

/** Numbers of a box: lowest corner, then highest. */
export const BROAD_BOX_STRIDE = 6;

/** Boxes in a grid, and the pairs that meet. Keep it and use it again: it grows to what it needs, then allocates no more. */
export interface BroadPhase {
  /** Two indices per pair, the lower first, in rising order; the first `pairCount` pairs are filled. Replaced as it grows. */
  pairs: Uint32Array;
  /** How many pairs meet. */
  pairCount: number;
  /** Side of a cell in the present grid. */
  cellSize: number;
  /** Boxes that are compared with all others. */
  everywhereCount: number;
  /** Entries of boxes in cells. */
  entryCount: number;
  /** Pairs of boxes that were compared. */
  boxTests: number;
  /**
   * Arrays that are used again.
   * @internal
   */
  readonly room: BroadPhaseRoom;
}

interface BroadPhaseRoom {
  /** Per box: the cells of its lowest corner, then how many cells it spans on each axis, none for everywhere. */
  cells: Float64Array;
  everywhere: Uint32Array;
  /** Entries ordered by bucket, and where each bucket begins. The number of buckets is a power of two. */
  entries: Uint32Array;
  buckets: Uint32Array;
  bucketCount: number;
  /** Pairs half sorted, and counters for sorting. */
  unsorted: Uint32Array;
  counters: Uint32Array;
  readonly exponents: Uint32Array;
}

/** Most cells that a box is entered into. */
const MOST_CELLS = 64;
/** Beyond it cells of a side are not told apart by a double with room to spare. */
const FARTHEST_CELL = 1_125_899_906_842_624;
const CELL_STRIDE = 6;
/** Exponents of doubles, from -1074 on. */
const EXPONENT_COUNT = 2100;
const LOWEST_EXPONENT = -1074;
/** Cells smaller or larger than this have no exact inverse. */
const SMALLEST_CELL_EXPONENT = -1000;
const LARGEST_CELL_EXPONENT = 1000;

/** An empty grid. */
export function createBroadPhase(): BroadPhase {
  return {
    pairs: new Uint32Array(0),
    pairCount: 0,
    cellSize: 1,
    everywhereCount: 0,
    entryCount: 0,
    boxTests: 0,
    room: {
      cells: new Float64Array(0),
      everywhere: new Uint32Array(0),
      entries: new Uint32Array(0),
      buckets: new Uint32Array(0),
      bucketCount: 0,
      unsorted: new Uint32Array(0),
      counters: new Uint32Array(0),
      exponents: new Uint32Array(EXPONENT_COUNT),
    },
  };
}

/**
 * Finds all pairs among the first `count` boxes that meet, touching included. A box with a NaN, or with its corners the
 * wrong way round, is compared like any other by what its numbers say. Returns how many pairs there are.
 */
export function findBoxPairs(phase: BroadPhase, boxes: Float64Array, count: number): number {
  phase.pairCount = 0;
  phase.boxTests = 0;
  phase.cellSize = chooseCellSize(phase.room.exponents, boxes, count);
  enterBoxes(phase, boxes, count);
  sortEntries(phase, count);
  pairWithinCells(phase, boxes);
  pairEverywhere(phase, boxes, count);
  sortPairs(phase, count);
  return phase.pairCount;
}

/** Whether two boxes have a point in common; true when NaN keeps them from being told apart. */
function boxesMeet(boxes: Float64Array, a: number, b: number): boolean {
  const i = a * BROAD_BOX_STRIDE;
  const j = b * BROAD_BOX_STRIDE;
  return !(
    boxes[i] > boxes[j + 3] ||
    boxes[j] > boxes[i + 3] ||
    boxes[i + 1] > boxes[j + 4] ||
    boxes[j + 1] > boxes[i + 4] ||
    boxes[i + 2] > boxes[j + 5] ||
    boxes[j + 2] > boxes[i + 5]
  );
}

/**
 * A power of two from one to four times the median of the boxes' longest sides: half of the boxes then fill eight cells
 * at most, and some few huge or tiny ones change nothing.
 */
function chooseCellSize(exponents: Uint32Array, boxes: Float64Array, count: number): number {
  exponents.fill(0);
  let finite = 0;
  for (let box = 0; box < count; box++) {
    const at = box * BROAD_BOX_STRIDE;
    const side = Math.max(boxes[at + 3] - boxes[at], boxes[at + 4] - boxes[at + 1], boxes[at + 5] - boxes[at + 2]);
    if (!(side > 0 && side < Infinity)) continue;
    // gridExponent is that of the last of 53 bits.
    exponents[gridExponent(side) - LOWEST_EXPONENT]++;
    finite++;
  }
  if (finite === 0) return 1;
  let below = 0;
  let index = 0;
  for (; index < EXPONENT_COUNT - 1; index++) {
    below += exponents[index];
    if (below * 2 >= finite) break;
  }
  const exponent = index + LOWEST_EXPONENT + 54;
  return powerOfTwo(Math.max(SMALLEST_CELL_EXPONENT, Math.min(LARGEST_CELL_EXPONENT, exponent)));
}

function enterBoxes(phase: BroadPhase, boxes: Float64Array, count: number): void {
  const { room } = phase;
  if (room.cells.length < count * CELL_STRIDE) {
    room.cells = new Float64Array(count * CELL_STRIDE * 2);
    room.everywhere = new Uint32Array(count * 2);
  }
  const { cells, everywhere } = room;
  const inverse = 1 / phase.cellSize;
  phase.everywhereCount = 0;
  phase.entryCount = 0;
  for (let box = 0; box < count; box++) {
    const at = box * CELL_STRIDE;
    let spanned = 1;
    for (let axis = 0; axis < 3; axis++) {
      const low = Math.floor(boxes[box * BROAD_BOX_STRIDE + axis] * inverse);
      const high = Math.floor(boxes[box * BROAD_BOX_STRIDE + 3 + axis] * inverse);
      const span = high - low + 1;
      const isNear = low > -FARTHEST_CELL && high < FARTHEST_CELL && span >= 1;
      cells[at + axis] = low;
      cells[at + 3 + axis] = span;
      spanned *= isNear ? span : Infinity;
    }
    if (spanned <= MOST_CELLS) {
      phase.entryCount += spanned;
    } else {
      cells[at + 3] = 0;
      everywhere[phase.everywhereCount++] = box;
    }
  }
}

/** Counts the entries of each bucket, then puts them in place: within a bucket in the order of the boxes. */
function sortEntries(phase: BroadPhase, count: number): void {
  const { room } = phase;
  if (room.entries.length < phase.entryCount) room.entries = new Uint32Array(phase.entryCount * 2);
  room.bucketCount = 16;
  while (room.bucketCount < phase.entryCount) room.bucketCount *= 2;
  if (room.buckets.length <= room.bucketCount) room.buckets = new Uint32Array(room.bucketCount + 1);
  const { bucketCount, buckets } = room;
  buckets.fill(0);
  visitEntries(room, count, true);
  let total = 0;
  for (let bucket = 0; bucket < bucketCount; bucket++) {
    const size = buckets[bucket];
    buckets[bucket] = total;
    total += size;
  }
  visitEntries(room, count, false);
  // Each bucket's beginning has moved to its end, which is the beginning of the next.
  for (let bucket = bucketCount; bucket > 0; bucket--) buckets[bucket] = buckets[bucket - 1];
  buckets[0] = 0;
}

function visitEntries(room: BroadPhaseRoom, count: number, isCounting: boolean): void {
  const { bucketCount, buckets, cells, entries } = room;
  for (let box = 0; box < count; box++) {
    const at = box * CELL_STRIDE;
    for (let i = 0; i < cells[at + 3]; i++) {
      for (let j = 0; j < cells[at + 4]; j++) {
        for (let k = 0; k < cells[at + 5]; k++) {
          const bucket = hashCell(cells[at] + i, cells[at + 1] + j, cells[at + 2] + k) & (bucketCount - 1);
          if (isCounting) buckets[bucket]++;
          else entries[buckets[bucket]++] = box;
        }
      }
    }
  }
}

/** Mixes three whole numbers, each taken modulo 2^32; multipliers after Teschner et al. 2003, final mix after murmur3. */
function hashCell(x: number, y: number, z: number): number {
  let hash = Math.imul(x | 0, 73_856_093) ^ Math.imul(y | 0, 19_349_663) ^ Math.imul(z | 0, 83_492_791);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** A pair is taken in the bucket of the first cell that both have in common. Twice in one bucket is put right by sorting. */
function pairWithinCells(phase: BroadPhase, boxes: Float64Array): void {
  const { bucketCount, buckets, cells, entries } = phase.room;
  for (let bucket = 0; bucket < bucketCount; bucket++) {
    const end = buckets[bucket + 1];
    for (let i = buckets[bucket]; i < end; i++) {
      const a = entries[i];
      for (let j = i + 1; j < end; j++) {
        const b = entries[j];
        if (a === b) continue;
        phase.boxTests++;
        if (!boxesMeet(boxes, a, b)) continue;
        const atA = a * CELL_STRIDE;
        const atB = b * CELL_STRIDE;
        const x = Math.max(cells[atA], cells[atB]);
        const y = Math.max(cells[atA + 1], cells[atB + 1]);
        const z = Math.max(cells[atA + 2], cells[atB + 2]);
        if ((hashCell(x, y, z) & (bucketCount - 1)) === bucket) addPair(phase, a, b);
      }
    }
  }
}

function pairEverywhere(phase: BroadPhase, boxes: Float64Array, count: number): void {
  const { cells, everywhere } = phase.room;
  for (let i = 0; i < phase.everywhereCount; i++) {
    const a = everywhere[i];
    for (let b = 0; b < count; b++) {
      const isOther = cells[b * CELL_STRIDE + 3] !== 0;
      // Two boxes of the list are compared once.
      if (b === a || (!isOther && b < a)) continue;
      phase.boxTests++;
      if (boxesMeet(boxes, a, b)) addPair(phase, Math.min(a, b), Math.max(a, b));
    }
  }
}

function addPair(phase: BroadPhase, a: number, b: number): void {
  if (phase.pairCount * 2 >= phase.pairs.length) {
    const grown = new Uint32Array(Math.max(64, phase.pairs.length * 2));
    grown.set(phase.pairs);
    phase.pairs = grown;
  }
  phase.pairs[phase.pairCount * 2] = a;
  phase.pairs[phase.pairCount * 2 + 1] = b;
  phase.pairCount++;
}

/** By the second index, then, keeping that order, by the first; then equal pairs, which are neighbours, become one. */
function sortPairs(phase: BroadPhase, count: number): void {
  const { room } = phase;
  if (room.unsorted.length < phase.pairs.length) room.unsorted = new Uint32Array(phase.pairs.length);
  if (room.counters.length < count + 1) room.counters = new Uint32Array(count * 2 + 1);
  sortBy(1, phase.pairs, room.unsorted, phase.pairCount, room.counters);
  sortBy(0, room.unsorted, phase.pairs, phase.pairCount, room.counters);
  const { pairs } = phase;
  let kept = 0;
  for (let i = 0; i < phase.pairCount; i++) {
    if (kept > 0 && pairs[i * 2] === pairs[kept * 2 - 2] && pairs[i * 2 + 1] === pairs[kept * 2 - 1]) continue;
    pairs[kept * 2] = pairs[i * 2];
    pairs[kept * 2 + 1] = pairs[i * 2 + 1];
    kept++;
  }
  phase.pairCount = kept;
}

function sortBy(key: 0 | 1, from: Uint32Array, to: Uint32Array, count: number, counters: Uint32Array): void {
  counters.fill(0);
  for (let i = 0; i < count; i++) counters[from[i * 2 + key] + 1]++;
  for (let k = 1; k < counters.length; k++) counters[k] += counters[k - 1];
  for (let i = 0; i < count; i++) {
    const at = counters[from[i * 2 + key]]++;
    to[at * 2] = from[i * 2];
    to[at * 2 + 1] = from[i * 2 + 1];
  }
}
