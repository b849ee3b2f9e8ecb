/**
 * Which triangles of two bodies are closer to each other than some distance, without having a point in common? Pairs of nodes
 * whose boxes are that far apart are left out; `measureTriangleDistance` is never below the distance of boxes, so nothing is
 * missed, whatever the boxes are.
 */
import { PliantError } from '../errors.js';
import { TRIANGLE_DISTANCE_SQUARED, measureTriangleDistance } from '../narrow/triangle-distance.js';
import { isLazy } from './body.js';
import type { Body } from './body.js';
import {
  CHILD_STRIDE,
  cornersOf,
  createOpenedNode,
  openLeaf,
  openNode,
  openTop,
  posedOf,
  stackCapacityOf,
  triangleOrderOf,
} from './opened-node.js';
import type { OpenedLeaf, OpenedNode } from './opened-node.js';

/** What a search finds. The arrays are replaced by longer ones when they are too short. */
export interface NearPairs {
  /** Two triangle numbers per pair, in no particular order; the first `count` pairs are filled. */
  pairs: Uint32Array;
  /** The square of the distance of each pair. */
  squares: Float64Array;
  /** How many there are. */
  count: number;
}

/** Room for walks over any two bodies. */
export interface NearSearch {
  readonly sideA: Side;
  readonly sideB: Side;
  readonly candidate: Float64Array;
  /** The square of the distance that counts as near. */
  readonly limitSquared: Float64Array;
  size: number;
}

interface Side {
  ids: Uint32Array;
  leaves: Uint8Array;
  boxes: Float64Array;
  readonly opened: OpenedNode;
  readonly leaf: OpenedLeaf;
}

/** Cost of opening a node, in nanoseconds of the switch rule. */
const OPENING_NS = 60;
/** Squared distances of boxes are good to a few parts in 2^52; a pair is left out only when it is farther by more. */
const SLACK = 1 - 1e-14;

/** Room for pairs. It grows as needed. */
export function createNearPairs(): NearPairs {
  return { pairs: new Uint32Array(0), squares: new Float64Array(0), count: 0 };
}

/** Prepares searches. */
export function createNearSearch(): NearSearch {
  return {
    sideA: createSide(),
    sideB: createSide(),
    candidate: new Float64Array(7),
    limitSquared: new Float64Array(1),
    size: 0,
  };
}

/** Finds all pairs with 0 < distance < `limit` in the present poses; returns how many there are. */
export function findNearPairs(search: NearSearch, bodyA: Body, bodyB: Body, limit: number, found: NearPairs): number {
  if (!(limit >= 0)) throw new PliantError('bad-number', `findNearPairs: the limit is ${limit}; pass zero or more`);
  const { sideA, sideB } = search;
  bodyA.refresh();
  bodyB.refresh();
  search.limitSquared[0] = limit * limit;
  found.count = 0;
  const capacity = stackCapacityOf(bodyA) + stackCapacityOf(bodyB) + 8;
  reserve(sideA, capacity);
  reserve(sideB, capacity);
  search.size = 0;
  openTop(bodyA, sideA.opened);
  openTop(bodyB, sideB.opened);
  pushPair(search, sideA, 0, sideB, 0);
  while (search.size > 0) {
    const top = --search.size;
    const isLeafA = sideA.leaves[top] === 1;
    const isLeafB = sideB.leaves[top] === 1;
    if (isLeafA && isLeafB) testLeaves(search, bodyA, bodyB, sideA.ids[top] | 0, sideB.ids[top] | 0, found);
    else if (isLeafB || (!isLeafA && isLarger(sideA, sideB, top))) openPair(search, top, bodyA, sideA, sideB);
    else openPair(search, top, bodyB, sideB, sideA);
  }
  return found.count;
}

function createSide(): Side {
  return {
    ids: new Uint32Array(0),
    leaves: new Uint8Array(0),
    boxes: new Float64Array(0),
    opened: createOpenedNode(),
    leaf: { first: 0, count: 0 },
  };
}

function reserve(side: Side, capacity: number): void {
  if (side.ids.length >= capacity) return;
  side.ids = new Uint32Array(capacity);
  side.leaves = new Uint8Array(capacity);
  side.boxes = new Float64Array(capacity * CHILD_STRIDE);
}

