/**
 * Takes triangles out of a tree and puts others in. Nodes on the way to a triangle that goes or comes are opened and changed; everything else is taken over as it is,
 * in the same order. A triangle that comes goes down to the child whose box at rest grows least in area, from the root to a leaf; a leaf that has become too large is built
 * into a tree of its own, as the whole was. Nodes that have become small enough are leaves, and a node with a single child is that child.
 */
import { LANES, LEAF_BIT, LEAF_CAPACITY, NO_CHILD, leafCount } from '../../kernels/layout/child-words.js';
import { NO_SLOT } from '../../kernels/layout/blend.js';
import { runNow } from '../../long-work.js';
import { NO_INDEX } from '../../mesh/mesh.js';
import type { Mesh } from '../../mesh/mesh.js';
import { buildSteps } from '../../tree/build.js';
import { NO_NODE } from '../../tree/tree.js';
import type { BlockTree } from '../blocks/block-tree.js';
import { layOutRanges } from '../blocks/levels.js';
import { REST_BOX, emptyBox, growByBox, growByPoint, halfAreaWith, measureRestBoxes } from './rest-boxes.js';
import { countOf, writeTree } from './write-tree.js';
import type { EditedTree, Editing, OpenNode, TriangleEdits } from './write-tree.js';

/** Edits the tree of some bounds. At least one triangle is left. */
export function editTree(before: BlockTree, positions: Float32Array, edits: TriangleEdits): EditedTree {
  const { firstAdded, mesh, newNumbers } = edits;
  const ranges = layOutRanges(before);
  const isAdding = firstAdded < mesh.triangleCount;
  const editing: Editing = {
    before,
    edits,
    ranges,
    boxes: isAdding ? measureRestBoxes(before, positions) : new Float32Array(0),
    leafSize: largestLeaf(before),
    builtCount: 0,
  };
  let root: OpenNode | number = 0;
  for (let place = 0; place < before.triangleOrder.length; place++) {
    if (newNumbers[before.triangleOrder[place]] !== NO_INDEX) continue;
    if (typeof root === 'number') root = open(editing, root);
    openLeafOf(editing, root, place);
  }
  const box = new Float32Array(REST_BOX);
  for (let triangle = firstAdded; triangle < mesh.triangleCount; triangle++) {
    if (typeof root === 'number') root = open(editing, root);
    emptyBox(box, 0);
    for (let k = 0; k < 3; k++) growByPoint(box, 0, mesh.positions, mesh.triangles[triangle * 3 + k] * 3);
    leafFor(editing, root, box).triangles.push(triangle);
  }
  const tidied = typeof root === 'number' ? root : tidy(editing, root);
  // What is left has triangles, so it is there.
  return writeTree(editing, tidied!);
}

function largestLeaf({ words }: BlockTree): number {
  let most = 1;
  for (let slot = 0; slot < words.length; slot++) {
    const word = words[slot];
    if (word >= LEAF_BIT && word !== NO_CHILD && leafCount(word) > most) most = leafCount(word);
  }
  return Math.min(most, LEAF_CAPACITY);
}

/** Opens a node: a leaf without the triangles that go. */
function open({ before, boxes, edits, ranges }: Editing, slot: number): OpenNode {
  const { triangleOrder, words } = before;
  const word = words[slot];
  const box = boxes.slice(slot * REST_BOX, (slot + 1) * REST_BOX);
  if (word < LEAF_BIT) {
    const lanes = [0, 1, 2, 3].map((lane) => word * LANES + lane);
    return { slot, box, triangles: [], children: lanes.filter((child) => words[child] !== NO_CHILD) };
  }
  const first = ranges[slot * 2];
  const here = triangleOrder.subarray(first, first + ranges[slot * 2 + 1]);
  const triangles = Array.from(here, (triangle) => edits.newNumbers[triangle]).filter((number) => number !== NO_INDEX);
  return { slot, box, triangles, children: undefined };
}

/** Opens the way to the leaf that a place in the order of the leaves belongs to. */
function openLeafOf(editing: Editing, root: OpenNode, place: number): void {
  const { ranges } = editing;
  for (let node = root; node.children;) {
    const { children } = node;
    const at = children.findIndex((child) => {
      const slot = typeof child === 'number' ? child : child.slot;
      return place < ranges[slot * 2] + ranges[slot * 2 + 1];
    });
    node = openChild(editing, children, at);
  }
}

