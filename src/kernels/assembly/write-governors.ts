/**
 * The matrices of a blend's governors, in the two precisions that kernels read, and bounds on what they do. Rows 0 and 1 of a matrix
 * are side by side, column by column; row 2 is by itself. Twin: ../twin/write-governors.ts.
 */
import {
  BLEND_BOUND_MATRICES,
  BLEND_POSE_GOVERNING,
  BLEND_POSE_MATRICES64,
  BLEND_POSE_TRANSFORMS,
  BLEND_POSE_USED_GOVERNORS,
  BLEND_POSE_USED_GOVERNOR_COUNT,
  GOVERNING_GRID_REACH,
  GOVERNING_MIDDLE,
  GOVERNING_REACH,
  GOVERNING_REST_REACH,
  GOVERNING_STEP,
  GOVERNING_STRETCH,
  HEADER_PLACEMENT64,
  MATRIX64_BYTES,
  MATRIX64_COLUMN_X,
  MATRIX64_COLUMN_Y,
  MATRIX64_COLUMN_Z,
  MATRIX64_LAST_ROW,
  MATRIX64_TRANSLATION,
  MATRIX_BYTES,
  MATRIX_COLUMN_X,
  MATRIX_COLUMN_Y,
  MATRIX_COLUMN_Z,
  MATRIX_REACH,
  MATRIX_TRANSLATION,
  PLACEMENT64_ROW_BYTES,
  PLACEMENT64_ROW_TRANSLATION,
  POINT_BYTES,
  POINT_X,
  POINT_Y,
  POINT_Z,
  REACH_SHARE64,
  REACH_SLACK,
  SMALLEST_FACTOR,
  SMALLEST_GOVERNOR_REACH,
  TRANSFORM_BYTES,
  TRANSFORM_ROW0,
  TRANSFORM_ROW1,
  TRANSFORM_ROW2,
} from './generated/layout';

