/** Tetrahedral elements with linear shape functions: what of them stays as it is at rest. */
import { largestEigenvalueBound } from './eigenvalue-bound.js';
import type { Solid } from './solid.js';

/** Elements at rest. */
export interface Elements {
  readonly count: number;
  /** Four vertices per element. */
  readonly corners: Uint32Array;
  /** Nine numbers per element: the gradients of the linear functions that are 1 in corners 1, 2 and 3, and 0 in the other corners. That of corner 0 is minus their sum. */
  readonly gradients: Float64Array;
  /** Volume per element, in cubic metres, times its fill. */
  readonly volumes: Float64Array;
  /** How stiff each is at rest, in metres^4 per second^2 and newton: see `stable-step.ts`. */
  readonly weights: Float64Array;
  /** Mass per vertex, in kilograms: a quarter of that of each of its elements. */
  readonly masses: Float64Array;
}

/** Computes them for a solid that has been checked. */
export function createElements(solid: Solid, density: number, fills: ArrayLike<number> | undefined): Elements {
  const corners = Uint32Array.from(solid.tetrahedra);
  const count = corners.length / 4;
  const gradients = new Float64Array(count * 9);
  const volumes = new Float64Array(count);
  const weights = new Float64Array(count);
  const masses = new Float64Array(solid.points.length / 3);
  for (let element = 0; element < count; element++) {
    const determinant = writeGradients(solid.points, corners, element, gradients, element * 9);
    volumes[element] = (determinant / 6) * (fills?.[element] ?? 1);
    weights[element] = (4 / density) * sharpness(gradients, element * 9);
    for (let i = element * 4; i < element * 4 + 4; i++) masses[corners[i]] += (density * volumes[element]) / 4;
  }
  return { count, corners, gradients, volumes, weights, masses };
}

/** Writes the rows of the inverse of the matrix whose columns are the edges from corner 0, from `at` on; answers its determinant. */
export function writeGradients(
  points: Solid['points'],
  corners: Uint32Array,
  element: number,
  out: Float64Array,
  at: number,
): number {
  const o = corners[element * 4] * 3;
  const edges = [1, 2, 3].map((corner) => {
    const end = corners[element * 4 + corner] * 3;
    return [points[end] - points[o], points[end + 1] - points[o + 1], points[end + 2] - points[o + 2]];
  });
  let determinant = 0;
  for (let corner = 0; corner < 3; corner++) {
    const [, b, c] = [edges[corner], edges[(corner + 1) % 3], edges[(corner + 2) % 3]];
    const normal = [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
    if (corner === 0) determinant = edges[0][0] * normal[0] + edges[0][1] * normal[1] + edges[0][2] * normal[2];
    for (let axis = 0; axis < 3; axis++) out[at + corner * 3 + axis] = normal[axis] / determinant;
  }
  return determinant;
}

/** No less than the largest eigenvalue of the sum of g gᵀ over the gradients g of all four corners. */
function sharpness(gradients: Float64Array, at: number): number {
  const sum = [0, 0, 0, 0, 0, 0];
  const [gx, gy, gz] = [0, 1, 2].map((axis) => [0, 3, 6].map((corner) => gradients[at + corner + axis]));
  for (const axis of [gx, gy, gz]) axis.push(-(axis[0] + axis[1] + axis[2]));
  for (let corner = 0; corner < 4; corner++) {
    const [x, y, z] = [gx[corner], gy[corner], gz[corner]];
    [x * x, y * y, z * z, x * y, x * z, y * z].forEach((product, i) => (sum[i] += product));
  }
  return largestEigenvalueBound(sum);
}
