/** How blended transforms pose vertices: the transforms and the placement, from which a kernel makes the governors' matrices. */
import { widenBlendReach } from '../deform/blend.js';
import type { BlendModel } from '../deform/blend.js';
import { TRANSFORM_STRIDE } from '../deform/pose.js';
import type { Pose } from '../deform/pose.js';
import type { Kernels } from '../kernels/kernels.js';
import { BODY, GOVERNING, MATRIX64_BYTES, MATRIX_BYTES } from '../kernels/lazy-layout.js';
import type { BlendVertices } from './blend-vertices.js';
import { writeWeights } from './body-words.js';
import type { Driver, Placement } from './driver.js';
import { ROW } from './lazy-memory.js';
import type { LazyMemoryPlan } from './lazy-memory.js';
import { GRID } from './rest-grid.js';
import type { RestGrid } from './rest-grid.js';

/** Bounds are products and sums in float32: larger matrices or rest coordinates could exceed what that holds. */
const LARGEST_FACTOR = 1e30;
/** Makes up for rounding displacements to float32 on the grid. */
const GRID_SLACK = 1.000001;
/** For bodies that bound nothing. */
const NO_GRID: RestGrid = Float64Array.of(1, 0, 0, 0, 0);

/** Drives the vertices of a blend model. */
export class BlendDriver implements Driver {
  readonly memory: LazyMemoryPlan;
  /** Whether the pose that was last written has no numbers that are too large for bounds in float32. */
  canBound = true;
  readonly #model: BlendModel;
  readonly #grid: RestGrid;
  readonly #arePoints: boolean;

  /** `grid` is that of the boxes that will be bounded, if any are. */
  constructor(model: BlendModel, vertices: BlendVertices, grid: RestGrid = NO_GRID) {
    this.#model = model;
    this.#grid = grid;
    this.#arePoints = model.poseLayout.pointCount > 0;
    const { fieldCount, governorCount, poseLayout, usedGovernors } = model;
    this.memory = {
      shared: {
        vertices: { words: vertices.vertices },
        influences: { words: vertices.influences },
        fields: { words: vertices.fields },
        usedGovernors: { words: usedGovernors },
      },
      own: {
        activeRows: fieldCount * 4,
        activeWeights: fieldCount * 4,
        activeFields: fieldCount * 4,
        activeWeights64: fieldCount * 8,
        fieldWeights: fieldCount * 4,
        placement64: TRANSFORM_STRIDE * 8,
        governing: GOVERNING.count * 8,
        transforms: (poseLayout.transformCount * TRANSFORM_STRIDE + poseLayout.pointCount * 3) * 4,
        matrices: governorCount * MATRIX_BYTES,
        matrices64: governorCount * MATRIX64_BYTES,
      },
      numbers: { fieldBlockBytes: fieldCount * ROW, usedGovernorCount: usedGovernors.length },
    };
  }

  measureReach({ arena, run }: Kernels, header: number, pose: Pose, placement: Placement, hasTransforms = false): void {
    const { f32, f64, u32 } = arena;
    const at = header >>> 2;
    const governing = u32[at + BODY.governing] >>> 3;
    if (!hasTransforms) f32.set(this.#arePoints ? pose.points : pose.transforms, u32[at + BODY.transforms] >>> 2);
    this.#writeRestReach(f64, governing, pose.weights);
    if (placement.isPlaced) writeRows(f64, u32[at + BODY.placement64] >>> 3, placement.matrix);
    run.writeGovernors(header, this.#arePoints ? 1 : 0, placement.isPlaced ? 1 : 0);
    placement.reach[0] = f64[governing + GOVERNING.reach];
    widenBlendReach(placement.reach);
  }

  writePose({ arena }: Kernels, header: number, pose: Pose): void {
    const { f32, f64, u32 } = arena;
    const at = header >>> 2;
    // Without morph targets there is nothing to write, and nothing to fetch what writes it for.
    if (pose.weights.length > 0) {
      writeWeights(arena, header, pose.weights, 0);
      f32.set(pose.weights, u32[at + BODY.fieldWeights] >>> 2);
    }
    const governing = u32[at + BODY.governing] >>> 3;
    this.canBound =
      f64[governing + GOVERNING.restReach] <= LARGEST_FACTOR &&
      f64[governing + GOVERNING.gridReach] <= LARGEST_FACTOR &&
      f64[governing + GOVERNING.stretch] <= LARGEST_FACTOR;
  }

  poseAll(kernels: Kernels, header: number): void {
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
