/** Bounds of a blend after a cut: lists of stale nodes are made, all others are taken over, and so are the vertices of patches in which nothing changed. */
import type { BlendModel } from '../../deform/blend.js';
import { FIELD, FIELDS, GOVERNOR, LIST, NO_FIELDS, PATCH } from '../../kernels/layout/blend.js';
import { LANES } from '../../kernels/layout/child-words.js';
import type { BlendTree } from '../blend/blend-tree.js';
import { BLEND_TREE_DEFAULTS } from '../blend/blend-tree.js';
import { addList, createBlendLists, extend } from '../blend/lists.js';
import type { BlendLists } from '../blend/lists.js';
import { inheritModel } from '../blend/match.js';
import { layOutPatches, orderNodes } from '../blend/patches.js';
import { createRestGrid, isOnGrid, largestDisplacement } from '../blend/rest-grid.js';
import { orderBlendVertices } from '../blend/vertices.js';
import { gatherVertices, layOutBlocks } from '../blocks/lay-out.js';
import { orderDisplacements } from '../blocks/vertex-order.js';
import { sourcesOfSlots } from './write-tree.js';
import type { EditedTree, TriangleEdits } from './write-tree.js';
import { append, firstNumbers } from './new-vertices.js';
import { cutPatchVertices } from './cut-patches.js';

/** What {@link cutBlendTree} gives. */
export interface CutBlendTree {
  readonly bounds: BlendTree;
  /** How many lists were made. */
  readonly listsMade: number;
  /** Of each slot where the same node was before. */
  readonly slotSources: Uint32Array;
}

/** The bounds after a cut; `added` is the model of new vertices, if there are any. */
export function cutBlendTree(
  before: BlendTree,
  model: BlendModel,
  added: BlendModel | undefined,
  edits: TriangleEdits,
  edited: EditedTree,
  isStale: Uint8Array,
): CutBlendTree {
  const { mesh } = edits;
  const { sources, tree, triangles } = edited;
  const patchSize = patchSizeOf(before, edited.oldRanges);
  const { lazyCount, nodes } = orderNodes(tree, patchSize);
  const layout = layOutBlocks(tree, nodes);
  const { blockCount, slots, words } = layout;
  const patches = layOutPatches(tree, layout, patchSize);
  const lazyBlockCount = lazyCount === 0 ? 0 : lazyCount + 1;
  const { vertexOrder } = edits;
  const isHeld = isGridEnough(before, model, added, edits);
  const grid = isHeld
    ? before.grid.slice()
    : createRestGrid(model.rest, mesh.triangles, Math.max(0, ...model.fieldReach));
  const lists = createBlendLists(model, grid, lazyBlockCount);
  const seenBy = new Int32Array(mesh.vertexCount).fill(-1);
  const found = new Uint32Array(mesh.vertexCount);
  let listsMade = 0;
  for (let node = 0; node < tree.nodeCount; node++) {
    if (slots[node] >= lazyBlockCount * LANES) continue;
    const source = sources[node];
    if (isHeld && isStale[node] === 0 && source < before.lazyBlockCount * LANES) {
      copyList(lists, slots[node], before, source);
      continue;
    }
    const count = gatherVertices(tree, triangles, node, seenBy, found);
    for (let i = 0; i < count; i++) found[i] = vertexOrder[found[i]];
    addList(lists, slots[node], found, count);
    listsMade++;
  }
  const slotSources = sourcesOfSlots(edited, slots, words.length);
  const ordered = added ? orderBlendVertices(model, vertexOrder) : before;
  const bounds: BlendTree = {
    ...before,
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
    patchVertices: cutPatchVertices(before, { patches, triangles, vertices: ordered.vertices }, slotSources),
    triangles,
    triangleOrder: tree.triangleOrder,
    vertexOrder,
    vertices: ordered.vertices,
    influences: ordered.influences,
    displacements: added
      ? append(before.displacements, orderDisplacements(added, firstNumbers(added.vertexCount), false))
      : before.displacements,
    // It was fitted to the triangles before.
    affine: undefined,
  };
  if (!added) inheritModel(before, bounds);
  return { bounds, listsMade, slotSources };
}

/**
 * The size of patches that bounds were made with, or one that comes to the same: every patch that there is fits, and no node above them does.
 */
function patchSizeOf({ lazyBlockCount, patches, words }: BlendTree, ranges: Uint32Array): number {
  let largest = 1;
  for (let at = 0; at < patches.length; at += PATCH.wordCount) {
    largest = Math.max(largest, patches[at + PATCH.triangleCount]);
  }
  let leastLazy = Infinity;
  for (let slot = 0; slot < lazyBlockCount * LANES; slot++) {
    if (words[slot] < lazyBlockCount) leastLazy = Math.min(leastLazy, ranges[slot * 2 + 1]);
  }
  return Math.max(largest, Math.min(BLEND_TREE_DEFAULTS.patchSize, leastLazy - 1));
}

/** Whether the grid of boxes at rest holds all that triangles were added around: if not, all lists are made anew, on another one. */
function isGridEnough(
  { grid }: BlendTree,
  model: BlendModel,
  added: BlendModel | undefined,
  { firstAdded, mesh }: TriangleEdits,
): boolean {
  for (let corner = firstAdded * 3; corner < mesh.triangles.length; corner++) {
    if (!isOnGrid(grid, model.rest, mesh.triangles[corner])) return false;
  }
  return !added?.fieldReach.some((reach) => reach > largestDisplacement(grid));
}

/** Takes over a list, with what it refers to. */
function copyList(lists: BlendLists, slot: number, from: BlendTree, source: number): void {
  const at = slot * LIST.wordCount;
  const words = lists.lists;
  words.set(from.lists.subarray(source * LIST.wordCount, (source + 1) * LIST.wordCount), at);
  const governorCount = words[at + LIST.governorCount];
  const others = words[at + LIST.firstOther] * GOVERNOR.wordCount;
  words[at + LIST.firstOther] = lists.governors.length / GOVERNOR.wordCount;
  lists.governorCount += governorCount;
  copyWords(lists.governors, from.governors, others, (governorCount - 1) * GOVERNOR.wordCount);
  const fields = words[at + LIST.firstField];
  if (fields === NO_FIELDS) return;
  words[at + LIST.firstField] = lists.fields.length;
  const fieldCount = from.listFields[fields + FIELDS.count];
  copyWords(lists.fields, from.listFields, fields, FIELDS.wordCount + fieldCount * FIELD.wordCount);
}

function copyWords(to: BlendLists['governors'], from: Uint32Array, first: number, count: number): void {
  const at = extend(to, count);
  to.words.set(from.subarray(first, first + count), at);
}
