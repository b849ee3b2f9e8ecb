/** Baking: the posed positions of a whole mesh for a list of poses. What lazy queries avoid, and what exporters need. */
import { requireArray } from '../checks.js';
import { runInSlices, runNow } from '../long-work.js';
import type { LongWork, LongWorkOptions } from '../long-work.js';
import { poseVertex, requirePoseOf, requireReachable } from './model.js';
import type { Model } from './model.js';
import type { Pose } from './pose.js';

/** Vertices posed between two chances to give way. */
const VERTICES_PER_STEP = 4096;

/** The posed positions for each pose, three coordinates per vertex. */
export function bakeFrames(model: Model, poses: readonly Pose[]): Float32Array[] {
  return runNow(bakeSteps(model, poses));
}

/** {@link bakeFrames} in slices, with progress and the option to call it off. */
export function bakeFramesAsync(
  model: Model,
  poses: readonly Pose[],
  options: LongWorkOptions = {},
): Promise<Float32Array[]> {
  return runInSlices(bakeSteps(model, poses), options);
}

function* bakeSteps(model: Model, poses: readonly Pose[]): LongWork<Float32Array[]> {
  requireArray('bakeFrames', 'poses', poses, 0);
  poses.forEach((pose, t) => {
    requirePoseOf('bakeFrames', `poses[${t}]`, model, pose);
    requireReachable('bakeFrames', model, pose);
  });
  const frames: Float32Array[] = [];
  for (const pose of poses) {
    const out = new Float32Array(model.vertexCount * 3);
    for (let vertex = 0; vertex < model.vertexCount; vertex++) {
      poseVertex(model, pose, vertex, out, vertex * 3);
      if (vertex % VERTICES_PER_STEP === VERTICES_PER_STEP - 1) {
        yield (frames.length + vertex / model.vertexCount) / poses.length;
      }
    }
    frames.push(out);
    yield frames.length / poses.length;
  }
  return frames;
}
