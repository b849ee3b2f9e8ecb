/** Vertices posed when their triangle is touched, and placed. Twin: ../twin/pose-leaf.ts. */
import {
  ACTIVE_COUNT,
  ACTIVE_FIELDS,
  ACTIVE_WEIGHTS64,
  BLEND,
  FIELDS,
  FIELD_BLOCK_BYTES,
  PLACED,
  PLACEMENT64,
  POSITIONS,
  REST,
  RULE,
  STAMP,
  TRIANGLES,
  VERTEX_STAMPS,
  VERTICES_POSED,
  WHOLE_STAMP,
} from './lazy-body';
import { poseBlendCorners } from './pose-blend';

/** Poses the vertices of the triangles of a leaf that are not yet those of the present pose. */
export function poseLeaf(body: usize, word: u32): void {
  const first = word & 0x07ffffff;
  const count = ((word >>> 27) & 15) + 1;
  const now = load<u32>(body, STAMP);
  // Bodies known by proxies have no triangles.
  if (load<u32>(body, WHOLE_STAMP) == now || load<u32>(body, TRIANGLES) == 0) return;
  const stamps: usize = load<usize>(body, VERTEX_STAMPS);
  let corner: usize = load<usize>(body, TRIANGLES) + <usize>first * 12;
  const end = corner + <usize>count * 12;
  if (load<u32>(body, RULE) == BLEND) {
    poseBlendCorners(body, corner, end);
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
  const rest: usize = load<usize>(body, REST) + <usize>vertex * 12;
  let x = <f64>load<f32>(rest);
  let y = <f64>load<f32>(rest, 4);
  let z = <f64>load<f32>(rest, 8);
  const fields: usize = load<usize>(body, FIELDS);
  const blockBytes: usize = load<usize>(body, FIELD_BLOCK_BYTES);
  const coordinate = <usize>vertex * 3;
  const atX = fields + (coordinate >> 2) * blockBytes + ((coordinate & 3) << 2);
  const atY = fields + ((coordinate + 1) >> 2) * blockBytes + (((coordinate + 1) & 3) << 2);
  const atZ = fields + ((coordinate + 2) >> 2) * blockBytes + (((coordinate + 2) & 3) << 2);
  let offset: usize = load<usize>(body, ACTIVE_FIELDS);
  let weight: usize = load<usize>(body, ACTIVE_WEIGHTS64);
  const end = weight + ((<usize>load<u32>(body, ACTIVE_COUNT)) << 3);
  for (; weight < end; weight += 8) {
    const step: usize = load<u32>(offset);
    const q = load<f64>(weight);
    x += <f64>load<f32>(atX + step) * q;
    y += <f64>load<f32>(atY + step) * q;
    z += <f64>load<f32>(atZ + step) * q;
    offset += 4;
  }
  const out: usize = load<usize>(body, POSITIONS) + <usize>vertex * 12;
  store<u32>(body, load<u32>(body, VERTICES_POSED) + 1, VERTICES_POSED);
  store<f32>(out, <f32>x);
  store<f32>(out, <f32>y, 4);
  store<f32>(out, <f32>z, 8);
  if (load<u32>(body, PLACED)) placeVertex(load<usize>(body, PLACEMENT64), out);
}

/** Moves a posed vertex to where the body is placed: three rows of four float64. */
// @ts-ignore: decorator
@inline
function placeVertex(m: usize, vertex: usize): void {
  const x = <f64>load<f32>(vertex);
  const y = <f64>load<f32>(vertex, 4);
  const z = <f64>load<f32>(vertex, 8);
  store<f32>(vertex, <f32>(load<f64>(m) * x + load<f64>(m, 8) * y + load<f64>(m, 16) * z + load<f64>(m, 24)));
  store<f32>(vertex, <f32>(load<f64>(m, 32) * x + load<f64>(m, 40) * y + load<f64>(m, 48) * z + load<f64>(m, 56)), 4);
  store<f32>(vertex, <f32>(load<f64>(m, 64) * x + load<f64>(m, 72) * y + load<f64>(m, 80) * z + load<f64>(m, 88)), 8);
}

/** Moves all posed vertices to where the body is placed. */
export function placeVertices(positions: usize, vertexCount: i32, placement: usize): void {
  for (const end = positions + <usize>vertexCount * 12; positions < end; positions += 12) {
    placeVertex(placement, positions);
  }
}
