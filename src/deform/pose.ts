/**
 * A pose: the few numbers that drive a deformation. Every model of Pliant is driven by some of four sections — weights
 * (modes, morph targets, examples), transforms (bones, particles), points (control points, cages, coarse meshes) and a
 * time (keyframes) — so one record serves them all, and says by its stamp whether anything computed from it is stale.
 */
import { describe, requireInteger } from '../checks.js';
import { PliantError } from '../errors.js';

/** Numbers of a 3 x 4 transform, stored row by row: the linear part in columns 0 to 2, the translation in column 3. */
export const TRANSFORM_STRIDE = 12;

/** More weights, transforms or points than any rig has; fewer than fill the memory. */
export const MOST_NUMBERS = 0xffffff;

/** How many numbers of each kind a model is driven by. */
export interface PoseLayout {
  /** Scalar weights: displacement fields, morph targets, examples. */
  readonly weightCount: number;
  /** Affine transforms of {@link TRANSFORM_STRIDE} numbers: bones, particles. */
  readonly transformCount: number;
  /** Points of three coordinates: control points, cage, tetrahedral and coarse surface vertices. */
  readonly pointCount: number;
}

/**
 * The numbers that drive one instance of a model. They are read by many and written only by the `set…` functions, which
 * raise the stamp. All numbers are float32, so that every way of evaluating a vertex starts from the same bits.
 */
export interface Pose {
  /** One number per displacement field, morph target or example. */
  readonly weights: Float32Array;
  /** Rows of 3 x 4 matrices, {@link TRANSFORM_STRIDE} numbers each. */
  readonly transforms: Float32Array;
  /** Three coordinates per point. */
  readonly points: Float32Array;
  /** Seconds, for models that play a recording. */
  time: number;
  /** Grows by one with every write; bounds computed at another stamp are stale. */
  stamp: number;
}

/** A pose at rest: no weights, identity transforms, points at the origin, time zero. */
export function createPose(layout: PoseLayout): Pose {
  for (const section of ['weightCount', 'transformCount', 'pointCount'] as const) {
    requireInteger('createPose', section, layout[section], 0, MOST_NUMBERS);
  }
  const transforms = new Float32Array(layout.transformCount * TRANSFORM_STRIDE);
  for (let i = 0; i < layout.transformCount; i++) {
    transforms[i * TRANSFORM_STRIDE] = 1;
    transforms[i * TRANSFORM_STRIDE + 5] = 1;
    transforms[i * TRANSFORM_STRIDE + 10] = 1;
  }
  return {
    weights: new Float32Array(layout.weightCount),
    transforms,
    points: new Float32Array(layout.pointCount * 3),
    time: 0,
    stamp: 0,
  };
}

/** Overwrites the weights, each rounded to float32. Refuses the wrong length and what is not finite as a float32. */
export function setWeights(pose: Pose, weights: ArrayLike<number>): void {
  writeSection('setWeights', 'weights', pose, pose.weights, weights);
}

/** Overwrites the transforms, each number rounded to float32. Refuses the wrong length and what is not finite. */
export function setTransforms(pose: Pose, transforms: ArrayLike<number>): void {
  writeSection('setTransforms', 'transforms', pose, pose.transforms, transforms);
}

/**
 * Overwrites the transforms from 4 x 4 matrices stored column by column, as three.js and glTF keep them, one after the other.
 * Refuses the wrong length, what is not finite, and matrices whose last row is not 0 0 0 1. (three.js pads
 * `skeleton.boneMatrices`: pass the first 16 numbers for each bone.)
 */
export function setMatrices(pose: Pose, matrices: ArrayLike<number>): void {
  const { transforms } = pose;
  const count = transforms.length / TRANSFORM_STRIDE;
  requireNumbers('setMatrices', 'matrices', matrices, count * 16);
  for (let i = 0; i < matrices.length; i++) {
    // The last row ends each column. Products of inverses in doubles miss its 1 by less than float32 shows.
    if ((i & 3) === 3 && Math.fround(matrices[i]) !== ((i & 15) === 15 ? 1 : 0)) {
      throw new PliantError(
        'bad-number',
        `setMatrices: the last row of matrix ${i >>> 4} has ${matrices[i]} in column ${(i >>> 2) & 3}, but must be 0 0 0 1; ` +
          'pass affine matrices, column by column',
      );
    }
  }
  for (let i = 0; i < count; i++) {
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 4; column++) {
        transforms[i * TRANSFORM_STRIDE + row * 4 + column] = matrices[i * 16 + column * 4 + row];
      }
    }
  }
  pose.stamp++;
}

/** Overwrites the points, each coordinate rounded to float32. Refuses the wrong length and what is not finite. */
export function setPoints(pose: Pose, points: ArrayLike<number>): void {
  writeSection('setPoints', 'points', pose, pose.points, points);
}

/** Sets the time in seconds. Refuses what is not finite. */
export function setTime(pose: Pose, time: number): void {
  if (!Number.isFinite(time)) {
    throw new PliantError('bad-number', `setTime: time is ${describe(time)}; pass a finite number of seconds`);
  }
  pose.time = time;
  pose.stamp++;
}

/** 2^128 - 2^103: halfway from the largest float32 to the next power of two, what becomes infinite when it is rounded. */
const FLOAT32_LIMIT = 3.4028235677973366e38;

/** All or nothing: everything is checked before the first number is written. */
function writeSection(
  caller: string,
  name: string,
  pose: Pose,
  section: Float32Array,
  values: ArrayLike<number>,
): void {
  // Checked number by number only where something may be wrong: numbers are written in every frame.
  const isFlat = values instanceof Float32Array || values instanceof Float64Array;
  if (!(isFlat && values.length === section.length && areFloat32(values))) {
    requireNumbers(caller, name, values, section.length);
  }
  // Not by `set`, whose code is in no cache when a frame begins.
  for (let i = 0; i < section.length; i++) section[i] = values[i];
  pose.stamp++;
}

/** Whether all numbers are finite, and stay so when they are rounded to float32. */
function areFloat32(values: Float32Array | Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (!(Math.abs(values[i]) < FLOAT32_LIMIT)) return false;
  return true;
}

/** A double beyond the float32 range counts as not finite, because that is what it would become. */
function requireNumbers(caller: string, name: string, values: ArrayLike<number>, count: number): void {
  if (typeof values !== 'object' || values === null || typeof values.length !== 'number') {
    throw new PliantError('bad-type', `${caller}: ${name} is ${describe(values)}; pass an array of numbers`);
  }
  if (values.length !== count) {
    throw new PliantError(
      'bad-count',
      `${caller}: ${values.length} numbers given, but the pose has ${count}; pass one for each`,
    );
  }
  for (let i = 0; i < count; i++) {
    if (typeof values[i] !== 'number' || !Number.isFinite(Math.fround(values[i]))) {
      throw new PliantError(
        'bad-number',
        `${caller}: ${name}[${i}] is ${describe(values[i])}; pass numbers that a float32 can hold`,
      );
    }
  }
}
