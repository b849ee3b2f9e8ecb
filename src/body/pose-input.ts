/** The numbers that drive a body: written by its user, or by a kernel right to where the kernels read them. */
import { createPose } from '../deform/pose.js';
import type { Pose, PoseLayout } from '../deform/pose.js';
import type { Kernels } from '../kernels/kernels.js';
import { BLEND_POSE } from '../kernels/layout/blend-body.js';
import { pointerAt, wordAt } from '../kernels/units.js';
import type { ByteOffset } from '../kernels/units.js';

/** A pose, and whether it is behind. */
export interface PoseInput {
  /** As the user last set it; read it through {@link readPose}. Its stamp is always right. */
  readonly pose: Pose;
  /** Whether the kernels have transforms that the pose does not have yet. */
  areTransformsAhead: boolean;
}

/** A pose at rest, known to the kernels as well. */
export function createPoseInput(kernels: Kernels, header: ByteOffset, layout: PoseLayout): PoseInput {
  const pose = createPose(layout);
  if (pose.transforms.length > 0) kernels.arena.f32.set(pose.transforms, wordAt(transformsAt(kernels, header)));
  return { pose, areTransformsAhead: false };
}

/** Where the kernels read the transforms of a skin, in bytes: whoever writes others there calls {@link takeTransforms}. */
export function transformsAt(kernels: Kernels, header: ByteOffset): ByteOffset {
  return pointerAt(kernels.arena.u32, wordAt(header) + BLEND_POSE.transforms);
}

/** Says that a kernel has written all transforms where the kernels read them, all finite. */
export function takeTransforms(input: PoseInput): void {
  input.areTransformsAhead = true;
  input.pose.stamp++;
}

/** The pose with all its numbers. */
export function readPose(input: PoseInput, kernels: Kernels, header: ByteOffset): Pose {
  if (input.areTransformsAhead) {
    const at = wordAt(transformsAt(kernels, header));
    const { transforms } = input.pose;
    transforms.set(kernels.arena.f32.subarray(at, at + transforms.length));
    input.areTransformsAhead = false;
  }
  return input.pose;
}
