/**
 * Bounds that follow blends of transforms: skins, morph targets followed by a skin, embeddings. Down to *patches* of some
 * tens of triangles every node has a list of the governors that move what is below it, from which a box follows in any
 * pose (kernels/twin/blend-block.ts proves it). A patch is baked when a walk first reaches it: posing its few dozen
 * vertices costs about as much as bounding it without, and every later look at it finds exact boxes.
 */
import { requireInteger, withDefaults } from '../../checks.js';
import { BLEND_MODEL } from '../../deform/blend.js';
import type { BlendModel } from '../../deform/blend.js';
import { PATCH } from '../../kernels/layout/patches.js';
import { LANES } from '../../kernels/layout/child-words.js';
import { BLEND } from '../../kernels/layout/header.js';
import { runInSlices, runNow } from '../../long-work.js';
import type { LongWork, LongWorkOptions } from '../../long-work.js';
import type { Mesh } from '../../mesh/mesh.js';
import type { Tree } from '../../tree/tree.js';
import { gatherVertices, layOutBlocks, orderTriangles } from '../blocks/lay-out.js';
import type { AffineRegions } from '../affine/pack-affine.js';
import { addList, createBlendLists } from './lists.js';
import { createRestGrid } from './rest-grid.js';
import { gatherPatchVertices, orderBlendVertices } from './vertices.js';
import type { BlendVertices } from './vertices.js';
import { requireFits, requireParts } from '../blocks/block-tree.js';
import { layOutPatches, orderNodes } from '../blocks/patches.js';
import type { PatchedTree } from '../blocks/patches.js';
import { orderDisplacements, orderVertices, renumberCorners } from '../blocks/vertex-order.js';

/** How to compute bounds for a blend. */
export interface BlendTreeOptions {
  /** Most triangles of a patch, which is posed as a whole when a walk reaches it: from 1 to 4096. */
  readonly patchSize?: number;
}

/** Defaults of {@link BlendTreeOptions}. */
export const BLEND_TREE_DEFAULTS: Required<BlendTreeOptions> = { patchSize: 64 };

/** Bounds that follow a blend model. Plain data: it can be cloned, moved to a worker and shared by bodies. */
export interface BlendTree extends PatchedTree, BlendVertices {
  /** Tells bounds apart: always 3. */
  readonly shape: typeof BLEND;
  /** Governors of the model. */
  readonly governorCount: number;
  /** Morph targets of the model. */
  readonly fieldCount: number;
  /** What each child of lazy blocks depends on, and how much its bound is widened. */
  readonly lists: Uint32Array;
  /** Governors in all lists together, each as often as it is listed. */
  readonly listedGovernorCount: number;
  /** What boxes at rest are measured by, for they are kept in steps of a grid over the mesh: the step, the middle, and their reach. */
  readonly grid: Float64Array;
  /** Further governors of all lists: weights from and to, and the box at rest of what they move. */
  readonly governors: Uint32Array;
  /** The morph targets of all lists, with the boxes of their displacements. */
  readonly listFields: Uint32Array;
  /** What `fitRegions` found out, where it was asked: by it, governors alone can tell that regions are free of collisions. */
  readonly affine?: AffineRegions | undefined;
}

const MOST_IN_PATCH = 4096;
/** Vertices times influences and fields between two chances to give way. */
const WORK_PER_STEP = 200_000;

/** Computes bounds over a wide tree for a skin, a morphing skin or an embedding. */
export function createBlendTree(mesh: Mesh, model: BlendModel, tree: Tree, options: BlendTreeOptions = {}): BlendTree {
  requireParts('createBlendTree', mesh, model, BLEND_MODEL, tree);
  return runNow(blendTreeSteps('createBlendTree', mesh, model, tree, options));
}

/** {@link createBlendTree} in slices, with progress and the option to call it off. */
export async function createBlendTreeAsync(
  mesh: Mesh,
  model: BlendModel,
  tree: Tree,
  options: BlendTreeOptions & LongWorkOptions = {},
): Promise<BlendTree> {
  requireParts('createBlendTreeAsync', mesh, model, BLEND_MODEL, tree);
  return runInSlices(blendTreeSteps('createBlendTreeAsync', mesh, model, tree, options), options);
}

/** The same, step by step. */
export function* blendTreeSteps(
  caller: string,
  mesh: Mesh,
  model: BlendModel,
  tree: Tree,
  options: BlendTreeOptions,
): LongWork<BlendTree> {
  const { patchSize } = withDefaults(BLEND_TREE_DEFAULTS, options);
  requireInteger(caller, 'patchSize', patchSize, 1, MOST_IN_PATCH);
  requireFits(caller, tree);
  const { lazyCount, nodes } = orderNodes(tree, patchSize);
  const layout = layOutBlocks(tree, nodes);
  const { blockCount, slots, words } = layout;
  const patches = layOutPatches(tree, layout, patchSize);
  // The block that has the root alone is lazy too, unless all is one patch.
  const lazyBlockCount = lazyCount === 0 ? 0 : lazyCount + 1;
  const meshTriangles = orderTriangles(mesh, tree);
  const grid = createRestGrid(model.rest, meshTriangles, Math.max(0, ...model.fieldReach));
  const lists = createBlendLists(model, grid, lazyBlockCount);
  const seenBy = new Int32Array(mesh.vertexCount).fill(-1);
  const vertices = new Uint32Array(mesh.vertexCount);
  const influences = model.weights.length / Math.max(1, mesh.vertexCount);
  let work = 0;
  for (let node = 0; node < tree.nodeCount; node++) {
    if (slots[node] >= lazyBlockCount * LANES) continue;
    const count = gatherVertices(tree, meshTriangles, node, seenBy, vertices);
    addList(lists, slots[node], vertices, count);
    work += count * (influences + model.fieldCount);
    if (work > WORK_PER_STEP) {
      work = 0;
      yield (0.9 * node) / tree.nodeCount;
    }
  }
  yield 0.9;
  const vertexOrder = orderVertices(mesh.vertexCount, meshTriangles);
  const triangles = renumberCorners(meshTriangles, vertexOrder);
  const ordered = orderBlendVertices(model, vertexOrder);
  const patchVertices = gatherPatchVertices(ordered.vertices, triangles, patches);
  return {
    shape: BLEND,
    governorCount: model.governorCount,
    fieldCount: model.fieldCount,
    vertexCount: mesh.vertexCount,
    blockCount,
    depth: tree.depth,
    words,
    patchCount: patches.length / PATCH.wordCount,
    lazyBlockCount,
    lists: lists.lists,
    listedGovernorCount: lists.governorCount,
    grid,
    governors: lists.governors.words.slice(0, lists.governors.length),
    listFields: lists.fields.words.slice(0, lists.fields.length),
    patches,
    patchVertices,
    triangles,
    triangleOrder: tree.triangleOrder,
    vertexOrder,
    displacements: orderDisplacements(model, vertexOrder, false),
    ...ordered,
  };
}
