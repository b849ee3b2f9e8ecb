/**
 * Which triangles of a body meet a ball or a box? A depth-first walk with an explicit stack, exact at the leaves. Begun
 * and stepped, it can be interrupted after any number of tests and goes on where it was.
 */
import { requireFinite } from '../checks.js';
import { boundMeetsBall, boundMeetsBox } from '../bounds/overlap.js';
import { requireSamePose } from '../bounds/posed-body.js';
import type { PosedBody } from '../bounds/posed-body.js';
import { PliantError } from '../errors.js';
import { ballMeetsTriangle } from '../narrow/ball-triangle.js';
import { boxMeetsTriangle } from '../narrow/box-triangle.js';
import { NO_NODE } from '../tree/tree.js';
import { addTriangle, clearHits } from './hits.js';
import type { TriangleHits } from './hits.js';
import { createStatistics, requireBudget, requireRoom, resetStatistics } from './statistics.js';
import type { SearchStatistics } from './statistics.js';

const BALL = 0;
const BOX = 1;
const RADIUS = 3;

/** State of a search for triangles near a shape. Create it once per body and use it for any number of searches. */
export interface ShapeSearch {
  /** The body that is searched. */
  readonly body: PosedBody;
  /** What the present search has done so far. */
  readonly statistics: SearchStatistics;
  /** Nodes that met the shape and wait to be opened. */
  readonly stack: Uint32Array;
  /** How many of them. */
  stackSize: number;
  /** Centre and radius of the ball, or lowest and highest corner of the box. */
  readonly shape: Float64Array;
  /** Which of the two it is. */
  shapeKind: typeof BALL | typeof BOX;
  /** Where the triangles go that are found. */
  hits: TriangleHits;
  /** The pose that the search began with. */
  stamp: number;
}

/** Prepares searches on a body. */
export function createShapeSearch(body: PosedBody): ShapeSearch {
  const { arity, depth } = body.tree;
  return {
    body,
    statistics: createStatistics(),
    // Opening a node takes one entry away and adds at most `arity`.
    stack: new Uint32Array((arity - 1) * depth + 1),
    stackSize: 0,
    shape: new Float64Array(6),
    shapeKind: BALL,
    hits: { triangles: new Uint32Array(0), count: 0, dropped: 0 },
    stamp: -1,
  };
}

/** Begins to look for the triangles that a closed ball meets. `hits` is emptied, then filled by {@link stepShapeSearch}. */
export function beginBall(search: ShapeSearch, center: ArrayLike<number>, radius: number, hits: TriangleHits): void {
  requirePoint('beginBall', 'center', center);
  if (!(radius >= 0) || !Number.isFinite(radius)) {
    throw new PliantError('bad-number', `beginBall: the radius is ${radius}; pass a finite number, zero or more`);
  }
  const { shape } = search;
  for (let axis = 0; axis < 3; axis++) shape[axis] = center[axis];
  shape[RADIUS] = radius;
  begin(search, BALL, hits);
}

/** Begins to look for the triangles that a closed axis-aligned box meets. */
export function beginBox(
  search: ShapeSearch,
  lowest: ArrayLike<number>,
  highest: ArrayLike<number>,
  hits: TriangleHits,
): void {
  requirePoint('beginBox', 'lowest', lowest);
  requirePoint('beginBox', 'highest', highest);
  for (let axis = 0; axis < 3; axis++) {
    if (lowest[axis] > highest[axis]) {
      throw new PliantError(
        'bad-number',
        `beginBox: lowest[${axis}] is ${lowest[axis]}, above highest[${axis}], ${highest[axis]}; swap the two corners`,
      );
    }
  }
  for (let axis = 0; axis < 3; axis++) {
    search.shape[axis] = lowest[axis];
    search.shape[axis + 3] = highest[axis];
  }
  begin(search, BOX, hits);
}

