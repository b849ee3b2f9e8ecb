/** A tree that has been edited, written out: depth first, with where each node was before. */
import { LANES, LEAF_BIT, NO_CHILD, leafCount, leafFirst } from '../../kernels/layout/child-words.js';
import { NO_SLOT } from '../../kernels/layout/blend.js';
import type { Mesh } from '../../mesh/mesh.js';
import { NO_NODE } from '../../tree/tree.js';
import type { Tree } from '../../tree/tree.js';
import type { BlockTree } from '../blocks/block-tree.js';

/** A tree after a cut, and where each of its nodes was before. */
export interface EditedTree {
  readonly tree: Tree;
  /** Three corners per triangle in the order of the leaves, by the places of vertices in the order of the bounds. */
  readonly triangles: Uint32Array;
  /** The slot where each node was in the tree before, or `NO_SLOT` for one that was built. */
  readonly sources: Uint32Array;
  /** Of each node 1 if anything below it came or went, else 0. */
  readonly isChanged: Uint8Array;
  /** Two numbers for each slot of the tree before: where its triangles began, and how many there were. */
  readonly oldRanges: Uint32Array;
}

/** What a cut does to the triangles of a mesh. */
export interface TriangleEdits {
  /** The mesh after the cut. */
  readonly mesh: Mesh;
  /** Of each triangle of the mesh before its number after the cut, or `NO_INDEX`. */
  readonly newNumbers: Uint32Array;
  /** The first triangle of the new mesh that was added. */
  readonly firstAdded: number;
  /** All vertices, in the order of the bounds: new ones come last. */
  readonly vertexOrder: Uint32Array;
}

/** A node that was opened: a leaf has triangles, by their new numbers; any other has children, opened ones or slots of the tree before. */
export interface OpenNode {
  readonly slot: number;
  readonly box: Float32Array;
  children: (OpenNode | number)[] | undefined;
  triangles: number[];
}

/** A tree that is being edited. */
export interface Editing {
  readonly before: BlockTree;
  readonly edits: TriangleEdits;
  readonly ranges: Uint32Array;
  /** Six numbers per slot, or none where nothing is added. */
  readonly boxes: Float32Array;
  /** Triangles of a leaf, at most: as many as the largest has had. */
  readonly leafSize: number;
  /** Nodes that were built. */
  builtCount: number;
}

/** How many triangles a node has. */
export function countOf(editing: Editing, node: OpenNode | number): number {
  if (typeof node === 'number') return editing.ranges[node * 2 + 1];
  if (!node.children) return node.triangles.length;
  return node.children.reduce<number>((sum, child) => sum + countOf(editing, child), 0);
}

/** Writes out the tree. */
export function writeTree(editing: Editing, root: OpenNode | number): EditedTree {
  const { before, edits, ranges: oldRanges } = editing;
  const { words } = before;
  const written = createWritten(editing);
  const { children, isChanged, ranges, sources } = written;
  let nodeCount = 0;
  let depth = 0;
  // Slots of the tree before, or below zero opened nodes; the child that each becomes; and its level.
  const opened: OpenNode[] = [];
  const nameOf = (node: OpenNode | number): number => (typeof node === 'number' ? node : -opened.push(node));
  const waiting: number[] = [nameOf(root)];
  const places: number[] = [-1];
  const levels: number[] = [1];
  while (waiting.length > 0) {
    const name = waiting.pop()!;
    const place = places.pop()!;
    const level = levels.pop()!;
    const node = nodeCount++;
    if (place >= 0) children[place] = node;
    if (level > depth) depth = level;
    ranges[node * 2] = written.placed;
    if (name < 0) {
      const open = opened[-name - 1];
      ranges[node * 2 + 1] = countOf(editing, open);
      sources[node] = open.slot;
      isChanged[node] = 1;
      if (!open.children) for (const triangle of open.triangles) addTriangle(written, edits, triangle);
      else {
        // Pushed last, the first comes next: depth-first order.
        for (let lane = open.children.length - 1; lane >= 0; lane--) {
          waiting.push(nameOf(open.children[lane]));
          places.push(node * LANES + lane);
          levels.push(level + 1);
        }
      }
      continue;
    }
    ranges[node * 2 + 1] = oldRanges[name * 2 + 1];
    sources[node] = name;
    if (words[name] >= LEAF_BIT) copyLeaf(written, before, edits, words[name]);
    else {
      for (let lane = LANES - 1; lane >= 0; lane--) {
        const child = words[name] * LANES + lane;
        if (words[child] === NO_CHILD) continue;
        waiting.push(child);
        places.push(node * LANES + lane);
        levels.push(level + 1);
      }
    }
  }
  const tree: Tree = {
    arity: LANES,
    nodeCount,
    triangleCount: edits.mesh.triangleCount,
    depth,
    children: children.slice(0, nodeCount * LANES),
    ranges: ranges.slice(0, nodeCount * 2),
    triangleOrder: written.triangleOrder,
  };
  return {
    tree,
    triangles: written.triangles,
    sources: sources.slice(0, nodeCount),
    isChanged: isChanged.slice(0, nodeCount),
    oldRanges,
  };
}

