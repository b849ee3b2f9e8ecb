/**
 * Does a border cross itself, as it is seen along a line: the reference for ../assembly/simple-border.ts, same words.
 *
 * Edges are looked at in rows of four. Where edges follow each other and all lead one way, for certain, each lies further that way than the one before it: so they have nothing in common
 * but the vertices between them. Eight ways are tried, along two axes and two diagonals of the plane. An edge is a difference of two points, off by less than η = 10uS (cross-borders.ts);
 * a sum or difference of two such coordinates by 2η and one rounding, 4uS: by less than slop = 32uS. Rows that do not run on like that, and rows that do not follow each other, are compared
 * edge by edge.
 */
import type { Arena } from '../arena.js';
import { LANES } from '../layout/child-words.js';
import { FACING, NODE, NO_EDGE, REGIONS } from '../layout/regions.js';
import { follow } from '../units.js';
import type { WordIndex } from '../units.js';
import { areBoxesApart, areEdgesApart, slopOf } from './cross-borders.js';
import { facingAt, nodeAt } from './see-border.js';

const fround = Math.fround;
const ALL_WAYS = 0xff;

/** Whether two edges of a border have nothing in common but the vertex that they share. */
export function isBorderSimple(arena: Arena, kept: WordIndex, node: number): boolean {
  const { f32, u32 } = arena;
  const slop = slopOf(f32[facingAt(u32, kept, node) + FACING.size]);
  if (!(slop > 0)) return false;
  const record = nodeAt(u32, kept, node);
  const first = u32[record + NODE.firstPoint];
  const end = first + u32[record + NODE.pointCount];
  for (let row = first; row < end; row += LANES) {
    const ways = waysOf(arena, kept, row, slop);
    const runsOn =
      row + LANES < end && edgesIn(u32, kept, row) === LANES && (ways & waysOf(arena, kept, row + LANES, slop)) !== 0;
    // The first edge that those of the row are compared with, but for the one that follows each.
    const next = runsOn ? row + 2 * LANES : ways !== 0 ? row + LANES : row;
    for (let a = row; a < row + LANES; a++) {
      if (!isEdge(u32, kept, a)) continue;
      if (!runsOn && isEdge(u32, kept, a + 1) && !areEdgesApart(arena, kept, a + 1, a, 0, 0, slop)) return false;
      for (let b = Math.max(next, a + 2); b < end; b++) {
        if (!isEdge(u32, kept, b) || areBoxesApart(arena, kept, a, b, 0, 0, slop)) continue;
        if (!areEdgesApart(arena, kept, b, a, 0, 0, slop)) return false;
      }
    }
  }
  return true;
}

function isEdge(u32: Uint32Array, kept: WordIndex, point: number): boolean {
  return u32[follow(u32, kept + REGIONS.across) + point] !== NO_EDGE;
}

/** How many edges of a row there are before the first that is missing. */
function edgesIn(u32: Uint32Array, kept: WordIndex, row: number): number {
  let count = 0;
  while (count < LANES && isEdge(u32, kept, row + count)) count++;
  return count;
}

/** Which of eight ways all edges of a row lead, a bit each; none where they do not follow each other from the first of them on. */
function waysOf({ f32, u32 }: Arena, kept: WordIndex, row: number, slop: number): number {
  const count = edgesIn(u32, kept, row);
  let ways = ALL_WAYS;
  for (let lane = 0; lane < LANES; lane++) {
    if (!isEdge(u32, kept, row + lane)) continue;
    if (lane > count) return 0;
    const xs = follow(u32, kept + REGIONS.x) + row + lane;
    const ys = follow(u32, kept + REGIONS.y) + row + lane;
    const x = fround(f32[xs + 1] - f32[xs]);
    const y = fround(f32[ys + 1] - f32[ys]);
    ways &=
      wayOf(x, slop) | (wayOf(y, slop) << 2) | (wayOf(fround(x + y), slop) << 4) | (wayOf(fround(x - y), slop) << 6);
  }
  return ways;
}

/** 1 for ahead, 2 for back, 0 where that is not certain. */
function wayOf(step: number, slop: number): number {
  return step > slop ? 1 : step < -slop ? 2 : 0;
}
