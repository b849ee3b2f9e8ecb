/**
 * The points of a node's border as they are seen along a line: the reference for ../assembly/see-border.ts, same words.
 *
 * Points are counted from the first of them, the origin, so that rounding is a share of how large the border is, not of how far away it is. Along an axis their
 * coordinates are two of the three differences; along a diagonal (s, t, 1) they are x - s z and y - t z.
 *
 * How far off they are, with u = 2^-24 and S at least |x| + |y| + |z| for the differences of all points. A difference is off by a factor of 1 ± u, and x - s z by
 * u (|x| + |z|) and its own rounding, u (|x| + |z|)(1 + u): by less than 3uS. S itself is computed with three roundings, which that covers too.
 */
import type { Arena } from '../arena.js';
import { HEADER } from '../layout/header.js';
import { CORNER_BIT, FACING, NODE, REGIONS } from '../layout/regions.js';
import { PAIR_WALK } from '../layout/walk.js';
import { follow, wordAt } from '../units.js';
import type { ByteOffset, WordIndex } from '../units.js';

const fround = Math.fround;

/** Where a node is. */
export function nodeAt(u32: Uint32Array, kept: WordIndex, node: number): number {
  return follow(u32, kept + REGIONS.nodes) + node * NODE.wordCount;
}

/** Where is what is known of a node in the present pose. */
export function facingAt(u32: Uint32Array, kept: WordIndex, node: number): number {
  return follow(u32, kept + REGIONS.facings) + node * FACING.wordCount;
}

/** Where the vertex is that the points of a node are counted from: the first of them. */
export function originOf(u32: Uint32Array, body: ByteOffset, kept: WordIndex, node: number): number {
  const first = u32[nodeAt(u32, kept, node) + NODE.firstPoint];
  return follow(u32, wordAt(body) + HEADER.positions) + vertexAt(u32, kept, first) * 3;
}

/** The vertex of a point. */
function vertexAt(u32: Uint32Array, kept: WordIndex, point: number): number {
  return u32[follow(u32, kept + REGIONS.vertices) + point] & ~CORNER_BIT;
}

/** Sees to it that the points of a node are those that are seen along a line in the present pose. */
export function seeBorder(
  arena: Arena,
  body: ByteOffset,
  kept: WordIndex,
  node: number,
  line: number,
  state: number,
): void {
  const { f32, u32 } = arena;
  const facing = facingAt(u32, kept, node);
  if (u32[facing + FACING.line] === line) return;
  u32[facing + FACING.line] = line;
  const record = nodeAt(u32, kept, node);
  const first = u32[record + NODE.firstPoint];
  const count = u32[record + NODE.pointCount];
  u32[state + PAIR_WALK.borderEdges] += count;
  const positions = follow(u32, wordAt(body) + HEADER.positions);
  const origin = originOf(u32, body, kept, node);
  const xs = follow(u32, kept + REGIONS.x);
  const ys = follow(u32, kept + REGIONS.y);
  f32[facing + FACING.size] = 0;
  f32.fill(Infinity, facing + FACING.box, facing + FACING.box + 2);
  f32.fill(-Infinity, facing + FACING.box + 2, facing + FACING.box + 4);
  // In whole rows: what fills the last one up is the first point again.
  for (let point = first; point < first + ((count + 3) & ~3); point++) {
    const at = positions + vertexAt(u32, kept, point) * 3;
    const x = fround(f32[at] - f32[origin]);
    const y = fround(f32[at + 1] - f32[origin + 1]);
    const z = fround(f32[at + 2] - f32[origin + 2]);
    const seenX = alongX(x, y, z, line);
    const seenY = alongY(x, y, z, line);
    f32[xs + point] = seenX;
    f32[ys + point] = seenY;
    const distance = fround(fround(Math.abs(x) + Math.abs(y)) + Math.abs(z));
    f32[facing + FACING.size] = Math.max(f32[facing + FACING.size], distance);
    f32[facing + FACING.box] = Math.min(f32[facing + FACING.box], seenX);
    f32[facing + FACING.box + 1] = Math.min(f32[facing + FACING.box + 1], seenY);
    f32[facing + FACING.box + 2] = Math.max(f32[facing + FACING.box + 2], seenX);
    f32[facing + FACING.box + 3] = Math.max(f32[facing + FACING.box + 3], seenY);
  }
  // Zeros have no sign then.
  for (let side = 0; side < 4; side++) f32[facing + FACING.box + side] += 0;
}

/** The first coordinate in the plane across a line. */
export function alongX(x: number, y: number, z: number, line: number): number {
  if (line === 0) return y;
  if (line === 1) return z;
  if (line === 2) return x;
  return ((line - 3) & 1) === 1 ? fround(x + z) : fround(x - z);
}

/** The second one. */
export function alongY(x: number, y: number, z: number, line: number): number {
  if (line === 0) return z;
  if (line === 1) return x;
  if (line === 2) return y;
  return ((line - 3) & 2) === 2 ? fround(y + z) : fround(y - z);
}
