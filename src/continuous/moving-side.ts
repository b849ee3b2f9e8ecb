/** One of two moving bodies, as a walk over pairs of nodes sees it: nodes and leaves are opened in both poses, side by side. */
import { createOpenedNode, isLeafId, openLeaf, openNode } from '../query/opened-node.js';
import type { OpenedLeaf, OpenedNode } from '../query/opened-node.js';
import { createPosedTriangles, readTriangles } from '../query/pair/leaf-pairs.js';
import type { PosedTriangles } from '../query/pair/leaf-pairs.js';
import { LEAF_CAPACITY } from '../kernels/layout/child-words.js';
import type { Body } from '../body/body.js';
import type { Motion } from './motion.js';

/** A body at one end of the step. */
interface End {
  body: Body;
  readonly opened: OpenedNode;
  readonly triangles: PosedTriangles;
  /** Boxes of the triangles of the leaf in hand, six numbers each; behind them that of the whole leaf. */
  readonly boxes: Float64Array;
}

/** A moving body. */
export interface MovingSide {
  readonly from: End;
  /** The same as `from` where the body stands still. */
  to: End;
  /** The end of a body that moves. */
  readonly moved: End;
  readonly leaf: OpenedLeaf;
  /** The leaf whose boxes are there, as a signed number; 0, which is no leaf, for none. */
  boxedLeaf: number;
  /** The node in hand; 0 for none. Walks often come to one node with several others in a row. */
  openedNode: number;
}

/** Numbers of a box. */
export const BOX = 6;
/** Where the box of a whole leaf is. */
export const LEAF_BOX = LEAF_CAPACITY * BOX;
/** Cost of opening a node, in nanoseconds of the switch rule. */
const OPENING_NS = 60;

/** A side that has not begun. */
export function createMovingSide({ from }: Motion): MovingSide {
  const start = createEnd(from);
  return { from: start, to: start, moved: createEnd(from), leaf: { first: 0, count: 0 }, boxedLeaf: 0, openedNode: 0 };
}

/** Begins with a motion, both of whose bodies are fresh. */
export function beginSide(side: MovingSide, { from, to }: Motion): void {
  side.from.body = from;
  side.moved.body = to;
  side.to = from === to ? side.from : side.moved;
  side.boxedLeaf = 0;
  side.openedNode = 0;
}

/** Opens a node in both poses; a leaf stays as it is: the only child of itself, with the exact boxes of its triangles. */
export function openSide(side: MovingSide, id: number): void {
  const { from, to } = side;
  if (side.openedNode === id) return;
  side.openedNode = id;
  if (isLeafId(id)) {
    openLeafOfSide(side, id);
    showLeaf(from, id);
    if (to !== from) showLeaf(to, id);
    return;
  }
  openEnd(from, id);
  if (to !== from) openEnd(to, id);
}

/** Opens a leaf in both poses: `leaf` says which triangles it has, and `boxes` where they are. The id is a signed number. */
export function openLeafOfSide(side: MovingSide, id: number): void {
  const { from, leaf, to } = side;
  if (side.boxedLeaf === id) return;
  openLeafOfEnd(from, id, leaf);
  if (to !== from) openLeafOfEnd(to, id, leaf);
  side.boxedLeaf = id;
}

/** Reads where triangles are; anew whenever something may have been posed since, as views do not survive when the memory grows. */
export function readEnds({ from, to }: MovingSide): void {
  readTriangles(from.triangles, from.body);
  if (to !== from) readTriangles(to.triangles, to.body);
}

function createEnd(body: Body): End {
  return {
    body,
    opened: createOpenedNode(),
    triangles: createPosedTriangles(),
    boxes: new Float64Array(LEAF_BOX + BOX),
  };
}

function openEnd({ body, opened }: End, id: number): void {
  openNode(body, id, opened);
  body.spend(OPENING_NS);
}

function openLeafOfEnd({ body, boxes, triangles }: End, id: number, leaf: OpenedLeaf): void {
  openLeaf(body, id, leaf);
  readTriangles(triangles, body);
  const { corners, positions } = triangles;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let k = 0; k < leaf.count; k++) {
      const triangle = (leaf.first + k) * 3;
      const a = positions[corners[triangle] * 3 + axis];
      const b = positions[corners[triangle + 1] * 3 + axis];
      const c = positions[corners[triangle + 2] * 3 + axis];
      const lowest = Math.min(a, b, c);
      const highest = Math.max(a, b, c);
      boxes[k * BOX + axis] = lowest;
      boxes[k * BOX + 3 + axis] = highest;
      if (lowest < low) low = lowest;
      if (highest > high) high = highest;
    }
    boxes[LEAF_BOX + axis] = low;
    boxes[LEAF_BOX + 3 + axis] = high;
  }
}

function showLeaf({ boxes, opened }: End, id: number): void {
  opened.count = 1;
  opened.ids[0] = id;
  opened.leaves[0] = 1;
  for (let k = 0; k < BOX; k++) opened.boxes[k] = boxes[LEAF_BOX + k];
}