function isLarger(sideA: Side, sideB: Side, at: number): boolean {
  let difference = 0;
  for (let axis = 0; axis < 3; axis++) {
    const a = at * CHILD_STRIDE + axis;
    difference += sideA.boxes[a + 3] - sideA.boxes[a] - (sideB.boxes[a + 3] - sideB.boxes[a]);
  }
  return difference >= 0;
}

/** Opens one side of the pair that was on top; the other side stays as it is. */
function openPair(search: NearSearch, top: number, body: Body, opening: Side, staying: Side): void {
  openNode(body, opening.ids[top], opening.opened);
  if (isLazy(body)) body.spend(OPENING_NS);
  const { opened } = staying;
  opened.ids[0] = staying.ids[top];
  opened.leaves[0] = staying.leaves[top];
  for (let k = 0; k < CHILD_STRIDE; k++) opened.boxes[k] = staying.boxes[top * CHILD_STRIDE + k];
  for (let child = opening.opened.count - 1; child >= 0; child--) pushPair(search, opening, child, staying, 0);
}

/** Puts a pair of opened children on the stack, unless it is too far apart. */
function pushPair(search: NearSearch, side: Side, child: number, other: Side, otherChild: number): void {
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    const a = child * CHILD_STRIDE + axis;
    const b = otherChild * CHILD_STRIDE + axis;
    const { boxes } = side.opened;
    const gap = Math.max(boxes[a] - other.opened.boxes[b + 3], other.opened.boxes[b] - boxes[a + 3], 0);
    squared += gap * gap;
  }
  if (squared * SLACK > search.limitSquared[0]) return;
  const at = search.size++;
  place(side, at, child);
  place(other, at, otherChild);
}

function place(side: Side, at: number, child: number): void {
  const { opened } = side;
  side.ids[at] = opened.ids[child];
  side.leaves[at] = opened.leaves[child];
  for (let k = 0; k < CHILD_STRIDE; k++) side.boxes[at * CHILD_STRIDE + k] = opened.boxes[child * CHILD_STRIDE + k];
}

function testLeaves(
  search: NearSearch,
  bodyA: Body,
  bodyB: Body,
  leafA: number,
  leafB: number,
  found: NearPairs,
): void {
  const { candidate, limitSquared, sideA, sideB } = search;
  openLeaf(bodyA, leafA, sideA.leaf);
  openLeaf(bodyB, leafB, sideB.leaf);
  const orderA = triangleOrderOf(bodyA);
  const orderB = triangleOrderOf(bodyB);
  const cornersA = cornersOf(bodyA);
  const cornersB = cornersOf(bodyB);
  const positionsA = posedOf(bodyA);
  const positionsB = posedOf(bodyB);
  for (let i = sideA.leaf.first; i < sideA.leaf.first + sideA.leaf.count; i++) {
    for (let j = sideB.leaf.first; j < sideB.leaf.first + sideB.leaf.count; j++) {
      measureTriangleDistance(
        positionsA,
        cornersA[i * 3],
        cornersA[i * 3 + 1],
        cornersA[i * 3 + 2],
        positionsB,
        cornersB[j * 3],
        cornersB[j * 3 + 1],
        cornersB[j * 3 + 2],
        candidate,
      );
      const squared = candidate[TRIANGLE_DISTANCE_SQUARED];
      if (squared > 0 && squared < limitSquared[0]) addNear(found, orderA[i], orderB[j], candidate);
    }
  }
}

function addNear(found: NearPairs, a: number, b: number, candidate: Float64Array): void {
  const at = found.count++;
  if (at === found.squares.length) {
    const { pairs, squares } = found;
    found.pairs = new Uint32Array(Math.max(128, 4 * at));
    found.squares = new Float64Array(Math.max(64, 2 * at));
    found.pairs.set(pairs);
    found.squares.set(squares);
  }
  found.pairs[2 * at] = a;
  found.pairs[2 * at + 1] = b;
  found.squares[at] = candidate[TRIANGLE_DISTANCE_SQUARED];
}
