/** Bodies of every rule, and where their vertices and bounds are, for tests of both. */
import type { Kernels } from 'pliant';
import type { Random } from 'pliant/exact';
import { type Mesh, buildTree, createLinearModel, createPose, poseMesh, setWeights } from 'pliant/parts';
import { type BdTreeOptions, createBdTree } from '../../src/bounds/bd/bd-tree.js';
import { type Body } from '../../src/body/body.js';
import { createBody } from '../../src/body/create-body.js';
import type { BodyOptions } from '../../src/body/options.js';
import type { Shape } from '../../src/bounds/shape.js';
import { LANES, LEAF_BIT, NO_CHILD, leafCount, leafFirst } from '../../src/kernels/layout/child-words.js';
import { HEADER, ORIENTED, SPHERES } from '../../src/kernels/layout/header.js';
import { LINEAR_BOUND } from '../../src/kernels/layout/linear.js';
import { ORIENTED_BOX } from '../../src/kernels/layout/record.js';
import { exactFloat32 } from '../support/exact-floats.js';
import { wordAt } from '../../src/kernels/units.js';

/** A rule by which bounds follow the pose. */
export interface Rule {
  readonly bounds: BdTreeOptions;
  readonly coherence?: number;
}

/** Every rule there is, by name. The last carry bounds over from pose to pose whatever it costs in tightness. */
export const RULES: Readonly<Record<string, Rule>> = {
  'spheres around means': { bounds: { bound: 'sphere', center: 'mean' } },
  'spheres around middles': { bounds: { bound: 'sphere', center: 'middle' } },
  'smallest balls': { bounds: { bound: 'sphere', center: 'smallest-ball' } },
  'spheres between targets': { bounds: { bound: 'sphere', morph: true } },
  boxes: { bounds: { bound: 'box' } },
  'boxes between targets': { bounds: { bound: 'box', morph: true } },
  'oriented boxes': { bounds: { bound: 'oriented-box' } },
  'oriented boxes between targets': { bounds: { bound: 'oriented-box', morph: true } },
  'spheres carried over': { bounds: { bound: 'sphere' }, coherence: 1e30 },
  'boxes carried over': { bounds: { bound: 'box', morph: true }, coherence: 1e30 },
  'oriented boxes carried over': { bounds: { bound: 'oriented-box' }, coherence: 1e30 },
};

const SHEAR = [0, 1, -1, 0, -1, 0, 1, 0, 1, -1, 0, 0].map((value) => value * 2e-6);

/** A body with a model, a tree and bounds of its own, never refitted. */
export function makeLazyBody(
  kernels: Kernels,
  mesh: Mesh,
  fields: readonly Float32Array[],
  rule: Rule,
  leafSize = 2,
): Body {
  return createBody(kernels, lazyParts(mesh, fields, rule, leafSize), lazyOptions(rule));
}

/** What such a body is made of, for as many bodies as you like. */
export function lazyParts(mesh: Mesh, fields: readonly Float32Array[], rule: Rule, leafSize = 2): Shape {
  const model = createLinearModel(mesh, fields);
  return { mesh, model, bounds: createBdTree(mesh, model, buildTree(mesh, { leafSize, arity: 4 }), rule.bounds) };
}

/** How such a body is kept up to date. */
export function lazyOptions(rule: Rule): BodyOptions {
  return { strategy: 'lazy', coherence: rule.coherence ?? 0 };
}

/**
 * A rotation and translation, column by column; the rotation from a random quaternion, good to float64, or as bad as
 * is let through: nearly a ten-thousandth off.
 */
export function randomPlacement(random: Random, reach: number, isSloppy = false): number[] {
  let [w, x, y, z] = [0, 0, 0, 0].map(() => random.range(-1, 1));
  const length = Math.sqrt(w * w + x * x + y * y + z * z) || 1;
  [w, x, y, z] = [w, x, y, z].map((value) => value / length);
  const [tx, ty, tz] = [0, 0, 0].map(() => random.range(-reach, reach));
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y), 0],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x), 0],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y), 0],
    [tx, ty, tz, 1],
  ]
    .flat()
    .map((value, k) => (isSloppy && k < 12 ? value * (1 + 4.5e-5) + SHEAR[k] : value));
}

