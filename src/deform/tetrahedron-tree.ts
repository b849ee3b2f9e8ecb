/**
 * Tetrahedra in a balanced binary tree of boxes, to find the one that holds a point or comes nearest. Each node halves its
 * tetrahedra by the middle of their boxes along the longest side, so the depth is the logarithm of their number whatever
 * their sizes and places.
 */
import { TETRAHEDRON_DISTANCE_SQUARED, TETRAHEDRON_RESULT, closestInTetrahedron } from './closest-in-tetrahedron.js';

/** Where each node's boxes, and the tetrahedra of the leaves, are kept. Node n has the children 2n + 1 and 2n + 2. */
export interface TetrahedronTree {
  readonly points: Float32Array;
  readonly corners: Uint32Array;
  /** Tetrahedra in the order of the leaves. */
  readonly order: Uint32Array;
  /** Leaves lie below this many halvings. */
  readonly depth: number;
  /** Low then high corner of each node. */
  readonly boxes: Float32Array;
}

/** The most tetrahedra of a leaf. */
const LEAF_SIZE = 4;

/** Builds the tree over some of the tetrahedra of four corners each; at least one. */
export function buildTetrahedronTree(
  points: Float32Array,
  corners: Uint32Array,
  tetrahedra: Uint32Array,
): TetrahedronTree {
  let depth = 0;
  while (tetrahedra.length > LEAF_SIZE << depth) depth++;
  const tree = { points, corners, order: tetrahedra.slice(), depth, boxes: new Float32Array((2 << depth) * 6) };
  const middles = new Float64Array((corners.length / 4) * 3);
  for (const tetrahedron of tetrahedra) measureMiddle(tree, tetrahedron, middles);
  buildNode(tree, middles, 0, 0, tetrahedra.length, depth);
  return tree;
}

/** What a search finds, and what it needs for that; for any number of searches. */
export interface TetrahedronSearch {
  /** The tetrahedron found. */
  tetrahedron: number;
  /** The weights of its corners, and the square of the distance: see {@link closestInTetrahedron}. */
  readonly closest: Float64Array;
  /** The same of the tetrahedron in hand. */
  readonly candidate: Float64Array;
  /** Squares of distances to the boxes of both children, for each depth. */
  readonly gaps: Float64Array;
}

/** Room for searches of a tree. */
export function createTetrahedronSearch(tree: TetrahedronTree): TetrahedronSearch {
  return {
    tetrahedron: -1,
    closest: new Float64Array(TETRAHEDRON_RESULT),
    candidate: new Float64Array(TETRAHEDRON_RESULT),
    gaps: new Float64Array((tree.depth + 1) * 2),
  };
}

/** Finds the tetrahedron nearest to a vertex; among those equally near, as those around it, the one of the lowest number. */
export function findTetrahedron(
  tree: TetrahedronTree,
  positions: Float32Array,
  vertex: number,
  search: TetrahedronSearch,
): void {
  search.closest[TETRAHEDRON_DISTANCE_SQUARED] = Infinity;
  search.tetrahedron = -1;
  visitNode(tree, positions, vertex, search, 0, 0, tree.order.length, tree.depth);
}

function visitNode(
  tree: TetrahedronTree,
  positions: Float32Array,
  vertex: number,
  search: TetrahedronSearch,
  node: number,
  begin: number,
  end: number,
  depth: number,
): void {
  if (depth === 0) {
    for (let i = begin; i < end; i++) visitTetrahedron(tree, positions, vertex, search, tree.order[i]);
    return;
  }
  const middle = (begin + end) >>> 1;
  const left = 2 * node + 1;
  const right = left + 1;
  measureGap(tree, positions, vertex, left, search.gaps, depth * 2);
  measureGap(tree, positions, vertex, right, search.gaps, depth * 2 + 1);
  const isLeftFirst = search.gaps[depth * 2] <= search.gaps[depth * 2 + 1];
  for (let turn = 0; turn < 2; turn++) {
    const isLeft = (turn === 0) === isLeftFirst;
    // Equally far is visited: a tetrahedron of a lower number may be there.
    const gap = search.gaps[isLeft ? depth * 2 : depth * 2 + 1];
    if (gap > search.closest[TETRAHEDRON_DISTANCE_SQUARED]) continue;
    if (isLeft) visitNode(tree, positions, vertex, search, left, begin, middle, depth - 1);
    else visitNode(tree, positions, vertex, search, right, middle, end, depth - 1);
  }
}

