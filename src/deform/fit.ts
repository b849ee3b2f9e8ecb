/**
 * A linear model from a recording: the principal components of a sequence of frames, and how far the model is from what
 * was recorded. A recording of T frames spans at most T - 1 fields around its mean; the method of snapshots (Sirovich
 * 1987) finds them from the T x T matrix of inner products, however many vertices there are.
 */
import { requireArray, requireFinite, requireFloat32Array, requireInteger, withDefaults } from '../checks.js';
import { rescale, runInSlices, runNow } from '../long-work.js';
import type { LongWork, LongWorkOptions } from '../long-work.js';
import { symmetricEigensystem } from '../math/eigen.js';
import { distanceSquared } from '../math/vec3.js';
import { createMesh } from '../mesh/mesh.js';
import type { Mesh } from '../mesh/mesh.js';
import { createLinearModel, poseLinearVertex } from './linear.js';
import type { LinearModel } from './linear.js';

/** What to keep of a recording. */
export interface FitOptions {
  /** Most fields to keep. Fewer are kept when the recording has fewer independent motions. Default 16. */
  readonly fieldCount?: number;
}

/** Defaults of {@link FitOptions}. */
export const FIT_DEFAULTS: Required<FitOptions> = { fieldCount: 16 };

/** A recording as a linear model, with the distance between the two. */
export interface LinearFit {
  /** The mean shape, with the triangles of the recording. */
  readonly mesh: Mesh;
  /** Fields in falling order of importance, scaled so that the weights of the recording lie in [-1, 1]. */
  readonly model: LinearModel;
  /** The weights that reproduce each recorded frame best. */
  readonly weights: readonly Float32Array[];
  /** How far posed vertices are from the recorded ones, measured on the float32 vertices themselves. */
  readonly residual: FitResidual;
}

/** Distances between recorded and posed vertices, in the units of the mesh. */
export interface FitResidual {
  /** The largest distance over all vertices and frames. */
  readonly largest: number;
  /** The root of the mean squared distance. */
  readonly rootMeanSquare: number;
  /** The largest distance in each frame. */
  readonly largestOfFrame: Float64Array;
  /** The share of the squared motion around the mean that the fields keep, from 0 to 1. */
  readonly keptEnergy: number;
}

/** An eigenvalue below this share of the largest is noise of the inner products, not a motion. */
const NEGLIGIBLE_ENERGY = 1e-13;

/** Fits a linear model to recorded frames, each of three coordinates per vertex. `triangles` is common to all frames. */
export function fitLinearModel(
  frames: readonly Float32Array[],
  triangles: Uint32Array,
  options: FitOptions = {},
): LinearFit {
  return runNow(fitSteps(frames, triangles, options));
}

/** {@link fitLinearModel} in slices, with progress and the option to call it off. */
export function fitLinearModelAsync(
  frames: readonly Float32Array[],
  triangles: Uint32Array,
  options: FitOptions & LongWorkOptions = {},
): Promise<LinearFit> {
  return runInSlices(fitSteps(frames, triangles, options), options);
}

function* fitSteps(frames: readonly Float32Array[], triangles: Uint32Array, options: FitOptions): LongWork<LinearFit> {
  const { fieldCount } = withDefaults(FIT_DEFAULTS, options);
  requireInteger('fitLinearModel', 'fieldCount', fieldCount, 0, 4096);
  requireFrames(frames);
  const mesh = createMesh({ positions: meanFrame(frames), triangles });
  const products = yield* rescale(innerProducts(frames, mesh.positions), 0, 0.5);
  const { values, vectors } = yield* rescale(symmetricEigensystem(products, frames.length), 0.5, 0.1);

  const total = values.reduce((sum, value) => sum + Math.max(value, 0), 0);
  const fields: Float32Array[] = [];
  const weights = frames.map(() => [] as number[]);
  let kept = 0;
  for (let k = 0; k < Math.min(fieldCount, frames.length); k++) {
    if (!(values[k] > values[0] * NEGLIGIBLE_ENERGY)) break;
    const field = combineFrames(frames, mesh.positions, vectors.subarray(k * frames.length, (k + 1) * frames.length));
    // The eigenvector holds the weights up to scale: frame t is Σ_k v_kt · (field of v_k). Make the largest of them 1.
    const peak = scaleToUnitWeights(vectors.subarray(k * frames.length, (k + 1) * frames.length), weights);
    fields.push(field.map((coordinate) => coordinate * peak));
    kept += values[k];
    yield 0.6 + (0.2 * k) / fieldCount;
  }

  const model = createLinearModel(mesh, fields);
  const rounded = weights.map((row) => Float32Array.from(row));
  const residual = yield* rescale(measureResidual(model, frames, rounded, total > 0 ? kept / total : 1), 0.8, 0.2);
  return { mesh, model, weights: rounded, residual };
}