/**
 * Goes on with the search until it is complete (`true`) or `budget` tests of bounds and triangles have been made
 * (`false`); a leaf is finished once begun.
 */
export function stepShapeSearch(search: ShapeSearch, budget = Infinity): boolean {
  const { body, stack, statistics } = search;
  requireBudget('stepShapeSearch', budget);
  requireSamePose('stepShapeSearch', body, search.stamp);
  const { arity, children } = body.tree;
  const bounds = body.bounds;
  const end = statistics.boundTests + statistics.triangleTests + budget;
  while (search.stackSize > 0) {
    if (statistics.boundTests + statistics.triangleTests >= end) return false;
    const node = stack[--search.stackSize];
    statistics.nodesVisited++;
    if (children[node * arity] === NO_NODE) {
      testLeaf(search, node);
      continue;
    }
    // Last child first, so that the first comes off the stack next and hits come in the order of the tree.
    for (let slot = arity - 1; slot >= 0; slot--) {
      const child = children[node * arity + slot];
      if (child !== NO_NODE) pushIfMet(search, bounds, child);
    }
  }
  return true;
}

/** {@link beginBall} and all steps at once: fills `hits` with the triangles that the ball meets, returns their number. */
export function findBallHits(
  search: ShapeSearch,
  center: ArrayLike<number>,
  radius: number,
  hits: TriangleHits,
): number {
  beginBall(search, center, radius, hits);
  stepShapeSearch(search);
  return hits.count + hits.dropped;
}

/** {@link beginBox} and all steps at once: fills `hits` with the triangles that the box meets, returns their number. */
export function findBoxHits(
  search: ShapeSearch,
  lowest: ArrayLike<number>,
  highest: ArrayLike<number>,
  hits: TriangleHits,
): number {
  beginBox(search, lowest, highest, hits);
  stepShapeSearch(search);
  return hits.count + hits.dropped;
}

function begin(search: ShapeSearch, shapeKind: typeof BALL | typeof BOX, hits: TriangleHits): void {
  // A begin that fails leaves nothing that could be gone on with.
  search.stamp = -1;
  search.body.refresh();
  search.stamp = search.body.pose.stamp;
  search.shapeKind = shapeKind;
  search.hits = hits;
  clearHits(hits);
  resetStatistics(search.statistics);
  search.stackSize = 0;
  pushIfMet(search, search.body.bounds, 0);
}

function pushIfMet(search: ShapeSearch, bounds: Float32Array, node: number): void {
  const { shape } = search;
  const { boundKind } = search.body;
  search.statistics.boundTests++;
  const met =
    search.shapeKind === BALL
      ? boundMeetsBall(boundKind, bounds, node, shape)
      : boundMeetsBox(boundKind, bounds, node, shape);
  if (!met) return;
  requireRoom(search.stackSize, search.stack.length);
  search.stack[search.stackSize++] = node;
}

function testLeaf(search: ShapeSearch, leaf: number): void {
  const { body, shape, hits, statistics } = search;
  const { ranges, triangleOrder } = body.tree;
  const { triangles } = body.mesh;
  const positions = body.positions;
  const end = ranges[leaf * 2] + ranges[leaf * 2 + 1];
  for (let i = ranges[leaf * 2]; i < end; i++) {
    const triangle = triangleOrder[i];
    const a = triangles[triangle * 3];
    const b = triangles[triangle * 3 + 1];
    const c = triangles[triangle * 3 + 2];
    statistics.triangleTests++;
    const met =
      search.shapeKind === BALL
        ? ballMeetsTriangle(shape, positions, a, b, c)
        : boxMeetsTriangle(shape, positions, a, b, c);
    if (met) addTriangle(hits, triangle);
  }
}

function requirePoint(caller: string, name: string, point: ArrayLike<number>): void {
  if (!point || point.length !== 3) {
    throw new PliantError('bad-count', `${caller}: ${name} has ${point?.length} numbers; pass three coordinates`);
  }
  requireFinite(caller, name, point);
}
