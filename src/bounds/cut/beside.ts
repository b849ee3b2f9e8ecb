/**
 * Trees of what was added, beside what was built: three of them, in the lanes of the block under the root. A cut builds the last one anew, with what it adds; when that has grown, it becomes part of the one
 * before it, and that of the first. So a cut builds few triangles again, however many there are by now, and a large one now and then.
 *
 * Whatever is kept of the three lies one behind the other: places in the order of the leaves, blocks, and vertices of patches. To build a tree anew writes over those behind it, which are part of it by then.
 */
import { BLEND_MODEL } from '../../deform/blend.js';
import { VERTEX } from '../../kernels/layout/blend.js';
import { LANES, NO_CHILD, leafWord } from '../../kernels/layout/child-words.js';
import { BLEND } from '../../kernels/layout/header.js';
import { runNow } from '../../long-work.js';
import { NO_INDEX } from '../../mesh/mesh.js';
import { buildSteps } from '../../tree/build.js';
import { NO_NODE } from '../../tree/tree.js';
import type { Tree } from '../../tree/tree.js';
import { layOutBlocks } from '../blocks/lay-out.js';
import type { Shape } from '../shape.js';
import { boundBesideLinear, widenRoot } from './beside-bd.js';
import { boundBesideBlend, clearPatch, listRoot } from './beside-blend.js';
import { noteRange } from './changes.js';
import type { Changes } from './changes.js';
import { BUILT_SLOT } from './cuttable.js';
import type { Beside, BesideNode, BesideTree, CuttableShape, Sizes } from './cuttable.js';
import { createRootSample } from './root-sample.js';

/** Triangles of each tree, at most, before they become part of the one before it. */
const MOST = [Infinity, 1024, 128];
/** Small leaves for coefficients, which cost as much as a vertex; larger ones for what is baked. */
const LINEAR_LEAF = 2;
const BLEND_LEAF = 4;

/** No trees yet, and where they will begin. */
export function createBeside({ bounds, mesh, model }: Shape, { firstBlock }: Sizes): Beside {
  const begin = (): BesideTree => ({
    triangles: [],
    firstPlace: mesh.triangleCount,
    firstBlock,
    firstPatchVertex: bounds.shape === BLEND ? bounds.patchVertices.length / VERTEX.wordCount : 0,
  });
  return {
    trees: MOST.map(begin),
    end: begin(),
    rootSample: model.kind === BLEND_MODEL ? createRootSample(bounds, model) : undefined,
  };
}

/** Puts triangles into a tree beside what was built; their vertices are there. Returns how many nodes were bounded. */
export function addBeside(shape: CuttableShape, added: readonly number[], changes: Changes): number {
  if (added.length === 0) return 0;
  const { beside, places } = shape;
  const { trees } = beside;
  let all = [...added];
  let index = trees.length;
  do {
    index--;
    all = trees[index].triangles.filter((triangle) => places[triangle] !== NO_INDEX).concat(all);
  } while (all.length > MOST[index]);
  // Those behind it are part of it.
  for (let i = index + 1; i < trees.length; i++) clearLane(shape, i + 1, changes);
  const nodes = build(shape, index, all, changes);
  widen(shape, verticesOf(shape, added), changes);
  return nodes;
}

/** The vertices of some triangles, each once. */
export function verticesOf({ mesh }: CuttableShape, triangles: readonly number[]): number[] {
  const vertices = new Set<number>();
  for (const triangle of triangles) for (let k = 0; k < 3; k++) vertices.add(mesh.triangles[triangle * 3 + k]);
  return [...vertices];
}

/** A lane with nothing. */
function clearLane({ beside, bounds }: CuttableShape, lane: number, changes: Changes): void {
  beside.trees[lane - 1].triangles = [];
  bounds.words[BUILT_SLOT + lane] = NO_CHILD;
  changes.slots.push(BUILT_SLOT + lane);
  if (bounds.shape === BLEND) clearPatch(bounds, lane);
}

/** The root has to bound new triangles, too. */
function widen(shape: CuttableShape, vertices: readonly number[], changes: Changes): void {
  const { beside, bounds, model, vertexPlaces } = shape;
  if (bounds.shape !== BLEND) {
    const places = vertices.map((vertex) => vertexPlaces[vertex]);
    widenRoot(bounds, places, changes);
  } else if (model.kind === BLEND_MODEL && beside.rootSample)
    listRoot(bounds, model, beside.rootSample, vertices, changes);
}

