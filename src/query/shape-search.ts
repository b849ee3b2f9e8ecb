/**
 * Which triangles of a body meet a shape — a ball, a capsule, a box, a frustum? A depth-first walk, exact at the leaves.
 * Begun and stepped, it can be interrupted after any number of tests and goes on where it was. Balls and capsules on lazy
 * bodies are walked inside a kernel, everything else over opened nodes.
 */
import { WALK, leafCount, leafFirst } from '../kernels/lazy-layout.js';
import type { LazyBody } from '../bounds/lazy-body.js';
import { isLazy, requireSameStamp, stampOf } from './body.js';
import type { Body } from './body.js';
import { addTriangle, clearHits } from './hits.js';
import type { TriangleHits } from './hits.js';
import { OPENINGS_PER_CALL, allowOpenings, createSavedWalk, enterWalk, leaveWalk } from './kernel-walk.js';
import type { SavedWalk } from './kernel-walk.js';
import {
  CHILD_STRIDE,
  createOpenedNode,
  isLeafId,
  openLeaf,
  openNode,
  openTop,
  stackCapacityOf,
  cornersOf,
  posedOf,
  triangleOrderOf,
} from './opened-node.js';
import type { OpenedLeaf, OpenedNode } from './opened-node.js';
import {
  BALL,
  CAPSULE,
  createShape,
  setBall,
  setBox,
  setCapsule,
  setFrustum,
  shapeCanMeetBox,
  shapeMeetsTriangle,
} from './shapes.js';
import type { Shape } from './shapes.js';
import { createStatistics, requireBudget, requireRoom, resetStatistics } from './statistics.js';
import type { SearchStatistics } from './statistics.js';

/** State of a search for triangles that meet a shape. Create it once per body and use it for any number of searches. */
export interface ShapeSearch {
  /** The body that is searched. */
  readonly body: Body;
  /** What the present search has done so far. */
  readonly statistics: SearchStatistics;
  /**
   * What the search is after, and how far it is.
   * @internal
   */
  readonly progress: ShapeProgress;
}

interface ShapeProgress {
  readonly shape: Shape;
  hits: TriangleHits;
  /** The pose that the search began with. */
  stamp: number;
  /** Nodes that met the shape and wait to be opened; of a walk over opened nodes, and of one inside a kernel. */
  readonly stack: Uint32Array;
  stackSize: number;
  readonly walk: SavedWalk;
  readonly opened: OpenedNode;
  readonly leaf: OpenedLeaf;
}

/** Cost of opening a block in a kernel and outside, in nanoseconds of the switch rule. */
const KERNEL_OPENING_NS = 6;
const OPENING_NS = 40;

/** 2^60: products of two such numbers are far from the largest float32. */
const LARGEST_SEGMENT = 1152921504606846976;

/** Unit roundoff of float32, and the largest one. */
const U = 5.960464477539063e-8;
const FLOAT32_MAX = 3.4028234663852886e38;

/** Prepares searches on a body. */
export function createShapeSearch(body: Body): ShapeSearch {
  return {
    body,
    statistics: createStatistics(),
    progress: {
      shape: createShape(),
      hits: { triangles: new Uint32Array(0), count: 0, dropped: 0 },
      stamp: -1,
      stack: new Uint32Array(stackCapacityOf(body)),
      stackSize: 0,
      walk: createSavedWalk(1, 1),
      opened: createOpenedNode(),
      leaf: { first: 0, count: 0 },
    },
  };
}

/** Begins to look for the triangles that a closed ball meets. `hits` is emptied, then filled by {@link stepShapeSearch}. */
export function beginBall(search: ShapeSearch, center: ArrayLike<number>, radius: number, hits: TriangleHits): void {
  setBall('beginBall', search.progress.shape, center, radius);
  begin(search, hits);
}

/** Begins to look for the triangles within `radius` of a segment: a capsule, or what a ball sweeps over. */
export function beginCapsule(
  search: ShapeSearch,
  start: ArrayLike<number>,
  end: ArrayLike<number>,
  radius: number,
  hits: TriangleHits,
): void {
  setCapsule('beginCapsule', search.progress.shape, start, end, radius);
  begin(search, hits);
}

