/** How blended transforms bound nodes: boxes from the governors' matrices above the patches, exact ones in them. */
import type { BlendTree } from '../../bounds/blend/blend-tree.js';
import type { BlendModel } from '../../deform/blend.js';
import type { Pose } from '../../deform/pose.js';
import type { Kernels } from '../../kernels/kernels.js';
import { BLEND_BOUND, BLEND_POSE } from '../../kernels/layout/blend-body.js';
import { GOVERNING, INFLUENCE, MATRIX } from '../../kernels/layout/blend.js';
import { BLEND } from '../../kernels/layout/header.js';
import { DISPLACEMENT } from '../../kernels/layout/linear.js';
import { PATCHED } from '../../kernels/layout/patches.js';
import type { Bounder } from '../driver.js';
import type { MemoryPlan } from '../memory.js';
import { BLOCK_COST, PRICE_COUNT, UNIT_COST, WHOLE_COST } from '../switch-rule.js';
import { follow, follow64, wordAt } from '../../kernels/units.js';
import type { ByteOffset, WordIndex } from '../../kernels/units.js';

const VERTEX_NS = 3;
const INFLUENCE_NS = 2;
const VERTEX_FIELD_NS = 1.5;
const REFIT_TRIANGLE_NS = 4.5;
const BLOCK_NS = 9;
const GOVERNOR_NS = 18;
/** How much more it costs to bake patches here and there than all in one sweep through memory. */
const COLD = 4;
/** Bounds are products and sums in float32: larger matrices or rest coordinates could exceed what that holds. */
const LARGEST_FACTOR = 1e30;

/** Bounds the nodes of a blend model. */
export class BlendBounder implements Bounder {
  readonly memory: MemoryPlan;
  readonly largestReach = 1e30;
  /**
   * Boxes of blends are nearly tight, so walks are as long lazily as refitted and do not count. What does is counted in a
   * refitted pose too, so that it is known whether it would have been cheaper lazily.
   */
  readonly #prices = new Float64Array(PRICE_COUNT);
  /** A walk of any length may bake patches, so stock is taken of each. */
  readonly idleNs = -1;
  readonly #bounds: BlendTree;
  readonly #influencesPerVertex: number;
  readonly #governorsPerBlock: number;
  /** How many fields moved the body when prices were last written. */
  #pricedFields = -1;

  constructor(model: BlendModel, bounds: BlendTree) {
    this.#bounds = bounds;
    this.#influencesPerVertex = 1 + bounds.influences.length / INFLUENCE.wordCount / Math.max(1, bounds.vertexCount);
    this.#governorsPerBlock = bounds.listedGovernorCount / Math.max(1, bounds.lazyBlockCount);
    this.memory = {
      shared: {
        lists: { words: bounds.lists },
        patchVertices: { words: bounds.patchVertices },
        governors: { words: bounds.governors },
        listFields: { words: bounds.listFields },
      },
      own: { fieldWeights: model.fieldCount * 4, matrices: model.governorCount * MATRIX.wordCount * 4 },
      numbers: { boundRule: BLEND, lazyBlockCount: bounds.lazyBlockCount },
    };
  }

  writePose({ arena }: Kernels, header: ByteOffset, pose: Pose): boolean {
    const { f32, f64, u32 } = arena;
    const at = wordAt(header);
    if (pose.weights.length > 0) f32.set(pose.weights, follow(u32, at + BLEND_BOUND.fieldWeights));
    u32[at + PATCHED.patchesBaked] = 0;
    const governing = follow64(u32, at + BLEND_POSE.governing);
    return (
      f64[governing + GOVERNING.restReach] <= LARGEST_FACTOR &&
      f64[governing + GOVERNING.gridReach] <= LARGEST_FACTOR &&
      f64[governing + GOVERNING.stretch] <= LARGEST_FACTOR
    );
  }

  pricesOf(u32: Uint32Array, header: WordIndex): Float64Array {
    const activeFields = u32[header + DISPLACEMENT.activeCount];
    if (activeFields !== this.#pricedFields) this.#writePrices(activeFields);
    return this.#prices;
  }

  unitsDone(u32: Uint32Array, header: WordIndex): number {
    return u32[header + PATCHED.patchesBaked];
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
    this.#prices[BLOCK_COST] = GOVERNOR_NS * this.#governorsPerBlock;
    this.#prices[UNIT_COST] = (COLD * wholeCost) / Math.max(1, patchCount);
    this.#prices[WHOLE_COST] = wholeCost;
  }
}