/** Builds a tree of triangles, and has those behind it begin where it ends. */
function build(shape: CuttableShape, index: number, all: readonly number[], changes: Changes): number {
  const { beside, bounds, model } = shape;
  const at = beside.trees[index];
  const tree = buildLocal(shape, all, bounds.shape === BLEND ? BLEND_LEAF : LINEAR_LEAF);
  const ordered = Array.from(tree.triangleOrder, (i) => all[i]);
  place(shape, ordered, at.firstPlace, changes);
  const { blockCount, nodes } = splice(shape, tree, at, BUILT_SLOT + index + 1, changes);
  at.triangles = ordered;
  let patchVertexEnd = at.firstPatchVertex;
  if (bounds.shape !== BLEND) boundBesideLinear(bounds, nodes, changes);
  else if (model.kind === BLEND_MODEL) {
    patchVertexEnd += boundBesideBlend(bounds, model, index + 1, { ...at, blockCount, count: all.length }, changes);
  }
  for (const behind of [...beside.trees.slice(index + 1), beside.end]) {
    behind.firstPlace = at.firstPlace + all.length;
    behind.firstBlock = at.firstBlock + blockCount;
    behind.firstPatchVertex = patchVertexEnd;
  }
  return nodes.length;
}

/** A tree over some triangles by themselves. */
function buildLocal({ mesh }: CuttableShape, all: readonly number[], leafSize: number): Tree {
  const numbers = new Map<number, number>();
  const positions: number[] = [];
  const triangles = new Uint32Array(all.length * 3);
  all.forEach((triangle, i) => {
    for (let k = 0; k < 3; k++) {
      const vertex = mesh.triangles[triangle * 3 + k];
      let number = numbers.get(vertex);
      if (number === undefined) {
        numbers.set(vertex, (number = numbers.size));
        for (let axis = 0; axis < 3; axis++) positions.push(mesh.positions[vertex * 3 + axis]);
      }
      triangles[i * 3 + k] = number;
    }
  });
  const local = {
    positions: Float32Array.from(positions),
    triangles,
    vertexCount: numbers.size,
    triangleCount: all.length,
  };
  // What was added lies close together, mostly: a quicker rule does nearly as well there.
  return runNow(buildSteps('cutBody', local, { leafSize, split: 'mean' }));
}

/** Writes triangles to places in the order of the leaves. */
function place(shape: CuttableShape, ordered: readonly number[], first: number, changes: Changes): void {
  const { bounds, mesh, places, vertexPlaces } = shape;
  ordered.forEach((triangle, i) => {
    const at = first + i;
    places[triangle] = at;
    bounds.triangleOrder[at] = triangle;
    for (let k = 0; k < 3; k++) bounds.triangles[at * 3 + k] = vertexPlaces[mesh.triangles[triangle * 3 + k]];
  });
  noteRange(changes, bounds.triangles, first * 3, ordered.length * 3);
}

/** Writes the nodes of a tree as blocks. The root is one, also where it is a leaf: pairs of leaves come before all others in a walk. */
function splice(
  { bounds, leafSlots, parents }: CuttableShape,
  tree: Tree,
  { firstBlock, firstPlace }: BesideTree,
  rootSlot: number,
  changes: Changes,
): { readonly blockCount: number; readonly nodes: BesideNode[] } {
  const { arity, children, nodeCount, ranges } = tree;
  const { slots } = layOutBlocks(tree);
  const isOneLeaf = children[0] === NO_NODE;
  const nodes: BesideNode[] = [];
  const { words } = bounds;
  let blockCount = 0;
  const addBlock = (slot: number): void => {
    const block = firstBlock + blockCount++;
    words.fill(NO_CHILD, block * LANES, block * LANES + LANES);
    words[slot] = block;
    parents[block] = slot;
    changes.slots.push(slot);
    for (let lane = 0; lane < LANES; lane++) changes.slots.push(block * LANES + lane);
  };
  if (isOneLeaf) {
    addBlock(rootSlot);
    nodes.push({ slot: rootSlot, first: firstPlace, count: ranges[1] });
  }
  for (let node = 0; node < nodeCount; node++) {
    const first = firstPlace + ranges[node * 2];
    const count = ranges[node * 2 + 1];
    // Blocks of the tree are numbered in the order of its inner nodes, from 1 on.
    const above = (slots[node] >>> 2) - 1 + firstBlock;
    const slot = node > 0 ? above * LANES + (slots[node] & 3) : isOneLeaf ? firstBlock * LANES : rootSlot;
    nodes.push({ slot, first, count });
    if (children[node * arity] !== NO_NODE) addBlock(slot);
    else {
      words[slot] = leafWord(first, count);
      leafSlots.fill(slot, first, first + count);
      changes.slots.push(slot);
    }
  }
  return { blockCount, nodes };
}
