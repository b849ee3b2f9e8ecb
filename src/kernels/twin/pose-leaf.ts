/** Vertices posed when their triangle is touched: the reference for ../assembly/pose-leaf.ts, same words. */
import type { Arena } from '../arena.js';
import { BLEND, BODY, leafCount, leafFirst } from '../lazy-layout.js';
import { poseBlendTriangles } from './pose-blend.js';

/** Poses the vertices of the triangles of a leaf that are not yet those of the present pose. */
export function poseLeaf(arena: Arena, body: number, word: number): void {
  const { u32 } = arena;
  const header = body >>> 2;
  const now = u32[header + BODY.stamp];
  // Bodies known by proxies have no triangles.
  if (u32[header + BODY.wholeStamp] === now || u32[header + BODY.triangles] === 0) return;
  if (u32[header + BODY.rule] === BLEND) {
    poseBlendTriangles(arena, header, leafFirst(word), leafCount(word));
    return;
  }
  const stamps = u32[header + BODY.vertexStamps] >>> 2;
  const start = (u32[header + BODY.triangles] >>> 2) + leafFirst(word) * 3;
  for (let corner = start; corner < start + leafCount(word) * 3; corner++) {
    const vertex = u32[corner];
    if (u32[stamps + vertex] === now) continue;
    u32[stamps + vertex] = now;
    u32[header + BODY.verticesPosed]++;
    poseVertex(arena, header, vertex);
  }
}

/** The same sums, in the same order, as whole-mesh deformation; then the placement, rounded once more. */
function poseVertex(arena: Arena, header: number, vertex: number): void {
  const { f32, f64, u32 } = arena;
  const fields = u32[header + BODY.fields] >>> 2;
  const blockWords = u32[header + BODY.fieldBlockBytes] >>> 2;
  const activeFields = u32[header + BODY.activeFields] >>> 2;
  const activeWeights = u32[header + BODY.activeWeights64] >>> 3;
  const activeCount = u32[header + BODY.activeCount];
  const out = (u32[header + BODY.positions] >>> 2) + vertex * 3;
  for (let axis = 0; axis < 3; axis++) {
    const coordinate = vertex * 3 + axis;
    const at = fields + (coordinate >> 2) * blockWords + (coordinate & 3);
    let sum = f32[(u32[header + BODY.rest] >>> 2) + coordinate];
    for (let j = 0; j < activeCount; j++) sum += f32[at + (u32[activeFields + j] >>> 2)] * f64[activeWeights + j];
    f32[out + axis] = sum;
  }
  if (u32[header + BODY.placed] !== 0) placeVertex(f32, f64, u32[header + BODY.placement64] >>> 3, out);
}

/** Moves all posed vertices to where the body is placed. */
export function placeVertices(arena: Arena, positions: number, vertexCount: number, placement: number): void {
  const { f32, f64 } = arena;
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    placeVertex(f32, f64, placement >>> 3, (positions >>> 2) + vertex * 3);
  }
}

function placeVertex(f32: Float32Array, f64: Float64Array, m: number, at: number): void {
  const x = f32[at];
  const y = f32[at + 1];
  const z = f32[at + 2];
  for (let row = 0; row < 3; row++) {
    const r = m + row * 4;
    f32[at + row] = f64[r] * x + f64[r + 1] * y + f64[r + 2] * z + f64[r + 3];
  }
}
