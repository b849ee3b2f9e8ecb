/** Where the vertices of a blend are, by the definition alone, and whether bounds hold them, exactly. */
import type { Body } from 'pliant';
import { type BlendModel, type Pose, fieldIndex } from 'pliant/parts';
import type { BlendTree } from '../../src/bounds/blend/blend-tree.js';
import { LANES, LEAF_BIT, NO_CHILD, leafCount, leafFirst } from '../../src/kernels/layout/child-words.js';
import { exactFloat32 } from './exact-floats.js';
import { wordAt } from '../../src/kernels/units.js';

/** World positions in the order of the mesh: float64 sums over ascending fields and governors, rounded once. */
export function definedPositions(model: BlendModel, pose: Pose, placement?: ArrayLike<number>): Float32Array {
  const matrices = Array.from({ length: model.governorCount }, (_, governor) => {
    const matrix = matrixOf(model, pose, governor);
    return placement ? placed(matrix, placement) : matrix;
  });
  const out = new Float32Array(model.vertexCount * 3);
  for (let vertex = 0; vertex < model.vertexCount; vertex++) {
    const rest = [0, 1, 2].map((axis) => {
      let sum = model.rest[vertex * 3 + axis];
      for (let j = 0; j < model.fieldCount; j++) {
        const displacement = model.fields[fieldIndex(model.fieldCount, j, vertex * 3 + axis)];
        if (pose.weights[j] !== 0) sum += displacement * pose.weights[j];
      }
      return sum;
    });
    const blend: number[] = [];
    for (let i = model.influenceOffsets[vertex]; i < model.influenceOffsets[vertex + 1]; i++) {
      matrices[model.governors[i]].forEach((entry, k) => {
        const product = model.weights[i] * entry;
        blend[k] = blend[k] === undefined ? product : blend[k] + product;
      });
    }
    for (let row = 0; row < 3; row++) {
      const [x, y, z, shift] = blend.slice(row * 4, row * 4 + 4);
      out[vertex * 3 + row] = x * rest[0] + y * rest[1] + z * rest[2] + shift;
    }
  }
  return out;
}

function matrixOf(model: BlendModel, pose: Pose, governor: number): number[] {
  if (model.poseLayout.pointCount === 0) return [...pose.transforms.subarray(governor * 12, governor * 12 + 12)];
  const [x, y, z] = pose.points.subarray(governor * 3, governor * 3 + 3);
  return [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z];
}

/** The product with a placement, which comes column by column. */
function placed(m: readonly number[], p: ArrayLike<number>): number[] {
  return m.map((_, k) => {
    const row = Math.floor(k / 4);
    const column = k % 4;
    const turned = p[row] * m[column] + p[4 + row] * m[4 + column] + p[8 + row] * m[8 + column];
    return column === 3 ? turned + p[12 + row] : turned;
  });
}

/** The vertices of the mesh below every slot of a tree that holds something, by slot, parents first. */
export function meshVerticesBySlot(tree: BlendTree): Map<number, Uint32Array> {
  const { blockCount, triangles, vertexOrder, words } = tree;
  const below: Set<number>[] = [];
  const found: [number, Uint32Array][] = [];
  for (let block = blockCount - 1; block >= 0; block--) {
    below[block] = new Set();
    for (let slot = block * LANES; slot < block * LANES + LANES; slot++) {
      const word = words[slot];
      if (word === NO_CHILD) continue;
      const corners = triangles.subarray(leafFirst(word) * 3, (leafFirst(word) + leafCount(word)) * 3);
      const vertices = word >= LEAF_BIT ? Array.from(corners, (vertex) => vertexOrder[vertex]) : [...below[word]];
      for (const vertex of vertices) below[block].add(vertex);
      found.push([slot, Uint32Array.from(vertices)]);
    }
  }
  return new Map(found.reverse());
}

/** The first vertex that a box of the body loses, of the slots and in the order that are given; undefined if none. */
export function findBlendLoss(
  body: Body,
  slots: Iterable<readonly [number, Uint32Array]>,
  world: Float32Array,
): string | undefined {
  body.refresh();
  const { arena, run } = body.kernels;
  for (const [slot, vertices] of slots) {
    const lane = wordAt(run.evaluateBlock(body.header, slot >>> 2)) + (slot & 3);
    for (let axis = 0; axis < 3; axis++) {
      const center = arena.f32[lane + axis * LANES];
      const extent = arena.f32[lane + (3 + axis) * LANES];
      if (Number.isNaN(center) || Number.isNaN(extent)) return `slot ${slot} is not a number on axis ${axis}`;
      for (const vertex of vertices) {
        if (isOutside(world[vertex * 3 + axis], center, extent)) {
          return `slot ${slot}, ${center} ± ${extent}, loses vertex ${vertex}, ${world[vertex * 3 + axis]}, on axis ${axis}`;
        }
      }
    }
  }
  return undefined;
}

/** Exactly: in doubles where they leave no doubt, in big integers else. */
function isOutside(value: number, center: number, extent: number): boolean {
  if (extent === Infinity) return false;
  const distance = Math.abs(value - center);
  if (distance < extent * (1 - 1e-12)) return false;
  const difference = exactFloat32(value) - exactFloat32(center);
  return (difference < 0n ? -difference : difference) > exactFloat32(extent);
}