/** Begins to look for the triangles that a closed axis-aligned box meets. */
export function beginBox(
  search: ShapeSearch,
  lowest: ArrayLike<number>,
  highest: ArrayLike<number>,
  hits: TriangleHits,
): void {
  setBox('beginBox', search.progress.shape, lowest, highest);
  begin(search, hits);
}

/** Begins to look for the triangles that the intersection of half spaces n·x ≤ d meets; four numbers (n, d) for each. */
export function beginFrustum(search: ShapeSearch, planes: ArrayLike<number>, hits: TriangleHits): void {
  setFrustum('beginFrustum', search.progress.shape, planes);
  begin(search, hits);
}

/**
 * Goes on with the search until it is complete (`true`) or about `budget` tests of bounds and triangles have been made
 * (`false`); a leaf is finished once begun.
 */
export function stepShapeSearch(search: ShapeSearch, budget = Infinity): boolean {
  requireBudget('stepShapeSearch', budget);
  const { body, progress } = search;
  requireSameStamp('stepShapeSearch', body, progress.stamp);
  return isKernelWalk(search) ? stepInKernel(search, body as LazyBody, budget) : stepOverNodes(search, budget);
}

/** {@link beginBall} and all steps at once: fills `hits` with the triangles that the ball meets, returns their number. */
export function findBallHits(
  search: ShapeSearch,
  center: ArrayLike<number>,
  radius: number,
  hits: TriangleHits,
): number {
  beginBall(search, center, radius, hits);
  return finish(search);
}

/** {@link beginCapsule} and all steps at once: fills `hits`, returns the number of triangles. */
export function findCapsuleHits(
  search: ShapeSearch,
  start: ArrayLike<number>,
  end: ArrayLike<number>,
  radius: number,
  hits: TriangleHits,
): number {
  beginCapsule(search, start, end, radius, hits);
  return finish(search);
}

/** {@link beginBox} and all steps at once: fills `hits` with the triangles that the box meets, returns their number. */
export function findBoxHits(
  search: ShapeSearch,
  lowest: ArrayLike<number>,
  highest: ArrayLike<number>,
  hits: TriangleHits,
): number {
  beginBox(search, lowest, highest, hits);
  return finish(search);
}

/** {@link beginFrustum} and all steps at once: fills `hits`, returns the number of triangles. */
export function findFrustumHits(search: ShapeSearch, planes: ArrayLike<number>, hits: TriangleHits): number {
  beginFrustum(search, planes, hits);
  return finish(search);
}

function begin(search: ShapeSearch, hits: TriangleHits): void {
  const { body, progress } = search;
  // A begin that fails leaves nothing that could be gone on with.
  progress.stamp = -1;
  body.refresh();
  progress.stamp = stampOf(body);
  progress.hits = hits;
  clearHits(hits);
  resetStatistics(search.statistics);
  progress.stackSize = 0;
  progress.walk.stackSize = 0;
  if (isKernelWalk(search)) {
    progress.walk.stack[0] = (body as LazyBody).topBlock;
    progress.walk.stackSize = 1;
  } else {
    openTop(body, progress.opened);
    pushChildren(search);
  }
}

function finish(search: ShapeSearch): number {
  stepShapeSearch(search);
  return search.progress.hits.count + search.progress.hits.dropped;
}

function isKernelWalk(search: ShapeSearch): boolean {
  const { kind } = search.progress.shape;
  return isLazy(search.body) && (kind === BALL || kind === CAPSULE);
}

function stepOverNodes(search: ShapeSearch, budget: number): boolean {
  const { body, progress, statistics } = search;
  const end = statistics.boundTests + statistics.triangleTests + budget;
  while (progress.stackSize > 0) {
    if (statistics.boundTests + statistics.triangleTests >= end) return false;
    const id = progress.stack[--progress.stackSize] | 0;
    statistics.nodesVisited++;
    if (isLeafId(body, id)) {
      openLeaf(body, id, progress.leaf);
      testTriangles(search, progress.leaf.first, progress.leaf.count);
    } else {
      openNode(body, id, progress.opened);
      pushChildren(search);
      if (isLazy(body)) body.spend(OPENING_NS);
    }
  }
  return true;
}

