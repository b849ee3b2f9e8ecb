/**
 * Two refitted bodies, or one with itself, walked over the nodes of their trees: one depth-first walk over pairs of nodes
 * serves both questions, a body against itself being a pair of equal nodes that opens into its children, each with itself
 * and with every other.
 */
import { boundsMeet } from '../bounds/overlap.js';
import type { PosedBody } from '../bounds/posed-body.js';
import { NO_NODE } from '../tree/tree.js';
import { readTriangles, testLeavesOfOne, testLeavesOfTwo } from './leaf-pairs.js';
import type { WalkedSearch } from './pair-progress.js';
import { requireRoom } from './statistics.js';

/** Begins the walk at the roots, if they meet. */
export function beginNodeWalk(search: WalkedSearch, bodyA: PosedBody, bodyB: PosedBody): void {
  search.progress.walk.stackSize = 0;
  pushIfMet(search, bodyA, bodyA.bounds, 0, bodyB, bodyB.bounds, 0);
}

/** Goes on with the walk; returns whether it is complete. */
export function stepNodeWalk(search: WalkedSearch, bodyA: PosedBody, bodyB: PosedBody, budget: number): boolean {
  const { progress, statistics } = search;
  const { walk } = progress;
  const end = statistics.boundTests + statistics.triangleTests + budget;
  while (walk.stackSize > 0) {
    if (statistics.boundTests + statistics.triangleTests >= end) return false;
    walk.stackSize--;
    const a = walk.stack[walk.stackSize * 2];
    const b = walk.stack[walk.stackSize * 2 + 1];
    statistics.nodesVisited++;
    if (isLeaf(bodyA, a) && isLeaf(bodyB, b)) testLeaves(search, bodyA, a, bodyB, b);
    else openNodes(search, bodyA, a, bodyB, b);
  }
  return true;
}

/** Takes the topmost entry from the stack and opens it into others, unless it is a pair of leaves. Returns whether. */
export function openNodeEntry(search: WalkedSearch, bodyA: PosedBody, bodyB: PosedBody): boolean {
  const { walk } = search.progress;
  const top = walk.stackSize - 1;
  const a = walk.stack[top * 2];
  const b = walk.stack[top * 2 + 1];
  if (isLeaf(bodyA, a) && isLeaf(bodyB, b)) return false;
  walk.stackSize = top;
  search.statistics.nodesVisited++;
  openNodes(search, bodyA, a, bodyB, b);
  return true;
}

function isLeaf(body: PosedBody, node: number): boolean {
  return body.tree.children[node * body.tree.arity] === NO_NODE;
}

function openNodes(search: WalkedSearch, bodyA: PosedBody, a: number, bodyB: PosedBody, b: number): void {
  if (bodyA === bodyB && a === b) {
    openSelf(search, bodyA, bodyA.bounds, a);
  } else if (isLeaf(bodyB, b) || (!isLeaf(bodyA, a) && bodyA.tree.ranges[a * 2 + 1] >= bodyB.tree.ranges[b * 2 + 1])) {
    openFirst(search, bodyA, bodyA.bounds, a, bodyB, bodyB.bounds, b);
  } else {
    openSecond(search, bodyA, bodyA.bounds, a, bodyB, bodyB.bounds, b);
  }
}

function testLeaves(search: WalkedSearch, bodyA: PosedBody, a: number, bodyB: PosedBody, b: number): void {
  const { hits } = search.progress;
  if (bodyA === bodyB) {
    testLeavesOfOne(bodyA, a, b, hits, search.statistics);
    return;
  }
  const trianglesA = search.progress.sideA.triangles;
  const trianglesB = search.progress.sideB.triangles;
  readTriangles(trianglesA, bodyA);
  readTriangles(trianglesB, bodyB);
  testLeavesOfTwo(
    trianglesA,
    bodyA.tree.ranges[a * 2],
    bodyA.tree.ranges[a * 2 + 1],
    trianglesB,
    bodyB.tree.ranges[b * 2],
    bodyB.tree.ranges[b * 2 + 1],
    hits,
    search.statistics,
  );
}

function openFirst(
  search: WalkedSearch,
  bodyA: PosedBody,
  boundsA: Float32Array,
  a: number,
  bodyB: PosedBody,
  boundsB: Float32Array,
  b: number,
): void {
  const { arity, children } = bodyA.tree;
  for (let slot = arity - 1; slot >= 0; slot--) {
    const child = children[a * arity + slot];
    if (child !== NO_NODE) pushIfMet(search, bodyA, boundsA, child, bodyB, boundsB, b);
  }
}

function openSecond(
  search: WalkedSearch,
  bodyA: PosedBody,
  boundsA: Float32Array,
  a: number,
  bodyB: PosedBody,
  boundsB: Float32Array,
  b: number,
): void {
  const { arity, children } = bodyB.tree;
  for (let slot = arity - 1; slot >= 0; slot--) {
    const child = children[b * arity + slot];
    if (child !== NO_NODE) pushIfMet(search, bodyA, boundsA, a, bodyB, boundsB, child);
  }
}

function openSelf(search: WalkedSearch, body: PosedBody, bounds: Float32Array, node: number): void {
  const { arity, children } = body.tree;
  for (let slot = arity - 1; slot >= 0; slot--) {
    const child = children[node * arity + slot];
    if (child === NO_NODE) continue;
    for (let other = arity - 1; other > slot; other--) {
      const sibling = children[node * arity + other];
      if (sibling !== NO_NODE) pushIfMet(search, body, bounds, child, body, bounds, sibling);
    }
    pushIfMet(search, body, bounds, child, body, bounds, child);
  }
}

function pushIfMet(
  search: WalkedSearch,
  bodyA: PosedBody,
  boundsA: Float32Array,
  a: number,
  bodyB: PosedBody,
  boundsB: Float32Array,
  b: number,
): void {
  const { walk } = search.progress;
  search.statistics.boundTests++;
  if (!boundsMeet(bodyA.boundKind, boundsA, a, bodyB.boundKind, boundsB, b)) return;
  requireRoom(walk.stackSize * 2, walk.stack.length);
  walk.stack[walk.stackSize * 2] = a;
  walk.stack[walk.stackSize * 2 + 1] = b;
  walk.stackSize++;
}
