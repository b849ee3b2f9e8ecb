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
const OTHER_COUNT: usize = 12;
const AT_REST: usize = 16;
const FIRST_OTHER: usize = 28;
/** Of a patch. */
const NUMBER: usize = 28;
const VERTEX_BYTES: usize = 32;

/** Poses a run of vertices, whether or not they have been posed before. */
export function poseBlendVertices(body: usize, first: u32, count: u32): void {
  for (let vertex = first; vertex < first + count; vertex++) {
    const row: usize = load<usize>(body, VERTICES) + ((<usize>vertex) << VERTEX_SHIFT);
    poseRow(body, vertex, row, load<usize>(body, INFLUENCES) + ((<usize>load<u32>(row, FIRST_OTHER)) << 4));
  }
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
  let row: usize = load<usize>(body, PATCH_VERTICES) + ((<usize>first) << 4);
  store<u32>(body, load<u32>(body, VERTICES_POSED) + count, VERTICES_POSED);
  for (; count > 0; count--) {
    const vertex = load<u32>(row, NUMBER);
    store<u32>(stamps + ((<usize>vertex) << 2), now);
    poseRow(body, vertex, row, row + VERTEX_BYTES);
    row += VERTEX_BYTES + ((<usize>load<u32>(row, OTHER_COUNT)) << 4);
  }
}

/** Poses one vertex. Sums run over morph targets and governors in ascending order. */
// @ts-ignore: decorator
@inline
function poseRow(body: usize, vertex: u32, row: usize, influence: usize): void {
  const matrices: usize = load<usize>(body, MATRICES64);
  let matrix: usize = matrices + load<u32>(row, 8);
  let weight = v128.load64_splat(row);
  let column0 = f64x2.mul(v128.load(matrix), weight);
  let column1 = f64x2.mul(v128.load(matrix, 16), weight);
  let column2 = f64x2.mul(v128.load(matrix, 32), weight);
  let column3 = f64x2.mul(v128.load(matrix, 48), weight);
  let last01 = f64x2.mul(v128.load(matrix, 64), weight);
  let last23 = f64x2.mul(v128.load(matrix, 80), weight);
  const end: usize = influence + ((<usize>load<u32>(row, OTHER_COUNT)) << 4);
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