/** Where all vertices are, by the definition: posed, then placed, each rounded once. */
export function worldPositions(body: Body, placement?: readonly number[]): Float32Array {
  const pose = createPose(body.model.poseLayout);
  setWeights(pose, body.pose.weights);
  const posed = new Float32Array(body.mesh.vertexCount * 3);
  poseMesh(body.model, pose, posed);
  return placement ? placedPositions(posed, placement) : posed;
}

/** Posed vertices, placed, each rounded once more. */
export function placedPositions(posed: Float32Array, m: readonly number[]): Float32Array {
  return posed.map((_, k) => {
    const [x, y, z] = posed.subarray(k - (k % 3), k - (k % 3) + 3);
    const row = k % 3;
    return m[row] * x + m[row + 4] * y + m[row + 8] * z + m[row + 12];
  });
}

/** The vertices of the mesh below every slot that holds something, from the words of the blocks alone. */
export function verticesBySlot(body: Body): Map<number, Set<number>> {
  const { blockCount, triangles, vertexOrder, words } = body.bounds;
  const found = new Map<number, Set<number>>();
  const below: Set<number>[] = [];
  for (let block = blockCount - 1; block >= 0; block--) {
    below[block] = new Set();
    for (let slot = block * LANES; slot < block * LANES + LANES; slot++) {
      const word = words[slot];
      if (word === NO_CHILD) continue;
      const isLeaf = word >= LEAF_BIT;
      const corners = triangles.subarray(leafFirst(word) * 3, (leafFirst(word) + leafCount(word)) * 3);
      const vertices = isLeaf ? new Set(Array.from(corners, (corner) => vertexOrder[corner])) : below[word];
      found.set(slot, vertices);
      for (const vertex of vertices) below[block].add(vertex);
    }
  }
  return found;
}

/**
 * The first vertex that a bound of the present pose loses, in big integers; undefined when all are inside all.
 * Evaluates every block. Bounds that are infinite in some direction hold what they like there.
 */
export function findLoss(
  body: Body,
  slots: ReadonlyMap<number, ReadonlySet<number>>,
  positions: Float32Array,
): string | undefined {
  body.refresh();
  const { arena, run } = body.kernels;
  const { f32, u32 } = arena;
  const header = wordAt(body.header);
  const exact = Array.from(positions, exactFloat32);
  for (const [slot, vertices] of slots) {
    const lane = wordAt(run.evaluateBlock(body.header, slot >>> 2)) + (slot & 3);
    const shape = u32[header + HEADER.shape];
    const sizes = [0, 1, 2].map((axis) => f32[lane + (3 + (shape === SPHERES ? 0 : axis)) * LANES]);
    if (sizes.some(Number.isNaN)) return `slot ${slot} has no size`;
    if (sizes[0] === Infinity) continue;
    const center = [0, 1, 2].map((axis) => exactFloat32(f32[lane + axis * LANES]));
    const oriented =
      ((u32[header + LINEAR_BOUND.oriented] + (slot >>> 2) * ORIENTED_BOX.wordCount * 4) >>> 2) + (slot & 3);
    for (const vertex of vertices) {
      const d = center.map((coordinate, axis) => exact[vertex * 3 + axis] - coordinate);
      const where = `slot ${slot} loses vertex ${vertex}`;
      if (shape === SPHERES) {
        const radius = exactFloat32(sizes[0]);
        if (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] > radius * radius) return where;
        continue;
      }
      for (let axis = 0; axis < 3; axis++) {
        if (sizes[axis] !== Infinity && absolute(d[axis]) > exactFloat32(sizes[axis]))
          return `${where} on axis ${axis}`;
        if (shape !== ORIENTED) continue;
        const row = oriented + axis * 3 * LANES;
        const along = d.reduce((sum, value, k) => sum + value * exactFloat32(f32[row + k * LANES]), 0n);
        const extent = f32[oriented + (9 + axis) * LANES];
        if (extent !== Infinity && absolute(along) > exactFloat32(extent) << 149n) return `${where} along axis ${axis}`;
      }
    }
  }
  return undefined;
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}
