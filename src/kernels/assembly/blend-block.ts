/** The bounds of a lazy block under a blend of transforms: they follow from the governors' matrices. Twin: ../twin/blend-block.ts, with the proof. */
import {
  BLEND_BOUND_FIELD_WEIGHTS,
  BLEND_BOUND_GOVERNORS,
  BLEND_BOUND_LISTS,
  BLEND_BOUND_LIST_FIELDS,
  BLEND_BOUND_MATRICES,
  FIELDS_BYTES,
  FIELDS_COUNT,
  FIELDS_HULL_WIDENING,
  FIELD_BYTES,
  FIELD_CENTER,
  FIELD_HALF,
  FIELD_WEIGHT,
  GOVERNOR_BOX,
  GOVERNOR_BYTES,
  GOVERNOR_MATRIX,
  GOVERNOR_WEIGHTS,
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
  WEIGHT_UNIT,
} from './generated/layout';
import { storeBox } from './lazy-body';

/** The bounds of a lazy block. */
export function blendBlock(body: usize, block: u32, cache: usize): void {
  const lists: usize = load<usize>(body, BLEND_BOUND_LISTS) + <usize>block * (LIST_BYTES * 4);
  for (let lane: usize = 0; lane < 4; lane++) {
    const list = lists + lane * LIST_BYTES;
    if (load<u32>(list, LIST_GOVERNOR_COUNT) != 0) boundChild(body, list, cache + (lane << 2));
  }
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
