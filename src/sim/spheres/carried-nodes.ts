/** What carries the part of each node: the points that move it, how the linear map is fitted to them, and how far corners are from the centre. */
import { PliantError } from '../../errors.js';
import { principalAxes } from '../../internals.js';
import type { Mesh } from '../../parts.js';
import { requirePointArray } from './follow-closest.js';
import type { PointArray } from './follow-closest.js';
import { SPHERE_STRIDE } from './sphere-tree.js';
import type { SphereTree } from './sphere-tree.js';

/** A surface whose vertices points carry: a model by `createTetEmbedding` or `createCageModel` is one. */
export interface CarriedSurface {
  /** Vertices of the mesh. */
  readonly vertexCount: number;
  /** Points of the coarse mesh. */
  readonly governorCount: number;
  /** Where the influences of each vertex begin, and behind the last vertex their number. */
  readonly influenceOffsets: Uint32Array;
  /** The point of each influence. */
  readonly governors: Uint32Array;
  /** Its weight: not negative; those of a vertex sum to 1. */
  readonly weights: Float64Array;
  /** What is added to the weighted sum of points: the same in every pose, three numbers a vertex. */
  readonly rest: Float32Array | Float64Array;
  /** How far each vertex may be from that, whatever the direction; left out for 0. */
  readonly lengths?: Float64Array;
  /** Of a model: displacement fields, of which there must be none. */
  readonly fieldCount?: number;
  /** Of a model: what drives it, which must be points. */
  readonly poseLayout?: {
    /** How many. */
    readonly pointCount: number;
  };
}

/** Rows of points by node, and numbers of nodes. */
export interface CarriedNodes {
  /** Where the points are at rest. */
  readonly rest: Float64Array;
  /** The largest absolute coordinate of these, of the mesh and of spheres. */
  readonly restReach: number;
  /** Points of node n: `governors[nodeStarts[n]]` up to `governors[nodeStarts[n + 1]]`. */
  readonly nodeStarts: Uint32Array;
  /** Numbers of points, ascending for each node. */
  readonly governors: Uint32Array;
  /** Three numbers for each: what a displacement of that point adds to the linear map. */
  readonly gradients: Float64Array;
  /** What the linear map is at rest, nine numbers: the identity, or its part in the plane of the points. */
  readonly spans: Float64Array;
  /** Twelve numbers: axes of the points, the last one across their plane, and their mean. */
  readonly frames: Float64Array;
  /** 1 where the points lie in a plane, and on no line. */
  readonly isFlat: Uint8Array;
  /** The largest distance of a corner from the centre. */
  readonly nodeSizes: Float64Array;
  /** The longest way of a corner from where its points carry it. */
  readonly nodeWays: Float64Array;
  /** The largest length of a corner. */
  readonly nodeLengths: Float64Array;
  /** The largest sum of distance and length of a corner. */
  readonly nodeReach: Float64Array;
}

/** Gathers what carries each node of a tree over a mesh. */
export function carryNodes(
  caller: string,
  tree: SphereTree,
  mesh: Mesh,
  surface: CarriedSurface,
  points: PointArray,
): CarriedNodes {
  requireSurface(caller, mesh, surface, points);
  const rest = Float64Array.from(points);
  const places = placeVertices(mesh, surface, rest);
  const nodeStarts = new Uint32Array(tree.nodeCount + 1);
  const governors: number[] = [];
  const sizes = new Float64Array(4 * tree.nodeCount);
  const seen = new Int32Array(surface.governorCount).fill(-1);
  for (let node = 0; node < tree.nodeCount; node++) {
    const begin = governors.length;
    gatherNode(tree, mesh, surface, places, node, seen, governors, sizes);
    const own = governors.splice(begin).toSorted((a, b) => a - b);
    for (const governor of own) governors.push(governor);
    nodeStarts[node + 1] = governors.length;
  }
  const nodes = {
    rest,
    restReach: Math.max(largestOf(rest), largestOf(places), largestOf(tree.spheres)),
    nodeStarts,
    governors: Uint32Array.from(governors),
    gradients: new Float64Array(3 * governors.length),
    spans: new Float64Array(9 * tree.nodeCount),
    frames: new Float64Array(12 * tree.nodeCount),
    isFlat: new Uint8Array(tree.nodeCount),
    nodeSizes: sizes.filter((_, i) => i % 4 === 0),
    nodeWays: sizes.filter((_, i) => i % 4 === 1),
    nodeLengths: sizes.filter((_, i) => i % 4 === 2),
    nodeReach: sizes.filter((_, i) => i % 4 === 3),
  };
  for (let node = 0; node < tree.nodeCount; node++) fitNode(nodes, node);
  return nodes;
}

