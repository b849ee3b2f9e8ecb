/**
 * Spheres that provably enclose what a coarse mesh carries. A vertex is q' = Σ w_i p'_i + way, with weights that are not negative and sum to 1; a corner of a piece is a convex
 * combination of vertices, so it has the same form. Let A be any matrix and c' any point. With e_i = p'_i - c' - A (p_i - c), what the points p_i, at rest, do beside moving by A,
 *
 *     q' - c' = A (q - c) + Σ w_i e_i + (I - A) way,   |q' - c'| <= |A| |q - c| + max |e_i| + |I - A| |way|.
 *
 * A is the linear map that fits the points of the node best, in the sense of least squares: under a rigid motion it is the rotation, and the radius stays as it is. Where the
 * points of a node lie in a plane, its normal goes to the normal of what becomes of the plane. A vertex that is known no better than to be within some length of its combination
 * (a rigid link) adds that length.
 *
 * The proof holds for A and c' as they are in doubles; what is rounded is e_i, |A| and the sums, for which 2^-44 of all coordinates are added. Two things are rounded to float32
 * besides, by 2^-24 of their coordinates on each axis: the points, when a pose takes them over, so that all they carry is off by no more than they are; and then a posed vertex.
 */
import type { CarriedNodes } from './carried-nodes.js';
import type { PointArray } from './follow-closest.js';
import { SPHERE_RADIUS, SPHERE_STRIDE } from './sphere-tree.js';
import type { SphereTree } from './sphere-tree.js';
import { largestStretch } from './stretch.js';

/** What moves each node, and how. */
export interface EnclosingFollower extends CarriedNodes {
  /** Tells followers apart. */
  readonly kind: 'enclosing';
  /** The tree at rest. */
  readonly tree: SphereTree;
}

const ROUNDING = 1 / 17592186044416; // 2^-44
const FLOAT32_ROUNDING = 3.6 / 16777216; // twice 1.8 · 2^-24, and 1.8 is above √3
const SMALLEST = 1e-44;

const map = new Float64Array(9);

/** Writes the sphere of a node, four numbers, from where the points are now. Where they are no numbers, it is a sphere without end. */
export function encloseNode(
  follower: EnclosingFollower,
  node: number,
  points: PointArray,
  out: Float64Array,
  at: number,
): void {
  const { governors, nodeLengths, nodeReach, nodeSizes, nodeStarts, nodeWays, rest, restReach } = follower;
  const { spheres } = follower.tree;
  const sphere = node * SPHERE_STRIDE;
  const cx = spheres[sphere];
  const cy = spheres[sphere + 1];
  const cz = spheres[sphere + 2];
  moveCenter(follower, node, points, out, at);
  const x = out[at];
  const y = out[at + 1];
  const z = out[at + 2];
  let besides = 0;
  let around = 0;
  let reach = 0;
  for (let i = nodeStarts[node]; i < nodeStarts[node + 1]; i++) {
    const k = 3 * governors[i];
    const rx = rest[k] - cx;
    const ry = rest[k + 1] - cy;
    const rz = rest[k + 2] - cz;
    const dx = points[k] - x;
    const dy = points[k + 1] - y;
    const dz = points[k + 2] - z;
    const ex = dx - (map[0] * rx + map[1] * ry + map[2] * rz);
    const ey = dy - (map[3] * rx + map[4] * ry + map[5] * rz);
    const ez = dz - (map[6] * rx + map[7] * ry + map[8] * rz);
    besides = Math.max(besides, ex * ex + ey * ey + ez * ez);
    around = Math.max(around, dx * dx + dy * dy + dz * dz);
    reach = Math.max(reach, Math.abs(points[k]), Math.abs(points[k + 1]), Math.abs(points[k + 2]));
  }
  const stretch = largestStretch(map);
  const size = nodeSizes[node];
  const way = nodeWays[node];
  const length = nodeLengths[node];
  // With lengths, a |q - c| + length is at most its largest value for a = 1, plus what a is above that.
  const carried = Math.min(stretch * size + length, nodeReach[node] + Math.max(stretch - 1, 0) * size);
  const byMap = carried + Math.sqrt(besides) + turnOfWays() * way;
  const byPoints = Math.sqrt(around) + way + length;
  // A link is turned by transforms in float32, whose translations go from the origin to the points at rest and back to where they are.
  const translation = length > 0 ? reach + 2 * restReach : 0;
  const slack =
    ROUNDING * (reach + restReach) * (1 + stretch) + FLOAT32_ROUNDING * (reach + way + length + translation) + SMALLEST;
  const radius = Math.min(byMap, byPoints) * (1 + ROUNDING) + slack;
  if (radius < Infinity) out[at + SPHERE_RADIUS] = radius;
  else {
    out.fill(0, at, at + 3);
    out[at + SPHERE_RADIUS] = Infinity;
  }
}

