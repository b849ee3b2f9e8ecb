/** Spheres in the present pose, from the points of a coarse mesh alone: no dense vertex is posed. */
import { PliantError } from '../../errors.js';
import type { Mesh } from '../../parts.js';
import { carryNodes } from './carried-nodes.js';
import type { CarriedSurface } from './carried-nodes.js';
import { encloseNode } from './enclose.js';
import type { EnclosingFollower } from './enclose.js';
import { followClosest } from './follow-closest.js';
import type { ClosestFollower, PointArray } from './follow-closest.js';
import { SPHERE_STRIDE } from './sphere-tree.js';
import type { SphereTree } from './sphere-tree.js';

/** Spheres that follow their closest points, or that enclose what points carry. */
export type SphereFollower = ClosestFollower | EnclosingFollower;

/**
 * Prepares to move the spheres of a tree so that each encloses its part of the surface in every pose. `surface` says how points carry the vertices of the mesh that the tree was
 * built over; `points` are theirs at rest. A rigid motion leaves radii as they are, but for rounding; so does anything that is rigid for the points of a node.
 *
 * @throws PliantError `mismatch`, `unsupported`, `bad-count` or `bad-number`, naming what does not fit.
 */
export function createEnclosingFollower(
  tree: SphereTree,
  mesh: Mesh,
  surface: CarriedSurface,
  points: PointArray,
): EnclosingFollower {
  return { kind: 'enclosing', tree, ...carryNodes('createEnclosingFollower', tree, mesh, surface, points) };
}

/** Writes the sphere of one node to `out`, four numbers from `at` on. `points` are where the points are now. Allocates nothing. */
export function followSphere(
  follower: SphereFollower,
  node: number,
  points: PointArray,
  out: Float64Array,
  at: number = node * SPHERE_STRIDE,
): void {
  if (follower.kind === 'closest') followClosest(follower, node, points, out, at);
  else encloseNode(follower, node, points, out, at);
}

/**
 * Writes the spheres of the nodes asked for, or of all, each to its own place in `out`: four numbers for each node of the tree.
 *
 * @throws PliantError `bad-count` where points or spheres are not as many as there must be.
 */
export function followSpheres(
  follower: SphereFollower,
  points: PointArray,
  out: Float64Array,
  nodes?: ArrayLike<number>,
): void {
  const pointNumbers = follower.kind === 'closest' ? follower.points.length : follower.rest.length;
  if (points.length !== pointNumbers) {
    throw new PliantError(
      'bad-count',
      `followSpheres: points has ${points.length} numbers, but ${pointNumbers} are needed`,
    );
  }
  const { nodeCount } = follower.tree;
  if (out.length < nodeCount * SPHERE_STRIDE) {
    throw new PliantError(
      'bad-count',
      `followSpheres: out has room for ${out.length} numbers; make a Float64Array of ${nodeCount * SPHERE_STRIDE}`,
    );
  }
  if (nodes === undefined) for (let node = 0; node < nodeCount; node++) followSphere(follower, node, points, out);
  else for (let i = 0; i < nodes.length; i++) followSphere(follower, nodes[i], points, out);
}
