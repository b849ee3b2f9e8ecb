/**
 * A vertex under a blend of transforms: morphed, then moved by the weighted sum of its governors' matrices, in float64,
 * rounded once. Twin: ../twin/pose-blend.ts.
 */
import {
  BLEND_POSE_INFLUENCES,
  BLEND_POSE_MATRICES64,
  BLEND_POSE_VERTICES,
  DISPLACEMENT_ACTIVE_COUNT,
  DISPLACEMENT_ACTIVE_FIELDS,
  DISPLACEMENT_ACTIVE_WEIGHTS64,
  DISPLACEMENT_DISPLACEMENTS,
  DISPLACEMENT_DISPLACEMENT_BYTES,
  HEADER_POSITIONS,
  HEADER_STAMP,
  HEADER_VERTEX_STAMPS,
  HEADER_VERTICES_POSED,
  INFLUENCE_BYTES,
  INFLUENCE_LEFT,
  INFLUENCE_MATRIX,
  INFLUENCE_WEIGHT,
  MATRIX64_COLUMN_X,
  MATRIX64_COLUMN_Y,
  MATRIX64_COLUMN_Z,
  MATRIX64_LAST_ROW,
  MATRIX64_TRANSLATION,
  NO_OTHERS,
  POSITION_BYTES,
  VERTEX_BYTES,
  VERTEX_MATRIX,
  VERTEX_OTHERS,
  VERTEX_REST,
  VERTEX_VERTEX,
  VERTEX_WEIGHT,
} from './generated/layout';

/** Poses a run of vertices, whether or not they have been posed before. */
export function poseBlendVertices(body: usize, first: u32, count: u32): void {
  poseRows(body, load<usize>(body, BLEND_POSE_VERTICES) + <usize>first * VERTEX_BYTES, count);
}

/** Poses the vertices that a run of corners names, where they are not yet those of the present pose. */
export function poseBlendCorners(body: usize, corner: usize, end: usize): void {
  const now = load<u32>(body, HEADER_STAMP);
  const stamps: usize = load<usize>(body, HEADER_VERTEX_STAMPS);
  let posed = load<u32>(body, HEADER_VERTICES_POSED);
  for (; corner < end; corner += 4) {
    const vertex = load<u32>(corner);
    const stamp = stamps + ((<usize>vertex) << 2);
    if (load<u32>(stamp) == now) continue;
    store<u32>(stamp, now);
    poseBlendVertices(body, vertex, 1);
    posed++;
  }
  store<u32>(body, posed, HEADER_VERTICES_POSED);
}

/** Poses the vertices of a patch, whether or not they have been posed before: to find out would take longer. */
export function poseBlendPatch(body: usize, vertices: usize, first: u32, count: u32): void {
  const now = load<u32>(body, HEADER_STAMP);
  const stamps: usize = load<usize>(body, HEADER_VERTEX_STAMPS);
  const rows: usize = vertices + <usize>first * VERTEX_BYTES;
  const end = rows + <usize>count * VERTEX_BYTES;
  for (let row = rows; row < end; row += VERTEX_BYTES) {
    store<u32>(stamps + ((<usize>load<u32>(row, VERTEX_VERTEX)) << 2), now);
  }
  store<u32>(body, load<u32>(body, HEADER_VERTICES_POSED) + count, HEADER_VERTICES_POSED);
  poseRows(body, rows, count);
}

function poseRows(body: usize, row: usize, count: u32): void {
  for (const end = row + <usize>count * VERTEX_BYTES; row < end; row += VERTEX_BYTES) poseRow(body, row);
}

