/**
 * The bounds of a block under a blend of transforms. Above the patches they follow from the governors' matrices; a patch is
 * *baked* when a walk first reaches it: its vertices are posed and its boxes made exact. Twin: ../twin/blend-block.ts,
 * with the proof.
 */
import {
  BLEND_BOUND_FIELD_WEIGHTS,
  BLEND_BOUND_GOVERNORS,
  BLEND_BOUND_LAZY_BLOCK_COUNT,
  BLEND_BOUND_LISTS,
  BLEND_BOUND_LIST_FIELDS,
  BLEND_BOUND_MATRICES,
  BLEND_BOUND_PATCHES_BAKED,
  BLEND_RECORD_PATCH,
  BLEND_RECORD_PATCH_COUNTS,
  BLEND_RECORD_PATCH_VERTICES,
  EXACT_BOX_BYTES,
  EXACT_BOX_HIGH,
  EXACT_BOX_LOW,
  FIELDS_BYTES,
  FIELDS_COUNT,
  FIELDS_HULL_WIDENING,
  FIELD_BYTES,
  FIELD_CENTER,
  FIELD_HALF,
  FIELD_WEIGHT,
  FIRST_OF_PATCH,
  GOVERNOR_BOX,
  GOVERNOR_BYTES,
  GOVERNOR_MATRIX,
  GOVERNOR_WEIGHTS,
  HEADER_BLOCKS_EVALUATED,
  HEADER_REFIT_BOXES,
  HEADER_STAMP,
  HULL_WIDENING,
  LIST_BOX,
  LIST_BYTES,
  LIST_FIRST_FIELD,
  LIST_FIRST_OTHER,
  LIST_GOVERNOR_COUNT,
  LIST_MATRIX,
  LIST_SUM_WIDENING,
  MATRIX_COLUMN_X,
  MATRIX_COLUMN_Y,
  MATRIX_COLUMN_Z,
  MATRIX_REACH,
  MATRIX_TRANSLATION,
  NO_FIELDS,
  NO_SLOT,
  PATCH_COUNTS_SHIFT,
  RECORD_STAMP,
  WEIGHT_UNIT,
} from './generated/layout';
import { arePosed, haveWords, recordOf, storeBox } from './lazy-body';
import { poseBlendPatch } from './pose-blend';
import { refitBlocks } from './refit-blocks';

/** Evaluates a block that has not been evaluated in the present pose. */
export function blendBlock(body: usize, block: u32, cache: usize): void {
  if (block >= load<u32>(body, BLEND_BOUND_LAZY_BLOCK_COUNT)) {
    const patch = load<u32>(cache, BLEND_RECORD_PATCH);
    bakePatch(body, patch & FIRST_OF_PATCH ? block : patch);
    return;
  }
  store<u32>(body, load<u32>(body, HEADER_BLOCKS_EVALUATED) + 1, HEADER_BLOCKS_EVALUATED);
  const lists: usize = load<usize>(body, BLEND_BOUND_LISTS) + <usize>block * (LIST_BYTES * 4);
  for (let lane: usize = 0; lane < 4; lane++) {
    const list = lists + lane * LIST_BYTES;
    if (load<u32>(list, LIST_GOVERNOR_COUNT) != 0) boundChild(body, list, cache + (lane << 2));
  }
}

/** Counts a block that needs no evaluation, as if it had been evaluated, or its patch baked. */
export function countBlock(body: usize, block: u32): void {
  if (block < load<u32>(body, BLEND_BOUND_LAZY_BLOCK_COUNT)) {
    store<u32>(body, load<u32>(body, HEADER_BLOCKS_EVALUATED) + 1, HEADER_BLOCKS_EVALUATED);
  } else if (load<u32>(recordOf(body, block), BLEND_RECORD_PATCH) & FIRST_OF_PATCH) {
    // Walks enter a patch by its first block.
    store<u32>(body, load<u32>(body, BLEND_BOUND_PATCHES_BAKED) + 1, BLEND_BOUND_PATCHES_BAKED);
  }
}

function bakePatch(body: usize, firstBlock: u32): void {
  store<u32>(body, load<u32>(body, BLEND_BOUND_PATCHES_BAKED) + 1, BLEND_BOUND_PATCHES_BAKED);
  const first = haveWords(body, firstBlock);
  const counts = load<u32>(first, BLEND_RECORD_PATCH_COUNTS);
  const blockCount = counts >>> PATCH_COUNTS_SHIFT;
  if (!arePosed(body)) {
    poseBlendPatch(body, load<u32>(first, BLEND_RECORD_PATCH_VERTICES), counts & ((1 << PATCH_COUNTS_SHIFT) - 1));
  }
  refitBlocks(body, firstBlock, blockCount);
  const now = load<u32>(body, HEADER_STAMP);
  for (let block = firstBlock; block < firstBlock + blockCount; block++) {
    store<u32>(recordOf(body, block), now, RECORD_STAMP);
  }
  const slot = load<u32>(first, BLEND_RECORD_PATCH) & NO_SLOT;
  if (slot == NO_SLOT) return;
  // The exact box takes the place of the one that the governors gave.
  const parent = recordOf(body, slot >>> 2);
  if (load<u32>(parent, RECORD_STAMP) != now) return;
  const box: usize = load<usize>(body, HEADER_REFIT_BOXES) + <usize>firstBlock * EXACT_BOX_BYTES;
  storeBox(parent + ((<usize>(slot & 3)) << 2), v128.load(box, EXACT_BOX_LOW), v128.load(box, EXACT_BOX_HIGH));
}

