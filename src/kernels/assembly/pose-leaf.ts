/** Vertices posed when their triangle is touched, and placed. Twin: ../twin/pose-leaf.ts. */
import {
  DISPLACEMENT_ACTIVE_COUNT,
  DISPLACEMENT_ACTIVE_FIELDS,
  DISPLACEMENT_ACTIVE_WEIGHTS64,
  DISPLACEMENT_DISPLACEMENTS,
  DISPLACEMENT_DISPLACEMENT_BYTES,
  HEADER_PLACED,
  HEADER_PLACEMENT64,
  HEADER_POSITIONS,
  HEADER_POSE_RULE,
  HEADER_STAMP,
  HEADER_TRIANGLES,
  HEADER_VERTEX_STAMPS,
  HEADER_VERTICES_POSED,
  PLACEMENT64_ROW_BYTES,
  PLACEMENT64_ROW_TRANSLATION,
  PATH_ENTRY_POSE,
  POSE_BLEND,
  POSE_NOTHING,
  POSE_PATHS,
  POSITION_BYTES,
  TRIANGLE_BYTES,
} from './generated/layout';
import { displace } from './deform-linear';
import { arePosed, isWhole, leafCount, leafFirst } from './lazy-body';
import { poseBlendCorners } from './pose-blend';

/** Poses the vertices of the triangles of a leaf that are not yet those of the present pose. */
export function poseLeaf(body: usize, word: u32): void {
  const now = load<u32>(body, HEADER_STAMP);
  const rule = load<u32>(body, HEADER_POSE_RULE);
  if (rule == POSE_NOTHING || isWhole(body) || arePosed(body)) return;
  const stamps: usize = load<usize>(body, HEADER_VERTEX_STAMPS);
  let corner: usize = load<usize>(body, HEADER_TRIANGLES) + <usize>leafFirst(word) * TRIANGLE_BYTES;
  const end = corner + <usize>leafCount(word) * TRIANGLE_BYTES;
  if (rule == POSE_BLEND) {
    poseBlendCorners(body, corner, end);
    return;
  }
  if (rule == POSE_PATHS) {
    call_indirect<void>(PATH_ENTRY_POSE, body, corner, leafCount(word) * 3);
    return;
  }
  for (; corner < end; corner += 4) {
    const vertex = load<u32>(corner);
    const stamp = stamps + ((<usize>vertex) << 2);
    if (load<u32>(stamp) == now) continue;
    store<u32>(stamp, now);
    poseVertex(body, vertex);
  }
}

/** The same sums, in the same order, as whole-mesh deformation; then the placement, rounded once more. */
function poseVertex(body: usize, vertex: u32): void {
  const out: usize = load<usize>(body, HEADER_POSITIONS) + <usize>vertex * POSITION_BYTES;
  store<u32>(body, load<u32>(body, HEADER_VERTICES_POSED) + 1, HEADER_VERTICES_POSED);
  const weights: usize = load<usize>(body, DISPLACEMENT_ACTIVE_WEIGHTS64);
  displace(
    load<usize>(body, DISPLACEMENT_DISPLACEMENTS) + <usize>vertex * load<usize>(body, DISPLACEMENT_DISPLACEMENT_BYTES),
    load<usize>(body, DISPLACEMENT_ACTIVE_FIELDS),
    weights,
    weights + ((<usize>load<u32>(body, DISPLACEMENT_ACTIVE_COUNT)) << 3),
    out,
  );
  if (load<u32>(body, HEADER_PLACED)) placeVertices(out, 1, load<usize>(body, HEADER_PLACEMENT64));
}

/** Moves a posed vertex to where the body is placed: three rows of four float64. */
// @ts-ignore: decorator
@inline
export function placeVertex(m: usize, vertex: usize): void {
  const x = <f64>load<f32>(vertex);
  const y = <f64>load<f32>(vertex, 4);
  const z = <f64>load<f32>(vertex, 8);
  store<f32>(vertex, <f32>movedAlong(m, x, y, z));
  store<f32>(vertex, <f32>movedAlong(m + PLACEMENT64_ROW_BYTES, x, y, z), 4);
  store<f32>(vertex, <f32>movedAlong(m + 2 * PLACEMENT64_ROW_BYTES, x, y, z), 8);
}

/** One row of a placement, applied. */
// @ts-ignore: decorator
@inline
function movedAlong(row: usize, x: f64, y: f64, z: f64): f64 {
  const turned = load<f64>(row) * x + load<f64>(row, 8) * y + load<f64>(row, 16) * z;
  return turned + load<f64>(row, PLACEMENT64_ROW_TRANSLATION);
}

/** Moves all posed vertices to where the body is placed. */
export function placeVertices(positions: usize, vertexCount: i32, placement: usize): void {
  for (const end = positions + <usize>vertexCount * POSITION_BYTES; positions < end; positions += POSITION_BYTES) {
    placeVertex(placement, positions);
  }
}
