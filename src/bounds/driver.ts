/** What is particular to a kind of deformation: what it keeps in memory, and how a pose is written there. */
import type { Pose } from '../deform/pose.js';
import type { Kernels } from '../kernels/kernels.js';
import type { LazyMemoryPlan } from './lazy-memory.js';

/** Where a body is in the world. */
export interface Placement {
  /** Sixteen numbers, column by column. */
  readonly matrix: Float64Array;
  /** Whether the body has ever been placed; until then the matrix is the identity. */
  isPlaced: boolean;
  /** Whether it has been placed anew since the pose was last written. */
  isMoved: boolean;
  /** A bound on the coordinates before the body is placed. */
  readonly reach: Float64Array;
}

/** How one kind of deformation poses vertices. */
export interface Driver {
  /** What a body needs for it. */
  readonly memory: LazyMemoryPlan;
  /**
   * Bounds the coordinates before the body is placed: `placement.reach`. Comes before each {@link writePose}, and may write what
   * walks read. Transforms that a kernel has written where they belong are not taken from the pose.
   */
  measureReach(kernels: Kernels, header: number, pose: Pose, placement: Placement, hasTransforms?: boolean): void;
  /** Writes a pose and a placement to where the kernels find them. */
  writePose(kernels: Kernels, header: number, pose: Pose, placement: Placement): void;
  /** Poses all vertices, and places them. */
  poseAll(kernels: Kernels, header: number): void;
}

/** How one kind of deformation drives a lazy body: its bounds too. */
export interface LazyRule extends Driver {
  /** Coordinates beyond this are left to refitted boxes. */
  readonly largestReach: number;
  /** Whether everything else that bounds follow from was small enough in the pose that was last written. */
  readonly canBound: boolean;
  /** What things cost in the pose that was last written, as the switch rule wants it. */
  readonly prices: Float64Array;
  /** How many vertices have been posed, or patches baked, in the present pose. */
  unitsDone(u32: Uint32Array, header: number): number;
  /** Forgets what is kept under stamps, which begin anew. */
  forgetStamps(kernels: Kernels, header: number): void;
}

/** Where nothing has been placed: the identity. */
export function createPlacement(): Placement {
  const matrix = new Float64Array(16);
  for (let axis = 0; axis < 4; axis++) matrix[axis * 5] = 1;
  return { matrix, isPlaced: false, isMoved: false, reach: new Float64Array(1) };
}
