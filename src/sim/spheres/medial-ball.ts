/**
 * Balls that touch a surface from inside and are as large as they can be: their centres are the medial axis. Found by shrinking (Ma, Bae and Choi 2012, "3D medial axis point
 * approximation using nearest neighbors and the normal field"), with the closest point of the surface itself instead of samples.
 */
import { DISTANCE, measureDistance } from './solid.js';
import type { SphereObject } from './solid.js';

const MOST_STEPS = 40;
const distance = new Float64Array(DISTANCE.count);

/**
 * Writes the centre of the largest ball inside that touches the surface at a point: it lies on the straight line against the unit normal. False where there is none, for nothing
 * is inside there; then `out` is not to be used.
 */
export function writeMedialCenter(
  solid: SphereObject,
  point: Float64Array,
  normal: Float64Array,
  out: Float64Array,
): boolean {
  if (solid.closed === undefined) return false;
  return shrinkBall(solid, point, normal, -1, out) || shrinkBall(solid, point, normal, 1, out);
}

function shrinkBall(
  solid: SphereObject,
  point: Float64Array,
  normal: Float64Array,
  way: number,
  out: Float64Array,
): boolean {
  let radius = 0.5 * solid.diagonal;
  for (let step = 0; step < MOST_STEPS; step++) {
    for (let axis = 0; axis < 3; axis++) out[axis] = point[axis] + way * radius * normal[axis];
    // The sign is asked for once, at the end.
    measureDistance(solid, out, 1, distance, radius * (1 - 1e-6));
    if (distance[DISTANCE.high] >= radius * (1 - 1e-6)) break;
    let squared = 0;
    let along = 0;
    for (let axis = 0; axis < 3; axis++) {
      const d = distance[DISTANCE.closest + axis] - point[axis];
      squared += d * d;
      along += way * normal[axis] * d;
    }
    const smaller = squared / (2 * along);
    if (!(smaller < radius * (1 - 1e-9)) || !(smaller > 1e-6 * solid.diagonal)) break;
    radius = smaller;
  }
  measureDistance(solid, out, 0, distance);
  return distance[DISTANCE.high] < 0;
}

/** A step inwards must gain this share of itself in depth. Two facets that meet at an angle as flat as 116° do not stop it, a right angle does. */
const LEAST_GAIN = 0.85;
const ahead = new Float64Array(3);

/**
 * Moves a centre inwards, away from the closest place, for as long as the ball grows nearly as fast as it is moved: from the side branches of the medial axis, which every facet of a
 * round surface has, to the stem that the surface is round about. False where it stays.
 */
export function climbMedialAxis(solid: SphereObject, center: Float64Array): boolean {
  measureDistance(solid, center, -1, distance);
  let depth = -distance[DISTANCE.high];
  const first = depth;
  let step = 0.5 * depth;
  while (step > 0.02 * depth) {
    for (let axis = 0; axis < 3; axis++) {
      const way = (center[axis] - distance[DISTANCE.closest + axis]) / depth;
      ahead[axis] = center[axis] + step * way;
    }
    // No farther than the depth, which is not left.
    const wanted = depth + LEAST_GAIN * step;
    measureDistance(solid, ahead, -1, trial, wanted);
    const deeper = -trial[DISTANCE.high];
    if (deeper > wanted) {
      depth = deeper;
      center.set(ahead);
      distance.set(trial);
    } else step *= 0.5;
  }
  return depth > first;
}

const trial = new Float64Array(DISTANCE.count);