/** Poses one vertex. Sums run over morph targets and governors in ascending order. */
// @ts-ignore: decorator
@inline
function poseRow(body: usize, row: usize): void {
  const vertex = load<u32>(row, VERTEX_VERTEX);
  const matrices: usize = load<usize>(body, BLEND_POSE_MATRICES64);
  let matrix: usize = matrices + load<u32>(row, VERTEX_MATRIX);
  let weight = v128.load64_splat(row, VERTEX_WEIGHT);
  let column0 = f64x2.mul(v128.load(matrix, MATRIX64_COLUMN_X), weight);
  let column1 = f64x2.mul(v128.load(matrix, MATRIX64_COLUMN_Y), weight);
  let column2 = f64x2.mul(v128.load(matrix, MATRIX64_COLUMN_Z), weight);
  let column3 = f64x2.mul(v128.load(matrix, MATRIX64_TRANSLATION), weight);
  let last01 = f64x2.mul(v128.load(matrix, MATRIX64_LAST_ROW), weight);
  let last23 = f64x2.mul(v128.load(matrix, MATRIX64_LAST_ROW + 16), weight);
  const others = load<u32>(row, VERTEX_OTHERS);
  if (others != NO_OTHERS) {
    let influence: usize = load<usize>(body, BLEND_POSE_INFLUENCES) + <usize>others * INFLUENCE_BYTES;
    const end: usize = influence + (<usize>load<u32>(influence, INFLUENCE_LEFT) + 1) * INFLUENCE_BYTES;
    for (; influence < end; influence += INFLUENCE_BYTES) {
      matrix = matrices + load<u32>(influence, INFLUENCE_MATRIX);
      weight = v128.load64_splat(influence, INFLUENCE_WEIGHT);
      column0 = f64x2.add(column0, f64x2.mul(v128.load(matrix, MATRIX64_COLUMN_X), weight));
      column1 = f64x2.add(column1, f64x2.mul(v128.load(matrix, MATRIX64_COLUMN_Y), weight));
      column2 = f64x2.add(column2, f64x2.mul(v128.load(matrix, MATRIX64_COLUMN_Z), weight));
      column3 = f64x2.add(column3, f64x2.mul(v128.load(matrix, MATRIX64_TRANSLATION), weight));
      last01 = f64x2.add(last01, f64x2.mul(v128.load(matrix, MATRIX64_LAST_ROW), weight));
      last23 = f64x2.add(last23, f64x2.mul(v128.load(matrix, MATRIX64_LAST_ROW + 16), weight));
    }
  }
  let x = <f64>load<f32>(row, VERTEX_REST);
  let y = <f64>load<f32>(row, VERTEX_REST + 4);
  let z = <f64>load<f32>(row, VERTEX_REST + 8);
  const activeCount: usize = load<u32>(body, DISPLACEMENT_ACTIVE_COUNT);
  if (activeCount) {
    const record: usize =
      load<usize>(body, DISPLACEMENT_DISPLACEMENTS) + <usize>vertex * load<usize>(body, DISPLACEMENT_DISPLACEMENT_BYTES);
    let offset: usize = load<usize>(body, DISPLACEMENT_ACTIVE_FIELDS);
    let share: usize = load<usize>(body, DISPLACEMENT_ACTIVE_WEIGHTS64);
    for (const shareEnd = share + (activeCount << 3); share < shareEnd; share += 8) {
      const field: usize = record + load<u32>(offset);
      const q = load<f64>(share);
      x += <f64>load<f32>(field) * q;
      y += <f64>load<f32>(field, 4) * q;
      z += <f64>load<f32>(field, 8) * q;
      offset += 4;
    }
  }
  const xy = f64x2.add(
    f64x2.add(
      f64x2.add(f64x2.mul(column0, f64x2.splat(x)), f64x2.mul(column1, f64x2.splat(y))),
      f64x2.mul(column2, f64x2.splat(z)),
    ),
    column3,
  );
  const lastZ =
    f64x2.extract_lane(last01, 0) * x +
    f64x2.extract_lane(last01, 1) * y +
    f64x2.extract_lane(last23, 0) * z +
    f64x2.extract_lane(last23, 1);
  const out: usize = load<usize>(body, HEADER_POSITIONS) + <usize>vertex * POSITION_BYTES;
  v128.store_lane<u64>(out, f32x4.demote_f64x2_zero(xy), 0);
  store<f32>(out, <f32>lastZ, 8);
}