const PLACE = 7;

/** Seven numbers a vertex: where it is carried to at rest, its way, its length. */
function placeVertices(mesh: Mesh, surface: CarriedSurface, rest: Float64Array): Float64Array {
  const places = new Float64Array(PLACE * mesh.vertexCount);
  for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
    const at = PLACE * vertex;
    for (let axis = 0; axis < 3; axis++) {
      const way = surface.rest[3 * vertex + axis];
      let sum = way;
      for (let i = surface.influenceOffsets[vertex]; i < surface.influenceOffsets[vertex + 1]; i++) {
        sum += surface.weights[i] * rest[3 * surface.governors[i] + axis];
      }
      places[at + axis] = sum;
      places[at + 3 + axis] = way;
    }
    places[at + 6] = surface.lengths?.[vertex] ?? 0;
  }
  return places;
}

const corner = new Float64Array(PLACE);

/** Appends the points that move a node; notes how far its corners, their ways and lengths go. */
function gatherNode(
  tree: SphereTree,
  mesh: Mesh,
  surface: CarriedSurface,
  places: Float64Array,
  node: number,
  seen: Int32Array,
  governors: number[],
  sizes: Float64Array,
): void {
  const first = tree.parts[2 * node];
  for (let piece = first; piece < first + tree.parts[2 * node + 1]; piece++) {
    for (let k = 0; k < 3; k++) {
      const v = tree.pieceCorners[6 * piece + 2 * k];
      const w = tree.pieceCorners[6 * piece + 2 * k + 1];
      corner.fill(0);
      for (let side = 0; side < 3; side++) {
        const weight = side === 0 ? 1 - v - w : side === 1 ? v : w;
        if (weight === 0) continue;
        const vertex = mesh.triangles[3 * tree.pieceTriangles[piece] + side];
        for (let i = 0; i < PLACE; i++) corner[i] += weight * places[PLACE * vertex + i];
        for (let i = surface.influenceOffsets[vertex]; i < surface.influenceOffsets[vertex + 1]; i++) {
          if (seen[surface.governors[i]] === node) continue;
          seen[surface.governors[i]] = node;
          governors.push(surface.governors[i]);
        }
      }
      noteCorner(tree.spheres, node, sizes);
    }
  }
}

function noteCorner(spheres: Float64Array, node: number, sizes: Float64Array): void {
  const at = node * SPHERE_STRIDE;
  const distance = lengthOf(corner[0] - spheres[at], corner[1] - spheres[at + 1], corner[2] - spheres[at + 2]);
  sizes[4 * node] = Math.max(sizes[4 * node], distance);
  sizes[4 * node + 1] = Math.max(sizes[4 * node + 1], lengthOf(corner[3], corner[4], corner[5]));
  sizes[4 * node + 2] = Math.max(sizes[4 * node + 2], corner[6]);
  sizes[4 * node + 3] = Math.max(sizes[4 * node + 3], distance + corner[6]);
}

const spread = new Float64Array(6);
const axes = new Float64Array(9);
/** Beside the largest spread, one this small is noise. */
const NEGLIGIBLE = 1e-10;

