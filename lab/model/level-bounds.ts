/**
 * The bounds of one level of the tree, and how much they have grown since the mesh was at rest. They are evaluated here,
 * for the picture alone: the body that is searched is not asked, so its counters tell what the search did and no more.
 */
import { NO_NODE } from 'pliant/parts';
import type { BdTree, Tree } from 'pliant/parts';

/** Bounds of some nodes. */
export interface LevelBounds {
  /** The nodes, as the tree numbers them. */
  readonly nodes: Uint32Array;
  /** Six numbers per node: lowest and highest corner of the box, or of the box around the sphere. */
  readonly corners: Float32Array;
  /** Size over size at rest: of radii, or of the diagonals of boxes. */
  readonly growth: Float32Array;
}

/** Lanes of a block: the bounds of up to four children lie side by side. */
const LANES = 4;
const SPHERE = 0;

/** Room for the bounds of nodes. */
export function createLevelBounds(nodes: Uint32Array): LevelBounds {
  return { nodes, corners: new Float32Array(nodes.length * 6), growth: new Float32Array(nodes.length) };
}

/** Where each node has its coefficients: four times a block, plus a lane. */
export function findSlots(tree: Tree, bounds: BdTree): Uint32Array {
  const slots = new Uint32Array(tree.nodeCount);
  for (let node = 0; node < tree.nodeCount; node++) {
    for (let lane = 0; lane < tree.arity; lane++) {
      const child = tree.children[node * tree.arity + lane];
      if (child === NO_NODE) break;
      slots[child] = bounds.words[slots[node]] * LANES + lane;
    }
  }
  return slots;
}

/** The bounds as the weights make them: centre plus weighted shifts, size plus weighted growths. */
export function evaluateBounds(bounds: BdTree, slots: Uint32Array, weights: Float32Array, out: LevelBounds): void {
  const { fieldCount, rowCount, rows, shape } = bounds;
  const isSphere = shape === SPHERE;
  const center = new Float64Array(3);
  const size = new Float64Array(3);
  out.nodes.forEach((node, i) => {
    const slot = slots[node];
    const fieldStride = rowCount * LANES;
    const first = (slot >>> 2) * (fieldCount + 1) * fieldStride + (slot & 3);
    let restSquared = 0;
    let sizeSquared = 0;
    for (let axis = 0; axis < 3; axis++) {
      const centerRow = first + axis * LANES;
      const sizeRow = first + (isSphere ? 3 : 3 + axis) * LANES;
      center[axis] = rows[centerRow];
      size[axis] = rows[sizeRow];
      restSquared += size[axis] * size[axis];
      for (let j = 0; j < fieldCount; j++) {
        center[axis] += weights[j] * rows[centerRow + (j + 1) * fieldStride];
        size[axis] += Math.abs(weights[j]) * rows[sizeRow + (j + 1) * fieldStride];
      }
      sizeSquared += size[axis] * size[axis];
      out.corners[i * 6 + axis] = center[axis] - size[axis];
      out.corners[i * 6 + 3 + axis] = center[axis] + size[axis];
    }
    out.growth[i] = Math.sqrt(sizeSquared / restSquared);
  });
}

/** The tightest boxes, as a refit makes them, from all positions; `rest` are those of the mesh at rest. */
export function fitBoxes(
  tree: Tree,
  triangles: Uint32Array,
  positions: Float32Array,
  rest: Float32Array,
  out: LevelBounds,
): void {
  const now = new Float64Array(6);
  const before = new Float64Array(6);
  out.nodes.forEach((node, i) => {
    fitBox(tree, triangles, node, positions, now);
    fitBox(tree, triangles, node, rest, before);
    out.corners.set(now, i * 6);
    out.growth[i] = diagonal(now) / diagonal(before);
  });
}

function fitBox(tree: Tree, triangles: Uint32Array, node: number, positions: Float32Array, box: Float64Array): void {
  const first = tree.ranges[node * 2];
  const end = first + tree.ranges[node * 2 + 1];
  box.fill(Infinity, 0, 3).fill(-Infinity, 3);
  for (let i = first; i < end; i++) {
    for (let corner = tree.triangleOrder[i] * 3; corner < tree.triangleOrder[i] * 3 + 3; corner++) {
      for (let axis = 0; axis < 3; axis++) {
        const coordinate = positions[triangles[corner] * 3 + axis];
        if (coordinate < box[axis]) box[axis] = coordinate;
        if (coordinate > box[axis + 3]) box[axis + 3] = coordinate;
      }
    }
  }
}

function diagonal(box: Float64Array): number {
  return Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
}
