/** How displacement fields pose vertices: the weights that are not zero, and where their fields are. */
import type { BdTree } from '../../bounds/bd/bd-tree.js';
import type { LinearModel } from '../../deform/linear.js';
import type { Pose } from '../../deform/pose.js';
import type { Kernels } from '../../kernels/kernels.js';
import { HEADER, POSE_LINEAR } from '../../kernels/layout/header.js';
import { DISPLACEMENT, LINEAR_POSE, WEIGHING } from '../../kernels/layout/linear.js';
import { FIELD_STEP_BYTES } from '../../kernels/layout/record.js';
import type { Poser } from '../driver.js';
import { ROW } from '../memory.js';
import type { MemoryPlan } from '../memory.js';
import { planPlacement, writePlacement } from '../placement.js';
import type { Placement } from '../placement.js';
import { planFields } from './weights.js';
import { follow64, pointerAt, wordAt } from '../../kernels/units.js';
import type { ByteOffset } from '../../kernels/units.js';

/**
 * Poses the vertices of a linear model. One kernel makes the lists of weights for vertices and for bounds, and measures how far they lead: a query that finds nothing in the caches
 * waits for each function that it runs through.
 */
export class LinearPoser implements Poser {
  readonly memory: MemoryPlan;
  readonly #model: LinearModel;

  constructor(model: LinearModel, bounds: BdTree) {
    this.#model = model;
    const { fieldCount } = model;
    this.memory = {
      // The last load of the last vertex reaches beyond it.
      shared: { displacements: { words: bounds.displacements, padding: ROW } },
      own: {
        ...planFields(fieldCount),
        ...planPlacement(),
        weighing: (WEIGHING.count + fieldCount) * 8 + fieldCount * 4,
      },
      numbers: {
        poseRule: POSE_LINEAR,
        displacementBytes: (fieldCount + 1) * FIELD_STEP_BYTES,
        weightCount: fieldCount,
      },
    };
  }

  begin({ arena }: Kernels, header: ByteOffset): void {
    const { f64, u32 } = arena;
    const weighing = follow64(u32, wordAt(header) + LINEAR_POSE.weighing);
    f64[weighing + WEIGHING.restReach] = this.#model.restReach;
    f64.set(this.#model.fieldReach, weighing + WEIGHING.fields);
  }

  measureReach({ arena, run }: Kernels, header: ByteOffset, { weights }: Pose, placement: Placement): void {
    const { f32, f64, u32 } = arena;
    const weighing = follow64(u32, wordAt(header) + LINEAR_POSE.weighing);
    const at = (weighing + WEIGHING.fields + weights.length) * 2;
    for (let j = 0; j < weights.length; j++) f32[at + j] = weights[j];
    run.writeWeights(header);
    placement.reach[0] = f64[weighing + WEIGHING.reach];
  }

  writePose(kernels: Kernels, header: ByteOffset, _pose: Pose, placement: Placement): void {
    // What bounds are widened by depends on the pose, but only where the body is placed.
    if (placement.isPlaced) writePlacement(kernels.arena, header, placement.matrix, placement.reach);
  }

  poseAll(kernels: Kernels, header: ByteOffset): void {
    const { arena, run } = kernels;
    const { u32 } = arena;
    const at = wordAt(header);
    const { vertexCount } = this.#model;
    run.deformLinear(
      pointerAt(u32, at + DISPLACEMENT.displacements),
      u32[at + DISPLACEMENT.displacementBytes],
      pointerAt(u32, at + DISPLACEMENT.activeFields),
      pointerAt(u32, at + DISPLACEMENT.activeWeights64),
      u32[at + DISPLACEMENT.activeCount],
      vertexCount,
      pointerAt(u32, at + HEADER.positions),
    );
    if (u32[at + HEADER.placed] !== 0) {
      run.placeVertices(pointerAt(u32, at + HEADER.positions), vertexCount, pointerAt(u32, at + HEADER.placement64));
    }
  }
}
