/**
 * What is particular to a kind of deformation, in two halves. A *poser* says where vertices are; a *bounder* says where nodes are. A body of
 * triangles has both. They are apart because what bounds a node and what poses a vertex may come from different places, and either may be missing: a body of
 * proxies (proxy-body.ts) bounds its nodes by sums of coefficients, as linear ones do, and poses nothing.
 */
import type { Pose } from '../deform/pose.js';
import type { Kernels } from '../kernels/kernels.js';
import type { MemoryPlan } from './memory.js';
import type { Placement } from './placement.js';
import type { ByteOffset, WordIndex } from '../kernels/units.js';

/** How one kind of deformation poses vertices. */
export interface Poser {
  /** What a body needs for it. */
  readonly memory: MemoryPlan;
  /** Writes what stays the same from pose to pose, once, to memory that has just been taken. */
  begin?(kernels: Kernels, header: ByteOffset): void;
  /**
   * Bounds the coordinates before the body is placed: `placement.reach`. Comes before each {@link writePose}, and may write what
   * walks read. Transforms that a kernel has written where they belong are not taken from the pose.
   */
  measureReach(kernels: Kernels, header: ByteOffset, pose: Pose, placement: Placement, hasTransforms: boolean): void;
  /** Writes a pose and a placement to where the kernels find them. */
  writePose(kernels: Kernels, header: ByteOffset, pose: Pose, placement: Placement): void;
  /** Poses all vertices, and places them. */
  poseAll(kernels: Kernels, header: ByteOffset): void;
  /** Where more than the pose drives vertices: whether that has changed since {@link writePose}. */
  isBehind?(): boolean;
}

/** How one kind of deformation bounds nodes. */
export interface Bounder {
  /** What a body needs for it. */
  readonly memory: MemoryPlan;
  /** Coordinates beyond this are left to refitted boxes. */
  readonly largestReach: number;
  /** Nanoseconds of walks that cannot make a refit worthwhile in any pose: until then nobody takes stock (switch-rule.ts). */
  readonly idleNs: number;
  /** What things cost in the pose that was last written, as the switch rule wants it. `header` is in words. */
  pricesOf(u32: Uint32Array, header: WordIndex): Float64Array;
  /**
   * Writes a pose to where the kernels find it; comes after the poser has. Returns whether all numbers that bounds follow from were small
   * enough: otherwise boxes have to be refitted.
   */
  writePose(kernels: Kernels, header: ByteOffset, pose: Pose): boolean;
  /** How many vertices have been posed, or patches baked, in the present pose. `header` is in words. */
  unitsDone(u32: Uint32Array, header: WordIndex): number;
  /** Forgets what is kept under stamps, which begin anew. */
  forgetStamps(kernels: Kernels, header: ByteOffset): void;
}
