/**
 * Which directions do all triangles of a node face, and where are they: the reference for ../assembly/bound-regions.ts, same words. There are fourteen directions, for and against
 * seven lines. A triangle faces v where v·n > 0, with n = (b - a) x (c - a).
 *
 * Why the signs are right, with u = 2^-24, e = b - a and f = c - a. A difference of coordinates is off by a factor of 1 ± u; a product of two by (1 ± u)³; a
 * component of n by less than 4.1u of the magnitudes of its two products; and v·n, a sum of three components with signs, by less than 6.2u of the magnitudes of
 * all six products, which are less than |e|₁|f|₁ together. No edge of a triangle in a box is longer, in that sense, than the box, L: so for all triangles of a tile the bound in use is
 * 16u L², with L that of its own box, whose rounding, and that of the bound itself, is a matter of some u of it. TINY = 2^-120 covers underflow, and makes sure
 * that v·n is more than 2^-121 where it is taken for positive: cross-borders.ts relies on that. Where L² is finite, nothing overflows: with X + Y + Z = L, the magnitudes of all six products are at most 2 (XY + YZ + ZX) ≤ 2L²/3 together. Where it
 * overflows, so does the bound, and nothing exceeds that. One bound for a tile, so that the least and the most that any normal leads along a line say whether all are certain.
 */
import type { Arena } from '../arena.js';
import { LANES } from '../layout/child-words.js';
import { HEADER } from '../layout/header.js';
import { FACING_ROUNDING, SMALLEST_PRODUCT } from '../layout/margins.js';
import { RECORD, recordOf, slotWordAt } from '../layout/record.js';
import { ALL_FACINGS, FACING, LINE_COUNT, NODE, NO_LINE, NO_NODE, REGIONS } from '../layout/regions.js';
import { regionsOf } from '../layout/self.js';
import { follow, wordAt } from '../units.js';
import type { ByteOffset, WordIndex } from '../units.js';
import { facingAt, nodeAt } from './see-border.js';
import { storeInterval } from './store-box.js';

const fround = Math.fround;
const ROUNDING = FACING_ROUNDING;
const TINY = SMALLEST_PRODUCT;

/** Finds out about all tiles, and all nodes above them, once in a pose. All vertices have been posed, and records hold boxes. */
export function boundRegions(arena: Arena, body: ByteOffset): void {
  const { u32 } = arena;
  const header = wordAt(body);
  const kept = regionsOf(u32, header);
  const now = u32[header + HEADER.stamp];
  u32[kept + REGIONS.facingsStamp] = now;
  const starts = follow(u32, kept + REGIONS.tileStarts);
  const tileCount = u32[kept + REGIONS.tileCount];
  const nodeCount = u32[kept + REGIONS.nodeCount];
  for (let tile = 0; tile < tileCount; tile++) {
    boundTile(arena, header, facingAt(u32, kept, tile), u32[starts + tile], u32[starts + tile + 1]);
  }
  for (let node = nodeCount - 1; node >= tileCount; node--) {
    const block = u32[slotWordAt(u32, header, u32[nodeAt(u32, kept, node) + NODE.slot])];
    boundAbove(arena, kept, node, recordOf(u32, header, block));
    u32[recordOf(u32, header, block) + RECORD.stamp] = now;
  }
  // The root is the first node above the tiles, if there is any. Where more than regions lies below the root, it is bounded like any other node.
  const root = nodeCount === tileCount ? 0 : tileCount;
  if (u32[nodeAt(u32, kept, root) + NODE.slot] !== 0) return;
  putBox(arena, facingAt(u32, kept, root), recordOf(u32, header, 0));
  u32[recordOf(u32, header, 0) + RECORD.stamp] = now;
}