/** Writes the matrices of all governors that move anything; bounds the coordinates that they give before they are placed, and their rows. */
export function writeGovernors(body: usize, arePoints: u32, isPlaced: u32): void {
  let used: usize = load<usize>(body, BLEND_POSE_USED_GOVERNORS);
  const end: usize = used + ((<usize>load<u32>(body, BLEND_POSE_USED_GOVERNOR_COUNT)) << 2);
  const transforms: usize = load<usize>(body, BLEND_POSE_TRANSFORMS);
  const matrices: usize = load<usize>(body, BLEND_BOUND_MATRICES);
  const matrices64: usize = load<usize>(body, BLEND_POSE_MATRICES64);
  const placement: usize = load<usize>(body, HEADER_PLACEMENT64);
  const governing: usize = load<usize>(body, BLEND_POSE_GOVERNING);
  const restReach = load<f64>(governing, GOVERNING_REST_REACH);
  const gridReach = load<f64>(governing, GOVERNING_GRID_REACH) + SMALLEST_FACTOR;
  const step = load<f64>(governing, GOVERNING_STEP);
  const middleX = load<f64>(governing, GOVERNING_MIDDLE);
  const middleY = load<f64>(governing, GOVERNING_MIDDLE + 8);
  const middleZ = load<f64>(governing, GOVERNING_MIDDLE + 16);
  let reach01 = f64x2.splat(0);
  let reach2: f64 = 0;
  let stretch01 = f64x2.splat(0);
  let stretch2: f64 = 0;
  for (; used < end; used += 4) {
    const governor: usize = load<u32>(used);
    let row0: v128;
    let row1: v128;
    let row2: v128;
    if (arePoints) {
      const point = transforms + governor * POINT_BYTES;
      row0 = f32x4.replace_lane(f32x4(1, 0, 0, 0), 3, load<f32>(point, POINT_X));
      row1 = f32x4.replace_lane(f32x4(0, 1, 0, 0), 3, load<f32>(point, POINT_Y));
      row2 = f32x4.replace_lane(f32x4(0, 0, 1, 0), 3, load<f32>(point, POINT_Z));
    } else {
      const transform = transforms + governor * TRANSFORM_BYTES;
      row0 = v128.load(transform, TRANSFORM_ROW0);
      row1 = v128.load(transform, TRANSFORM_ROW1);
      row2 = v128.load(transform, TRANSFORM_ROW2);
    }
    const first = v128.shuffle<f32>(row0, row1, 0, 4, 1, 5);
    const second = v128.shuffle<f32>(row0, row1, 2, 6, 3, 7);
    let x01 = f64x2.promote_low_f32x4(first);
    let y01 = f64x2.promote_low_f32x4(v128.shuffle<f64>(first, first, 1, 1));
    let z01 = f64x2.promote_low_f32x4(second);
    let t01 = f64x2.promote_low_f32x4(v128.shuffle<f64>(second, second, 1, 1));
    let x2 = <f64>f32x4.extract_lane(row2, 0);
    let y2 = <f64>f32x4.extract_lane(row2, 1);
    let z2 = <f64>f32x4.extract_lane(row2, 2);
    let t2 = <f64>f32x4.extract_lane(row2, 3);
    let rows01 = rowsOf01(x01, y01, z01);
    let rows2 = abs(x2) + abs(y2) + abs(z2);
    reach01 = f64x2.max(reach01, f64x2.add(f64x2.mul(rows01, f64x2.splat(restReach)), f64x2.abs(t01)));
    reach2 = max(reach2, rows2 * restReach + abs(t2));
    if (isPlaced) {
      const below = x2;
      x2 = turned2(placement, x01, below);
      x01 = turned01(placement, x01, below);
      const beside = y2;
      y2 = turned2(placement, y01, beside);
      y01 = turned01(placement, y01, beside);
      const behind = z2;
      z2 = turned2(placement, z01, behind);
      z01 = turned01(placement, z01, behind);
      const moved = t2;
      t2 = turned2(placement, t01, moved) + load<f64>(placement, 2 * PLACEMENT64_ROW_BYTES + PLACEMENT64_ROW_TRANSLATION);
      t01 = f64x2.add(turned01(placement, t01, moved), pairOf(placement, PLACEMENT64_ROW_TRANSLATION));
      rows01 = rowsOf01(x01, y01, z01);
      rows2 = abs(x2) + abs(y2) + abs(z2);
    }
    stretch01 = f64x2.max(stretch01, rows01);
    stretch2 = max(stretch2, rows2);

    const doubles = matrices64 + governor * MATRIX64_BYTES;
    v128.store(doubles, x01, MATRIX64_COLUMN_X);
    v128.store(doubles, y01, MATRIX64_COLUMN_Y);
    v128.store(doubles, z01, MATRIX64_COLUMN_Z);
    v128.store(doubles, t01, MATRIX64_TRANSLATION);
    store<f64>(doubles, x2, MATRIX64_LAST_ROW);
    store<f64>(doubles, y2, MATRIX64_LAST_ROW + 8);
    store<f64>(doubles, z2, MATRIX64_LAST_ROW + 16);
    store<f64>(doubles, t2, MATRIX64_LAST_ROW + 24);

    const moved01 = f64x2.add(
      t01,
      f64x2.add(
        f64x2.add(f64x2.mul(x01, f64x2.splat(middleX)), f64x2.mul(y01, f64x2.splat(middleY))),
        f64x2.mul(z01, f64x2.splat(middleZ)),
      ),
    );
    const moved2 = t2 + (x2 * middleX + y2 * middleY + z2 * middleZ);
    const step01 = f64x2.splat(step);
    const columns = matrices + governor * MATRIX_BYTES;
    v128.store(columns, column(f64x2.mul(x01, step01), x2 * step), MATRIX_COLUMN_X);
    v128.store(columns, column(f64x2.mul(y01, step01), y2 * step), MATRIX_COLUMN_Y);
    v128.store(columns, column(f64x2.mul(z01, step01), z2 * step), MATRIX_COLUMN_Z);
    v128.store(columns, column(moved01, moved2), MATRIX_TRANSLATION);
    const grown01 = f64x2.add(
      f64x2.add(
        f64x2.mul(f64x2.add(f64x2.mul(rows01, step01), f64x2.splat(SMALLEST_FACTOR)), f64x2.splat(gridReach)),
        f64x2.abs(moved01),
      ),
      f64x2.mul(
        f64x2.add(f64x2.mul(rows01, f64x2.splat(restReach)), f64x2.abs(t01)),
        f64x2.splat(REACH_SHARE64),
      ),
    );
    const grown2 =
      (rows2 * step + SMALLEST_FACTOR) * gridReach + abs(moved2) + (rows2 * restReach + abs(t2)) * REACH_SHARE64;
    v128.store(
      columns,
      column(
        f64x2.max(f64x2.mul(grown01, f64x2.splat(REACH_SLACK)), f64x2.splat(SMALLEST_GOVERNOR_REACH)),
        max(grown2 * REACH_SLACK, SMALLEST_GOVERNOR_REACH),
      ),
      MATRIX_REACH,
    );
  }
  store<f64>(governing, max(max(f64x2.extract_lane(reach01, 0), f64x2.extract_lane(reach01, 1)), reach2), GOVERNING_REACH);
  store<f64>(governing, max(max(f64x2.extract_lane(stretch01, 0), f64x2.extract_lane(stretch01, 1)), stretch2), GOVERNING_STRETCH);
}

/** Sums of the first two rows without their translations. */
// @ts-ignore: decorator
@inline
function rowsOf01(x01: v128, y01: v128, z01: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.abs(x01), f64x2.abs(y01)), f64x2.abs(z01));
}

/** Three numbers as float32, with a zero behind them. */
// @ts-ignore: decorator
@inline
function column(first: v128, third: f64): v128 {
  return f32x4.replace_lane(f32x4.demote_f64x2_zero(first), 2, <f32>third);
}

/** Numbers of the first two rows of the placement, in the column that begins at `offset`. */
// @ts-ignore: decorator
@inline
function pairOf(placement: usize, offset: usize): v128 {
  return f64x2.replace_lane(v128.load64_splat(placement + offset), 1, load<f64>(placement + offset, PLACEMENT64_ROW_BYTES));
}

/** The first two rows of the placement times a column. */
// @ts-ignore: decorator
@inline
function turned01(placement: usize, column01: v128, column2: f64): v128 {
  const x = f64x2.mul(pairOf(placement, 0), f64x2.splat(f64x2.extract_lane(column01, 0)));
  const y = f64x2.mul(pairOf(placement, 8), f64x2.splat(f64x2.extract_lane(column01, 1)));
  return f64x2.add(f64x2.add(x, y), f64x2.mul(pairOf(placement, 16), f64x2.splat(column2)));
}

/** The last row of the placement times a column. */
// @ts-ignore: decorator
@inline
function turned2(placement: usize, column01: v128, column2: f64): f64 {
  const row = placement + 2 * PLACEMENT64_ROW_BYTES;
  const x = load<f64>(row) * f64x2.extract_lane(column01, 0);
  const y = load<f64>(row, 8) * f64x2.extract_lane(column01, 1);
  return x + y + load<f64>(row, 16) * column2;
}
