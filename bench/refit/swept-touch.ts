/**
 * The earliest touch of two swept bodies: all pairs of leaves whose swept boxes meet are found, and their pairs of triangles wait by the time at which their boxes may meet first. From there on it is the way of the
 * library: exact tests in that order, until what waits could only meet later.
 */
import { createTriangleTouch, findTriangleTouch } from 'pliant/continuous';
import type { TriangleTouch } from 'pliant/continuous';
import { isLeaf } from 'pliant/parts';
import type { Tree } from 'pliant/parts';
import { BOX_HIGH, BOX_STRIDE } from './refit-body.js';
import type { SweptBody } from './swept-body.js';

/** Most pairs of nodes that wait. */
const STACK = 4096;
/** Rounding of a time, with room. */
const EARLIER = 1 - 1e-14;

/** What waits, and the room for it. */
export interface SweptSearch {
  readonly stack: Uint32Array;
  keys: number[];
  pairs: number[];
  readonly touch: TriangleTouch;
  readonly last: Float64Array;
}

/** A search that can be used again and again. */
export function createSweptSearch(): SweptSearch {
  return {
    stack: new Uint32Array(STACK * 2),
    keys: [],
    pairs: [],
    touch: createTriangleTouch(),
    last: new Float64Array(1),
  };
}

/** Finds the earliest touch; returns its time, infinite when there is none. */
export function findSweptTouch(search: SweptSearch, a: SweptBody, b: SweptBody): number {
  const { touch, keys, last, pairs, stack } = search;
  keys.length = pairs.length = 0;
  let size = 0;
  stack[size++] = 0;
  stack[size++] = 0;
  while (size > 0) {
    const nodeB = stack[--size];
    const nodeA = stack[--size];
    if (!doBoxesMeet(a.boxes, nodeA * BOX_STRIDE, b.boxes, nodeB * BOX_STRIDE)) continue;
    const isLeafA = isLeaf(a.tree, nodeA);
    const isLeafB = isLeaf(b.tree, nodeB);
    if (isLeafA && isLeafB) {
      listTriangles(search, a, nodeA, b, nodeB);
      continue;
    }
    // The larger one is opened.
    const opensA = !isLeafA && (isLeafB || extentOf(a.boxes, nodeA) >= extentOf(b.boxes, nodeB));
    const { arity, children } = opensA ? a.tree : b.tree;
    const node = opensA ? nodeA : nodeB;
    for (let slot = 0; slot < arity; slot++) {
      const child = children[node * arity + slot];
      if (child === NO_CHILD) break;
      stack[size++] = opensA ? child : nodeA;
      stack[size++] = opensA ? nodeB : child;
    }
  }
  const order = Array.from(keys, (_, i) => i).sort((i, j) => keys[i] - keys[j]);
  const sides = [posedOf(a, a.from), posedOf(a, a.to), posedOf(b, b.from), posedOf(b, b.to)] as const;
  let first = Infinity;
  last[0] = 1;
  for (const i of order) {
    if (keys[i] > last[0]) break;
    if (!findTriangleTouch(sides[0], sides[1], pairs[i * 2], sides[2], sides[3], pairs[i * 2 + 1], false, last, touch))
      continue;
    if (touch.times[0] < first) first = touch.times[0];
    last[0] = first;
  }
  return first;
}

const NO_CHILD = 0xffffffff;

function posedOf(
  { plan: { corners }, tree }: SweptBody,
  positions: Float32Array,
): { positions: Float32Array; corners: Uint32Array; order: Uint32Array } {
  return { positions, corners, order: tree.triangleOrder };
}