/** Goes down to the leaf for a triangle with this box, and lets boxes grow on the way. */
function leafFor(editing: Editing, root: OpenNode, box: Float32Array): OpenNode {
  let node = root;
  while (node.children) {
    growByBox(node.box, 0, box, 0);
    let best = 0;
    let leastGrowth = Infinity;
    let leastArea = Infinity;
    node.children.forEach((child, i) => {
      const boxes = typeof child === 'number' ? editing.boxes : child.box;
      const at = typeof child === 'number' ? child * REST_BOX : 0;
      const area = halfAreaWith(boxes, at, box);
      const growth = area - halfAreaWith(boxes, at, boxes.subarray(at, at + REST_BOX));
      if (growth > leastGrowth || (growth === leastGrowth && area >= leastArea)) return;
      best = i;
      leastGrowth = growth;
      leastArea = area;
    });
    node = openChild(editing, node.children, best);
  }
  growByBox(node.box, 0, box, 0);
  return node;
}

function openChild(editing: Editing, children: (OpenNode | number)[], at: number): OpenNode {
  let child = children[at];
  if (typeof child === 'number') children[at] = child = open(editing, child);
  return child;
}

/** Brings an opened node into the form of a tree: what takes its place, or nothing where it has no triangle left. */
function tidy(editing: Editing, node: OpenNode): OpenNode | number | undefined {
  const { leafSize } = editing;
  if (!node.children) {
    if (node.triangles.length === 0) return undefined;
    return node.triangles.length > leafSize ? buildNode(editing, node.triangles) : node;
  }
  const children: (OpenNode | number)[] = [];
  let count = 0;
  node.children.forEach((child, i) => {
    const tidied = typeof child === 'number' ? child : tidy(editing, child);
    if (tidied === undefined) return;
    count += countOf(editing, tidied);
    const below = typeof tidied === 'number' || tidied.slot !== NO_SLOT ? undefined : tidied.children;
    const left = node.children!.length - i - 1;
    // What was built has its parts side by side with the others where there is room: one block less to open.
    if (below && children.length + below.length + left <= LANES) children.push(...below);
    else children.push(tidied);
  });
  if (children.length <= 1) return children[0];
  node.children = children;
  if (count <= leafSize) {
    node.triangles = children.flatMap((child) => trianglesOf(editing, child));
    node.children = undefined;
  }
  return node;
}

function trianglesOf(editing: Editing, node: OpenNode | number): number[] {
  if (typeof node !== 'number') return node.children?.flatMap((child) => trianglesOf(editing, child)) ?? node.triangles;
  const { before, edits, ranges } = editing;
  const first = ranges[node * 2];
  return Array.from(
    before.triangleOrder.subarray(first, first + ranges[node * 2 + 1]),
    (triangle) => edits.newNumbers[triangle],
  );
}

/** Builds a tree over triangles that no leaf holds. */
function buildNode(editing: Editing, triangles: readonly number[]): OpenNode {
  const { leafSize } = editing;
  const { mesh } = editing.edits;
  const part: Mesh = {
    ...mesh,
    triangles: Uint32Array.from(
      triangles.flatMap((triangle) => [0, 1, 2].map((k) => mesh.triangles[triangle * 3 + k])),
    ),
    triangleCount: triangles.length,
  };
  const tree = runNow(buildSteps('cutShape', part, { leafSize }));
  editing.builtCount += tree.nodeCount;
  const box = new Float32Array(0);
  const nodes = Array.from({ length: tree.nodeCount }, (_, node): OpenNode => {
    const first = tree.ranges[node * 2];
    const order = tree.triangleOrder.subarray(first, first + tree.ranges[node * 2 + 1]);
    return { slot: NO_SLOT, box, children: undefined, triangles: Array.from(order, (i) => triangles[i]) };
  });
  nodes.forEach((open, node) => {
    const below = [...tree.children.subarray(node * LANES, (node + 1) * LANES)].filter((child) => child !== NO_NODE);
    if (below.length > 0) open.children = below.map((child) => nodes[child]);
  });
  return nodes[0];
}
