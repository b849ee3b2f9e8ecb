/** The exact tests with their shapes given number by number, which is easier to write down in tests than arrays. */
import * as capsule from '../../src/narrow/capsule-triangle.js';
import * as closest from '../../src/narrow/closest-point.js';
import * as ray from '../../src/narrow/ray-triangle.js';
import * as sweep from '../../src/narrow/sweep-ball.js';
import * as distance from '../../src/narrow/triangle-distance.js';

type Corners = readonly [number, number, number];
type Out = Float32Array | Float64Array | number[];

/** Takes start, end and radius. */
export function capsuleMeetsTriangle(...given: readonly [...number[], Float32Array, ...Corners]): boolean {
  const { shape, positions, corners } = split(given);
  return capsule.capsuleMeetsTriangle(shape, positions, ...corners);
}

/** Takes start, end and radius; returns the time, or -1. */
export function sweepBall(...given: readonly [...number[], Float32Array, ...Corners]): number {
  const { shape, positions, corners } = split(given);
  const ball = Float64Array.of(...shape, NaN);
  return sweep.sweepBall(ball, positions, ...corners) ? ball[sweep.SWEEP_TIME] : -1;
}

/** Takes origin, direction and far end; returns the parameter, or -1. */
export function rayMeetsTriangle(...given: readonly [...number[], Float32Array, ...Corners]): number {
  const { shape, positions, corners } = split(given);
  const line = Float64Array.of(...shape, NaN);
  return ray.rayMeetsTriangle(line, positions, ...corners) ? line[ray.RAY_PARAMETER] : -1;
}

/** Takes origin and direction; returns the parameter, or -1. */
export function rayHitBarycentric(...given: readonly [...number[], Float32Array, ...Corners, Out]): number {
  const out = given.at(-1) as Out;
  const { shape, positions, corners } = split(given.slice(0, -1) as [...number[], Float32Array, ...Corners]);
  const line = Float64Array.of(...shape, Infinity, NaN);
  return ray.rayHitBarycentric(line, positions, ...corners, out) ? line[ray.RAY_PARAMETER] : -1;
}

/** Takes the point; returns the squared distance. */
export function closestPointOnTriangle(...given: readonly [...number[], Float32Array, ...Corners, Out]): number {
  const out = given.at(-1) as Out;
  const { shape, positions, corners } = split(given.slice(0, -1) as [...number[], Float32Array, ...Corners]);
  const found = new Float64Array(4);
  closest.closestPointOnTriangle(shape, positions, ...corners, found);
  for (let axis = 0; axis < 3; axis++) out[axis] = found[axis];
  return found[3];
}

/** Returns the squared distance. */
export function triangleDistanceSquared(
  positionsA: Float32Array,
  a0: number,
  a1: number,
  a2: number,
  positionsB: Float32Array,
  b0: number,
  b1: number,
  b2: number,
  outA: Out,
  outB: Out,
): number {
  const found = new Float64Array(7);
  distance.measureTriangleDistance(positionsA, a0, a1, a2, positionsB, b0, b1, b2, found);
  for (let axis = 0; axis < 3; axis++) {
    outA[axis] = found[axis];
    outB[axis] = found[axis + 3];
  }
  return found[distance.TRIANGLE_DISTANCE_SQUARED];
}

function split(given: readonly [...number[], Float32Array, ...Corners]) {
  return {
    shape: Float64Array.from(given.slice(0, -4) as number[]),
    positions: given.at(-4) as Float32Array,
    corners: given.slice(-3) as unknown as Corners,
  };
}
