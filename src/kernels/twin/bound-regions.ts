/**
 * Which directions do all triangles of a node face, and where are they: the reference for ../assembly/bound-regions.ts, same words. There are fourteen directions, for and against
 * seven lines. A triangle faces v where v·n > 0, with n = (b - a) x (c - a).
 *
 * Why the signs are right, with u = 2^-24, e = b - a and f = c - a. A difference of coordinates is off by a factor of 1 ± u; a product of two by (1 ± u)³; a
 * component of n by less than 4.1u of the magnitudes of its two products; and v·n, a sum of three components with signs, by less than 6.2u of the magnitudes of
 * all six products, which are less than |e|₁|f|₁ together. The bound in use is 16u |e|₁|f|₁, whose own rounding is a matter of some u of it. TINY = 2^-120 covers
 * underflow. Where |e|₁|f|₁ reaches 2^100, nothing is taken for certain: so nothing overflows. Not-a-number is neither above nor below anything.
 */
import { FLOAT32_ROUNDOFF } from '../../math/float.js';
import type { Arena } from '../arena.js';
import { LANES } from '../layout/child-words.js';
import { HEADER } from '../layout/header.js';
import { RECORD, recordOf, slotWordAt } from '../layout/record.js';
import { ALL_FACINGS, FACING, LINE_COUNT, NODE, NO_LINE, NO_NODE, REGIONS } from '../layout/regions.js';
import { regionsOf } from '../layout/self.js';
import { follow, wordAt } from '../units.js';
import type { ByteOffset, WordIndex } from '../units.js';
import { nodeAt } from './see-border.js';
import { storeInterval } from './store-box.js';

const fround = Math.fround;
/** 2^-20, 2^-120 and 2^100 */
const ROUNDING = 16 * FLOAT32_ROUNDOFF;
const TINY = 7.52316384526264e-37;
const HUGE = 1.2676506002282294e30;

/** Finds out about all tiles, and all nodes above them, once in a pose. All vertices have been posed, and records hold boxes. */
export function boundRegions(arena: Arena, body: ByteOffset): void {
  const { f32, u32 } = arena;
  const header = wordAt(body);
  const kept = regionsOf(u32, header);
  const now = u32[header + HEADER.stamp];
  u32[kept + REGIONS.facingsStamp] = now;
  const facings = follow(u32, kept + REGIONS.facings);
  const starts = follow(u32, kept + REGIONS.tileStarts);
  const children = follow(u32, kept + REGIONS.children);
  const tileCount = u32[kept + REGIONS.tileCount];
  for (let tile = 0; tile < tileCount; tile++) {
    const facing = facings + tile * FACING.wordCount;
    storeFacings(arena, facing, ALL_FACINGS);
    for (let triangle = u32[starts + tile]; triangle < u32[starts + tile + 1]; triangle++) {
      u32[facing] &= facingsOf(arena, header, triangle);
      widenByTriangle(arena, header, triangle, facing);
    }
    putBox(arena, header, kept, tile, facing);
  }
  for (let node = u32[kept + REGIONS.nodeCount] - 1; node >= tileCount; node--) {
    const facing = facings + node * FACING.wordCount;
    storeFacings(arena, facing, ALL_FACINGS);
    for (let lane = 0; lane < LANES; lane++) {
      const child = u32[children + (node - tileCount) * LANES + lane];
      if (child === NO_NODE) continue;
      const other = facings + child * FACING.wordCount;
      u32[facing] &= u32[other];
      widen(f32, facing, other + FACING.low);
      widen(f32, facing, other + FACING.high);
    }
    putBox(arena, header, kept, node, facing);
    // The children of the node are all lanes of its block.
    const block = u32[slotWordAt(u32, header, u32[nodeAt(u32, kept, node) + NODE.slot])];
    u32[recordOf(u32, header, block) + RECORD.stamp] = now;
  }
  u32[recordOf(u32, header, 0) + RECORD.stamp] = now;
}

const interval = new Float32Array(2);

/** Writes the box of a node to where walks find it. */
function putBox({ f32, u32 }: Arena, header: WordIndex, kept: WordIndex, node: number, facing: number): void {
  const slot = u32[nodeAt(u32, kept, node) + NODE.slot];
  const at = recordOf(u32, header, slot >>> 2) + (slot & 3);
  for (let axis = 0; axis < 3; axis++) {
    interval[0] = f32[facing + FACING.low + axis];
    interval[1] = f32[facing + FACING.high + axis];
    storeInterval(f32, at, axis, interval);
  }
}

function widenByTriangle({ f32, u32 }: Arena, header: WordIndex, triangle: number, facing: number): void {
  const positions = follow(u32, header + HEADER.positions);
  const corners = follow(u32, header + HEADER.triangles) + triangle * 3;
  for (let k = 0; k < 3; k++) widen(f32, facing, positions + u32[corners + k] * 3);
}

/** Makes room for a point in the box of a node. */
function widen(f32: Float32Array, facing: number, point: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const low = facing + FACING.low + axis;
    const high = facing + FACING.high + axis;
    if (f32[point + axis] < f32[low]) f32[low] = f32[point + axis];
    if (f32[point + axis] > f32[high]) f32[high] = f32[point + axis];
  }
}

/** Of borders nothing is known yet. */
function storeFacings({ f32, u32 }: Arena, at: number, directions: number): void {
  f32.fill(Infinity, at + FACING.low, at + FACING.high);
  f32.fill(-Infinity, at + FACING.high, at + FACING.wordCount);
  u32[at + FACING.directions] = directions;
  u32[at + FACING.simple] = 0;
  u32[at + FACING.tried] = 0;
  u32[at + FACING.line] = NO_LINE;
}

function facingsOf({ f32, u32 }: Arena, header: WordIndex, triangle: number): number {
  const positions = follow(u32, header + HEADER.positions);
  const corners = follow(u32, header + HEADER.triangles) + triangle * 3;
  const a = positions + u32[corners] * 3;
  const b = positions + u32[corners + 1] * 3;
  const c = positions + u32[corners + 2] * 3;
  const ex = fround(f32[b] - f32[a]);
  const ey = fround(f32[b + 1] - f32[a + 1]);
  const ez = fround(f32[b + 2] - f32[a + 2]);
  const fx = fround(f32[c] - f32[a]);
  const fy = fround(f32[c + 1] - f32[a + 1]);
  const fz = fround(f32[c + 2] - f32[a + 2]);
  const x = fround(fround(ey * fz) - fround(ez * fy));
  const y = fround(fround(ez * fx) - fround(ex * fz));
  const z = fround(fround(ex * fy) - fround(ey * fx));
  const lengthE = fround(fround(Math.abs(ex) + Math.abs(ey)) + Math.abs(ez));
  const lengthF = fround(fround(Math.abs(fx) + Math.abs(fy)) + Math.abs(fz));
  const size = fround(lengthE * lengthF);
  if (!(size < HUGE)) return 0;
  const bound = fround(fround(size * ROUNDING) + TINY);
  const sum = fround(z + y);
  const difference = fround(z - y);
  return (
    facing(x, bound, 0) |
    facing(y, bound, 1) |
    facing(z, bound, 2) |
    facing(fround(sum + x), bound, 3) |
    facing(fround(sum - x), bound, 4) |
    facing(fround(difference + x), bound, 5) |
    facing(fround(difference - x), bound, 6)
  );
}

/** The bits of a line, for and against. */
function facing(product: number, bound: number, line: number): number {
  return product > bound ? 1 << line : product < -bound ? 1 << (line + LINE_COUNT) : 0;
}