/** Puts together what is known of the nodes below one, and writes their boxes to where walks find them: they are all lanes of its block. */
export function boundAbove(arena: Arena, kept: WordIndex, node: number, record: number): void {
  const { f32, u32 } = arena;
  const facing = facingAt(u32, kept, node);
  const children = follow(u32, kept + REGIONS.children) + (node - u32[kept + REGIONS.tileCount]) * LANES;
  storeFacings(arena, facing, ALL_FACINGS);
  for (let lane = 0; lane < LANES; lane++) {
    const child = u32[children + lane];
    putBox(arena, child === NO_NODE ? NOWHERE : facingAt(u32, kept, child), record + lane);
    if (child === NO_NODE) continue;
    const other = facingAt(u32, kept, child);
    u32[facing] &= u32[other];
    widen(f32, facing, other + FACING.low);
    widen(f32, facing, other + FACING.high);
  }
}

/** Stands for a node that is not there, whose box is a point, so that no lane depends on what was there before. */
const NOWHERE = -1;
const interval = new Float32Array(2);

/** Writes the box of a node to a lane of a record. */
function putBox({ f32 }: Arena, facing: number, at: number): void {
  for (let axis = 0; axis < 3; axis++) {
    interval[0] = facing === NOWHERE ? 0 : f32[facing + FACING.low + axis];
    interval[1] = facing === NOWHERE ? 0 : f32[facing + FACING.high + axis];
    storeInterval(f32, at, axis, interval);
  }
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

/** The least and the most that the normal of a triangle leads along each line. */
const least = new Float32Array(LINE_COUNT);
const most = new Float32Array(LINE_COUNT);

/** What all triangles of a run face, as far as that is certain, and the box around them. */
export function boundTile(arena: Arena, header: WordIndex, facing: number, first: number, end: number): void {
  const { f32, u32 } = arena;
  const positions = follow(u32, header + HEADER.positions);
  storeFacings(arena, facing, 0);
  least.fill(Infinity);
  most.fill(-Infinity);
  for (let triangle = first; triangle < end; triangle++) {
    const corners = follow(u32, header + HEADER.triangles) + triangle * 3;
    const a = positions + u32[corners] * 3;
    const b = positions + u32[corners + 1] * 3;
    const c = positions + u32[corners + 2] * 3;
    widen(f32, facing, a);
    widen(f32, facing, b);
    widen(f32, facing, c);
    measureNormal(f32, a, b, c);
  }
  const x = fround(f32[facing + FACING.high] - f32[facing + FACING.low]);
  const y = fround(f32[facing + FACING.high + 1] - f32[facing + FACING.low + 1]);
  const z = fround(f32[facing + FACING.high + 2] - f32[facing + FACING.low + 2]);
  const length = fround(fround(x + y) + z);
  const size = fround(length * length);
  const bound = fround(fround(size * ROUNDING) + TINY);
  for (let line = 0; line < LINE_COUNT; line++) {
    if (least[line] > bound) u32[facing] |= 1 << line;
    if (most[line] < -bound) u32[facing] |= 1 << (line + LINE_COUNT);
  }
}

function measureNormal(f32: Float32Array, a: number, b: number, c: number): void {
  const ex = fround(f32[b] - f32[a]);
  const ey = fround(f32[b + 1] - f32[a + 1]);
  const ez = fround(f32[b + 2] - f32[a + 2]);
  const fx = fround(f32[c] - f32[a]);
  const fy = fround(f32[c + 1] - f32[a + 1]);
  const fz = fround(f32[c + 2] - f32[a + 2]);
  const x = fround(fround(ey * fz) - fround(ez * fy));
  const y = fround(fround(ez * fx) - fround(ex * fz));
  const z = fround(fround(ex * fy) - fround(ey * fx));
  const sum = fround(z + y);
  const difference = fround(z - y);
  measure(0, x);
  measure(1, y);
  measure(2, z);
  measure(3, fround(sum + x));
  measure(4, fround(sum - x));
  measure(5, fround(difference + x));
  measure(6, fround(difference - x));
}

/** What is not a number, which only sizes beyond all bounds can bring about, counts for nothing. */
function measure(line: number, product: number): void {
  if (product < least[line]) least[line] = product;
  if (product > most[line]) most[line] = product;
}
