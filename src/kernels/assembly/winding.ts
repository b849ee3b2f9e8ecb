/** How often does a border go round what lies left of it? Twin: ../twin/winding.ts, with the proof. */
import {
  CORNER_BIT,
  NODE_END_TILE,
  NODE_FIRST_POINT,
  NODE_FIRST_TILE,
  NODE_POINT_COUNT,
  NO_EDGE,
  REGIONS_ACROSS,
  REGIONS_VERTICES,
  REGIONS_X,
  REGIONS_Y,
  UNDECIDED,
} from './generated/layout';
import { edgesBeyond, sideOf, slopOf } from './cross-borders';
import { nodeAt } from './see-border';

/**
 * Whether the border of two nodes together, or of one that is given twice, goes once round what lies left of each of its edges. The points of the second node are
 * moved. Seen against the line, the plane is turned over: the coordinates change places.
 */
export function goesRoundOnce(kept: usize, a: u32, b: u32, moveX: f32, moveY: f32, size: f32, isAgainst: bool, isPinched: bool): bool {
  const slop = slopOf(size);
  return (
    isOnceAround(kept, a, a, b, moveX, moveY, slop, isAgainst, isPinched) &&
    (a == b || isOnceAround(kept, b, a, b, moveX, moveY, slop, isAgainst, isPinched))
  );
}

/** Goes along the border of one of the nodes: wherever edges are left out, or a loop ends, another one may begin. A pinched border may be pinched at every corner. */
function isOnceAround(kept: usize, node: u32, a: u32, b: u32, moveX: f32, moveY: f32, slop: f32, isAgainst: bool, isPinched: bool): bool {
  const other = node == a ? b : a;
  const record = nodeAt(kept, node);
  const first: usize = <usize>load<u32>(record, NODE_FIRST_POINT) << 2;
  const end = first + (<usize>load<u32>(record, NODE_POINT_COUNT) << 2);
  let isKnown = true;
  let isOpen = false;
  for (let edge = first; edge < end; edge += 4) {
    if (!isEdge(kept, edge, node, other)) {
      if (isOpen && !isKnown) return false;
      isOpen = false;
      continue;
    }
    if (!isOpen || (isPinched && isCorner(kept, edge))) {
      if (isOpen && !isKnown) return false;
      isKnown = false;
    }
    isOpen = true;
    if (isKnown) continue;
    const winding = windingLeftOf(kept, node, edge, a, b, moveX, moveY, slop, isAgainst);
    if (winding == UNDECIDED) continue;
    if (winding != 1) return false;
    isKnown = true;
  }
  return isKnown || !isOpen;
}

/** Whether borders of more than two tiles may come together at a point. */
// @ts-ignore: decorator
@inline
function isCorner(kept: usize, point: usize): bool {
  return (load<u32>(load<usize>(kept, REGIONS_VERTICES) + point) & CORNER_BIT) != 0;
}

/** Whether an edge begins at a point, and does not lie between a node and another. */
// @ts-ignore: decorator
@inline
function isEdge(kept: usize, point: usize, node: u32, other: u32): bool {
  const across = load<u32>(load<usize>(kept, REGIONS_ACROSS) + point);
  if (across == NO_EDGE) return false;
  if (node == other) return true;
  const record = nodeAt(kept, other);
  return across < load<u32>(record, NODE_FIRST_TILE) || across >= load<u32>(record, NODE_END_TILE);
}

/** How often the border goes round what lies left of an edge: crossings of a ray from its middle to its left. */
function windingLeftOf(
  kept: usize,
  node: u32,
  edge: usize,
  a: u32,
  b: u32,
  moveX: f32,
  moveY: f32,
  slop: f32,
  isAgainst: bool,
): i32 {
  const xs = load<usize>(kept + (isAgainst ? REGIONS_Y : REGIONS_X));
  const ys = load<usize>(kept + (isAgainst ? REGIONS_X : REGIONS_Y));
  const byX = isAgainst ? moveY : moveX;
  const byY = isAgainst ? moveX : moveY;
  const below = load<f32>(ys + edge);
  const above = load<f32>(ys + edge, 4);
  if (!(abs(above - below) > slop)) return UNDECIDED;
  const isMoved = node == b && a != b;
  const x: f32 = 0.5 * load<f32>(xs + edge) + 0.5 * load<f32>(xs + edge, 4) + (isMoved ? byX : 0);
  const y: f32 = 0.5 * below + 0.5 * above + (isMoved ? byY : 0);
  // The left of an edge that leads up is where x is less.
  const isUp: bool = above > below;
  const winding = crossingsOf(kept, xs, ys, a, b, edge, x, y, isUp, slop);
  if (winding == UNDECIDED || a == b) return winding;
  const more = crossingsOf(kept, xs, ys, b, a, edge, x - byX, y - byY, isUp, slop);
  return more == UNDECIDED ? UNDECIDED : winding + more;
}

/** The crossings of the ray with the border of one node, less what lies between it and another, four edges at a time. */
function crossingsOf(kept: usize, xs: usize, ys: usize, node: u32, other: u32, edge: usize, x: f32, y: f32, isUp: bool, slop: f32): i32 {
  const record = nodeAt(kept, node);
  const otherRecord = nodeAt(kept, other);
  const across = load<usize>(kept, REGIONS_ACROSS);
  const first: usize = <usize>load<u32>(record, NODE_FIRST_POINT) << 2;
  const end = first + (<usize>load<u32>(record, NODE_POINT_COUNT) << 2);
  const firstTile = i32x4.splat(load<u32>(otherRecord, NODE_FIRST_TILE));
  const tileCount = i32x4.splat(node == other ? 0 : load<u32>(otherRecord, NODE_END_TILE) - load<u32>(otherRecord, NODE_FIRST_TILE));
  const height = f32x4.splat(y);
  const pad = f32x4.splat(slop);
  let winding: i32 = 0;
  for (let row = first; row < end; row += 16) {
    let edges = edgesBeyond(across + row, firstTile, tileCount);
    if (edge - row < 16) edges &= ~(1 << (<u32>(edge - row) >>> 2));
    const y0 = v128.load(ys + row);
    const y1 = v128.load(ys + row, 4);
    const isCertain = v128.and(f32x4.gt(f32x4.abs(f32x4.sub(y0, height)), pad), f32x4.gt(f32x4.abs(f32x4.sub(y1, height)), pad));
    if (edges & ~i32x4.bitmask(isCertain)) return UNDECIDED;
    edges &= i32x4.bitmask(v128.xor(f32x4.gt(y0, height), f32x4.gt(y1, height)));
    while (edges != 0) {
      const point = row + (<usize>ctz(edges) << 2);
      edges &= edges - 1;
      const py = load<f32>(ys + point);
      const qy = load<f32>(ys + point, 4);
      const side = sideOf(load<f32>(xs + point), py, load<f32>(xs + point, 4), qy, x, y, slop);
      if (side == 0) return UNDECIDED;
      // A point left of an edge that leads up has it on the side where x is larger.
      const leadsUp: bool = qy > py;
      const isRight: bool = side > 0 == leadsUp;
      if (isRight != isUp) winding += leadsUp == isRight ? 1 : -1;
    }
  }
  return winding;
}
