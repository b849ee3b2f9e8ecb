/** A point of a posed surface that a ray has hit. */
import type { Body } from 'pliant';
import { vec3 } from 'pliant/exact';
import { poseVertices } from 'pliant/parts';

/** A point, and the normal of the triangle there, of length 1. */
export interface SurfacePoint {
  readonly point: readonly number[];
  readonly normal: readonly number[];
}

/** Where a ray hits a triangle, at a parameter; only its three vertices are posed. */
export function pickSurface(
  { mesh, model, pose }: Body,
  triangle: number,
  origin: readonly number[],
  direction: readonly number[],
  parameter: number,
): SurfacePoint {
  const corners = new Float32Array(9);
  poseVertices(model, pose, mesh.triangles.subarray(triangle * 3, triangle * 3 + 3), 3, corners);
  const normal = new Float64Array(9);
  vec3.subtract(normal, 3, corners, 3, corners, 0);
  vec3.subtract(normal, 6, corners, 6, corners, 0);
  vec3.cross(normal, 0, normal, 3, normal, 6);
  const length = Math.sqrt(vec3.lengthSquared(normal, 0)) || 1;
  return {
    point: origin.map((coordinate, axis) => coordinate + parameter * direction[axis]),
    normal: [0, 1, 2].map((axis) => normal[axis] / length),
  };
}
