/**
 * Spheres that follow the closest points of a coarse mesh, as Mendoza and O'Sullivan 2005 do: the centre moves by the mean of their displacements, the radius is scaled by the largest
 * ratio of new to old distance from the centre. That costs the same for every node, and may miss a part of the surface; see `measureMisses` and {@link createEnclosingFollower}.
 */
import { requireFinite, requireInteger, requireNames, withDefaults } from '../../checks.js';
import { PliantError } from '../../errors.js';
import { SPHERE_RADIUS, SPHERE_STRIDE } from './sphere-tree.js';
import type { SphereTree } from './sphere-tree.js';

/** Coordinates of points, three each. */
export type PointArray = Float32Array | Float64Array;

/** How spheres follow their closest points. */
export interface ClosestFollowerOptions {
  /** How many points each sphere follows, 1 to 64; all of them where there are fewer. Default 8. */
  readonly closest?: number;
}

/** Used where {@link ClosestFollowerOptions} are left out. */
export const CLOSEST_FOLLOWER_DEFAULTS: Required<ClosestFollowerOptions> = { closest: 8 };

/** Which points each sphere follows. */
export interface ClosestFollower {
  /** Tells followers apart. */
  readonly kind: 'closest';
  /** The tree at rest. */
  readonly tree: SphereTree;
  /** Where the points are at rest. */
  readonly points: Float64Array;
  /** Points of each node. */
  readonly perNode: number;
  /** `perNode` numbers of points a node, the closest first. */
  readonly closest: Uint32Array;
}

/**
 * Prepares to move the spheres of a tree with the points of a coarse mesh, which are given at rest.
 *
 * @throws PliantError `bad-count` or `bad-number`, naming the value.
 */
export function createClosestFollower(
  tree: SphereTree,
  points: PointArray,
  options: ClosestFollowerOptions = {},
): ClosestFollower {
  requireNames('createClosestFollower', options, Object.keys(CLOSEST_FOLLOWER_DEFAULTS));
  const { closest: wanted } = withDefaults(CLOSEST_FOLLOWER_DEFAULTS, options);
  requireInteger('createClosestFollower', 'closest', wanted, 1, 64);
  requirePointArray('createClosestFollower', points);
  const perNode = Math.min(wanted, points.length / 3);
  const closest = new Uint32Array(tree.nodeCount * perNode);
  const squares = new Float64Array(perNode);
  for (let node = 0; node < tree.nodeCount; node++) findClosest(tree.spheres, node, points, squares, closest);
  return { kind: 'closest', tree, points: Float64Array.from(points), perNode, closest };
}

/** Refuses what are no points. */
export function requirePointArray(caller: string, points: PointArray): void {
  if (points.length === 0 || points.length % 3 !== 0) {
    throw new PliantError('bad-count', `${caller}: points has ${points.length} numbers; pass three for each point`);
  }
  requireFinite(caller, 'points', points);
}

/** Of two points that are as near the first wins, so that the answer is one. */
function findClosest(
  spheres: Float64Array,
  node: number,
  points: PointArray,
  squares: Float64Array,
  closest: Uint32Array,
): void {
  const perNode = squares.length;
  const at = node * SPHERE_STRIDE;
  let count = 0;
  for (let point = 0; point < points.length / 3; point++) {
    const x = points[3 * point] - spheres[at];
    const y = points[3 * point + 1] - spheres[at + 1];
    const z = points[3 * point + 2] - spheres[at + 2];
    const squared = x * x + y * y + z * z;
    if (count === perNode && !(squared < squares[perNode - 1])) continue;
    let place = count < perNode ? count++ : perNode - 1;
    for (; place > 0 && squares[place - 1] > squared; place--) {
      squares[place] = squares[place - 1];
      closest[node * perNode + place] = closest[node * perNode + place - 1];
    }
    squares[place] = squared;
    closest[node * perNode + place] = point;
  }
}

/** Writes the sphere of a node, four numbers, from where the points are now. */
export function followClosest(
  follower: ClosestFollower,
  node: number,
  points: PointArray,
  out: Float64Array,
  at: number,
): void {
  const { closest, perNode, points: rest } = follower;
  const { spheres } = follower.tree;
  const first = node * perNode;
  const sphere = node * SPHERE_STRIDE;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = first; i < first + perNode; i++) {
    const k = 3 * closest[i];
    x += points[k] - rest[k];
    y += points[k + 1] - rest[k + 1];
    z += points[k + 2] - rest[k + 2];
  }
  x = spheres[sphere] + x / perNode;
  y = spheres[sphere + 1] + y / perNode;
  z = spheres[sphere + 2] + z / perNode;
  // Squares of ratios; a point in the centre at rest has none.
  let largest = 0;
  for (let i = first; i < first + perNode; i++) {
    const k = 3 * closest[i];
    const before = squared(
      rest[k] - spheres[sphere],
      rest[k + 1] - spheres[sphere + 1],
      rest[k + 2] - spheres[sphere + 2],
    );
    const after = squared(points[k] - x, points[k + 1] - y, points[k + 2] - z);
    if (before > 0) largest = Math.max(largest, after / before);
  }
  out[at] = x;
  out[at + 1] = y;
  out[at + 2] = z;
  out[at + SPHERE_RADIUS] = spheres[sphere + SPHERE_RADIUS] * (largest > 0 ? Math.sqrt(largest) : 1);
}

function squared(x: number, y: number, z: number): number {
  return x * x + y * y + z * z;
}
