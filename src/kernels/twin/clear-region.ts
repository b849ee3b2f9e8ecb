/**
 * Is a region of a surface free of collisions, for certain: the reference for ../assembly/clear-region.ts, same words.
 *
 * The rule. Let P be any set of triangles, in one piece or several. A *border edge* has exactly one triangle of P. No two triangles of P collide, and none is a
 * defect, if
 * 1. no edge has more than two triangles of P, and where it has two, they run through it in opposite directions;
 * 2. some direction v has v·n > 0 for every triangle of P, n = (b - a) x (c - a);
 * 3. seen along v, two border edges have no point in common but a vertex that they share;
 * 4. the border is made of loops, none of which comes to a vertex twice, and no two of which have more than one vertex in common;
 * 5. for one edge of each loop, the winding number of the whole border just left of it is 1. With a single loop that is so by itself.
 * Or, instead of 4 and 5, where the border comes to vertices more than twice, and is *pinched* there: cut at those vertices into pieces,
 * 6. for one edge of each piece, the winding number of the whole border just left of it is 1.
 *
 * Why. (a) Over a point q of the plane, off all edges, lie as many triangles as the border winds round q: the boundary of a triangle winds once round what it
 * covers, in the positive sense by 2, and inner edges cancel by 1. (b) By 3 one can go along the left side of a loop without crossing the border, but for vertices where another
 * loop comes by. Two loops that have one vertex in common and nothing else do not cross there: closed curves cross an even number of times. So that one comes and leaves on
 * the same side, and going past it the winding number changes and changes back. So it is the same left of all edges of a loop, 1 by 5, and one less right of them: 0. With 6 there is no vertex to go past where another edge comes by, so the same is so of each piece. Every bounded part of the plane touches the border. So over any q
 * lies at most one triangle. (A single loop that does not cross itself winds 0 or 1 or -1 times round a point. By (a) it is never -1, and it is 1 over any triangle,
 * which lies inside the loop; so the inside is on the left.) (c) Let two different points of the surface lie over one q. If one of them is on no border edge, the triangles around it
 * fill a neighbourhood of q: one triangle, or two on both sides of an edge, or those around a vertex, which by (b) go round once. The triangle of the other point
 * reaches into that neighbourhood, so by (b) it is one of them, and contains the first point too; but along v a triangle has only one point over q. If both are on
 * border edges, 3 says that they are one and the same vertex. (d) So no two points of the surface have the same place in space: triangles without a common vertex do not meet, others
 * meet in what they share and do not overlap in a plane, and by 2 none has its corners in a line. ∎
 *
 * 1 and 4 do not depend on the pose: whoever lists the regions marks those where they fail. 2 is what bound-regions.ts finds out, 3 simple-border.ts and cross-borders.ts, 5 and 6 winding.ts. The border of
 * two nodes is what is left of theirs without the edges between them: so once neither crosses itself, which is found out once for all regions that a node is in,
 * only edges of one are left to be compared with edges of the other.
 */
import type { Arena } from '../arena.js';
import { LANES } from '../layout/child-words.js';
import {
  ARE_TWO_LOOPS,
  FACING,
  HAS_LOOPS,
  IS_PINCHED,
  IS_UNTESTED,
  LINE_COUNT,
  NODE,
  NO_NODE,
  REGION,
  REGIONS,
} from '../layout/regions.js';
import { PAIR_WALK } from '../layout/walk.js';
import { follow } from '../units.js';
import type { ByteOffset, WordIndex } from '../units.js';
import { areBordersApart, slopOf } from './cross-borders.js';
import { alongX, alongY, facingAt, nodeAt, originOf, seeBorder } from './see-border.js';
import { isBorderSimple } from './simple-border.js';
import { goesRoundOnce } from './winding.js';

const fround = Math.fround;

/** Whether no two triangles of a region collide, and none is a defect. Regions have been bounded in this pose. `state` is that of a walk, which counts. */
export function clearRegion(arena: Arena, body: ByteOffset, kept: WordIndex, region: number, state: number): boolean {
  const { u32 } = arena;
  const bits = u32[region + REGION.children];
  if ((bits & IS_UNTESTED) !== 0) return false;
  const a = u32[region + REGION.nodeA];
  const b = u32[region + REGION.nodeB];
  const facingA = facingAt(u32, kept, a);
  const facingB = facingAt(u32, kept, b);
  const common = u32[facingA] & u32[facingB];
  if (common === 0) {
    tryNode(arena, body, kept, a, state);
    if (a !== b) tryNode(arena, body, kept, b, state);
    return false;
  }
  const lines = (common | (common >>> LINE_COUNT)) & ((1 << LINE_COUNT) - 1);
  const line = chooseLine(u32, lines, facingA, facingB);
  u32[state + PAIR_WALK.borders]++;
  if (!isNodeSimple(arena, body, kept, a, line, state)) return false;
  if (a !== b && !isNodeSimple(arena, body, kept, b, line, state)) return false;
  const hasLoops = (bits & HAS_LOOPS) !== 0;
  const isAgainst = (common & (1 << line)) === 0;
  if ((a !== b || hasLoops) && !areTogether(arena, body, kept, a, b, line, bits, isAgainst, state)) return false;
  u32[state + PAIR_WALK.cleared]++;
  return true;
}

