/**
 * A vertex under a blend of transforms: morphed, then moved by the weighted sum of its governors' matrices, in float64,
 * rounded once. Twin: ../twin/pose-blend.ts.
 */
import {
  ACTIVE_COUNT,
  ACTIVE_FIELDS,
  ACTIVE_WEIGHTS64,
  FIELDS,
  FIELD_BLOCK_BYTES,
  INFLUENCES,
  MATRICES64,
  PATCH_VERTICES,
  POSITIONS,
  STAMP,
  VERTEX_STAMPS,
  VERTICES,
  VERTICES_POSED,
} from './lazy-body';

const VERTEX_SHIFT: usize = 5;
const OTHERS: usize = 12;
const AT_REST: usize = 16;
const NUMBER: usize = 28;
const NO_OTHERS: u32 = 0xffffffff;

/** Poses a run of vertices, whether or not they have been posed before. */
export function poseBlendVertices(body: usize, first: u32, count: u32): void {
  poseRows(body, load<usize>(body, VERTICES) + ((<usize>first) << VERTEX_SHIFT), count);
}

/** Poses the vertices that a run of corners names, where they are not yet those of the present pose. */
export function poseBlendCorners(body: usize, corner: usize, end: usize): void {
  const now = load<u32>(body, STAMP);
  const stamps: usize = load<usize>(body, VERTEX_STAMPS);
  let posed = load<u32>(body, VERTICES_POSED);
  for (; corner < end; corner += 4) {
    const vertex = load<u32>(corner);
    const stamp = stamps + ((<usize>vertex) << 2);
    if (load<u32>(stamp) == now) continue;
    store<u32>(stamp, now);
    poseBlendVertices(body, vertex, 1);
    posed++;
  }
  store<u32>(body, posed, VERTICES_POSED);
}

/** Poses the vertices of a patch, whether or not they have been posed before: to find out would take longer. */
export function poseBlendPatch(body: usize, first: u32, count: u32): void {
  const now = load<u32>(body, STAMP);
  const stamps: usize = load<usize>(body, VERTEX_STAMPS);
  const rows: usize = load<usize>(body, PATCH_VERTICES) + ((<usize>first) << VERTEX_SHIFT);
  const end = rows + ((<usize>count) << VERTEX_SHIFT);
  for (let row = rows; row < end; row += 1 << VERTEX_SHIFT) {
    store<u32>(stamps + ((<usize>load<u32>(row, NUMBER)) << 2), now);
  }
  store<u32>(body, load<u32>(body, VERTICES_POSED) + count, VERTICES_POSED);
  poseRows(body, rows, count);
}

function poseRows(body: usize, row: usize, count: u32): void {
  for (const end = row + ((<usize>count) << VERTEX_SHIFT); row < end; row += 1 << VERTEX_SHIFT) poseRow(body, row);
}

/** Poses one vertex. Sums run over morph targets and governors in ascending order. */
// @ts-ignore: decorator
@inline
function poseRow(body: usize, row: usize): void {
  const vertex = load<u32>(row, NUMBER);
  const matrices: usize = load<usize>(body, MATRICES64);
  let matrix: usize = matrices + load<u32>(row, 8);
  let weight = v128.load64_splat(row);
  let column0 = f64x2.mul(v128.load(matrix), weight);
  let column1 = f64x2.mul(v128.load(matrix, 16), weight);
  let column2 = f64x2.mul(v128.load(matrix, 32), weight);
  let column3 = f64x2.mul(v128.load(matrix, 48), weight);
  let last01 = f64x2.mul(v128.load(matrix, 64), weight);
  let last23 = f64x2.mul(v128.load(matrix, 80), weight);
  const others = load<u32>(row, OTHERS);
  if (others != NO_OTHERS) {
    let influence: usize = load<usize>(body, INFLUENCES) + ((<usize>others) << 4);
    const end: usize = influence + ((<usize>load<u32>(influence, 12) + 1) << 4);
    for (; influence < end; influence += 16) {
      matrix = matrices + load<u32>(influence, 8);
      weight = v128.load64_splat(influence);
      column0 = f64x2.add(column0, f64x2.mul(v128.load(matrix), weight));
      column1 = f64x2.add(column1, f64x2.mul(v128.load(matrix, 16), weight));
      column2 = f64x2.add(column2, f64x2.mul(v128.load(matrix, 32), weight));
      column3 = f64x2.add(column3, f64x2.mul(v128.load(matrix, 48), weight));
      last01 = f64x2.add(last01, f64x2.mul(v128.load(matrix, 64), weight));
      last23 = f64x2.add(last23, f64x2.mul(v128.load(matrix, 80), weight));
    }
  }
  let x = <f64>load<f32>(row, AT_REST);
  let y = <f64>load<f32>(row, AT_REST + 4);
  let z = <f64>load<f32>(row, AT_REST + 8);
  const activeCount: usize = load<u32>(body, ACTIVE_COUNT);
  if (activeCount) {
    const fields: usize = load<usize>(body, FIELDS);
    const blockBytes: usize = load<usize>(body, FIELD_BLOCK_BYTES);
    const coordinate = <usize>vertex * 3;
    const atX = fields + (coordinate >> 2) * blockBytes + ((coordinate & 3) << 2);
    const atY = fields + ((coordinate + 1) >> 2) * blockBytes + (((coordinate + 1) & 3) << 2);
    const atZ = fields + ((coordinate + 2) >> 2) * blockBytes + (((coordinate + 2) & 3) << 2);
    let offset: usize = load<usize>(body, ACTIVE_FIELDS);
    let share: usize = load<usize>(body, ACTIVE_WEIGHTS64);
    for (const shareEnd = share + (activeCount << 3); share < shareEnd; share += 8) {
      const step: usize = load<u32>(offset);
      const q = load<f64>(share);
      x += <f64>load<f32>(atX + step) * q;
      y += <f64>load<f32>(atY + step) * q;
      z += <f64>load<f32>(atZ + step) * q;
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
  const out: usize = load<usize>(body, POSITIONS) + <usize>vertex * 12;
  v128.store_lane<u64>(out, f32x4.demote_f64x2_zero(xy), 0);
  store<f32>(out, <f32>lastZ, 8);
}
