/** The point of a triangle that is closest to a point. */
import { closestToTriangle, POINT_DISTANCE_SQUARED, POINT_RESULT } from './closest-features.js';

const POINT = 0;
const CORNER_A = 1;
const CORNER_B = 2;
const CORNER_C = 3;
/** The point and the corners in hand, written and read within one call. */
const points = new Float64Array(12);
const closest = new Float64Array(POINT_RESULT);

/**
 * The point of the closed triangle that is closest to a point, and the square of their distance: four numbers, which go
 * to `out`. A collinear triangle is the segment or point that it covers. Computed in doubles, the same in every engine, and never NaN.
 *
 * With M the largest component of the corners seen from the point, the square errs by less than 2^-45 M²; where the
 * triangle is no sliver, the distance itself errs by less than 2^-42 M. A closest corner is given exactly. Coordinates
 * of the point above 2^500 or so make the square Infinity. Nor is the square below that of the distance to the triangle's
 * box, in plain doubles: a walk that leaves out boxes beyond some distance leaves out no triangle that is nearer.
 */
export function closestPointOnTriangle(
  point: Float64Array,
  positions: Float32Array,
  i0: number,
  i1: number,
  i2: number,
  out: Float64Array,
): void {
  points[0] = point[0];
  points[1] = point[1];
  points[2] = point[2];
  points[3] = positions[3 * i0];
  points[4] = positions[3 * i0 + 1];
  points[5] = positions[3 * i0 + 2];
  points[6] = positions[3 * i1];
  points[7] = positions[3 * i1 + 1];
  points[8] = positions[3 * i1 + 2];
  points[9] = positions[3 * i2];
  points[10] = positions[3 * i2 + 1];
  points[11] = positions[3 * i2 + 2];
  closestToTriangle(points, POINT, CORNER_A, CORNER_B, CORNER_C, closest);
  out[0] = closest[0];
  out[1] = closest[1];
  out[2] = closest[2];
  let toBox = 0;
  for (let axis = 0; axis < 3; axis++) {
    const low = Math.min(points[3 + axis], points[6 + axis], points[9 + axis]);
    const high = Math.max(points[3 + axis], points[6 + axis], points[9 + axis]);
    const gap = Math.max(low - points[axis], points[axis] - high, 0);
    toBox += gap * gap;
  }
  out[3] = Math.max(closest[POINT_DISTANCE_SQUARED], toBox);
}
