/**
 * The bounds of a block under a blend of transforms. Above the patches they follow from the governors' matrices; a patch is
 * *baked* when a walk first reaches it: its vertices are posed and its boxes made exact. Twin: ../twin/blend-block.ts,
 * with the proof.
 */
import {
  BLOCKS_EVALUATED,
  FIELD_WEIGHTS,
  GOVERNORS,
  LAZY_BLOCK_COUNT,
  LISTS,
  LIST_FIELDS,
  MATRICES,
  PATCHES_BAKED,
  RECORD_PATCH,
  RECORD_PATCH_COUNTS,
  RECORD_PATCH_VERTICES,
  RECORD_STAMP,
  REFIT_BOXES,
  STAMP,
  recordOf,
  storeBox,
} from './lazy-body';
import { poseBlendPatch } from './pose-blend';
import { refitBlocks } from './refit-blocks';

const FIRST_OF_PATCH: u32 = 0x80000000;
const NO_SLOT: u32 = 0x7fffffff;
const LIST_BYTES: usize = 32;
const GOVERNOR_BYTES: usize = 20;
const FIELD_BYTES: usize = 28;
const MATRIX: usize = 12;
const FIRST_OTHER: usize = 16;
const GOVERNOR_COUNT: usize = 20;
const FIRST_FIELD: usize = 24;
const SUM_WIDENING: usize = 28;
const LEAST: usize = 16;
const MOST: usize = 18;
const NO_FIELDS: u32 = 0xffffffff;
const FIELDS_BYTES: usize = 8;
const HULL_WIDENING: f32 = 9.119510764321603e-7;
/** 2^-15 */
const WEIGHT_UNIT: f32 = 0.000030517578125;

/** Evaluates a block that has not been evaluated in the present pose. */
export function blendBlock(body: usize, block: u32, cache: usize): void {
  if (block >= load<u32>(body, LAZY_BLOCK_COUNT)) {
    const patch = load<u32>(cache, RECORD_PATCH);
    bakePatch(body, patch & FIRST_OF_PATCH ? block : patch);
    return;
  }
  store<u32>(body, load<u32>(body, BLOCKS_EVALUATED) + 1, BLOCKS_EVALUATED);
  const lists: usize = load<usize>(body, LISTS) + <usize>block * (LIST_BYTES * 4);
  for (let lane: usize = 0; lane < 4; lane++) {
    const list = lists + lane * LIST_BYTES;
    if (load<u32>(list, GOVERNOR_COUNT) != 0) boundChild(body, list, cache + (lane << 2));
  }
}

/** Counts a block that needs no evaluation, as if it had been evaluated, or its patch baked. */
export function countBlock(body: usize, block: u32): void {
  if (block < load<u32>(body, LAZY_BLOCK_COUNT)) {
    store<u32>(body, load<u32>(body, BLOCKS_EVALUATED) + 1, BLOCKS_EVALUATED);
  } else if (load<u32>(recordOf(body, block), RECORD_PATCH) & FIRST_OF_PATCH) {
    // Walks enter a patch by its first block.
    store<u32>(body, load<u32>(body, PATCHES_BAKED) + 1, PATCHES_BAKED);
  }
}

function bakePatch(body: usize, firstBlock: u32): void {
  store<u32>(body, load<u32>(body, PATCHES_BAKED) + 1, PATCHES_BAKED);
  const first = recordOf(body, firstBlock);
  const counts = load<u32>(first, RECORD_PATCH_COUNTS);
  const blockCount = counts >>> 16;
  poseBlendPatch(body, load<u32>(first, RECORD_PATCH_VERTICES), counts & 0xffff);
  refitBlocks(body, firstBlock, blockCount);
  const now = load<u32>(body, STAMP);
  for (let block = firstBlock; block < firstBlock + blockCount; block++) {
    store<u32>(recordOf(body, block), now, RECORD_STAMP);
  }
  const slot = load<u32>(first, RECORD_PATCH) & NO_SLOT;
  if (slot == NO_SLOT) return;
  // The exact box takes the place of the one that the governors gave.
  const parent = recordOf(body, slot >>> 2);
  if (load<u32>(parent, RECORD_STAMP) != now) return;
  const box: usize = load<usize>(body, REFIT_BOXES) + ((<usize>firstBlock) << 5);
  storeBox(parent + ((<usize>(slot & 3)) << 2), v128.load(box), v128.load(box, 16));
}

