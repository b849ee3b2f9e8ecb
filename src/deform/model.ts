/**
 * The deformation models as one closed union: an integer tag that a single `switch` tells apart. Whatever the model, a
 * posed vertex is a float32 triple, evaluated in float64 and rounded once, so that it has the same bits whether it is
 * asked for alone, in a set, with the whole mesh, in TypeScript or in WebAssembly.
 *
 * Every model has a `kind`, a `vertexCount` and a `poseLayout`, which says which sections of the {@link Pose} drive it.
 * The union grows by one member and one `case` per kind.
 */
import { FLOAT32_MAX } from '../math/float.js';
import { PliantError } from '../errors.js';
import { BLEND_MODEL, measureBlendReach, poseBlendVertex } from './blend.js';
import type { BlendModel } from './blend.js';
import { LINEAR_MODEL, measureLinearReach, poseLinearVertex } from './linear.js';
import type { LinearModel } from './linear.js';
import { TRANSFORM_STRIDE } from './pose.js';
import type { Pose } from './pose.js';

/** Any deformation that Pliant knows. */
export type Model = LinearModel | BlendModel;

/** Writes the posed position of one vertex to `out[offset]`, `out[offset + 1]`, `out[offset + 2]`. */
export function poseVertex(model: Model, pose: Pose, vertex: number, out: Float32Array, offset: number): void {
  switch (model.kind) {
    case LINEAR_MODEL:
      poseLinearVertex(model, pose.weights, vertex, out, offset);
      break;
    case BLEND_MODEL:
      poseBlendVertex(model, pose, vertex, out, offset);
  }
}

/** Writes the posed positions of the first `count` vertices that `vertices` names, in that order, from `out[0]` on. */
export function poseVertices(model: Model, pose: Pose, vertices: Uint32Array, count: number, out: Float32Array): void {
  requireFit('poseVertices', model, pose, count, out);
  for (let i = 0; i < count; i++) poseVertex(model, pose, vertices[i], out, i * 3);
}

/** Writes the posed positions of all vertices; the same bits as {@link poseVertex} for each. */
export function poseMesh(model: Model, pose: Pose, out: Float32Array): void {
  requireFit('poseMesh', model, pose, model.vertexCount, out);
  for (let vertex = 0; vertex < model.vertexCount; vertex++) poseVertex(model, pose, vertex, out, vertex * 3);
}

/** A bound on the absolute value of every coordinate of every posed vertex, from the pose alone. */
export function poseReach(model: Model, pose: Pose): number {
  measureReach(model, pose, reach);
  return reach[0];
}

/**
 * Refuses a pose that could carry a vertex beyond what a float32 can hold: an infinite vertex has no place in an exact
 * test, and would be missed without a word.
 */
export function requireReachable(caller: string, model: Model, pose: Pose): void {
  measureReach(model, pose, reach);
  requireReach(caller, reach);
}

/** {@link requireReachable} for a reach that has been measured, in `reachOfPose[0]`. */
export function requireReach(caller: string, reachOfPose: Float64Array): void {
  if (reachOfPose[0] <= FLOAT32_MAX) return;
  throw new PliantError(
    'bad-number',
    `${caller}: the pose may move a vertex to ${reachOfPose[0]}, beyond what a float32 can hold; use smaller weights, transforms or units`,
  );
}

/** Where the reach is left: a double that is returned by a call that is not inlined would go to the heap, every frame. */
const reach = new Float64Array(1);

/** {@link poseReach}, left in `out[0]`. */
function measureReach(model: Model, pose: Pose, out: Float64Array): void {
  switch (model.kind) {
    case LINEAR_MODEL:
      measureLinearReach(model, pose.weights, out);
      break;
    case BLEND_MODEL:
      measureBlendReach(model, pose, out);
  }
}

/** Refuses a pose of another model, which would give not-a-number. `name` says which pose. */
export function requirePoseOf(caller: string, name: string, model: Model, pose: Pose): void {
  const { weightCount, transformCount, pointCount } = model.poseLayout;
  requireSection(caller, name, 'weights', pose.weights.length, weightCount);
  requireSection(caller, name, 'transforms', pose.transforms.length / TRANSFORM_STRIDE, transformCount);
  requireSection(caller, name, 'points', pose.points.length / 3, pointCount);
}

function requireSection(caller: string, name: string, section: string, count: number, needed: number): void {
  if (count !== needed) {
    throw new PliantError(
      'mismatch',
      `${caller}: ${name} has ${count} ${section}, the model ${needed}; create it from the model's poseLayout`,
    );
  }
}

/** Refuses a pose of another model, and too short an output, which would lose vertices. */
function requireFit(caller: string, model: Model, pose: Pose, vertexCount: number, out: Float32Array): void {
  requirePoseOf(caller, 'the pose', model, pose);
  if (out.length < vertexCount * 3) {
    throw new PliantError('bad-count', `${caller}: out has ${out.length} numbers, but ${vertexCount * 3} are needed`);
  }
}
