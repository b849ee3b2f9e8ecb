/**
 * Moves the centre of a sphere to where it stands out least: the radius that encloses its corners plus the signed distance of the centre, by which no point of the sphere can be
 * farther from the object. It is looked for along a few directions, with steps that get shorter.
 */
import { DISTANCE, measureDistance } from './solid.js';
import type { SphereObject } from './solid.js';

/** A centre, a bound of the signed distance there, and the radius that encloses the corners. */
export const CENTER = { distance: 3, radius: 4, count: 5 } as const;

const DIRECTIONS = 9;
const FIRST_STEP = 0.3;
const LAST_STEP = 0.004;
const MOST_TRIALS = 160;

const directions = new Float64Array(3 * DIRECTIONS);
const measured = new Float64Array(DISTANCE.count);
const trial = new Float64Array(3);
const farthest = new Float64Array(3);
const closest = new Float64Array(3);

/**
 * Improves the centre in `center`; `corners` has three coordinates for each of `count` corners. The distance there must be known; the radius is set. It is the one around these
 * corners, in plain doubles.
 */
export function moveCenter(solid: SphereObject, corners: Float64Array, count: number, center: Float64Array): void {
  center[CENTER.radius] = radiusAround(corners, count, center);
  farthestFrom(farthest);
  measureDistance(solid, center, sideOf(center[CENTER.distance]), measured);
  closest.set(measured.subarray(DISTANCE.closest, DISTANCE.closest + 3));
  let cost = center[CENTER.radius] + center[CENTER.distance];
  let step = FIRST_STEP * center[CENTER.radius];
  const last = LAST_STEP * center[CENTER.radius];
  for (let trials = 0; step > last && trials < MOST_TRIALS;) {
    let isBetter = false;
    fillDirections(center);
    for (let way = 0; way < DIRECTIONS && !isBetter; way++) {
      for (let axis = 0; axis < 3; axis++) trial[axis] = center[axis] + step * directions[3 * way + axis];
      const radius = radiusAround(corners, count, trial);
      // The distance changes by no more than the step.
      if (!(radius + center[CENTER.distance] - step < cost)) continue;
      trials++;
      const isClear = Math.abs(center[CENTER.distance]) > 1.01 * step;
      const side = isClear ? sideOf(center[CENTER.distance]) : 0;
      // Inside, a place that is too near settles it.
      measureDistance(solid, trial, side, measured, side < 0 ? radius - cost : 0);
      if (!(radius + measured[DISTANCE.high] < cost * (1 - 1e-4))) continue;
      isBetter = true;
      cost = radius + measured[DISTANCE.high];
      center.set(trial);
      center[CENTER.distance] = measured[DISTANCE.high];
      center[CENTER.radius] = radius;
      farthestFrom(farthest);
      closest.set(measured.subarray(DISTANCE.closest, DISTANCE.closest + 3));
    }
    if (!isBetter) step *= 0.5;
  }
}

function sideOf(distance: number): number {
  return distance < 0 ? -1 : 1;
}

const last = new Float64Array(3);

/** The distance to the farthest corner, which is left in `last`. */
function radiusAround(corners: Float64Array, count: number, center: Float64Array): number {
  const x = center[0];
  const y = center[1];
  const z = center[2];
  let largest = -1;
  let found = 0;
  for (let at = 0; at < 3 * count; at += 3) {
    const dx = corners[at] - x;
    const dy = corners[at + 1] - y;
    const dz = corners[at + 2] - z;
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared <= largest) continue;
    largest = squared;
    found = at;
  }
  for (let axis = 0; axis < 3; axis++) last[axis] = corners[found + axis];
  return Math.sqrt(largest);
}

function farthestFrom(out: Float64Array): void {
  out.set(last);
}

/** Towards the farthest corner, away from the surface or deeper below it, between both, and along the axes. */
function fillDirections(center: Float64Array): void {
  directions.fill(0);
  for (let axis = 0; axis < 3; axis++) {
    directions[axis] = farthest[axis] - center[axis];
    directions[3 + axis] = (center[axis] - closest[axis]) * (center[CENTER.distance] < 0 ? 1 : -1);
    directions[9 + 6 * axis + axis] = 1;
    directions[12 + 6 * axis + axis] = -1;
  }
  makeUnit(0);
  makeUnit(3);
  for (let axis = 0; axis < 3; axis++) directions[6 + axis] = directions[axis] + directions[3 + axis];
  makeUnit(6);
}

function makeUnit(at: number): void {
  const x = directions[at];
  const y = directions[at + 1];
  const z = directions[at + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  for (let axis = 0; axis < 3; axis++) directions[at + axis] = length > 0 ? directions[at + axis] / length : 0;
}
