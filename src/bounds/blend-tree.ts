/**
 * Bounds that follow blends of transforms: skins, morph targets followed by a skin, embeddings. Down to *patches* of some
 * tens of triangles every node has a list of the governors that move what is below it, from which a box follows in any
 * pose (kernels/twin/blend-block.ts proves it). A patch is baked when a walk first reaches it: posing its few dozen
 * vertices costs about as much as bounding it without, and every later look at it finds exact boxes.
 */
import { requireInteger, withDefaults } from '../checks.js';
import { BLEND_MODEL } from '../deform/blend.js';
import type { BlendModel } from '../deform/blend.js';
import { BLEND, MATRIX64_BYTES, PATCH } from '../kernels/lazy-layout.js';
import { runInSlices, runNow } from '../long-work.js';
import type { LongWork, LongWorkOptions } from '../long-work.js';
import type { Mesh } from '../mesh/mesh.js';
import type { Tree } from '../tree/tree.js';
import type { BlendVertices } from './blend-driver.js';
import { gatherVertices, layOutBlocks, orderTriangles } from './bd-blocks.js';
import { addList, createBlendLists } from './blend-lists.js';
import { layOutPatches } from './blend-patches.js';
import { requireTogether } from './block-tree.js';
import type { BlockTree } from './block-tree.js';
import { orderFields, orderRest, orderVertices, renumberCorners } from './vertex-order.js';

/** How to compute bounds for a blend. */
export interface BlendTreeOptions {
  /** Most triangles of a patch, which is posed as a whole when a walk reaches it: from 1 to 4096. */
  readonly patchSize?: number;
}

/** Defaults of {@link BlendTreeOptions}. */
export const BLEND_TREE_DEFAULTS: Required<BlendTreeOptions> = { patchSize: 64 };

/** Bounds that follow a blend model. Plain data: it can be cloned, moved to a worker and shared by bodies. */
export interface BlendTree extends BlockTree, BlendVertices {
  /** Tells bounds apart: always 3. */
  readonly shape: typeof BLEND;
  /** Governors of the model. */
  readonly governorCount: number;
  /** Morph targets of the model. */
  readonly fieldCount: number;
  /** Patches. */
  readonly patchCount: number;
  /** Per block: its number among those above the patches, or the patch it belongs to. */
  readonly roles: Uint32Array;
  /** What each child above the patches depends on, and how much its bound is widened. */
  readonly lists: Uint32Array;
  /** The governors of all lists: weights from and to, and the box at rest of what they move. */
  readonly governors: Uint32Array;
  /** The morph targets of all lists, with the boxes of their displacements. */
  readonly listFields: Uint32Array;
  /** Blocks and triangles of each patch. */
  readonly patches: Uint32Array;
}

const MOST_IN_PATCH = 4096;
/** Vertices times influences and fields between two chances to give way. */
const WORK_PER_STEP = 200_000;

/** Computes bounds over a wide tree for a skin, a morphing skin or an embedding. */
export function createBlendTree(mesh: Mesh, model: BlendModel, tree: Tree, options: BlendTreeOptions = {}): BlendTree {
  return runNow(blendTreeSteps('createBlendTree', mesh, model, tree, options));
}

/** {@link createBlendTree} in slices, with progress and the option to call it off. */
export function createBlendTreeAsync(
  mesh: Mesh,
  model: BlendModel,
  tree: Tree,
  options: BlendTreeOptions & LongWorkOptions = {},
): Promise<BlendTree> {
  return runInSlices(blendTreeSteps('createBlendTreeAsync', mesh, model, tree, options), options);
}

function* blendTreeSteps(
  caller: string,
  mesh: Mesh,
  model: BlendModel,
  tree: Tree,
  options: BlendTreeOptions,
): LongWork<BlendTree> {
  const { patchSize } = withDefaults(BLEND_TREE_DEFAULTS, options);
  requireInteger(caller, 'patchSize', patchSize, 1, MOST_IN_PATCH);
  requireTogether(caller, mesh, model, BLEND_MODEL, tree);
  const layout = layOutBlocks(tree);
  const { blockCount, slots, words } = layout;
  const { lazyBlockCount, listOf, patches, roles } = layOutPatches(tree, layout, patchSize);
  const meshTriangles = orderTriangles(mesh, tree);
  const lists = createBlendLists(model, lazyBlockCount);
  const seenBy = new Int32Array(mesh.vertexCount).fill(-1);
  const vertices = new Uint32Array(mesh.vertexCount);
  const influences = model.weights.length / Math.max(1, mesh.vertexCount);
  let work = 0;
  for (let node = 0; node < tree.nodeCount; node++) {
    const list = listOf[slots[node]];
    if (list < 0) continue;
    const count = gatherVertices(tree, meshTriangles, node, seenBy, vertices);
    addList(lists, list, vertices, count);
    work += count * (influences + model.fieldCount);
    if (work > WORK_PER_STEP) {
      work = 0;
      yield (0.9 * node) / tree.nodeCount;
    }
  }
  yield 0.9;
  const vertexOrder = orderVertices(mesh.vertexCount, meshTriangles);
  return {
    shape: BLEND,
    governorCount: model.governorCount,
    fieldCount: model.fieldCount,
    vertexCount: mesh.vertexCount,
    blockCount,
    depth: tree.depth,
    words,
    patchCount: patches.length / PATCH.wordCount,
    roles,
    lists: lists.lists,
    governors: lists.governors.words.slice(0, lists.governors.length),
    listFields: lists.fields.words.slice(0, lists.fields.length),
    patches,
    triangles: renumberCorners(meshTriangles, vertexOrder),
    triangleOrder: tree.triangleOrder,
    vertexOrder,
    rest: orderRest(model, vertexOrder),
    fields: orderFields(model, vertexOrder),
    ...orderInfluences(model, vertexOrder),
  };
}

function orderInfluences(
  model: BlendModel,
  vertexOrder: Uint32Array,
): Pick<BlendVertices, 'influenceOffsets' | 'influenceMatrices' | 'influenceWeights'> {
  const influenceOffsets = new Uint32Array(vertexOrder.length + 1);
  const influenceMatrices = new Uint32Array(model.weights.length);
  const influenceWeights = new Float64Array(model.weights.length);
  let count = 0;
  vertexOrder.forEach((vertex, i) => {
    for (let k = model.influenceOffsets[vertex]; k < model.influenceOffsets[vertex + 1]; k++) {
      influenceMatrices[count] = model.governors[k] * MATRIX64_BYTES;
      influenceWeights[count++] = model.weights[k];
    }
    influenceOffsets[i + 1] = count;
  });
  return { influenceOffsets, influenceMatrices, influenceWeights };
}
