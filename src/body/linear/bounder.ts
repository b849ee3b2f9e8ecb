/** How displacement fields bound nodes: bounds are sums of coefficients over the fields whose weight is not zero. */
import { FIELD_BLOCK } from '../../deform/linear.js';
import type { LinearModel } from '../../deform/linear.js';
import type { Pose } from '../../deform/pose.js';
import type { Kernels } from '../../kernels/kernels.js';
import { HEADER, ORIENTED, SPHERES } from '../../kernels/layout/header.js';
import { LINEAR_BOUND } from '../../kernels/layout/linear.js';
import { BOUNDS, ORIENTED_BOX } from '../../kernels/layout/record.js';
import type { BdTree } from '../../bounds/bd/bd-tree.js';
import type { Bounder } from '../driver.js';
import { ROW } from '../memory.js';
import type { MemoryPlan } from '../memory.js';
import { HISTORY_LENGTH, addPose, createPoseHistory } from './pose-history.js';
import type { PoseHistory } from './pose-history.js';
import { createSizeTerms, setSizeTerms } from './size-terms.js';
import type { SizeTerms } from './size-terms.js';
import {
  BLOCK_COST,
  PRICE_COUNT,
  REFITTED_WALK_COST,
  UNIT_COST,
  WALK_COST,
  WHOLE_COST,
  idleNsOf,
} from '../switch-rule.js';
import { planRows } from './weights.js';
import { follow, wordAt } from '../../kernels/units.js';
import type { ByteOffset, WordIndex } from '../../kernels/units.js';

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

/** Bounds the nodes of a linear model, with the state of one body. */
export class LinearBounder implements Bounder {
  readonly memory: MemoryPlan;
  /** Half of what float32 holds, and less: sums of centres must not overflow. */
  readonly largestReach = 8.507059173023462e37;
  readonly idleNs: number;
  readonly #prices = new Float64Array(PRICE_COUNT + 2);
  readonly #bounds: BdTree;
  readonly #rowBytes: number;
  readonly #terms: SizeTerms;
  readonly #history: PoseHistory | undefined;
  readonly #coherence: number;

  constructor(model: LinearModel, bounds: BdTree, coherence: number) {
    this.#bounds = bounds;
    this.#coherence = coherence;
    // Loose bounds make walks longer: that is part of what a refit saves, and all that is known of a refitted pose. By count, what is spent lazily is two to three times what the walk over exact boxes
    // is where two bodies meet, and eight times for a ball, which comes to each block once. Between those, a deep pose is followed by a refit a little longer than it need be.
    this.#prices[WALK_COST] = 1;
    this.#prices[REFITTED_WALK_COST] = 6;
    this.#prices[RESTING_WHOLE_COST] =
      bounds.vertexCount * VERTEX_NS + bounds.triangleOrder.length * TRIANGLE_NS + bounds.blockCount * BLOCK_NS;
    this.#prices[WHOLE_FIELD_COST] = bounds.vertexCount * VERTEX_FIELD_NS;
    this.#writePrices(model.fieldCount);
    this.idleNs = idleNsOf(this.#prices, this.#prices[RESTING_WHOLE_COST], verticesPerBlock(bounds));
    this.#rowBytes = bounds.rowCount * FIELD_BLOCK * 4;
    this.#terms = createSizeTerms(model.fieldCount);
    if (coherence > 0) this.#history = createPoseHistory(model.fieldCount);
    const { blockCount } = bounds;
    const { fieldCount } = model;
    this.memory = {
      shared: {
        rows: { words: bounds.rows },
        axes: { words: bounds.axes },
        rates: { words: bounds.rates },
      },
      own: {
        ...planRows(fieldCount),
        ...(bounds.morph ? { sizeRows: fieldCount * 8 } : {}),
        sizeWeights: fieldCount * 8,
        oriented: bounds.shape === ORIENTED ? blockCount * ORIENTED_BOX.wordCount * 4 : 0,
        ...(coherence > 0 ? { bases: blockCount * BOUNDS.wordCount * 4 } : {}),
        baseStamps: coherence > 0 ? blockCount * 4 : 0,
        distances: HISTORY_LENGTH * 4,
      },
      numbers: { boundRule: bounds.shape, blockBytes: (fieldCount + 1) * this.#rowBytes, rowBytes: this.#rowBytes },
    };
  }

  writePose(kernels: Kernels, header: ByteOffset, pose: Pose): boolean {
    const { f32, u32 } = kernels.arena;
    const at = wordAt(header);
    if (this.#bounds.morph) this.#writeSizeTerms(kernels, at, pose);
    if (this.#history) {
      u32[at + LINEAR_BOUND.blocksCarried] = 0;
      f32[at + LINEAR_BOUND.looseness] = this.#coherence;
      const distances = follow(u32, at + LINEAR_BOUND.distances);
      u32[at + LINEAR_BOUND.distanceCount] = addPose(this.#history, pose.weights, f32, distances);
    }
    return true;
  }

  pricesOf(u32: Uint32Array, header: WordIndex): Float64Array {
    this.#writePrices(u32[header + LINEAR_BOUND.activeRowCount]);
    return this.#prices;
  }

  unitsDone(u32: Uint32Array, header: WordIndex): number {
    return u32[header + HEADER.verticesPosed];
  }

  forgetStamps(kernels: Kernels, header: ByteOffset): void {
    if (!this.#history) return;
    const { u32 } = kernels.arena;
    const at = follow(u32, wordAt(header) + LINEAR_BOUND.baseStamps);
    u32.fill(0, at, at + this.#bounds.blockCount);
  }

  #writeSizeTerms(kernels: Kernels, at: number, pose: Pose): void {
    const terms = this.#terms;
    setSizeTerms(terms, pose.weights);
    const { f32, u32 } = kernels.arena;
    const rows = follow(u32, at + LINEAR_BOUND.sizeRows);
    const weights = follow(u32, at + LINEAR_BOUND.sizeWeights);
    const targetBytes = this.#bounds.shape === SPHERES ? ROW : 3 * ROW;
    for (let k = 0; k < terms.count; k++) {
      u32[rows + k] = (terms.fields[k] + 1) * this.#rowBytes + 3 * ROW + terms.isTarget[k] * targetBytes;
      f32[weights + k] = terms.weights[k];
    }
    u32[at + LINEAR_BOUND.sizeCount] = terms.count;
    f32[at + LINEAR_BOUND.restShare] = terms.restShare;
  }

  #writePrices(activeFields: number): void {
    const prices = this.#prices;
    prices[BLOCK_COST] = EVALUATION_NS + EVALUATION_FIELD_NS * activeFields;
    prices[UNIT_COST] = POSED_VERTEX_NS + POSED_VERTEX_FIELD_NS * activeFields;
    prices[WHOLE_COST] = prices[RESTING_WHOLE_COST] + prices[WHOLE_FIELD_COST] * activeFields;
  }
}

/** Vertices that opening a block poses, seldom exceeded: twice those of four leaves, and a leaf of k triangles has some k + 2. */
function verticesPerBlock({ blockCount, triangleOrder }: BdTree): number {
  const trianglesPerLeaf = triangleOrder.length / (3 * blockCount + 1);
  return 8 * (trianglesPerLeaf + 2);
}
