/** How displacement fields drive a lazy body: bounds are sums of coefficients over the fields whose weight is not zero. */
import { FIELD_BLOCK } from '../deform/linear.js';
import type { LinearModel } from '../deform/linear.js';
import type { Pose } from '../deform/pose.js';
import type { Kernels } from '../kernels/kernels.js';
import { BODY, BOUNDS_BYTES, ORIENTED, ORIENTED_BYTES, SPHERES } from '../kernels/lazy-layout.js';
import type { BdTree } from './bd-tree.js';
import type { LazyRule, Placement } from './driver.js';
import { ROW } from './lazy-memory.js';
import type { LazyMemoryPlan } from './lazy-memory.js';
import { LinearDriver } from './linear-driver.js';
import { HISTORY_LENGTH, addPose, createPoseHistory } from './pose-history.js';
import type { PoseHistory } from './pose-history.js';
import { createSizeTerms, setSizeTerms } from './size-terms.js';
import type { SizeTerms } from './size-terms.js';
import {
  BLOCK_COST,
  PATIENCE,
  PRICE_COUNT,
  REFITTED_WALK_COST,
  UNIT_COST,
  WALK_COST,
  WHOLE_COST,
} from './switch-rule.js';

const VERTEX_NS = 1;
const VERTEX_FIELD_NS = 0.6;
const TRIANGLE_NS = 4.5;
const BLOCK_NS = 9;
const EVALUATION_NS = 8;
const EVALUATION_FIELD_NS = 1;
const POSED_VERTEX_NS = 10;
const POSED_VERTEX_FIELD_NS = 1.5;

/** Behind the prices: refitting everything while no field has a weight, and what each that has one adds. */
const RESTING_WHOLE_COST = PRICE_COUNT;
const WHOLE_FIELD_COST = PRICE_COUNT + 1;

/** The rule of linear models, with the state of one body. */
export class LinearRule implements LazyRule {
  readonly memory: LazyMemoryPlan;
  /** Half of what float32 holds, and less: sums of centres must not overflow. */
  readonly largestReach = 8.507059173023462e37;
  readonly canBound = true;
  readonly prices = new Float64Array(PRICE_COUNT + 2);
  readonly #driver: LinearDriver;
  readonly #bounds: BdTree;
  readonly #rowBytes: number;
  readonly #terms: SizeTerms;
  readonly #history: PoseHistory | undefined;

  constructor(model: LinearModel, bounds: BdTree, coherence: number) {
    this.#bounds = bounds;
    // Loose bounds make walks longer: that is part of what a refit saves, and all that is known of a refitted pose.
    this.prices[WALK_COST] = 1;
    this.prices[REFITTED_WALK_COST] = 2.5;
    this.prices[PATIENCE] = 0.35;
    this.prices[RESTING_WHOLE_COST] =
      bounds.vertexCount * VERTEX_NS + bounds.triangleOrder.length * TRIANGLE_NS + bounds.blockCount * BLOCK_NS;
    this.prices[WHOLE_FIELD_COST] = bounds.vertexCount * VERTEX_FIELD_NS;
    this.#rowBytes = bounds.rowCount * FIELD_BLOCK * 4;
    this.#driver = new LinearDriver(model, bounds, this.#rowBytes);
    this.#terms = createSizeTerms(model.fieldCount);
    if (coherence > 0) this.#history = createPoseHistory(model.fieldCount);
    const { blockCount } = bounds;
    const { fieldCount } = model;
    const { memory } = this.#driver;
    this.memory = {
      shared: {
        ...memory.shared,
        rows: { words: bounds.rows },
        axes: { words: bounds.axes },
        rates: { words: bounds.rates },
      },
      own: {
        ...memory.own,
        ...(bounds.morph ? { sizeRows: fieldCount * 8 } : {}),
        sizeWeights: fieldCount * 8,
        oriented: bounds.shape === ORIENTED ? blockCount * ORIENTED_BYTES : 0,
        ...(coherence > 0 ? { bases: blockCount * BOUNDS_BYTES } : {}),
        baseStamps: coherence > 0 ? blockCount * 4 : 0,
        distances: HISTORY_LENGTH * 4,
      },
      numbers: { ...memory.numbers, rule: bounds.shape, blockBytes: (fieldCount + 1) * this.#rowBytes },
    };
  }

  measureReach(kernels: Kernels, header: number, pose: Pose, placement: Placement): void {
    this.#driver.measureReach(kernels, header, pose, placement);
  }

  writePose(kernels: Kernels, header: number, pose: Pose, placement: Placement): void {
    this.#driver.writePose(kernels, header, pose, placement);
    const { f32, u32 } = kernels.arena;
    const at = header >>> 2;
    if (this.#bounds.morph) this.#writeSizeTerms(kernels, at, pose);
    if (this.#history) {
      const distances = u32[at + BODY.distances] >>> 2;
      u32[at + BODY.distanceCount] = addPose(this.#history, pose.weights, f32, distances);
    }
    this.#writePrices(u32[at + BODY.activeCount]);
  }

  poseAll(kernels: Kernels, header: number): void {
    this.#driver.poseAll(kernels, header);
  }

  unitsDone(u32: Uint32Array, header: number): number {
    return u32[header + BODY.verticesPosed];
  }

  forgetStamps(kernels: Kernels, header: number): void {
    if (!this.#history) return;
    const { u32 } = kernels.arena;
    const at = u32[(header >>> 2) + BODY.baseStamps] >>> 2;
    u32.fill(0, at, at + this.#bounds.blockCount);
  }

  #writeSizeTerms(kernels: Kernels, at: number, pose: Pose): void {
    const terms = this.#terms;
    setSizeTerms(terms, pose.weights);
    const { f32, u32 } = kernels.arena;
    const rows = u32[at + BODY.sizeRows] >>> 2;
    const weights = u32[at + BODY.sizeWeights] >>> 2;
    const targetBytes = this.#bounds.shape === SPHERES ? ROW : 3 * ROW;
    for (let k = 0; k < terms.count; k++) {
      u32[rows + k] = (terms.fields[k] + 1) * this.#rowBytes + 3 * ROW + terms.isTarget[k] * targetBytes;
      f32[weights + k] = terms.weights[k];
    }
    u32[at + BODY.sizeCount] = terms.count;
    f32[at + BODY.restShare] = terms.restShare;
  }

  #writePrices(activeFields: number): void {
    const { prices } = this;
    prices[BLOCK_COST] = EVALUATION_NS + EVALUATION_FIELD_NS * activeFields;
    prices[UNIT_COST] = POSED_VERTEX_NS + POSED_VERTEX_FIELD_NS * activeFields;
    prices[WHOLE_COST] = prices[RESTING_WHOLE_COST] + prices[WHOLE_FIELD_COST] * activeFields;
  }
}
