/**
 * How often does a border go round what lies left of it: the reference for ../assembly/winding.ts, same words. A ray leads from the middle of an edge to its left;
 * the winding number just left of the edge is what its crossings with all other edges add up to. With u and S as in cross-borders.ts, points are off by 3uS in the
 * coordinates of their own border, and the middle, which is rounded, moved to those of the first border and from there to those of the second, by 7uS. So a height
 * above the ray is off by 12uS, its own rounding included, and a side, as it is counted there with η = 12uS, by less than 18uS (|v|₁ + |w|₁) + 288u²S²: slop, which is 32uS,
 * is more than either. Where a point is about as high as the ray, nothing is certain.
 */
import type { Arena } from '../arena.js';
import { CORNER_BIT, NODE, NO_EDGE, REGIONS, UNDECIDED } from '../layout/regions.js';
import { follow } from '../units.js';
import type { WordIndex } from '../units.js';
import { isEdge, sideOf, slopOf } from './cross-borders.js';
import { nodeAt } from './see-border.js';

const fround = Math.fround;

/** Two nodes, or one that is given twice; the points of the second are moved by so much. */
interface Borders {
  readonly kept: WordIndex;
  readonly a: number;
  readonly b: number;
  readonly moveX: number;
  readonly moveY: number;
  readonly slop: number;
  /** Where coordinates are. Seen against the line, the plane is turned over: they change places. */
  readonly xs: number;
  readonly ys: number;
}

/** Whether the border of two nodes together, or of one that is given twice, goes once round what lies left of each of its edges. */
export function goesRoundOnce(
  arena: Arena,
  kept: WordIndex,
  a: number,
  b: number,
  moveX: number,
  moveY: number,
  size: number,
  isAgainst: boolean,
  isPinched: boolean,
): boolean {
  const { u32 } = arena;
  const borders: Borders = {
    kept,
    a,
    b,
    moveX: isAgainst ? moveY : moveX,
    moveY: isAgainst ? moveX : moveY,
    slop: slopOf(size),
    xs: follow(u32, kept + (isAgainst ? REGIONS.y : REGIONS.x)),
    ys: follow(u32, kept + (isAgainst ? REGIONS.x : REGIONS.y)),
  };
  return isOnceAround(arena, borders, a, isPinched) && (a === b || isOnceAround(arena, borders, b, isPinched));
}

/** Goes along the border of one of the nodes: wherever edges are left out, or a loop ends, another one may begin. A pinched border may be pinched at every corner. */
function isOnceAround(arena: Arena, borders: Borders, node: number, isPinched: boolean): boolean {
  const { u32 } = arena;
  const { a, b, kept } = borders;
  const record = nodeAt(u32, kept, node);
  const first = u32[record + NODE.firstPoint];
  let isKnown = true;
  let isOpen = false;
  for (let edge = first; edge < first + u32[record + NODE.pointCount]; edge++) {
    if (!isOfBorder(u32, kept, edge, node, node === a ? b : a)) {
      if (isOpen && !isKnown) return false;
      isOpen = false;
      continue;
    }
    if (!isOpen || (isPinched && isCorner(u32, kept, edge))) {
      if (isOpen && !isKnown) return false;
      isKnown = false;
    }
    isOpen = true;
    if (isKnown) continue;
    const winding = windingLeftOf(arena, borders, node, edge);
    if (winding === UNDECIDED) continue;
    if (winding !== 1) return false;
    isKnown = true;
  }
  return isKnown || !isOpen;
}

/** Whether borders of more than two tiles may come together at a point. */
function isCorner(u32: Uint32Array, kept: WordIndex, point: number): boolean {
  return u32[follow(u32, kept + REGIONS.vertices) + point] >= CORNER_BIT;
}

function isOfBorder(u32: Uint32Array, kept: WordIndex, point: number, node: number, other: number): boolean {
  if (node !== other) return isEdge(u32, kept, point, other);
  return u32[follow(u32, kept + REGIONS.across) + point] !== NO_EDGE;
}

function windingLeftOf(arena: Arena, borders: Borders, node: number, edge: number): number {
  const { f32 } = arena;
  const { a, b, moveX, moveY, slop, xs, ys } = borders;
  const below = f32[ys + edge];
  const above = f32[ys + edge + 1];
  if (!(Math.abs(fround(above - below)) > slop)) return UNDECIDED;
  const isMoved = node === b && a !== b;
  const middleX = fround(fround(0.5 * f32[xs + edge]) + fround(0.5 * f32[xs + edge + 1]));
  const middleY = fround(fround(0.5 * below) + fround(0.5 * above));
  const x = fround(middleX + (isMoved ? moveX : 0));
  const y = fround(middleY + (isMoved ? moveY : 0));
  // The left of an edge that leads up is where x is less.
  const isUp = above > below;
  const winding = crossingsOf(arena, borders, a, b, edge, x, y, isUp);
  if (winding === UNDECIDED || a === b) return winding;
  const more = crossingsOf(arena, borders, b, a, edge, fround(x - moveX), fround(y - moveY), isUp);
  return more === UNDECIDED ? UNDECIDED : winding + more;
}

/** The crossings of the ray with the border of one node, less what lies between it and another. */
function crossingsOf(
  { f32, u32 }: Arena,
  { kept, slop, xs, ys }: Borders,
  node: number,
  other: number,
  edge: number,
  x: number,
  y: number,
  isUp: boolean,
): number {
  const record = nodeAt(u32, kept, node);
  const first = u32[record + NODE.firstPoint];
  let winding = 0;
  for (let point = first; point < first + u32[record + NODE.pointCount]; point++) {
    if (point === edge || !isOfBorder(u32, kept, point, node, other)) continue;
    const py = f32[ys + point];
    const qy = f32[ys + point + 1];
    if (!(Math.abs(fround(py - y)) > slop) || !(Math.abs(fround(qy - y)) > slop)) return UNDECIDED;
    if (py > y === qy > y) continue;
    const side = sideOf(f32[xs + point], py, f32[xs + point + 1], qy, x, y, slop);
    if (side === 0) return UNDECIDED;
    // A point left of an edge that leads up has it on the side where x is larger.
    const leadsUp = qy > py;
    const isRight = side > 0 === leadsUp;
    if (isRight !== isUp) winding += leadsUp === isRight ? 1 : -1;
  }
  return winding;
}