/** Of several lines, one along which much is known already. */
function chooseLine(u32: Uint32Array, lines: number, facingA: number, facingB: number): number {
  const simpleA = u32[facingA + FACING.simple];
  const simpleB = u32[facingB + FACING.simple];
  const both = lines & simpleA & simpleB;
  const one = lines & (simpleA | simpleB);
  const known = both !== 0 ? both : one !== 0 ? one : lines;
  // Points that have been seen along a line need not be seen again.
  const lineA = u32[facingA + FACING.line];
  if (lineA < LINE_COUNT && (known & (1 << lineA)) !== 0) return lineA;
  const lineB = u32[facingB + FACING.line];
  return lineB < LINE_COUNT && (known & (1 << lineB)) !== 0 ? lineB : lowestBit(known);
}

function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

/** Whether the border of a node, seen along a line, does not cross itself; found out once in a pose. */
function isNodeSimple(
  arena: Arena,
  body: ByteOffset,
  kept: WordIndex,
  node: number,
  line: number,
  state: number,
): boolean {
  const { u32 } = arena;
  const facing = facingAt(u32, kept, node);
  const bit = 1 << line;
  if ((u32[facing + FACING.tried] & bit) === 0) {
    u32[facing + FACING.tried] |= bit;
    seeBorder(arena, body, kept, node, line, state);
    if (isBorderSimple(arena, kept, node)) u32[facing + FACING.simple] |= bit;
  }
  return (u32[facing + FACING.simple] & bit) !== 0;
}

/** Finds out about a node by itself: it will be asked for, and those below it gain by it. */
function tryNode(arena: Arena, body: ByteOffset, kept: WordIndex, node: number, state: number): void {
  const { u32 } = arena;
  const facing = facingAt(u32, kept, node);
  const directions = u32[facing];
  const isUntested = (u32[nodeAt(u32, kept, node) + NODE.bits] & IS_UNTESTED) !== 0;
  if (directions === 0 || u32[facing + FACING.tried] !== 0 || isUntested) return;
  isNodeSimple(arena, body, kept, node, lowestBit(directions | (directions >>> LINE_COUNT)), state);
}

/**
 * Tells the nodes below one what is known of it. A node with a border of one loop that does not cross itself along a line that all its triangles face is seen one to one along it, as (c)
 * says. So is every part of it, and the border of a part does not cross itself.
 */
export function tellBelow(u32: Uint32Array, kept: WordIndex, node: number): void {
  const simple = u32[facingAt(u32, kept, node) + FACING.simple];
  if (simple === 0 || u32[nodeAt(u32, kept, node) + NODE.bits] !== 0) return;
  const children = follow(u32, kept + REGIONS.children) + (node - u32[kept + REGIONS.tileCount]) * LANES;
  for (let lane = 0; lane < LANES; lane++) {
    const child = u32[children + lane];
    if (child === NO_NODE) continue;
    u32[facingAt(u32, kept, child) + FACING.simple] |= simple;
    u32[facingAt(u32, kept, child) + FACING.tried] |= simple;
  }
}

/** Whether the borders of two nodes, none of which crosses itself, do not cross each other, and all loops lie as they should. */
function areTogether(
  arena: Arena,
  body: ByteOffset,
  kept: WordIndex,
  a: number,
  b: number,
  line: number,
  bits: number,
  isAgainst: boolean,
  state: number,
): boolean {
  const { f32, u32 } = arena;
  seeBorder(arena, body, kept, a, line, state);
  seeBorder(arena, body, kept, b, line, state);
  const originA = originOf(u32, body, kept, a);
  const originB = originOf(u32, body, kept, b);
  const x = fround(f32[originB] - f32[originA]);
  const y = fround(f32[originB + 1] - f32[originA + 1]);
  const z = fround(f32[originB + 2] - f32[originA + 2]);
  const moveX = alongX(x, y, z, line);
  const moveY = alongY(x, y, z, line);
  const distance = fround(fround(Math.abs(x) + Math.abs(y)) + Math.abs(z));
  const sizeA = f32[facingAt(u32, kept, a) + FACING.size];
  const sizeB = fround(f32[facingAt(u32, kept, b) + FACING.size] + distance);
  const size = Math.max(sizeA, sizeB);
  const hasLoops = (bits & HAS_LOOPS) !== 0;
  const areTwoLoops = (bits & ARE_TWO_LOOPS) !== 0;
  if (a !== b && !areBordersApart(arena, kept, a, b, moveX, moveY, size)) return false;
  if (!hasLoops) return true;
  if (areTwoLoops && !areNested(f32, facingAt(u32, kept, a), facingAt(u32, kept, b), moveX, moveY, slopOf(size)))
    return true;
  return goesRoundOnce(arena, kept, a, b, moveX, moveY, size, isAgainst, (bits & IS_PINCHED) !== 0);
}

/** Whether one of two boxes may lie in the other, which is moved: of loops where none does, neither goes round the other. */
function areNested(
  f32: Float32Array,
  facingA: number,
  facingB: number,
  moveX: number,
  moveY: number,
  slop: number,
): boolean {
  const boxA = facingA + FACING.box;
  const boxB = facingB + FACING.box;
  const lowX = fround(f32[boxA] - fround(f32[boxB] + moveX));
  const lowY = fround(f32[boxA + 1] - fround(f32[boxB + 1] + moveY));
  const highX = fround(f32[boxA + 2] - fround(f32[boxB + 2] + moveX));
  const highY = fround(f32[boxA + 3] - fround(f32[boxB + 3] + moveY));
  const isInA = lowX < slop && lowY < slop && highX > -slop && highY > -slop;
  const isInB = lowX > -slop && lowY > -slop && highX < slop && highY < slop;
  return isInA || isInB;
}