/** Fits the map to what the points do, and writes where it takes the centre. */
function moveCenter(
  follower: EnclosingFollower,
  node: number,
  points: PointArray,
  out: Float64Array,
  at: number,
): void {
  const { frames, governors, gradients, nodeStarts, rest, spans } = follower;
  const { spheres } = follower.tree;
  const begin = nodeStarts[node];
  const end = nodeStarts[node + 1];
  map.set(spans.subarray(9 * node, 9 * node + 9));
  let mx = 0;
  let my = 0;
  let mz = 0;
  for (let i = begin; i < end; i++) {
    const k = 3 * governors[i];
    const ux = points[k] - rest[k];
    const uy = points[k + 1] - rest[k + 1];
    const uz = points[k + 2] - rest[k + 2];
    mx += ux;
    my += uy;
    mz += uz;
    const gx = gradients[3 * i];
    const gy = gradients[3 * i + 1];
    const gz = gradients[3 * i + 2];
    map[0] += ux * gx;
    map[1] += ux * gy;
    map[2] += ux * gz;
    map[3] += uy * gx;
    map[4] += uy * gy;
    map[5] += uy * gz;
    map[6] += uz * gx;
    map[7] += uz * gy;
    map[8] += uz * gz;
  }
  const frame = 12 * node;
  if (follower.isFlat[node] === 1) completeMap(frames, frame);
  const dx = spheres[node * SPHERE_STRIDE] - frames[frame + 9];
  const dy = spheres[node * SPHERE_STRIDE + 1] - frames[frame + 10];
  const dz = spheres[node * SPHERE_STRIDE + 2] - frames[frame + 11];
  out[at] = frames[frame + 9] + mx / (end - begin) + map[0] * dx + map[1] * dy + map[2] * dz;
  out[at + 1] = frames[frame + 10] + my / (end - begin) + map[3] * dx + map[4] * dy + map[5] * dz;
  out[at + 2] = frames[frame + 11] + mz / (end - begin) + map[6] * dx + map[7] * dy + map[8] * dz;
}

/** Sends the normal of a plane, the third axis of the frame, to the unit normal of what becomes of the first two. */
function completeMap(frames: Float64Array, frame: number): void {
  const ax = alongRow(0, frames, frame);
  const ay = alongRow(3, frames, frame);
  const az = alongRow(6, frames, frame);
  const bx = alongRow(0, frames, frame + 3);
  const by = alongRow(3, frames, frame + 3);
  const bz = alongRow(6, frames, frame + 3);
  const x = ay * bz - az * by;
  const y = az * bx - ax * bz;
  const z = ax * by - ay * bx;
  const length = Math.sqrt(x * x + y * y + z * z);
  for (let axis = 0; axis < 3; axis++) {
    const along = frames[frame + 6 + axis];
    const isUsable = length > 0;
    map[axis] += (isUsable ? x / length : frames[frame + 6]) * along;
    map[3 + axis] += (isUsable ? y / length : frames[frame + 7]) * along;
    map[6 + axis] += (isUsable ? z / length : frames[frame + 8]) * along;
  }
}

function alongRow(row: number, frames: Float64Array, axis: number): number {
  return map[row] * frames[axis] + map[row + 1] * frames[axis + 1] + map[row + 2] * frames[axis + 2];
}

/** How long I - A makes a unit vector at most. */
function turnOfWays(): number {
  let squared = 0;
  for (let k = 0; k < 9; k++) {
    const d = map[k] - (k % 4 === 0 ? 1 : 0);
    squared += d * d;
  }
  return Math.sqrt(squared);
}
