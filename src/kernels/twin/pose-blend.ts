/** Vertices under a blend of transforms: the reference for ../assembly/pose-blend.ts, same words. */
import type { Arena } from '../arena.js';
import { BLEND_POSE } from '../layout/blend-body.js';
import { INFLUENCE, NO_OTHERS, VERTEX } from '../layout/blend.js';
import { HEADER } from '../layout/header.js';
import { DISPLACEMENT } from '../layout/linear.js';
import { PATCHED } from '../layout/patches.js';
import { follow, follow64, placeOf, wordAt } from '../units.js';
import type { ByteOffset, WordIndex } from '../units.js';

/** Poses a run of vertices, whether or not they have been posed before. */
export function poseBlendVertices(arena: Arena, body: ByteOffset, first: number, count: number): void {
  const header = wordAt(body);
  poseRows(arena, header, follow(arena.u32, header + BLEND_POSE.vertices) + first * VERTEX.wordCount, count);
}

/** Poses the vertices of a run of triangles, in the order of the leaves, that are not yet those of the present pose. */
export function poseBlendTriangles(arena: Arena, header: WordIndex, first: number, count: number): void {
  const { u32 } = arena;
  const now = u32[header + HEADER.stamp];
  const stamps = follow(u32, header + HEADER.vertexStamps);
  const start = follow(u32, header + HEADER.triangles) + first * 3;
  for (let corner = start; corner < start + count * 3; corner++) {
    const vertex = u32[corner];
    if (u32[stamps + vertex] === now) continue;
    u32[stamps + vertex] = now;
    u32[header + HEADER.verticesPosed]++;
    poseBlendVertices(arena, placeOf(header), vertex, 1);
  }
}

/** Poses the vertices of a patch, whether or not they have been posed before: to find out would take longer. */
export function poseBlendPatch(arena: Arena, header: WordIndex, first: number, count: number): void {
  const { u32 } = arena;
  const now = u32[header + HEADER.stamp];
  const stamps = follow(u32, header + HEADER.vertexStamps);
  const rows = follow(u32, header + PATCHED.patchVertices) + first * VERTEX.wordCount;
  for (let i = 0; i < count; i++) u32[stamps + u32[rows + i * VERTEX.wordCount + VERTEX.vertex]] = now;
  u32[header + HEADER.verticesPosed] += count;
  poseRows(arena, header, rows, count);
}

/** The blended matrix: rows 0 and 1 column by column, then row 2. */
const blend = new Float64Array(12);
const morphed = new Float64Array(3);

function poseRows(arena: Arena, header: WordIndex, first: number, count: number): void {
  const end = first + count * VERTEX.wordCount;
  for (let row = first; row < end; row += VERTEX.wordCount) poseRow(arena, header, row);
}

function poseRow(arena: Arena, header: WordIndex, row: number): void {
  const { f32, f64, u32 } = arena;
  const vertex = u32[row + VERTEX.vertex];
  const matrices = u32[header + BLEND_POSE.matrices64];
  const first = (matrices + u32[row + VERTEX.matrix]) >>> 3;
  for (let k = 0; k < 12; k++) blend[k] = f64[first + k] * f64[(row + VERTEX.weight) >>> 1];
  if (u32[row + VERTEX.others] !== NO_OTHERS) {
    let other = follow(u32, header + BLEND_POSE.influences) + u32[row + VERTEX.others] * INFLUENCE.wordCount;
    const end = other + (u32[other + INFLUENCE.left] + 1) * INFLUENCE.wordCount;
    for (; other < end; other += INFLUENCE.wordCount) {
      const matrix = (matrices + u32[other + INFLUENCE.matrix]) >>> 3;
      for (let k = 0; k < 12; k++) blend[k] += f64[matrix + k] * f64[(other + INFLUENCE.weight) >>> 1];
    }
  }
  morphVertex(arena, header, vertex, row);
  const x = morphed[0];
  const y = morphed[1];
  const z = morphed[2];
  const out = follow(u32, header + HEADER.positions) + vertex * 3;
  f32[out] = blend[0] * x + blend[2] * y + blend[4] * z + blend[6];
  f32[out + 1] = blend[1] * x + blend[3] * y + blend[5] * z + blend[7];
  f32[out + 2] = blend[8] * x + blend[9] * y + blend[10] * z + blend[11];
}

/** Leaves the rest position, moved by the morph targets, in `morphed`. */
function morphVertex(arena: Arena, header: WordIndex, vertex: number, row: number): void {
  const { f32, f64, u32 } = arena;
  const record =
    (u32[header + DISPLACEMENT.displacements] + vertex * u32[header + DISPLACEMENT.displacementBytes]) >>> 2;
  const activeFields = follow(u32, header + DISPLACEMENT.activeFields);
  const activeWeights = follow64(u32, header + DISPLACEMENT.activeWeights64);
  const activeCount = u32[header + DISPLACEMENT.activeCount];
  for (let axis = 0; axis < 3; axis++) {
    let sum = f32[row + VERTEX.rest + axis];
    for (let j = 0; j < activeCount; j++) {
      sum += f32[record + follow(u32, activeFields + j) + axis] * f64[activeWeights + j];
    }
    morphed[axis] = sum;
  }
}