/** Writes the gradients of a node: with C the second moments of its points around their mean, C⁻¹ (p - mean), in the directions in which they are spread. */
function fitNode(nodes: CarriedNodes, node: number): void {
  const { frames, governors, gradients, isFlat, nodeStarts, rest, spans } = nodes;
  const begin = nodeStarts[node];
  const end = nodeStarts[node + 1];
  const mean = frames.subarray(12 * node + 9, 12 * node + 12);
  for (let i = begin; i < end; i++) {
    for (let axis = 0; axis < 3; axis++) mean[axis] += rest[3 * governors[i] + axis] / (end - begin);
  }
  spread.fill(0);
  for (let i = begin; i < end; i++) {
    const x = rest[3 * governors[i]] - mean[0];
    const y = rest[3 * governors[i] + 1] - mean[1];
    const z = rest[3 * governors[i] + 2] - mean[2];
    [x * x, x * y, x * z, y * y, y * z, z * z].forEach((term, k) => (spread[k] += term));
  }
  principalAxes(spread, axes);
  const moments = [0, 3, 6].map((row) => momentAlong(row));
  const largest = Math.max(...moments);
  const isSpread = moments.map((moment) => moment > NEGLIGIBLE * largest);
  const rank = isSpread.filter(Boolean).length;
  const missing = rank === 2 ? isSpread.indexOf(false) : 2;
  isFlat[node] = rank === 2 ? 1 : 0;
  // The direction across comes last, and the axes keep their sense of rotation, so that a normal at rest is first × second.
  for (let k = 0; k < 3; k++) {
    const row = 3 * ((missing + 1 + k) % 3);
    frames.set(axes.subarray(row, row + 3), 12 * node + 3 * k);
  }
  makeRightHanded(frames, 12 * node);
  for (let k = 0; k < 9; k++) {
    const across = rank === 2 ? axes[3 * missing + Math.floor(k / 3)] * axes[3 * missing + (k % 3)] : 0;
    spans[9 * node + k] = (k % 4 === 0 ? 1 : 0) - across;
  }
  for (let i = begin; i < end; i++) {
    for (let row = 0; row < 9; row += 3) {
      if (!isSpread[row / 3]) continue;
      let along = 0;
      for (let axis = 0; axis < 3; axis++) along += axes[row + axis] * (rest[3 * governors[i] + axis] - mean[axis]);
      for (let axis = 0; axis < 3; axis++) gradients[3 * i + axis] += (axes[row + axis] * along) / moments[row / 3];
    }
  }
}

/** The second moment of the points along an axis. */
function momentAlong(row: number): number {
  const x = axes[row];
  const y = axes[row + 1];
  const z = axes[row + 2];
  const [xx, xy, xz, yy, yz, zz] = spread;
  return x * (xx * x + 2 * (xy * y + xz * z)) + y * (yy * y + 2 * yz * z) + zz * z * z;
}

/** Turns the third axis around if it is not first × second. */
function makeRightHanded(frames: Float64Array, at: number): void {
  const x = frames[at + 1] * frames[at + 5] - frames[at + 2] * frames[at + 4];
  const y = frames[at + 2] * frames[at + 3] - frames[at] * frames[at + 5];
  const z = frames[at] * frames[at + 4] - frames[at + 1] * frames[at + 3];
  if (x * frames[at + 6] + y * frames[at + 7] + z * frames[at + 8] > 0) return;
  for (let k = at + 6; k < at + 9; k++) frames[k] = -frames[k];
}

function requireSurface(caller: string, mesh: Mesh, surface: CarriedSurface, points: PointArray): void {
  requirePointArray(caller, points);
  if (surface.poseLayout?.pointCount === 0 || (surface.fieldCount ?? 0) > 0) {
    throw new PliantError(
      'unsupported',
      `${caller}: the model is driven by transforms or fields; pass one that points alone drive`,
    );
  }
  if (surface.vertexCount !== mesh.vertexCount) {
    throw new PliantError(
      'mismatch',
      `${caller}: the model has ${surface.vertexCount} vertices, the mesh ${mesh.vertexCount}; pass the mesh that the model was made for`,
    );
  }
  if (surface.governorCount * 3 !== points.length) {
    throw new PliantError(
      'mismatch',
      `${caller}: the model has ${surface.governorCount} points, but ${points.length / 3} are given; pass the points of the coarse mesh at rest`,
    );
  }
}

function lengthOf(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}

function largestOf(values: Float64Array): number {
  let largest = 0;
  for (const value of values) largest = Math.max(largest, Math.abs(value));
  return largest;
}
