/** Vertices posed when their triangle is touched: the reference for ../assembly/pose-leaf.ts, same words. */
import type { Arena } from '../arena.js';
import { leafCount, leafFirst } from '../layout/child-words.js';
import { HEADER, POSE_BLEND, POSE_NOTHING, POSE_PATHS } from '../layout/header.js';
import { DISPLACEMENT } from '../layout/linear.js';
import { arePosed } from '../layout/self.js';
import { displace } from './deform-linear.js';
import { poseBlendTriangles } from './pose-blend.js';
import { behind, doubleAt, follow, follow64, pointerAt, wordAt } from '../units.js';
import type { ByteOffset, WordIndex } from '../units.js';

/** Poses the vertices of the triangles of a leaf that are not yet those of the present pose. */
export function poseLeaf(arena: Arena, body: ByteOffset, word: number): void {
  const { u32 } = arena;
  const header = wordAt(body);
  const now = u32[header + HEADER.stamp];
  const rule = u32[header + HEADER.poseRule];
  if (rule === POSE_NOTHING || u32[header + HEADER.wholeStamp] === now || arePosed(u32, header)) return;
  if (rule === POSE_BLEND) {
    poseBlendTriangles(arena, header, leafFirst(word), leafCount(word));
    return;
  }
  const start = follow(u32, header + HEADER.triangles) + leafFirst(word) * 3;
  if (rule === POSE_PATHS) {
    arena.paths!.posePaths(arena, header, start, leafCount(word) * 3);
    return;
  }
  const stamps = follow(u32, header + HEADER.vertexStamps);
  for (let corner = start; corner < start + leafCount(word) * 3; corner++) {
    const vertex = u32[corner];
    if (u32[stamps + vertex] === now) continue;
    u32[stamps + vertex] = now;
    u32[header + HEADER.verticesPosed]++;
    poseVertex(arena, header, vertex);
  }
}

/** The same sums, in the same order, as whole-mesh deformation; then the placement, rounded once more. */
function poseVertex(arena: Arena, header: WordIndex, vertex: number): void {
  const { f32, f64, u32 } = arena;
  const out = follow(u32, header + HEADER.positions) + vertex * 3;
  displace(
    arena,
    wordAt(
      behind(
        pointerAt(u32, header + DISPLACEMENT.displacements),
        vertex * u32[header + DISPLACEMENT.displacementBytes],
      ),
    ),
    follow(u32, header + DISPLACEMENT.activeFields),
    follow64(u32, header + DISPLACEMENT.activeWeights64),
    u32[header + DISPLACEMENT.activeCount],
    out,
  );
  if (u32[header + HEADER.placed] !== 0) placeVertex(f32, f64, follow64(u32, header + HEADER.placement64), out);
}

/** Moves all posed vertices to where the body is placed. */
export function placeVertices(arena: Arena, positions: ByteOffset, vertexCount: number, placement: ByteOffset): void {
  const { f32, f64 } = arena;
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    placeVertex(f32, f64, doubleAt(placement), wordAt(positions) + vertex * 3);
  }
}

/** Moves a posed vertex to where the body is placed. */
export function placeVertex(f32: Float32Array, f64: Float64Array, m: number, at: number): void {
  const x = f32[at];
  const y = f32[at + 1];
  const z = f32[at + 2];
  for (let row = 0; row < 3; row++) {
    const r = m + row * 4;
    f32[at + row] = f64[r] * x + f64[r + 1] * y + f64[r + 2] * z + f64[r + 3];
  }
}
