/**
 * A kinetic tree over triangles as a plain one of four children, as it is now. Its upper nodes are those of the kinetic tree, two levels at once where that is binary, and know which they are. Down
 * from the largest that fit into a patch, triangles are divided anew: leaves of the kinetic tree are too large to test one triangle after the other, and below a patch all boxes are exact.
 */
import { PliantError } from '../../errors.js';
import { NO_NODE } from '../../tree/tree.js';
import type { Tree } from '../../tree/tree.js';
import { coordinateOf } from '../paths.js';
import type { KineticTree } from '../tree-record.js';
import { halveRun } from './halve-run.js';

/** Triangles of a patch, at most, where leaves of the kinetic tree are not larger: as for blends. */
const PATCH_SIZE = 64;
/** Triangles of a leaf. */
const LEAF_SIZE = 4;
const ARITY = 4;

/** A plain tree, and where its nodes come from. */
export interface PlainTree {
  readonly tree: Tree;
  /** Of each node the one of the kinetic tree, or `NO_NODE` inside patches. */
  readonly sources: readonly number[];
  /** Most triangles of a patch. */
  readonly patchSize: number;
}

interface Building {
  readonly kinetic: KineticTree;
  readonly patchSize: number;
  /** Triangles below each node of the kinetic tree. */
  readonly counts: Uint32Array;
  readonly centers: Float64Array;
  /** Triangles so far; behind them, those of the patch in hand. */
  readonly order: Uint32Array;
  placed: number;
  depth: number;
  readonly children: number[];
  readonly ranges: number[];
  readonly sources: number[];
}

/** Makes one of what is in the tree now. */
export function plainTreeOf(caller: string, kinetic: KineticTree): PlainTree {
  const { nodeCount, root } = kinetic;
  if (root === NO_NODE) {
    throw new PliantError('bad-count', `${caller}: no triangle is left in the kinetic tree; insert one before you ask`);
  }
  const counts = new Uint32Array(nodeCount);
  for (let node = 0; node < nodeCount; node++) {
    const count = kinetic.itemCounts[node];
    if (count === 0) continue;
    for (let above = node; above !== NO_NODE; above = kinetic.parents[above]) counts[above] += count;
  }
  const building: Building = {
    kinetic,
    patchSize: Math.max(PATCH_SIZE, kinetic.leafSize),
    counts,
    centers: measureCenters(kinetic),
    order: new Uint32Array(counts[root]),
    placed: 0,
    depth: 0,
    children: [],
    ranges: [],
    sources: [],
  };
  addNode(building, root, 1);
  const { children, depth, order, patchSize, ranges, sources } = building;
  const tree: Tree = {
    arity: ARITY,
    nodeCount: sources.length,
    triangleCount: order.length,
    depth,
    children: Uint32Array.from(children),
    ranges: Uint32Array.from(ranges),
    triangleOrder: order,
  };
  return { tree, sources, patchSize };
}

/** Three times the mean of the corners of each triangle, at present. */
function measureCenters({ itemCount, itemVertices, paths }: KineticTree): Float64Array {
  const centers = new Float64Array(itemCount * 3);
  for (let corner = 0; corner < itemCount * 3; corner++) {
    const at = corner - (corner % 3);
    for (let axis = 0; axis < 3; axis++) centers[at + axis] += coordinateOf(paths, itemVertices[corner], axis);
  }
  return centers;
}

/** Adds a node of the kinetic tree and all below it; returns its number. Trees have some hundred levels at most, so it may call itself. */
function addNode(building: Building, source: number, level: number): number {
  const { counts, patchSize } = building;
  const first = building.placed;
  const node = takeNode(building, source, first, counts[source], level);
  if (counts[source] > patchSize) {
    lanesOf(building, source).forEach((child, lane) => {
      building.children[node * ARITY + lane] = addNode(building, child, level + 1);
    });
  } else {
    listItems(building, source);
    divide(building, node, level);
  }
  return node;
}

/** The children of a node; of those that are no patches themselves, the largest are replaced by their own as long as there is room. */
function lanesOf({ counts, kinetic, patchSize }: Building, source: number): number[] {
  const lanes = childrenOf(kinetic, source);
  for (;;) {
    let largest = -1;
    for (let lane = 0; lane < lanes.length; lane++) {
      if (counts[lanes[lane]] <= patchSize) continue;
      if (lanes.length - 1 + childrenOf(kinetic, lanes[lane]).length > ARITY) continue;
      if (largest < 0 || counts[lanes[lane]] > counts[lanes[largest]]) largest = lane;
    }
    if (largest < 0) return lanes;
    lanes.splice(largest, 1, ...childrenOf(kinetic, lanes[largest]));
  }
}

function childrenOf({ arity, children }: KineticTree, node: number): number[] {
  const found: number[] = [];
  for (let slot = node * arity; slot < (node + 1) * arity && children[slot] !== NO_NODE; slot++) {
    found.push(children[slot]);
  }
  return found;
}

function listItems(building: Building, source: number): void {
  const { kinetic, order } = building;
  const { itemCounts, leafItems, leafSize } = kinetic;
  for (let i = 0; i < itemCounts[source]; i++) order[building.placed++] = leafItems[source * leafSize + i];
  for (const child of childrenOf(kinetic, source)) listItems(building, child);
}

/** Divides the triangles of a node in two, and each half once more, as long as they do not fit into a leaf. */
function divide(building: Building, node: number, level: number): void {
  const [first, count] = building.ranges.slice(node * 2, node * 2 + 2);
  if (count <= LEAF_SIZE) return;
  const parts = cut(building, first, first + count).flatMap(([from, to]) => cut(building, from, to));
  parts.forEach(([from, to], lane) => {
    const child = takeNode(building, NO_NODE, from, to - from, level + 1);
    building.children[node * ARITY + lane] = child;
    divide(building, child, level + 1);
  });
}

/** Both halves of a run, or the run where it is a leaf. All leaves but one of a patch are full. */
function cut({ centers, order }: Building, from: number, to: number): [number, number][] {
  if (to - from <= LEAF_SIZE) return [[from, to]];
  const middle = from + LEAF_SIZE * Math.ceil((to - from) / (2 * LEAF_SIZE));
  halveRun(order, centers, from, to, middle);
  return [
    [from, middle],
    [middle, to],
  ];
}

function takeNode(building: Building, source: number, first: number, count: number, level: number): number {
  building.sources.push(source);
  building.ranges.push(first, count);
  building.children.push(NO_NODE, NO_NODE, NO_NODE, NO_NODE);
  building.depth = Math.max(building.depth, level);
  return building.sources.length - 1;
}