/** Lists the pairs of triangles of two leaves whose boxes may meet, with the first time at which they may. Those that miss the other leaf are left out first. */
function listTriangles({ keys, pairs }: SweptSearch, a: SweptBody, nodeA: number, b: SweptBody, nodeB: number): void {
  const [firstA, countA] = rangeOf(a.tree, nodeA);
  const [firstB, countB] = rangeOf(b.tree, nodeB);
  let kept = 0;
  for (let j = firstB; j < firstB + countB; j++) {
    writeBoxes(boxesB, kept * TRIANGLE_STRIDE, b, j);
    if (!doBoxesMeet(boxesB, kept * TRIANGLE_STRIDE + SWEPT, a.boxes, nodeA * BOX_STRIDE)) continue;
    numbersB[kept++] = j;
  }
  if (kept === 0) return;
  for (let i = firstA; i < firstA + countA; i++) {
    writeBoxes(boxesA, 0, a, i);
    if (!doBoxesMeet(boxesA, SWEPT, b.boxes, nodeB * BOX_STRIDE)) continue;
    for (let k = 0; k < kept; k++) {
      if (!doBoxesMeet(boxesA, SWEPT, boxesB, k * TRIANGLE_STRIDE + SWEPT)) continue;
      const opens = openingOf(k * TRIANGLE_STRIDE);
      if (!(opens <= 1)) continue;
      keys.push(opens);
      pairs.push(i, numbersB[k]);
    }
  }
}

function rangeOf({ ranges }: Tree, node: number): readonly [number, number] {
  return [ranges[node * 2], ranges[node * 2 + 1]];
}

/** Of a triangle: boxes at time 0 and 1, six numbers each, then the one around both in the form of swept boxes. */
const SWEPT = 12;
const TRIANGLE_STRIDE = SWEPT + BOX_STRIDE;
const MOST_IN_LEAF = 64;
const boxesA = new Float32Array(TRIANGLE_STRIDE);
const boxesB = new Float32Array(TRIANGLE_STRIDE * (MOST_IN_LEAF + 1));
const numbersB = new Uint32Array(MOST_IN_LEAF);

function writeBoxes(out: Float32Array, at: number, { from, plan: { corners }, to }: SweptBody, triangle: number): void {
  const p = corners[triangle * 3] * 3;
  const q = corners[triangle * 3 + 1] * 3;
  const r = corners[triangle * 3 + 2] * 3;
  for (let axis = 0; axis < 3; axis++) {
    const place = at + axis;
    out[place] = Math.min(from[p + axis], from[q + axis], from[r + axis]);
    out[place + 3] = Math.max(from[p + axis], from[q + axis], from[r + axis]);
    out[place + 6] = Math.min(to[p + axis], to[q + axis], to[r + axis]);
    out[place + 9] = Math.max(to[p + axis], to[q + axis], to[r + axis]);
    out[place + SWEPT] = Math.min(out[place], out[place + 6]);
    out[place + SWEPT + BOX_HIGH] = Math.max(out[place + 3], out[place + 9]);
  }
}

/** When the boxes of two triangles may meet first; more than 1 where they do not. */
function openingOf(b: number): number {
  let opens = 0;
  let closes = 1;
  for (let axis = 0; axis < 3; axis++) {
    for (let side = 0; side < 2; side++) {
      const start = side === 0 ? boxesB[b + 3 + axis] - boxesA[axis] : boxesA[3 + axis] - boxesB[b + axis];
      const end = side === 0 ? boxesB[b + 9 + axis] - boxesA[6 + axis] : boxesA[9 + axis] - boxesB[b + 6 + axis];
      if (start < 0 && end < 0) return 2;
      const root = start / (start - end);
      if (start < 0) opens = Math.max(opens, root * EARLIER);
      else if (end < 0) closes = Math.min(closes, root / EARLIER);
    }
  }
  return opens <= closes ? opens : 2;
}

function doBoxesMeet(a: Float32Array, i: number, b: Float32Array, j: number): boolean {
  return (
    a[i] <= b[j + BOX_HIGH] &&
    b[j] <= a[i + BOX_HIGH] &&
    a[i + 1] <= b[j + BOX_HIGH + 1] &&
    b[j + 1] <= a[i + BOX_HIGH + 1] &&
    a[i + 2] <= b[j + BOX_HIGH + 2] &&
    b[j + 2] <= a[i + BOX_HIGH + 2]
  );
}

function extentOf(boxes: Float32Array, node: number): number {
  const at = node * BOX_STRIDE;
  return (
    boxes[at + BOX_HIGH] -
    boxes[at] +
    boxes[at + BOX_HIGH + 1] -
    boxes[at + 1] +
    boxes[at + BOX_HIGH + 2] -
    boxes[at + 2]
  );
}
