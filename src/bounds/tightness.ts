/** How much larger bounds are than they would have to be, level by level: the number that decides what a walk costs. */
import { distanceSquared } from '../math/vec3.js';
import { nodeLevels } from '../tree/tree.js';
import { BOX_BOUND, BOX_HIGH, BOX_LOW, BOX_STRIDE, SPHERE_RADIUS, SPHERE_STRIDE } from './layout.js';
import type { PosedBody } from './posed-body.js';

/** Looseness of the bounds on one level of a tree. */
export interface LevelTightness {
  /** Nodes on the level. */
  readonly nodeCount: number;
  /** Mean over the nodes of size over tightest size: 1 is tight. */
  readonly meanRatio: number;
  /** The loosest node's ratio. */
  readonly largestRatio: number;
}

/**
 * Measures the bounds of a body in its present pose, from the root down. A box is compared by surface area with the box
 * of its posed vertices, a sphere by radius with the smallest sphere of the same centre around them.
 */
export function measureTightness(body: PosedBody): LevelTightness[] {
  body.refresh();
  const { tree, mesh, positions, bounds } = body;
  const levels = nodeLevels(tree);
  const counts = new Uint32Array(tree.depth);
  const sums = new Float64Array(tree.depth);
  const largest = new Float64Array(tree.depth);
  for (let node = 0; node < tree.nodeCount; node++) {
    const vertices = verticesBelow(
      tree.ranges[node * 2],
      tree.ranges[node * 2 + 1],
      tree.triangleOrder,
      mesh.triangles,
    );
    const ratio =
      body.boundKind === BOX_BOUND
        ? boxRatio(bounds, node * BOX_STRIDE, positions, vertices)
        : sphereRatio(bounds, node * SPHERE_STRIDE, positions, vertices);
    const level = levels[node];
    counts[level]++;
    sums[level] += ratio;
    largest[level] = Math.max(largest[level], ratio);
  }
  return Array.from(counts, (nodeCount, level) => ({
    nodeCount,
    meanRatio: sums[level] / nodeCount,
    largestRatio: largest[level],
  }));
}

function verticesBelow(first: number, count: number, order: Uint32Array, triangles: Uint32Array): Uint32Array {
  const vertices = new Uint32Array(count * 3);
  for (let i = 0; i < count; i++) {
    for (let corner = 0; corner < 3; corner++) vertices[i * 3 + corner] = triangles[order[first + i] * 3 + corner];
  }
  return vertices;
}

function boxRatio(bounds: Float32Array, at: number, positions: Float32Array, vertices: Uint32Array): number {
  const tight = new Float64Array(6).fill(-Infinity);
  for (const vertex of vertices) {
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[vertex * 3 + axis];
      tight[axis] = Math.max(tight[axis], -value);
      tight[axis + 3] = Math.max(tight[axis + 3], value);
    }
  }
  const area = halfArea(
    bounds[at + BOX_HIGH] - bounds[at + BOX_LOW],
    bounds[at + BOX_HIGH + 1] - bounds[at + BOX_LOW + 1],
    bounds[at + BOX_HIGH + 2] - bounds[at + BOX_LOW + 2],
  );
  return ratioOf(area, halfArea(tight[3] + tight[0], tight[4] + tight[1], tight[5] + tight[2]));
}

function sphereRatio(bounds: Float32Array, at: number, positions: Float32Array, vertices: Uint32Array): number {
  let farthest = 0;
  for (const vertex of vertices) {
    farthest = Math.max(farthest, distanceSquared(positions, vertex * 3, bounds, at));
  }
  return ratioOf(bounds[at + SPHERE_RADIUS], Math.sqrt(farthest));
}

function halfArea(x: number, y: number, z: number): number {
  return x * y + y * z + z * x;
}

/** Where both are nothing, as for a flat box along an axis, the bound is as tight as can be. */
function ratioOf(size: number, tightest: number): number {
  return tightest > 0 ? size / tightest : size > 0 ? Infinity : 1;
}