/** Last child first, so that the first comes off the stack next and hits come in the order of the tree. */
function pushChildren(search: ShapeSearch): void {
  const { progress, statistics } = search;
  const { opened, shape, stack } = progress;
  statistics.boundTests += opened.count;
  for (let child = opened.count - 1; child >= 0; child--) {
    if (!shapeCanMeetBox(shape, opened.boxes, child * CHILD_STRIDE)) continue;
    requireRoom(progress.stackSize, stack.length);
    stack[progress.stackSize++] = opened.ids[child];
  }
}

function stepInKernel(search: ShapeSearch, body: LazyBody, budget: number): boolean {
  const { progress, statistics } = search;
  const { kernels } = body;
  const state = enterWalk(kernels, progress.walk);
  writeSegment(search, body, state);
  const end = statistics.boundTests + statistics.triangleTests + budget;
  let done = progress.walk.stackSize === 0;
  while (!done && statistics.boundTests + statistics.triangleTests < end) {
    // A block is four tests; what its leaves cost is seen afterwards.
    const allowed = allowOpenings(
      kernels,
      Math.min(OPENINGS_PER_CALL, Math.ceil((end - statistics.boundTests - statistics.triangleTests) / 4)),
    );
    done = kernels.run.walkSegment(body.header, kernels.scratch) === 1;
    const { u32 } = kernels.arena;
    const opened = allowed - u32[state + WALK.budget];
    statistics.nodesVisited += opened;
    statistics.boundTests += opened * 4;
    const out = u32[state + WALK.out] >>> 2;
    for (let i = 0; i < u32[state + WALK.outCount]; i++) {
      const word = u32[out + i] | 0;
      testTriangles(search, leafFirst(word), leafCount(word));
    }
    body.spend(opened * KERNEL_OPENING_NS);
  }
  leaveWalk(kernels, progress.walk);
  return done;
}

/**
 * The segment and its radius in float32. Rounding the ends, and the float32 arithmetic of the walk (see the kernel), is
 * covered by a pad of 64u times the sum of all coordinates that take part, and 2^-60.
 */
function writeSegment(search: ShapeSearch, body: LazyBody, state: number): void {
  const { f32 } = body.kernels.arena;
  const { numbers, kind } = search.progress.shape;
  const isBall = kind === BALL;
  const at = state + WALK.shape;
  let size = body.worldReach[0];
  let squared = 0;
  let radius = isBall ? numbers[3] : numbers[6];
  for (let axis = 0; axis < 3; axis++) {
    const step = isBall ? 0 : numbers[axis + 3] - numbers[axis];
    // A start beyond what a float32 can hold is brought nearer, and the radius made up for it.
    const start = Math.max(-FLOAT32_MAX, Math.min(FLOAT32_MAX, numbers[axis]));
    radius += Math.abs(numbers[axis] - start);
    f32[at + axis] = start;
    f32[at + 3 + axis] = step;
    size += Math.abs(numbers[axis]) + Math.abs(step);
    squared += step * step;
  }
  // A segment too short to be divided by, or coordinates whose products overflow: a ball around all of it is taken instead.
  if (!(squared > 1e-30 && size < LARGEST_SEGMENT)) {
    radius += Math.sqrt(squared);
    squared = 0;
    for (let axis = 0; axis < 3; axis++) f32[at + 3 + axis] = 0;
  }
  f32[at + 6] = squared === 0 ? 0 : 1 / squared;
  f32[at + 7] = (radius + 64 * U * size) * (1 + 4 * U) + 8.673617379884035e-19;
}

function testTriangles(search: ShapeSearch, first: number, count: number): void {
  const { body, progress, statistics } = search;
  const { hits, shape } = progress;
  const corners = cornersOf(body);
  const order = triangleOrderOf(body);
  const positions = posedOf(body);
  statistics.triangleTests += count;
  for (let i = first; i < first + count; i++) {
    const a = corners[i * 3];
    const b = corners[i * 3 + 1];
    const c = corners[i * 3 + 2];
    if (shapeMeetsTriangle(shape, positions, a, b, c)) addTriangle(hits, order[i]);
  }
}
