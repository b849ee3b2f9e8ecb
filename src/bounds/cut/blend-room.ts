/** Bounds of a blend with room for more: lists of what nodes depend on, vertices, and a patch for each tree of what was added. */
import { BLEND_MODEL } from '../../deform/blend.js';
import type { BlendModel } from '../../deform/blend.js';
import type { Model } from '../../deform/model.js';
import { withSpace } from '../../deform/model-room.js';
import { PliantError } from '../../errors.js';
import { FIELD, FIELDS, GOVERNOR, INFLUENCE, LIST, VERTEX } from '../../kernels/layout/blend.js';
import { PATCH } from '../../kernels/layout/patches.js';
import { LANES } from '../../kernels/layout/child-words.js';
import type { BlendTree } from '../blend/blend-tree.js';
import { addList, createBlendLists } from '../blend/lists.js';
import type { BlendLists } from '../blend/lists.js';
import { BUILT_SLOT, TOP_BLOCK } from './cuttable.js';
import type { Sizes } from './cuttable.js';
import { widenGrid } from './widen-grid.js';

/** Lists that are made with room, each with an area of its own for governors and fields: that of the root, those of trees beside what was built, by lane, and that of what was built. */
const ROOT_AREA = 0;
const BUILT_AREA = LANES;
const AREAS = LANES + 1;

/** Inside of an embedding, what is at rest are errors of float32: the grid holds those that new vertices may have. 2^-16 */
const LEAST_SHARE = 1 / 65536;

/** Words of such an area. */
export function areaWords({ fieldCount, governorCount }: BlendModel): { governors: number; fields: number } {
  return { governors: governorCount * GOVERNOR.wordCount, fields: FIELDS.wordCount + fieldCount * FIELD.wordCount };
}

/** Moves all blocks but the first one further, and makes room behind them; `tree` has room already, and so has the model. `reach` is how large coordinates of the mesh are. */
export function giveBlendRoom(
  tree: BlendTree,
  before: BlendTree,
  model: Model,
  sizes: Sizes,
  reach: number,
): BlendTree {
  if (model.kind !== BLEND_MODEL) {
    throw new PliantError(
      'mismatch',
      'createCuttableBody: the bounds follow another kind of model; pass what createShape gave',
    );
  }
  const triangleRoom = tree.triangleOrder.length - before.triangleOrder.length;
  const area = areaWords(model);
  const lazyBlockCount = before.lazyBlockCount === 0 ? TOP_BLOCK + 1 : before.lazyBlockCount + 1;
  const patches = movePatches(before, sizes);
  const after: BlendTree = {
    ...tree,
    grid: before.grid.slice(),
    lazyBlockCount,
    lists: moveLists(before, lazyBlockCount),
    governors: withSpace(before.governors, before.governors.length + AREAS * area.governors),
    listFields: withSpace(before.listFields, before.listFields.length + AREAS * area.fields),
    patches,
    patchCount: patches.length / PATCH.wordCount,
    patchVertices: withSpace(before.patchVertices, before.patchVertices.length + triangleRoom * 3 * VERTEX.wordCount),
    ...giveVertexRoom(before, model, sizes),
  };
  if (before.lazyBlockCount === 0) listWhole(after, model, before);
  widenGrid(after, reach * LEAST_SHARE);
  return after;
}

function moveLists({ lazyBlockCount, lists }: BlendTree, newCount: number): Uint32Array {
  const size = LANES * LIST.wordCount;
  const moved = new Uint32Array(newCount * size);
  if (lazyBlockCount === 0) return moved;
  moved.set(lists.subarray(0, size));
  moved.set(lists.subarray(size), 2 * size);
  // What was built depends below the root on what the root did.
  moved.set(lists.subarray(0, LIST.wordCount), BUILT_SLOT * LIST.wordCount);
  return moved;
}

/** Patches where they are now, and three that have nothing yet, in a block that no walk comes to. */
function movePatches({ blockCount, lazyBlockCount, patches }: BlendTree, sizes: Sizes): Uint32Array {
  const moved: number[] = [];
  for (let at = 0; at < patches.length; at += PATCH.wordCount) {
    const patch = [...patches.subarray(at, at + PATCH.wordCount)];
    if (lazyBlockCount === 0) {
      // All was one patch, with the block of the root in it. A leaf right below a lazy block is in none.
      if (blockCount === 1) continue;
      patch[PATCH.firstBlock] = 2;
      patch[PATCH.blockCount] = blockCount - 1;
      patch[PATCH.slot] = BUILT_SLOT;
    } else {
      patch[PATCH.firstBlock]++;
      patch[PATCH.slot] += LANES;
    }
    moved.push(...patch);
  }
  for (let lane = 1; lane < LANES; lane++) moved.push(sizes.blockCount - 1, 1, 0, 0, BUILT_SLOT + lane, 0, 0);
  return Uint32Array.from(moved);
}

function giveVertexRoom(
  before: BlendTree,
  model: BlendModel,
  { vertexCount }: Sizes,
): Pick<BlendTree, 'vertices' | 'influences' | 'displacements'> {
  const vertices = withSpace(before.vertices, vertexCount * VERTEX.wordCount);
  for (let vertex = before.vertexCount; vertex < vertexCount; vertex++) {
    const at = vertex * VERTEX.wordCount;
    vertices.copyWithin(at, 0, VERTEX.wordCount);
    vertices[at + VERTEX.vertex] = vertex;
  }
  // The model has room for all influences of new vertices, of which each has one by itself.
  const influenceRoom = model.governors.length - model.influenceOffsets[before.vertexCount];
  const stride = before.fieldCount * 3;
  return {
    vertices,
    influences: withSpace(before.influences, before.influences.length + influenceRoom * INFLUENCE.wordCount),
    displacements: withSpace(before.displacements, vertexCount * stride),
  };
}

/** Lists for a tree that was one patch, and had none. */
function listWhole(after: BlendTree, model: BlendModel, before: BlendTree): void {
  const used = new Set<number>();
  for (const corner of before.triangles) used.add(before.vertexOrder[corner]);
  const vertices = Uint32Array.from(used);
  addList(listsAt(after, model, ROOT_AREA), 0, vertices, vertices.length);
  addList(listsAt(after, model, BUILT_AREA), BUILT_SLOT, vertices, vertices.length);
}

/** Lists that put governors and fields into an area: 0 is that of the root, those of trees beside what was built are numbered by lane. */
export function listsAt(bounds: BlendTree, model: BlendModel, area: number): BlendLists {
  const words = areaWords(model);
  return {
    ...createBlendLists(model, bounds.grid, 0),
    lists: bounds.lists,
    governors: { words: bounds.governors, length: bounds.governors.length - (AREAS - area) * words.governors },
    fields: { words: bounds.listFields, length: bounds.listFields.length - (AREAS - area) * words.fields },
  };
}
