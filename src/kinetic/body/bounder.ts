/** How paths bound nodes: which vertices are farthest out below the children of lazy blocks, as the tree replaces them. */
import type { Bounder } from '../../body/driver.js';
import type { MemoryPlan } from '../../body/memory.js';
import { BLOCK_COST, PRICE_COUNT, UNIT_COST, WHOLE_COST } from '../../body/switch-rule.js';
import type { Pose } from '../../deform/pose.js';
import type { Arena } from '../../kernels/arena.js';
import type { Kernels } from '../../kernels/kernels.js';
import { PATHS } from '../../kernels/layout/header.js';
import { PATCHED } from '../../kernels/layout/patches.js';
import { BLOCK_EXTREMES_WORDS, EXTREMES, INSTANT, PATH_BOUND, PATH_POSE } from '../../kernels/layout/paths.js';
import { follow, follow64, wordAt } from '../../kernels/units.js';
import type { ByteOffset, WordIndex } from '../../kernels/units.js';
import { boxPad } from '../box-pad.js';
import { changeAt, isComplete } from '../change-log.js';
import { SIDES } from '../leaves.js';
import type { KineticTree } from '../tree-record.js';
import { NO_SLOT } from './map-tree.js';
import type { TreeMap } from './map-tree.js';

/** Nanoseconds measured on one machine; only their ratios matter. */
const VERTEX_NS = 5;
const REFIT_TRIANGLE_NS = 4.5;
const REFIT_BLOCK_NS = 9;
const LAZY_BLOCK_NS = 120;
/** How much more it costs to bake patches here and there than all in one sweep through memory. */
const COLD = 4;

/** Nothing has been written yet. */
const NEVER = -1;

/** Bounds the nodes of a kinetic tree. */
export class PathBounder implements Bounder {
  readonly memory: MemoryPlan;
  /** Half of what float32 holds, and less: sums of centres must not overflow where the body is placed. */
  readonly largestReach = 8.507059173023462e37;
  /** Boxes are tight, so walks are as long lazily as refitted and do not count. */
  readonly #prices = new Float64Array(PRICE_COUNT);
  /** A walk of any length may bake patches, so stock is taken of each. */
  readonly idleNs = -1;
  readonly #tree: KineticTree;
  readonly #map: TreeMap;
  /** How many extremes had been replaced when they were last written. */
  #seen = NEVER;

  constructor(tree: KineticTree, map: TreeMap) {
    this.#tree = tree;
    this.#map = map;
    const { blockCount, lazyBlockCount, patchCount, patchVertices, triangleOrder, vertexCount } = map.bounds;
    const wholeCost = vertexCount * VERTEX_NS + triangleOrder.length * REFIT_TRIANGLE_NS + blockCount * REFIT_BLOCK_NS;
    this.#prices[BLOCK_COST] = LAZY_BLOCK_NS;
    this.#prices[UNIT_COST] = (COLD * wholeCost) / Math.max(1, patchCount);
    this.#prices[WHOLE_COST] = wholeCost;
    this.memory = {
      shared: { patchVertices: { words: patchVertices } },
      own: { extremes: lazyBlockCount * BLOCK_EXTREMES_WORDS * 4 },
      numbers: { boundRule: PATHS, lazyBlockCount },
      words: PATH_BOUND,
    };
  }

  writePose({ arena }: Kernels, header: ByteOffset, _pose: Pose): boolean {
    const { replaced } = this.#tree;
    const { f64, u32 } = arena;
    const at = wordAt(header);
    if (this.#seen !== replaced.count) this.#writeExtremes(arena, header);
    f64[follow64(u32, at + PATH_POSE.instant) + INSTANT.pad] = boxPad(this.#tree);
    u32[at + PATCHED.patchesBaked] = 0;
    return true;
  }

  pricesOf(): Float64Array {
    return this.#prices;
  }

  unitsDone(u32: Uint32Array, header: WordIndex): number {
    return u32[header + PATCHED.patchesBaked];
  }

  forgetStamps(): void {
    // Nothing beside blocks and vertices is kept from instant to instant.
  }

  #writeExtremes({ u32 }: Arena, header: ByteOffset): void {
    const { nodeCount, replaced } = this.#tree;
    const at = follow(u32, wordAt(header) + PATH_BOUND.extremes);
    if (this.#seen === NEVER || !isComplete(replaced, this.#seen)) {
      for (let certificate = 0; certificate < nodeCount * SIDES; certificate++) this.#writeOne(u32, at, certificate);
    } else {
      for (let i = this.#seen; i < replaced.count; i++) this.#writeOne(u32, at, changeAt(replaced, i));
    }
    this.#seen = replaced.count;
  }

  #writeOne(u32: Uint32Array, at: number, certificate: number): void {
    const node = Math.floor(certificate / SIDES);
    const slot = this.#map.slots[node];
    if (slot === NO_SLOT) return;
    const vertex = this.#tree.extremes[certificate];
    u32[at + slot * EXTREMES.wordCount + (certificate - node * SIDES)] = this.#map.numbers[vertex];
  }
}
