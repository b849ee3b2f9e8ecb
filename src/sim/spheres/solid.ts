/**
 * The object that spheres stand for: a surface, and what is inside of its closed parts. It tells how far a point is from the surface, with a sign, and by how much that may be
 * off.
 */
import { closestPointOnTriangle } from '../../exact.js';
import { buildSteps, createNearest, findNearest } from '../../internals.js';
import type { Nearest } from '../../internals.js';
import type { LongWork } from '../../long-work.js';
import { createSurfaceField, windingNumber } from '../../meaning.js';
import type { SurfaceField } from '../../meaning.js';
import type { Mesh } from '../../parts.js';
import { closeHoles } from './holes.js';

/** A surface, ready to be asked for distances. */
export interface SphereObject {
  /** All triangles, those that close holes included. */
  readonly surface: SurfaceField;
  /** Those that have an inside; undefined where there are none. */
  readonly closed: SurfaceField | undefined;
  /** Lowest and highest coordinates. */
  readonly box: Float64Array;
  /** Length of the diagonal of the box. */
  readonly diagonal: number;
  /** Largest absolute coordinate. */
  readonly reach: number;
  /** @internal */
  readonly nearest: Nearest;
}

/** What is known of a point: bounds of its signed distance, negative inside, and the closest point. */
export const DISTANCE = { low: 0, high: 1, closest: 2, count: 5 } as const;

/** Prepares a surface for questions about distances. Holes up to this share of its diagonal count as closed. */
export function* createSolid(mesh: Mesh, holes: number): LongWork<SphereObject> {
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  let reach = 0;
  for (let side = 0; side < mesh.triangles.length; side++) {
    for (let axis = 0; axis < 3; axis++) {
      const value = mesh.positions[3 * mesh.triangles[side] + axis];
      box[axis] = Math.min(box[axis], value);
      box[3 + axis] = Math.max(box[3 + axis], value);
      reach = Math.max(reach, Math.abs(value));
    }
  }
  const diagonal = Math.sqrt(square(box[3] - box[0]) + square(box[4] - box[1]) + square(box[5] - box[2]));
  const { closedTriangles, positions, triangles } = closeHoles(mesh, holes * diagonal);
  const surface = yield* createField(positions, triangles);
  let closed: SurfaceField | undefined;
  if (closedTriangles.length === triangles.length) closed = surface;
  else if (closedTriangles.length > 0) closed = yield* createField(positions, closedTriangles);
  return { surface, closed, box, diagonal, reach, nearest: createNearest() };
}

function* createField(positions: Float32Array, triangles: Uint32Array): LongWork<SurfaceField> {
  const mesh = { positions, triangles, vertexCount: positions.length / 3, triangleCount: triangles.length / 3 };
  return createSurfaceField(mesh, yield* buildSteps('createSphereTree', mesh, {}));
}

const enoughSquared = new Float64Array(1);
const found = new Float64Array(4);

/**
 * Measures how far a point is from the surface: bounds of the signed distance, and the closest point, to `out`. `side` says where the point is when that is known: -1 inside,
 * 1 outside, 0 for not known. Where the surface turns out to be within `enough`, the point may be any that is, and the distance is that of this point.
 *
 * The square of a distance errs by less than 2^-45 M², M being the largest component of a corner seen from the point; where the distance may be zero, so may be its sign.
 */
export function measureDistance(
  solid: SphereObject,
  point: Float64Array,
  side: number,
  out: Float64Array,
  enough = 0,
): void {
  const { box, nearest, surface } = solid;
  enoughSquared[0] = enough > 0 ? enough * enough : 0;
  findNearest(surface, point, enoughSquared, nearest);
  const at = 3 * nearest.slot;
  const { corners, positions } = surface;
  closestPointOnTriangle(point, positions, corners[at], corners[at + 1], corners[at + 2], found);
  let farthest = 0;
  for (let axis = 0; axis < 3; axis++) {
    farthest = Math.max(farthest, point[axis] - box[axis], box[3 + axis] - point[axis]);
    out[DISTANCE.closest + axis] = found[axis];
  }
  const error = SQUARE_ERROR * farthest * farthest;
  const squared = nearest.squared[0];
  const least = squared > error ? Math.sqrt(squared - error) * ROUND_DOWN : 0;
  const most = Math.sqrt(squared + error) * ROUND_UP;
  const isInside = least > 0 && (side === 0 ? isWithin(solid, point) : side < 0);
  out[DISTANCE.low] = isInside || least === 0 ? -most : least;
  out[DISTANCE.high] = isInside ? -least : most;
}

/** Whether a closed part of the surface winds around a point that is not on it. */
function isWithin({ closed }: SphereObject, point: Float64Array): boolean {
  return closed !== undefined && Math.abs(windingNumber(closed, point)) > 0.5;
}

const SQUARE_ERROR = 2.842170943040401e-14; // 2^-45
const ROUND_UP = 1 + 8.881784197001252e-16;
const ROUND_DOWN = 1 - 8.881784197001252e-16;

function square(x: number): number {
  return x * x;
}
