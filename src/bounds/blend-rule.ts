/** How blended transforms drive a lazy body: boxes from the governors' matrices above the patches, exact ones in them. */
import type { BlendModel } from '../deform/blend.js';
import type { Pose } from '../deform/pose.js';
import type { Kernels } from '../kernels/kernels.js';
import { BLEND, BODY, INFLUENCE } from '../kernels/lazy-layout.js';
import { BlendDriver } from './blend-driver.js';
import type { BlendTree } from './blend-tree.js';
import type { LazyRule, Placement } from './driver.js';
import type { LazyMemoryPlan } from './lazy-memory.js';
import { BLOCK_COST, PATIENCE, PRICE_COUNT, UNIT_COST, WHOLE_COST } from './switch-rule.js';

const VERTEX_NS = 3;
const INFLUENCE_NS = 2;
const VERTEX_FIELD_NS = 1.5;
const REFIT_TRIANGLE_NS = 4.5;
const BLOCK_NS = 9;
const GOVERNOR_NS = 18;
/** How much more it costs to bake patches here and there than all in one sweep through memory. */
const COLD = 4;

/** The rule of blend models. */
export class BlendRule implements LazyRule {
  readonly memory: LazyMemoryPlan;
  readonly largestReach = 1e30;
  canBound = true;
  /**
   * Boxes of blends are nearly tight, so walks are as long lazily as refitted and do not count. What does is counted in a
   * refitted pose too, so that it is known whether it would have been cheaper lazily.
   */
  readonly prices = new Float64Array(PRICE_COUNT);
  readonly #driver: BlendDriver;
  readonly #bounds: BlendTree;
  readonly #influencesPerVertex: number;
  readonly #governorsPerBlock: number;
  /** How many fields moved the body when prices were last written. */
  #pricedFields = -1;

  constructor(model: BlendModel, bounds: BlendTree) {
    this.#driver = new BlendDriver(model, bounds, bounds.grid);
    this.#bounds = bounds;
    this.#influencesPerVertex = 1 + bounds.influences.length / INFLUENCE.wordCount / Math.max(1, bounds.vertexCount);
    this.#governorsPerBlock = bounds.listedGovernorCount / Math.max(1, bounds.lazyBlockCount);
    const { memory } = this.#driver;
    this.memory = {
      shared: {
        ...memory.shared,
        lists: { words: bounds.lists },
        patchVertices: { words: bounds.patchVertices },
        governors: { words: bounds.governors },
        listFields: { words: bounds.listFields },
      },
      own: memory.own,
      numbers: { ...memory.numbers, rule: BLEND, lazyBlockCount: bounds.lazyBlockCount },
    };
  }

  measureReach(kernels: Kernels, header: number, pose: Pose, placement: Placement, hasTransforms: boolean): void {
    this.#driver.measureReach(kernels, header, pose, placement, hasTransforms);
  }

  writePose(kernels: Kernels, header: number, pose: Pose): void {
    this.#driver.writePose(kernels, header, pose);
    this.canBound = this.#driver.canBound;
    const { u32 } = kernels.arena;
    u32[(header >>> 2) + BODY.patchesBaked] = 0;
    const activeFields = u32[(header >>> 2) + BODY.activeCount];
    if (activeFields !== this.#pricedFields) this.#writePrices(activeFields);
  }

  poseAll(kernels: Kernels, header: number): void {
    this.#driver.poseAll(kernels, header);
  }

  unitsDone(u32: Uint32Array, header: number): number {
    return u32[header + BODY.patchesBaked];
  }

  forgetStamps(): void {
    // Nothing beside blocks and vertices is kept from pose to pose.
  }

  #writePrices(activeFields: number): void {
    this.#pricedFields = activeFields;
    const { blockCount, patchCount, triangleOrder, vertexCount } = this.#bounds;
    const vertexCost = VERTEX_NS + INFLUENCE_NS * this.#influencesPerVertex + VERTEX_FIELD_NS * activeFields;
    const refitCost = triangleOrder.length * REFIT_TRIANGLE_NS + blockCount * BLOCK_NS;
    const wholeCost = vertexCount * vertexCost + refitCost;
    this.prices[BLOCK_COST] = GOVERNOR_NS * this.#governorsPerBlock;
    this.prices[UNIT_COST] = (COLD * wholeCost) / Math.max(1, patchCount);
    this.prices[WHOLE_COST] = wholeCost;
    this.prices[PATIENCE] = 0.9;
  }
}