function requireFrames(frames: readonly Float32Array[]): void {
  requireArray('fitLinearModel', 'frames', frames, 1);
  requireFloat32Array('fitLinearModel', 'frames[0]', frames[0]);
  frames.forEach((frame, t) => {
    requireFloat32Array('fitLinearModel', `frames[${t}]`, frame, frames[0].length);
    requireFinite('fitLinearModel', `frames[${t}]`, frame);
  });
}

function meanFrame(frames: readonly Float32Array[]): Float32Array {
  const sum = new Float64Array(frames[0].length);
  for (const frame of frames) for (let k = 0; k < sum.length; k++) sum[k] += frame[k];
  return Float32Array.from(sum, (coordinate) => coordinate / frames.length);
}

/** The symmetric matrix of inner products of the frames' displacements from the rest shape, row by row. */
function* innerProducts(frames: readonly Float32Array[], rest: Float32Array): LongWork<Float64Array> {
  const count = frames.length;
  const products = new Float64Array(count * count);
  for (let s = 0; s < count; s++) {
    for (let t = s; t < count; t++) {
      let sum = 0;
      for (let k = 0; k < rest.length; k++) sum += (frames[s][k] - rest[k]) * (frames[t][k] - rest[k]);
      products[s * count + t] = products[t * count + s] = sum;
      yield s / count;
    }
  }
  return products;
}

/** Σ_t factors_t · (frame_t - rest). */
function combineFrames(frames: readonly Float32Array[], rest: Float32Array, factors: Float64Array): Float32Array {
  const sum = new Float64Array(rest.length);
  frames.forEach((frame, t) => {
    for (let k = 0; k < sum.length; k++) sum[k] += factors[t] * (frame[k] - rest[k]);
  });
  return Float32Array.from(sum);
}

/** Appends each frame's weight, scaled so that the largest is 1 in magnitude and positive; returns that scale. */
function scaleToUnitWeights(factors: Float64Array, weights: number[][]): number {
  let peak = 0;
  for (const factor of factors) if (Math.abs(factor) > Math.abs(peak)) peak = factor;
  factors.forEach((factor, t) => weights[t].push(factor / peak));
  return peak;
}

function* measureResidual(
  model: LinearModel,
  frames: readonly Float32Array[],
  weights: readonly Float32Array[],
  keptEnergy: number,
): LongWork<FitResidual> {
  const posed = new Float32Array(3);
  const largestOfFrame = new Float64Array(frames.length);
  let squaredSum = 0;
  for (let t = 0; t < frames.length; t++) {
    let largestSquared = 0;
    for (let vertex = 0; vertex < model.vertexCount; vertex++) {
      poseLinearVertex(model, weights[t], vertex, posed, 0);
      const squared = distanceSquared(posed, 0, frames[t], vertex * 3);
      squaredSum += squared;
      if (squared > largestSquared) largestSquared = squared;
    }
    largestOfFrame[t] = Math.sqrt(largestSquared);
    yield t / frames.length;
  }
  return {
    largest: largestOfFrame.reduce((a, b) => Math.max(a, b), 0),
    rootMeanSquare: Math.sqrt(squaredSum / (frames.length * model.vertexCount)),
    largestOfFrame,
    keptEnergy,
  };
}
