/** One of two moving bodies, as a walk over pairs of nodes sees it: nodes and leaves are opened in both poses, side by side. */
import { CHILD_STRIDE, createOpenedNode, isLeafId, openLeaf, openNode } from '../query/opened-node.js';
import type { OpenedLeaf, OpenedNode } from '../query/opened-node.js';
import { createPosedTriangles, readTriangles } from '../query/pair/leaf-pairs.js';
import type { PosedTriangles } from '../query/pair/leaf-pairs.js';
import { LANES, LEAF_CAPACITY, leafCount, leafFirst } from '../kernels/layout/child-words.js';
import type { Body } from '../body/body.js';
import { clearKeptBoxes, createKeptBoxes, placeOf } from './kept-boxes.js';
import type { KeptBoxes } from './kept-boxes.js';
import type { Motion } from './motion.js';

/** A body at one end of the step. */
interface End {
  body: Body;
  readonly opened: OpenedNode;
  readonly triangles: PosedTriangles;
}

/** A moving body. */
export interface MovingSide {
  readonly from: End;
  /** The same as `from` where the body stands still. */
  to: End;
  /** The end of a body that moves. */
  readonly moved: End;
  /** The boxes of the children of nodes, `CHILD_STRIDE` numbers each. */
  readonly nodes: KeptBoxes;
  /** By place among `nodes`: how many children there are, and for each of four its id, a signed number, and whether it is a leaf. */
  readonly counts: Uint8Array;
  readonly childIds: Int32Array;
  readonly childLeaves: Uint8Array;
  /** The place of the node in hand. */
  node: number;
  /** How many were opened that the switch rule has not been told of. */
  openings: number;
  readonly leaf: OpenedLeaf;
  /** The boxes of the triangles of leaves, six numbers each; behind them that of the whole leaf. */
  readonly leaves: KeptBoxes;
  /** Where those of the leaf in hand begin. */
  leafBoxes: number;
}

/** Numbers of a box. */
export const BOX = 6;
/** Where the box of a whole leaf is. */
export const LEAF_BOX = LEAF_CAPACITY * BOX;
/** How many nodes and leaves are kept: about as many as an earliest touch of two bodies comes to. */
const KEPT_NODES = 512;
const KEPT_LEAVES = 256;
/** Cost of opening a node, in nanoseconds of the switch rule, which is told of so many at once. */
const OPENING_NS = 60;
const SPEND_EVERY = 16;

/** A side that has not begun. */
export function createMovingSide({ from }: Motion): MovingSide {
  const start = createEnd(from);
  return {
    from: start,
    to: start,
    moved: createEnd(from),
    nodes: createKeptBoxes(KEPT_NODES, LANES * CHILD_STRIDE),
    counts: new Uint8Array(KEPT_NODES),
    childIds: new Int32Array(KEPT_NODES * LANES),
    childLeaves: new Uint8Array(KEPT_NODES * LANES),
    node: 0,
    openings: 0,
    leaf: { first: 0, count: 0 },
    leaves: createKeptBoxes(KEPT_LEAVES, LEAF_BOX + BOX),
    leafBoxes: 0,
  };
}

/** Begins with a motion, both of whose bodies are fresh. */
export function beginSide(side: MovingSide, { from, to }: Motion): void {
  const isStill = from === to;
  side.from.body = from;
  side.moved.body = to;
  side.to = isStill ? side.from : side.moved;
  side.openings = 0;
  clearKeptBoxes(side.nodes, isStill);
  clearKeptBoxes(side.leaves, isStill);
}

/** Opens a node in both poses; a leaf stays as it is: the only child of itself, with the exact boxes of its triangles. */
export function openSide(side: MovingSide, id: number): void {
  const { from, nodes, to } = side;
  const place = placeOf(nodes, id);
  side.node = place;
  if (++side.openings === SPEND_EVERY) spendOpenings(side);
  if (nodes.keys[place] === id) return;
  // What is half written when an error comes is nobody's.
  nodes.keys[place] = 0;
  if (isLeafId(id)) showLeaf(side, id);
  else {
    openEnd(side, from, id, nodes.from);
    if (to !== from) openEnd(side, to, id, nodes.to);
  }
  nodes.keys[place] = id;
}

/** Opens a leaf in both poses: `leaf` says which triangles it has, and `leaves` where they are. The id is a signed number. */
export function openLeafOfSide(side: MovingSide, id: number): void {
  const { from, leaf, leaves, to } = side;
  const place = placeOf(leaves, id);
  side.leafBoxes = place * leaves.stride;
  leaf.first = leafFirst(id);
  leaf.count = leafCount(id);
  if (leaves.keys[place] === id) return;
  leaves.keys[place] = 0;
  openLeafOfEnd(from, id, leaf, leaves.from, side.leafBoxes);
  if (to !== from) openLeafOfEnd(to, id, leaf, leaves.to, side.leafBoxes);
  leaves.keys[place] = id;
}

/** Reads where triangles are; anew whenever something may have been posed since, as views do not survive when the memory grows. */
export function readEnds({ from, to }: MovingSide): void {
  readTriangles(from.triangles, from.body);
  if (to !== from) readTriangles(to.triangles, to.body);
}

function createEnd(body: Body): End {
  return { body, opened: createOpenedNode(), triangles: createPosedTriangles() };
}

function openEnd(side: MovingSide, { body, opened }: End, id: number, boxes: Float64Array): void {
  openNode(body, id, opened);
  const { count, ids, leaves } = opened;
  side.counts[side.node] = count;
  for (let child = 0; child < count; child++) {
    side.childIds[side.node * LANES + child] = ids[child];
    side.childLeaves[side.node * LANES + child] = leaves[child];
  }
  const at = side.node * side.nodes.stride;
  for (let k = 0; k < count * CHILD_STRIDE; k++) boxes[at + k] = opened.boxes[k];
}

function openLeafOfEnd({ body, triangles }: End, id: number, leaf: OpenedLeaf, boxes: Float64Array, at: number): void {
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
      boxes[at + k * BOX + axis] = lowest;
      boxes[at + k * BOX + 3 + axis] = highest;
      if (lowest < low) low = lowest;
      if (highest > high) high = highest;
    }
    boxes[at + LEAF_BOX + axis] = low;
    boxes[at + LEAF_BOX + 3 + axis] = high;
  }
}

function spendOpenings(side: MovingSide): void {
  const { from, openings, to } = side;
  side.openings = 0;
  from.body.spend(openings * OPENING_NS);
  if (to !== from) to.body.spend(openings * OPENING_NS);
}

function showLeaf(side: MovingSide, id: number): void {
  const { leaves, node, nodes } = side;
  openLeafOfSide(side, id);
  side.counts[node] = 1;
  side.childIds[node * LANES] = id;
  side.childLeaves[node * LANES] = 1;
  const at = node * nodes.stride;
  for (let k = 0; k < BOX; k++) {
    nodes.from[at + k] = leaves.from[side.leafBoxes + LEAF_BOX + k];
    nodes.to[at + k] = leaves.to[side.leafBoxes + LEAF_BOX + k];
  }
}
