/** What trees beside what was built depend on under a blend: each is one patch, with a list for the node that it is; and the list of the root above both. */
import type { BlendModel } from '../../deform/blend.js';
import { fieldIndex } from '../../deform/linear.js';
import { LIST, PATCH, VERTEX } from '../../kernels/layout/blend.js';
import { LANES } from '../../kernels/layout/child-words.js';
import type { BlendTree } from '../blend/blend-tree.js';
import { addList } from '../blend/lists.js';
import type { BlockTree } from '../blocks/block-tree.js';
import { areaWords, listsAt } from './blend-room.js';
import { noteRange } from './changes.js';
import type { Changes } from './changes.js';
import { BUILT_SLOT } from './cuttable-shape.js';

/** Vertices that stand for all that are below the root: a list made of them holds for all. */
export type RootSample = Set<number>;

/** Trees beside what was built. */
const TREES = LANES - 1;

/**
 * Picks vertices that stand for all below the root. A list depends on the least and the largest of some numbers: weights of each governor, coordinates of what it moves, displacements of each field; and on
 * whether all vertices are moved by a governor. So it is enough to have vertices where those are attained, and for each governor one that it does not move.
 */
export function createRootSample({ triangles, vertexOrder }: BlockTree, model: BlendModel): RootSample {
  const { fieldCount, fields, governorCount, governors, influenceOffsets, rest, weights } = model;
  const least = createExtremes(governorCount * 4 + fieldCount * 3);
  const most = createExtremes(governorCount * 4 + fieldCount * 3);
  const sample = new Set<number>();
  let alwaysMoving: number[] = Array.from({ length: governorCount }, (_, governor) => governor);
  const seen = new Uint8Array(vertexOrder.length);
  for (let corner = 0; corner < triangles.length; corner++) {
    const vertex = vertexOrder[triangles[corner]];
    if (seen[vertex] === 1) continue;
    seen[vertex] = 1;
    const own = governors.subarray(influenceOffsets[vertex], influenceOffsets[vertex + 1]);
    own.forEach((governor, k) => {
      note(least, most, governor * 4, weights[influenceOffsets[vertex] + k], vertex);
      for (let axis = 0; axis < 3; axis++) note(least, most, governor * 4 + 1 + axis, rest[vertex * 3 + axis], vertex);
    });
    for (let j = 0; j < fieldCount * 3; j++) {
      const displacement = fields[fieldIndex(fieldCount, Math.floor(j / 3), vertex * 3 + (j % 3))];
      note(least, most, governorCount * 4 + j, displacement, vertex);
    }
    const before = alwaysMoving.length;
    alwaysMoving = alwaysMoving.filter((governor) => own.includes(governor));
    if (alwaysMoving.length < before) sample.add(vertex);
  }
  for (const { vertices } of [least, most]) for (const vertex of vertices) if (vertex >= 0) sample.add(vertex);
  return sample;
}

interface Extremes {
  readonly values: Float64Array;
  readonly vertices: Int32Array;
}

function createExtremes(count: number): Extremes {
  return { values: new Float64Array(count), vertices: new Int32Array(count).fill(-1) };
}

function note(least: Extremes, most: Extremes, at: number, value: number, vertex: number): void {
  if (least.vertices[at] < 0 || value < least.values[at]) {
    least.values[at] = value;
    least.vertices[at] = vertex;
  }
  if (most.vertices[at] < 0 || value > most.values[at]) {
    most.values[at] = value;
    most.vertices[at] = vertex;
  }
}

/** Makes the list of the root anew, with more vertices below it. */
export function listRoot(
  bounds: BlendTree,
  model: BlendModel,
  sample: RootSample,
  more: readonly number[],
  changes: Changes,
): void {
  for (const vertex of more) sample.add(vertex);
  makeList(bounds, model, 0, 0, Uint32Array.from(sample), changes);
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
  makeList(bounds, model, lane, slot, Uint32Array.from(found, (vertex) => vertexOrder[vertex]), changes);
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