/** What has been written so far. */
interface Written {
  readonly children: Uint32Array;
  readonly ranges: Uint32Array;
  readonly sources: Uint32Array;
  readonly isChanged: Uint8Array;
  readonly triangleOrder: Uint32Array;
  readonly triangles: Uint32Array;
  placed: number;
  /** Of each vertex of the mesh its place in the order of the bounds. */
  readonly placeOf: Uint32Array;
}

function createWritten({ before, builtCount, edits }: Editing): Written {
  let most = builtCount;
  for (let slot = 0; slot < before.words.length; slot++) if (before.words[slot] !== NO_CHILD) most++;
  const { triangleCount, vertexCount } = edits.mesh;
  const placeOf = new Uint32Array(vertexCount);
  for (let place = 0; place < vertexCount; place++) placeOf[edits.vertexOrder[place]] = place;
  return {
    children: new Uint32Array(most * LANES).fill(NO_NODE),
    ranges: new Uint32Array(most * 2),
    sources: new Uint32Array(most),
    isChanged: new Uint8Array(most),
    triangleOrder: new Uint32Array(triangleCount),
    triangles: new Uint32Array(triangleCount * 3),
    placed: 0,
    placeOf,
  };
}

function addTriangle(written: Written, { mesh }: TriangleEdits, triangle: number): void {
  const at = written.placed++;
  written.triangleOrder[at] = triangle;
  for (let k = 0; k < 3; k++) written.triangles[at * 3 + k] = written.placeOf[mesh.triangles[triangle * 3 + k]];
}

/** Takes over the triangles of a leaf in which nothing changed. */
function copyLeaf(written: Written, before: BlockTree, { newNumbers }: TriangleEdits, word: number): void {
  const { triangleOrder, triangles } = written;
  const end = leafFirst(word) + leafCount(word);
  let at = written.placed;
  for (let place = leafFirst(word); place < end; place++, at++) {
    triangleOrder[at] = newNumbers[before.triangleOrder[place]];
    triangles[at * 3] = before.triangles[place * 3];
    triangles[at * 3 + 1] = before.triangles[place * 3 + 1];
    triangles[at * 3 + 2] = before.triangles[place * 3 + 2];
  }
  written.placed = at;
}

/** Of each slot of the new tree, the slot where the same node was before, if nothing changed below it; else `NO_SLOT`. `slots` says where each node is. */
export function sourcesOfSlots({ isChanged, sources }: EditedTree, slots: Uint32Array, slotCount: number): Uint32Array {
  const found = new Uint32Array(slotCount).fill(NO_SLOT);
  slots.forEach((slot, node) => {
    if (isChanged[node] === 0) found[slot] = sources[node];
  });
  return found;
}