/** The box of one child, the three axes side by side. */
function boundChild(body: usize, list: usize, at: usize): void {
  // What morph targets add to the six numbers of a box at rest.
  let shift03 = f32x4.splat(0);
  let shift45 = f32x4.splat(0);
  let hullWidening = HULL_WIDENING;
  const firstField = load<u32>(list, FIRST_FIELD);
  if (firstField != NO_FIELDS) {
    const fieldWeights: usize = load<usize>(body, FIELD_WEIGHTS);
    const fields: usize = load<usize>(body, LIST_FIELDS) + ((<usize>firstField) << 2);
    hullWidening = load<f32>(fields, 4);
    const fieldEnd: usize = fields + FIELDS_BYTES + <usize>load<u32>(fields) * FIELD_BYTES;
    for (let field = fields + FIELDS_BYTES; field < fieldEnd; field += FIELD_BYTES) {
      const weight = load<f32>(fieldWeights + load<u32>(field));
      if (weight == 0) continue;
      const size = f32x4.splat(abs<f32>(weight));
      const weights03 = v128.shuffle<f32>(f32x4.splat(weight), size, 0, 1, 2, 7);
      shift03 = f32x4.add(shift03, f32x4.mul(v128.load(field, 4), weights03));
      shift45 = f32x4.add(shift45, f32x4.mul(v128.load64_zero(field, 20), size));
    }
  }
  const matrices: usize = load<usize>(body, MATRICES);
  let governor: usize = load<usize>(body, GOVERNORS) + <usize>load<u32>(list, FIRST_OTHER) * GOVERNOR_BYTES;
  const governorEnd: usize = governor + <usize>(load<u32>(list, GOVERNOR_COUNT) - 1) * GOVERNOR_BYTES;
  let matrix: usize = matrices + load<u32>(list, MATRIX);
  let box = v128.load(list);
  let box03 = f32x4.add(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(box)), shift03);
  let box45 = f32x4.add(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(box)), shift45);
  let center = centerOf(matrix, box03);
  let extent = extentOf(matrix, box03, box45);
  const high0 = f32x4.add(center, extent);
  const low0 = f32x4.sub(center, extent);
  let high = high0;
  let low = low0;
  let highSum = high0;
  let lowSum = low0;
  let reach = v128.load(matrix, 64);
  for (; governor < governorEnd; governor += GOVERNOR_BYTES) {
    matrix = matrices + load<u32>(governor, MATRIX);
    const least = f32x4.splat(<f32>load<u16>(governor, LEAST) * WEIGHT_UNIT);
    const most = f32x4.splat(<f32>load<u16>(governor, MOST) * WEIGHT_UNIT);
    box = v128.load(governor);
    box03 = f32x4.add(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(box)), shift03);
    box45 = f32x4.add(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(box)), shift45);
    center = centerOf(matrix, box03);
    extent = extentOf(matrix, box03, box45);
    const highK = f32x4.add(center, extent);
    const lowK = f32x4.sub(center, extent);
    const above = f32x4.sub(highK, high0);
    const below = f32x4.sub(lowK, low0);
    highSum = f32x4.add(highSum, f32x4.pmax(f32x4.mul(above, least), f32x4.mul(above, most)));
    lowSum = f32x4.add(lowSum, f32x4.pmin(f32x4.mul(below, least), f32x4.mul(below, most)));
    high = f32x4.pmax(high, highK);
    low = f32x4.pmin(low, lowK);
    reach = f32x4.pmax(reach, v128.load(matrix, 64));
  }
  const hull = f32x4.mul(reach, f32x4.splat(hullWidening));
  const sum = f32x4.mul(reach, v128.load32_splat(list, SUM_WIDENING));
  storeBox(
    at,
    f32x4.pmax(f32x4.sub(low, hull), f32x4.sub(lowSum, sum)),
    f32x4.pmin(f32x4.add(high, hull), f32x4.add(highSum, sum)),
  );
}

/** The centre is in the first three lanes. */
// @ts-ignore: decorator
@inline
function centerOf(matrix: usize, box03: v128): v128 {
  const x = f32x4.mul(v128.load(matrix), v128.shuffle<f32>(box03, box03, 0, 0, 0, 0));
  const y = f32x4.mul(v128.load(matrix, 16), v128.shuffle<f32>(box03, box03, 1, 1, 1, 1));
  const z = f32x4.mul(v128.load(matrix, 32), v128.shuffle<f32>(box03, box03, 2, 2, 2, 2));
  return f32x4.add(f32x4.add(f32x4.add(x, y), z), v128.load(matrix, 48));
}

/** Half extents begin in the fourth lane. */
// @ts-ignore: decorator
@inline
function extentOf(matrix: usize, box03: v128, box45: v128): v128 {
  const x = f32x4.mul(f32x4.abs(v128.load(matrix)), v128.shuffle<f32>(box03, box03, 3, 3, 3, 3));
  const y = f32x4.mul(f32x4.abs(v128.load(matrix, 16)), v128.shuffle<f32>(box45, box45, 0, 0, 0, 0));
  const z = f32x4.mul(f32x4.abs(v128.load(matrix, 32)), v128.shuffle<f32>(box45, box45, 1, 1, 1, 1));
  return f32x4.add(f32x4.add(x, y), z);
}