/** The box of one child, the three axes side by side. */
function boundChild(body: usize, list: usize, at: usize): void {
  // What morph targets add to the six numbers of a box at rest.
  let shift03 = f32x4.splat(0);
  let shift45 = f32x4.splat(0);
  let hullWidening = HULL_WIDENING;
  const firstField = load<u32>(list, LIST_FIRST_FIELD);
  if (firstField != NO_FIELDS) {
    const fieldWeights: usize = load<usize>(body, BLEND_BOUND_FIELD_WEIGHTS);
    const fields: usize = load<usize>(body, BLEND_BOUND_LIST_FIELDS) + ((<usize>firstField) << 2);
    hullWidening = load<f32>(fields, FIELDS_HULL_WIDENING);
    const fieldEnd: usize = fields + FIELDS_BYTES + <usize>load<u32>(fields, FIELDS_COUNT) * FIELD_BYTES;
    for (let field = fields + FIELDS_BYTES; field < fieldEnd; field += FIELD_BYTES) {
      const weight = load<f32>(fieldWeights + load<u32>(field, FIELD_WEIGHT));
      if (weight == 0) continue;
      const size = f32x4.splat(abs<f32>(weight));
      const weights03 = v128.shuffle<f32>(f32x4.splat(weight), size, 0, 1, 2, 7);
      shift03 = f32x4.add(shift03, f32x4.mul(v128.load(field, FIELD_CENTER), weights03));
      shift45 = f32x4.add(shift45, f32x4.mul(v128.load64_zero(field, FIELD_HALF + 4), size));
    }
  }
  const matrices: usize = load<usize>(body, BLEND_BOUND_MATRICES);
  let governor: usize = load<usize>(body, BLEND_BOUND_GOVERNORS) + <usize>load<u32>(list, LIST_FIRST_OTHER) * GOVERNOR_BYTES;
  const governorEnd: usize = governor + <usize>(load<u32>(list, LIST_GOVERNOR_COUNT) - 1) * GOVERNOR_BYTES;
  let matrix: usize = matrices + load<u32>(list, LIST_MATRIX);
  let box = v128.load(list, LIST_BOX);
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
  let reach = v128.load(matrix, MATRIX_REACH);
  for (; governor < governorEnd; governor += GOVERNOR_BYTES) {
    matrix = matrices + load<u32>(governor, GOVERNOR_MATRIX);
    const least = f32x4.splat(<f32>load<u16>(governor, GOVERNOR_WEIGHTS) * WEIGHT_UNIT);
    const most = f32x4.splat(<f32>load<u16>(governor, GOVERNOR_WEIGHTS + 2) * WEIGHT_UNIT);
    box = v128.load(governor, GOVERNOR_BOX);
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
    reach = f32x4.pmax(reach, v128.load(matrix, MATRIX_REACH));
  }
  const hull = f32x4.mul(reach, f32x4.splat(hullWidening));
  const sum = f32x4.mul(reach, v128.load32_splat(list, LIST_SUM_WIDENING));
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
  const x = f32x4.mul(v128.load(matrix, MATRIX_COLUMN_X), v128.shuffle<f32>(box03, box03, 0, 0, 0, 0));
  const y = f32x4.mul(v128.load(matrix, MATRIX_COLUMN_Y), v128.shuffle<f32>(box03, box03, 1, 1, 1, 1));
  const z = f32x4.mul(v128.load(matrix, MATRIX_COLUMN_Z), v128.shuffle<f32>(box03, box03, 2, 2, 2, 2));
  return f32x4.add(f32x4.add(f32x4.add(x, y), z), v128.load(matrix, MATRIX_TRANSLATION));
}

/** Half extents begin in the fourth lane. */
// @ts-ignore: decorator
@inline
function extentOf(matrix: usize, box03: v128, box45: v128): v128 {
  const x = f32x4.mul(f32x4.abs(v128.load(matrix, MATRIX_COLUMN_X)), v128.shuffle<f32>(box03, box03, 3, 3, 3, 3));
  const y = f32x4.mul(f32x4.abs(v128.load(matrix, MATRIX_COLUMN_Y)), v128.shuffle<f32>(box45, box45, 0, 0, 0, 0));
  const z = f32x4.mul(f32x4.abs(v128.load(matrix, MATRIX_COLUMN_Z)), v128.shuffle<f32>(box45, box45, 1, 1, 1, 1));
  return f32x4.add(f32x4.add(x, y), z);
}
