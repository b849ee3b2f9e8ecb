/**
 * Two bodies of different kinds, or that live with different kernels, walked over opened nodes: both sides at once, up to
 * sixteen pairs of boxes. A leaf beside a node that is no leaf stays as it is.
 */
import { isLazy } from './body.js';
import type { Body } from './body.js';
import { readTriangles, testLeavesOfTwo } from './leaf-pairs.js';
import { CHILD_STRIDE, isLeafId, openLeaf, openNode, openTop } from './opened-node.js';
import type { OpenedNode } from './opened-node.js';
import type { WalkedSearch, WalkedSide } from './pair-progress.js';
import { requireRoom } from './statistics.js';

/** Cost of opening a node, in nanoseconds of the switch rule. */
const OPENING_NS = 60;

/** Begins the walk at the roots, if they meet. */
export function beginOpenedWalk(search: WalkedSearch, bodyA: Body, bodyB: Body): void {
  const { sideA, sideB, walk } = search.progress;
  walk.stackSize = 0;
  openTop(bodyA, sideA.opened);
  openTop(bodyB, sideB.opened);
  pushIfMet(search, 0, 0);
}

/** Goes on with the walk; returns whether it is complete. */
export function stepOpenedWalk(search: WalkedSearch, bodyA: Body, bodyB: Body, budget: number): boolean {
  const { progress, statistics } = search;
  const { sideA, sideB, walk } = progress;
  readTriangles(sideA.triangles, bodyA);
  readTriangles(sideB.triangles, bodyB);
  const end = statistics.boundTests + statistics.triangleTests + budget;
  while (walk.stackSize > 0) {
    if (statistics.boundTests + statistics.triangleTests >= end) return false;
    if (!openOpenedEntry(search, bodyA, bodyB)) testLeaves(search, bodyA, bodyB);
  }
  return true;
}

/** Takes the topmost entry from the stack and opens it into others, unless it is a pair of leaves. Returns whether. */
export function openOpenedEntry(search: WalkedSearch, bodyA: Body, bodyB: Body): boolean {
  const { sideA, sideB, walk } = search.progress;
  const top = (walk.stackSize - 1) * 2;
  const isLeafA = isLeafId(bodyA, walk.stack[top] | 0);
  const isLeafB = isLeafId(bodyB, walk.stack[top + 1] | 0);
  if (isLeafA && isLeafB) return false;
  walk.stackSize--;
  search.statistics.nodesVisited++;
  if (isLeafA) keepLeaf(bodyA, walk.stack[top] | 0, sideA);
  else openSide(bodyA, walk.stack[top], sideA.opened);
  if (isLeafB) keepLeaf(bodyB, walk.stack[top + 1] | 0, sideB);
  else openSide(bodyB, walk.stack[top + 1], sideB.opened);
  for (let a = sideA.opened.count - 1; a >= 0; a--) {
    for (let b = sideB.opened.count - 1; b >= 0; b--) pushIfMet(search, a, b);
  }
  return true;
}

function openSide(body: Body, node: number, opened: OpenedNode): void {
  openNode(body, node, opened);
  if (isLazy(body)) body.spend(OPENING_NS);
}

/** A leaf as the only child of itself, with the exact box of its triangles. */
function keepLeaf(body: Body, id: number, side: WalkedSide): void {
  const { leaf, opened, triangles } = side;
  openLeaf(body, id, leaf);
  readTriangles(triangles, body);
  const { corners, positions } = triangles;
  opened.count = 1;
  opened.ids[0] = id;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let corner = leaf.first * 3; corner < (leaf.first + leaf.count) * 3; corner++) {
      low = Math.min(low, positions[corners[corner] * 3 + axis]);
      high = Math.max(high, positions[corners[corner] * 3 + axis]);
    }
    opened.boxes[axis] = low;
    opened.boxes[axis + 3] = high;
  }
}

function pushIfMet(search: WalkedSearch, childA: number, childB: number): void {
  const { sideA, sideB, walk } = search.progress;
  const a = sideA.opened.boxes;
  const b = sideB.opened.boxes;
  search.statistics.boundTests++;
  for (let axis = 0; axis < 3; axis++) {
    const atA = childA * CHILD_STRIDE + axis;
    const atB = childB * CHILD_STRIDE + axis;
    if (a[atA] > b[atB + 3] || b[atB] > a[atA + 3]) return;
  }
  requireRoom(walk.stackSize * 2, walk.stack.length);
  walk.stack[walk.stackSize * 2] = sideA.opened.ids[childA];
  walk.stack[walk.stackSize * 2 + 1] = sideB.opened.ids[childB];
  walk.stackSize++;
}

function testLeaves(search: WalkedSearch, bodyA: Body, bodyB: Body): void {
  const { hits, sideA, sideB, walk } = search.progress;
  walk.stackSize--;
  search.statistics.nodesVisited++;
  openLeaf(bodyA, walk.stack[walk.stackSize * 2] | 0, sideA.leaf);
  openLeaf(bodyB, walk.stack[walk.stackSize * 2 + 1] | 0, sideB.leaf);
  testLeavesOfTwo(
    sideA.triangles,
    sideA.leaf.first,
    sideA.leaf.count,
    sideB.triangles,
    sideB.leaf.first,
    sideB.leaf.count,
    hits,
    search.statistics,
  );
}
