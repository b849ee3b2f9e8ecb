/** How displacement fields pose vertices: the weights that are not zero, and where their fields are. */
import { fieldBlockCount, measureLinearReach } from '../deform/linear.js';
import type { LinearModel } from '../deform/linear.js';
import type { Pose } from '../deform/pose.js';
import type { Kernels } from '../kernels/kernels.js';
import { BODY, PLACEMENT } from '../kernels/lazy-layout.js';
import { writeWeights } from './body-words.js';
import type { Driver, Placement } from './driver.js';
import { ROW } from './lazy-memory.js';
import type { LazyMemoryPlan } from './lazy-memory.js';
import { writePlacement } from './placement.js';

/** What fields do to each vertex, in whatever order the vertices are kept. */
export type LinearVertices = Pick<LinearModel, 'rest' | 'fields'>;

/** Drives the vertices of a linear model. */
export class LinearDriver implements Driver {
  readonly memory: LazyMemoryPlan;
  readonly #model: LinearModel;
  readonly #rowBytes: number;

  /** `rowBytes`: how far the coefficients of two fields are apart in a block, where there are bounds. */
  constructor(model: LinearModel, vertices: LinearVertices, rowBytes = 0) {
    this.#model = model;
    this.#rowBytes = rowBytes;
    const { fieldCount } = model;
    this.memory = {
      shared: { rest: { words: vertices.rest, padding: ROW }, fields: { words: vertices.fields } },
      own: {
        activeRows: fieldCount * 4,
        activeWeights: fieldCount * 4,
        activeFields: fieldCount * 4,
        activeWeights64: fieldCount * 8,
        placement: PLACEMENT.wordCount * 4,
        placement64: 12 * 8,
      },
      numbers: { fieldBlockBytes: fieldCount * ROW },
    };
  }

  measureReach(_kernels: Kernels, _header: number, pose: Pose, placement: Placement): void {
    measureLinearReach(this.#model, pose.weights, placement.reach);
  }

  writePose(kernels: Kernels, header: number, pose: Pose, placement: Placement): void {
    const { f32, f64, u32 } = kernels.arena;
    const at = header >>> 2;
    // What bounds are widened by depends on the pose, but only where the body is placed.
    if (placement.isPlaced) {
      const rows = u32[at + BODY.placement] >>> 2;
      writePlacement(placement.matrix, placement.reach, f32, rows, f64, u32[at + BODY.placement64] >>> 3);
      u32[at + BODY.placed] = 1;
    }
    writeWeights(kernels.arena, header, pose.weights, this.#rowBytes);
  }

  poseAll(kernels: Kernels, header: number): void {
    const { arena, run } = kernels;
    const { u32 } = arena;
    const at = header >>> 2;
    const { fieldCount, vertexCount } = this.#model;
    run.deformLinear(
      u32[at + BODY.rest],
      u32[at + BODY.fields],
      u32[at + BODY.activeFields],
      u32[at + BODY.activeWeights64],
      u32[at + BODY.activeCount],
      fieldCount,
      fieldBlockCount(vertexCount),
      u32[at + BODY.positions],
    );
    if (u32[at + BODY.placed] !== 0) {
      run.placeVertices(u32[at + BODY.positions], vertexCount, u32[at + BODY.placement64]);
    }
  }
}
