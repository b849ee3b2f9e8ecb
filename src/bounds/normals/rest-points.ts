/**
 * Where the points of a model rest, which it does not say: those that come closest to Σ_k w_ik x_k = p_i - r_i for all vertices, with p_i the mesh at rest and r_i what the points
 * leave of it. By conjugate gradients on least squares (Hestenes & Stiefel 1952), the three axes one after the other. Bounds hold wherever the points are taken to rest, and
 * are narrow where that is right.
 */
import type { BlendModel } from '../../deform/blend.js';

const MOST_ROUNDS = 300;
/** Of the gradient to begin with, the share at which it is small enough, squared. */
const SMALL_SQUARED = 1e-24;

/** Rest positions of points, three coordinates each; those that move nothing are at the origin. */
export function findRestPoints(model: BlendModel, positions: Float32Array): Float64Array {
  const points = new Float64Array(model.governorCount * 3);
  const target = new Float64Array(model.vertexCount);
  for (let axis = 0; axis < 3; axis++) {
    // About the middle of the mesh, so that what points nobody knows of are left at it.
    let sum = 0;
    for (let vertex = 0; vertex < model.vertexCount; vertex++) {
      target[vertex] = positions[vertex * 3 + axis] - model.rest[vertex * 3 + axis];
      sum += target[vertex];
    }
    const middle = sum / Math.max(1, model.vertexCount);
    for (let vertex = 0; vertex < model.vertexCount; vertex++) target[vertex] -= middle;
    solve(model, target).forEach((value, governor) => (points[governor * 3 + axis] = value + middle));
  }
  return points;
}

/** The x with least |W x - target|; `target` becomes what is left. */
function solve(model: BlendModel, target: Float64Array): Float64Array {
  const x = new Float64Array(model.governorCount);
  const gradient = new Float64Array(model.governorCount);
  const image = new Float64Array(model.vertexCount);
  applyTransposed(model, target, gradient);
  const direction = gradient.slice();
  let size = dot(gradient, gradient);
  const enough = size * SMALL_SQUARED;
  for (let round = 0; round < MOST_ROUNDS && size > enough; round++) {
    apply(model, direction, image);
    const step = size / dot(image, image);
    if (!Number.isFinite(step)) break;
    for (let k = 0; k < x.length; k++) x[k] += step * direction[k];
    for (let i = 0; i < image.length; i++) target[i] -= step * image[i];
    applyTransposed(model, target, gradient);
    const next = dot(gradient, gradient);
    const share = next / size;
    for (let k = 0; k < x.length; k++) direction[k] = gradient[k] + share * direction[k];
    size = next;
  }
  return x;
}

function apply({ governors, influenceOffsets, weights }: BlendModel, x: Float64Array, out: Float64Array): void {
  for (let vertex = 0; vertex < out.length; vertex++) {
    let sum = 0;
    for (let i = influenceOffsets[vertex]; i < influenceOffsets[vertex + 1]; i++) sum += weights[i] * x[governors[i]];
    out[vertex] = sum;
  }
}

function applyTransposed(
  { governors, influenceOffsets, weights }: BlendModel,
  y: Float64Array,
  out: Float64Array,
): void {
  out.fill(0);
  for (let vertex = 0; vertex < y.length; vertex++) {
    for (let i = influenceOffsets[vertex]; i < influenceOffsets[vertex + 1]; i++) {
      out[governors[i]] += weights[i] * y[vertex];
    }
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