function visitTetrahedron(
  tree: TetrahedronTree,
  positions: Float32Array,
  vertex: number,
  search: TetrahedronSearch,
  tetrahedron: number,
): void {
  const { closest, candidate } = search;
  closestInTetrahedron(tree.points, tree.corners, tetrahedron * 4, positions, vertex, candidate);
  const distance = candidate[TETRAHEDRON_DISTANCE_SQUARED];
  const nearest = closest[TETRAHEDRON_DISTANCE_SQUARED];
  if (distance < nearest || (distance === nearest && tetrahedron < search.tetrahedron)) {
    closest.set(candidate);
    search.tetrahedron = tetrahedron;
  }
}

/** The square of the distance from a vertex to a node's box. */
function measureGap(
  { boxes }: TetrahedronTree,
  positions: Float32Array,
  vertex: number,
  node: number,
  out: Float64Array,
  at: number,
): void {
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) {
    const value = positions[vertex * 3 + axis];
    const gap = Math.max(boxes[node * 6 + axis] - value, value - boxes[node * 6 + 3 + axis], 0);
    sum += gap * gap;
  }
  out[at] = sum;
}

function measureMiddle({ points, corners }: TetrahedronTree, tetrahedron: number, middles: Float64Array): void {
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let corner = 0; corner < 4; corner++) {
      const value = points[corners[tetrahedron * 4 + corner] * 3 + axis];
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    middles[tetrahedron * 3 + axis] = low + high;
  }
}

function buildNode(
  tree: TetrahedronTree,
  middles: Float64Array,
  node: number,
  begin: number,
  end: number,
  depth: number,
): void {
  const { boxes } = tree;
  measureBox(tree, node, begin, end);
  if (depth === 0) return;
  let axis = 0;
  for (let other = 1; other < 3; other++) {
    if (boxes[node * 6 + 3 + other] - boxes[node * 6 + other] > boxes[node * 6 + 3 + axis] - boxes[node * 6 + axis]) {
      axis = other;
    }
  }
  const middle = (begin + end) >>> 1;
  divide(tree.order, middles, axis, begin, end, middle);
  buildNode(tree, middles, 2 * node + 1, begin, middle, depth - 1);
  buildNode(tree, middles, 2 * node + 2, middle, end, depth - 1);
}

function measureBox(
  { points, corners, order, boxes }: TetrahedronTree,
  node: number,
  begin: number,
  end: number,
): void {
  boxes.fill(Infinity, node * 6, node * 6 + 3);
  boxes.fill(-Infinity, node * 6 + 3, node * 6 + 6);
  for (let i = begin; i < end; i++) {
    for (let corner = 0; corner < 4; corner++) {
      const point = corners[order[i] * 4 + corner] * 3;
      for (let axis = 0; axis < 3; axis++) {
        boxes[node * 6 + axis] = Math.min(boxes[node * 6 + axis], points[point + axis]);
        boxes[node * 6 + 3 + axis] = Math.max(boxes[node * 6 + 3 + axis], points[point + axis]);
      }
    }
  }
}

/** Brings the tetrahedra that come before `place` along an axis before it (Hoare's selection). */
function divide(
  order: Uint32Array,
  middles: Float64Array,
  axis: number,
  begin: number,
  end: number,
  place: number,
): void {
  let low = begin;
  let high = end - 1;
  while (low < high) {
    const pivot = order[(low + high) >>> 1];
    let i = low;
    let j = high;
    while (i <= j) {
      while (comesBefore(middles, axis, order[i], pivot)) i++;
      while (comesBefore(middles, axis, pivot, order[j])) j--;
      if (i > j) break;
      const swapped = order[i];
      order[i++] = order[j];
      order[j--] = swapped;
    }
    if (place <= j) high = j;
    else if (place >= i) low = i;
    else return;
  }
}

/** No two are equal: the number decides between those in one place. */
function comesBefore(middles: Float64Array, axis: number, a: number, b: number): boolean {
  const difference = middles[a * 3 + axis] - middles[b * 3 + axis];
  return difference < 0 || (difference === 0 && a < b);
}
