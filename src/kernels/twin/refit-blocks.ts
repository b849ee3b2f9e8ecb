/**
 * Exact boxes for all blocks: the reference for ../assembly/refit-blocks.ts, same words.
 *
 * Why a refitted box is safe. The box of the vertices has exact corners; its centre is any float32 number, and its
 * half extent is max(high - centre, centre - low), two subtractions that lose at most a factor of 1 - 2^-24. WIDEN = 1
 * + 2^-22 makes up for that and for its own rounding, TINY = 2^-146 for denormal numbers.
 */
import type { Arena } from '../arena.js';
import { BODY, CACHE_BYTES, LANES, NO_CHILD, leafCount, leafFirst } from '../lazy-layout.js';

const fround = Math.fround;
const WIDEN = 1.0000002384185791015625;
const TINY = 1.1210387714598537e-44;

/** Exact boxes for all blocks from the positions of all vertices, bottom-up, into the cache. */
export function refitBlocks(arena: Arena, body: number, blockCount: number, boxes: number): void {
  const { f32, u32 } = arena;
  const header = body >>> 2;
  const now = u32[header + BODY.stamp];
  const words = u32[header + BODY.words] >>> 2;
  for (let block = blockCount - 1; block >= 0; block--) {
    const cache = (u32[header + BODY.cache] + block * CACHE_BYTES) >>> 2;
    const box = (boxes >>> 2) + block * 8;
    for (let axis = 0; axis < 3; axis++) {
      let low = Infinity;
      let high = -Infinity;
      for (let lane = 0; lane < LANES; lane++) {
        const at = words + block * LANES + lane;
        if (u32[at] === NO_CHILD) break;
        measureLane(arena, header, at, boxes, axis);
        const laneLow = laneInterval[0];
        const laneHigh = laneInterval[1];
        if (laneLow < low) low = laneLow;
        if (high < laneHigh) high = laneHigh;
        const center = fround(fround(laneLow * 0.5) + fround(laneHigh * 0.5));
        const above = fround(laneHigh - center);
        const below = fround(center - laneLow);
        f32[cache + axis * LANES + lane] = center;
        f32[cache + (3 + axis) * LANES + lane] = fround((above < below ? below : above) * WIDEN) + TINY;
      }
      f32[box + axis] = low;
      f32[box + 4 + axis] = high;
    }
    u32[(u32[header + BODY.blockStamps] >>> 2) + block] = now;
  }
}

const laneInterval = new Float32Array(2);

/** Leaves in `laneInterval` where the child whose word is at `at` begins and ends along an axis. */
function measureLane(arena: Arena, header: number, at: number, boxes: number, axis: number): void {
  const { f32, u32 } = arena;
  const word = u32[at] | 0;
  if (word >= 0) {
    laneInterval[0] = f32[(boxes >>> 2) + word * 8 + axis];
    laneInterval[1] = f32[(boxes >>> 2) + word * 8 + 4 + axis];
    return;
  }
  const positions = u32[header + BODY.positions] >>> 2;
  const start = (u32[header + BODY.triangles] >>> 2) + leafFirst(word) * 3;
  let low = f32[positions + u32[start] * 3 + axis];
  let high = low;
  for (let corner = start + 1; corner < start + leafCount(word) * 3; corner++) {
    const value = f32[positions + u32[corner] * 3 + axis];
    if (value < low) low = value;
    if (high < value) high = value;
  }
  laneInterval[0] = low;
  laneInterval[1] = high;
}
