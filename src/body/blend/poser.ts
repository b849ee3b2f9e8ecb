/** How blended transforms pose vertices: the transforms and the placement, from which a kernel makes the governors' matrices. */
import type { BlendTree } from '../../bounds/blend/blend-tree.js';
import { GRID } from '../../bounds/blend/rest-grid.js';
import { widenBlendReach } from '../../deform/blend.js';
import type { BlendModel } from '../../deform/blend.js';
import { TRANSFORM_STRIDE } from '../../deform/pose.js';
import type { Pose } from '../../deform/pose.js';
import type { Kernels } from '../../kernels/kernels.js';
import { BLEND_POSE } from '../../kernels/layout/blend-body.js';
import { GOVERNING, MATRIX64 } from '../../kernels/layout/blend.js';
import { HEADER, POSE_BLEND } from '../../kernels/layout/header.js';
import { FIELD_STEP_WORDS } from '../../kernels/layout/record.js';
import type { Poser } from '../driver.js';
import { planFields, writeFields } from '../linear/weights.js';
import type { MemoryPlan } from '../memory.js';
import type { Placement } from '../placement.js';
import { follow, follow64, wordAt } from '../../kernels/units.js';
import type { ByteOffset } from '../../kernels/units.js';

/** Makes up for rounding displacements to float32 on the grid. */
const GRID_SLACK = 1.000001;

/**
 * Poses the vertices of a blend model. The kernel that writes the governors' matrices for vertices writes those for bounds in the same
 * pass, since both are products with the same transforms: what it needs to know of the grid of boxes at rest is written here too.
 */
export class BlendPoser implements Poser {
  readonly memory: MemoryPlan;
  readonly #model: BlendModel;
  readonly #grid: Float64Array;
  readonly #arePoints: boolean;

  constructor(model: BlendModel, bounds: BlendTree) {
    this.#model = model;
    this.#grid = bounds.grid;
    this.#arePoints = model.poseLayout.pointCount > 0;
    const { fieldCount, governorCount, poseLayout, usedGovernors } = model;
    this.memory = {
      shared: {
        vertices: { words: bounds.vertices },
        influences: { words: bounds.influences },
        displacements: { words: bounds.displacements },
        usedGovernors: { words: usedGovernors },
      },
      own: {
        ...planFields(fieldCount),
        placement64: TRANSFORM_STRIDE * 8,
        governing: GOVERNING.count * 8,
        transforms: (poseLayout.transformCount * TRANSFORM_STRIDE + poseLayout.pointCount * 3) * 4,
        matrices64: governorCount * MATRIX64.count * 8,
      },
      numbers: {
        poseRule: POSE_BLEND,
        displacementBytes: fieldCount * FIELD_STEP_WORDS * 4,
        usedGovernorCount: usedGovernors.length,
      },
    };
  }

  measureReach(
    { arena, run }: Kernels,
    header: ByteOffset,
    pose: Pose,
    placement: Placement,
    hasTransforms: boolean,
  ): void {
    const { f32, f64, u32 } = arena;
    const at = wordAt(header);
    const governing = follow64(u32, at + BLEND_POSE.governing);
    if (!hasTransforms)
      f32.set(this.#arePoints ? pose.points : pose.transforms, follow(u32, at + BLEND_POSE.transforms));
    this.#writeRestReach(f64, governing, pose.weights);
    if (placement.isPlaced) writeRows(f64, follow64(u32, at + HEADER.placement64), placement.matrix);
    run.writeGovernors(header, this.#arePoints ? 1 : 0, placement.isPlaced ? 1 : 0);
    placement.reach[0] = f64[governing + GOVERNING.reach];
    widenBlendReach(placement.reach);
  }

  writePose({ arena }: Kernels, header: ByteOffset, pose: Pose): void {
    // Without morph targets there is nothing to write, and nothing to fetch what writes it for.
    if (pose.weights.length > 0) writeFields(arena, header, pose.weights);
  }

  poseAll(kernels: Kernels, header: ByteOffset): void {
    kernels.run.poseBlendVertices(header, 0, this.#model.vertexCount);
  }

  /** Bounds the coordinates that the transforms are applied to, and says what the matrices for bounds are applied to. */
  #writeRestReach(f64: Float64Array, governing: number, weights: Float32Array): void {
    const { fieldReach, restReach } = this.#model;
    const grid = this.#grid;
    f64[governing + GOVERNING.restReach] = restReach;
    f64[governing + GOVERNING.gridReach] = grid[GRID.reach];
    f64[governing + GOVERNING.step] = grid[GRID.step];
    for (let axis = 0; axis < 3; axis++) f64[governing + GOVERNING.middle + axis] = grid[GRID.middle + axis];
    for (let j = 0; j < weights.length; j++) {
      const reach = fieldReach[j] * Math.abs(weights[j]);
      f64[governing + GOVERNING.restReach] += reach;
      f64[governing + GOVERNING.gridReach] += (reach * GRID_SLACK) / grid[GRID.step];
    }
  }
}

/** Writes the rows of a matrix that is stored column by column. */
function writeRows(f64: Float64Array, at: number, matrix: Float64Array): void {
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 4; column++) f64[at + row * 4 + column] = matrix[column * 4 + row];
  }
}
