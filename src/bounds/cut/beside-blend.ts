/** What trees beside what was built depend on under a blend: each is one patch, with a list for the node that it is; and the list of the root above both. */
import type { BlendModel } from '../../deform/blend.js';
import { LIST, VERTEX } from '../../kernels/layout/blend.js';
import { PATCH } from '../../kernels/layout/patches.js';
import { LANES } from '../../kernels/layout/child-words.js';
import type { BlendTree } from '../blend/blend-tree.js';
import { addList } from '../blend/lists.js';
import { areaWords, listsAt } from './blend-room.js';
import { noteRange } from './changes.js';
import type { Changes } from './changes.js';
import { BUILT_SLOT } from './cuttable.js';
import { includeVertex, sampledVertices } from './root-sample.js';
import type { RootSample } from './root-sample.js';

/** Trees beside what was built. */
const TREES = LANES - 1;

/** Makes the list of the root anew, with more vertices below it. */
export function listRoot(
  bounds: BlendTree,
  model: BlendModel,
  sample: RootSample,
  more: readonly number[],
  changes: Changes,
): void {
  for (const vertex of more) includeVertex(sample, model, vertex);
  makeList(bounds, model, 0, 0, sampledVertices(sample), changes);
}

/** The patch that a tree is, and its list. Returns how many vertices the patch has. */
export function boundBesideBlend(
  bounds: BlendTree,
  model: BlendModel,
  lane: number,
  { blockCount, count, firstBlock, firstPatchVertex, firstPlace }: PatchParts,
  changes: Changes,
): number {
  const { patchVertices, triangles, vertexOrder, vertices } = bounds;
  const found = new Set<number>(triangles.subarray(firstPlace * 3, (firstPlace + count) * 3));
  let at = firstPatchVertex * VERTEX.wordCount;
  for (const vertex of found) {
    patchVertices.set(vertices.subarray(vertex * VERTEX.wordCount, (vertex + 1) * VERTEX.wordCount), at);
    at += VERTEX.wordCount;
  }
  noteRange(changes, patchVertices, firstPatchVertex * VERTEX.wordCount, found.size * VERTEX.wordCount);
  const slot = BUILT_SLOT + lane;
  const patch = [firstBlock, blockCount, firstPlace, count, slot, firstPatchVertex, found.size];
  bounds.patches.set(patch, patchAt(bounds, lane));
  makeList(
    bounds,
    model,
    lane,
    slot,
    Uint32Array.from(found, (vertex) => vertexOrder[vertex]),
    changes,
  );
  return found.size;
}

/** Where the parts of a patch are. */
interface PatchParts {
  readonly blockCount: number;
  readonly count: number;
  readonly firstBlock: number;
  readonly firstPatchVertex: number;
  readonly firstPlace: number;
}

/** A patch with nothing, in a block that no walk comes to. */
export function clearPatch(bounds: BlendTree, lane: number): void {
  bounds.patches.set([bounds.blockCount - 1, 1, 0, 0, BUILT_SLOT + lane, 0, 0], patchAt(bounds, lane));
}

/** The patches of trees beside what was built: the last ones. */
export function patchesBeside({ patches }: BlendTree): Uint32Array {
  return patches.subarray(patches.length - TREES * PATCH.wordCount);
}

function patchAt({ patches }: BlendTree, lane: number): number {
  return patches.length - (TREES + 1 - lane) * PATCH.wordCount;
}

function makeList(
  bounds: BlendTree,
  model: BlendModel,
  area: number,
  slot: number,
  vertices: Uint32Array,
  changes: Changes,
): void {
  const lists = listsAt(bounds, model, area);
  const words = areaWords(model);
  noteRange(changes, bounds.governors, lists.governors.length, words.governors);
  noteRange(changes, bounds.listFields, lists.fields.length, words.fields);
  addList(lists, slot, vertices, vertices.length);
  noteRange(changes, bounds.lists, slot * LIST.wordCount, LIST.wordCount);
}
