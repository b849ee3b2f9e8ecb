/**
 * Which triangles of a body can a ray, or a ball that flies along one, meet: the reference for ../assembly/walk-ray.ts,
 * same words.
 *
 * Why no triangle is missed. The direction is scaled by the caller so that its largest component is ±1: a parameter is a
 * length, and none beyond 2R matters, R = (largest coordinate of the origin) + (reach of the body). Let u = 2^-24.
 * - Boxes are grown by what the caller says: the ball's radius, 16uR, and 10^-42 where all of that is denormal. Rounding the origin to float32 errs by uR, the
 *   difference from a centre by another uR, the sums with the half extents by 2uR each; growing itself by uR. So low and high,
 *   as computed, lie outside of where the box begins and ends as seen from the origin.
 * - An axis along which the direction is below 2^-80 is *flat*: along it the ray moves by less than 2^-79 R, nothing beside
 *   the growth, so only whether the origin is between low and high counts.
 * - Else parameters are low and high times the inverse of the direction, rounded to float32: three roundings, 3.1u of
 *   each. ROUNDING = 8u takes entries back and exits forth by more.
 * - The far end is 4u of itself farther than the last hit that matters, and rounded by u. A hit is given a parameter that is off by
 *   less than 2^-32 of itself (../../narrow/ray-triangle.ts), so one in a box that the ray enters beyond the far end comes after
 *   that last hit by its parameter too, and it depends on neither the order of the walk nor the room for hits which are found.
 *   The time of a ball is not before it reaches the box of the triangle, but for 2^-48 R (../../narrow/sweep-ball.ts), beside
 *   which the growth is large. Where float32 is denormal, 10^-42 is more than it rounds by.
 * - Triangles are left out when two of the determinants of ../../narrow/ray-triangle.ts, taken in float64 from the scaled
 *   direction, differ in sign by more than their error: 40 · 2^-53 M² there with M the reach of the corners as seen from the
 *   origin, and at most 3 · 2^-53 · 2 · 3M² more for scaling the direction, less than 2^-46 M² in all.
 * Children that one governor moves alone are entered only if the ray meets their boxes at rest too: rest-ray.ts.
 * The caller does not use this walk where R exceeds 2^60, so nothing overflows.
 */
import type { Arena } from '../arena.js';
import { LANES, LEAF_BIT, NO_CHILD, leafCount, leafFirst } from '../layout/child-words.js';
import { BLEND, HEADER, SPHERES } from '../layout/header.js';
import { RAY_ROUNDING, RAY_SIGN_ERROR, SMALLEST_SIGN_ERROR } from '../layout/margins.js';
import { PATCHED } from '../layout/patches.js';
import { RECORD, recordOf } from '../layout/record.js';
import { MOST_OPENED, RAY_WALK, WALK } from '../layout/walk.js';
import { evaluateBlock } from './evaluate-block.js';
import { poseLeaf } from './pose-leaf.js';
import { enterAtRest } from './rest-ray.js';
import { follow, wordAt } from '../units.js';
import type { ByteOffset } from '../units.js';

const fround = Math.fround;
const ROUNDING = RAY_ROUNDING;
const SIGN_ERROR = RAY_SIGN_ERROR;
const TINY = SMALLEST_SIGN_ERROR;

/** Returns 1 when the walk is complete, 0 when it stopped before. */
export function walkRay(arena: Arena, body: ByteOffset, state: ByteOffset): number {
  const { f32, u32 } = arena;
  const at = wordAt(state);
  const stack = follow(u32, at + WALK.stack);
  const header = wordAt(body);
  // Once all boxes are exact, they are better than those at rest.
  const isWhole = u32[header + HEADER.wholeStamp] === u32[header + HEADER.stamp];
  const isAtRest = u32[header + HEADER.boundRule] === BLEND && u32[at + RAY_WALK.isSweep] === 0 && !isWhole;
  const restEnd = isAtRest ? u32[header + PATCHED.lazyBlockCount] : 0;
  while (
    u32[at + WALK.stackSize] > 0 &&
    u32[at + WALK.budget] > 0 &&
    u32[at + WALK.stackSize] + MOST_OPENED <= u32[at + WALK.stackCapacity]
  ) {
    const top = stack + --u32[at + WALK.stackSize] * 2;
    if (f32[top + 1] > f32[at + RAY_WALK.far]) continue;
    const word = u32[top];
    if (word >= LEAF_BIT) {
      // As a signed number: one of 32 bits without sign would be put on the heap for the call.
      poseLeaf(arena, body, word | 0);
      if (listTriangles(arena, body, at, word | 0) > 0) break;
      continue;
    }
    u32[at + WALK.budget]--;
    u32[at + WALK.blocks]++;
    const cache = wordAt(evaluateBlock(arena, body, word));
    let met = enterLanes(arena, body, at, cache);
    if (met !== 0 && word < restEnd) met = enterAtRest(arena, header, at, word, met);
    pushEntered(arena, body, at, word, met);
  }
  return u32[at + WALK.stackSize] === 0 ? 1 : 0;
}

/** Pushes the children that are entered, the farthest first; of equally far ones the highest lane first. */
function pushEntered(arena: Arena, body: ByteOffset, at: number, block: number, met: number): void {
  const { f32, u32 } = arena;
  const words = recordOf(u32, wordAt(body), block) + RECORD.words;
  const stack = follow(u32, at + WALK.stack);
  const entries = at + RAY_WALK.entries;
  for (let left = met; left !== 0;) {
    let farthest = 31 - Math.clz32(left);
    for (let lane = farthest - 1; lane >= 0; lane--) {
      if ((left & (1 << lane)) !== 0 && f32[entries + lane] > f32[entries + farthest]) farthest = lane;
    }
    left ^= 1 << farthest;
    if (u32[words + farthest] === NO_CHILD) continue;
    const top = stack + u32[at + WALK.stackSize]++ * 2;
    u32[top] = u32[words + farthest];
    f32[top + 1] = f32[entries + farthest];
  }
}

/** Which lanes the ray can enter before its far end, as bits; where it does, or before, is left in the state. */
function enterLanes(arena: Arena, body: ByteOffset, at: number, cache: number): number {
  const { f32, u32 } = arena;
  const step = u32[wordAt(body) + HEADER.shape] === SPHERES ? 0 : LANES;
  let met = 0;
  for (let lane = 0; lane < LANES; lane++) {
    let entry = 0;
    let exit = f32[at + RAY_WALK.far];
    let isApart = false;
    for (let axis = 0; axis < 3; axis++) {
      const distance = fround(f32[cache + axis * LANES + lane] - f32[at + RAY_WALK.origin + axis]);
      const half = fround(f32[cache + 3 * LANES + axis * step + lane] + f32[at + RAY_WALK.growth]);
      const low = fround(distance - half);
      const high = fround(distance + half);
      if ((u32[at + RAY_WALK.flatAxes] & (1 << axis)) !== 0) {
        isApart ||= low > 0 || high < 0;
        continue;
      }
      const inverse = f32[at + RAY_WALK.inverse + axis];
      const first = fround((inverse > 0 ? low : high) * inverse);
      const last = fround((inverse > 0 ? high : low) * inverse);
      const earliest = fround(first - fround(Math.abs(first) * ROUNDING));
      const latest = fround(last + fround(Math.abs(last) * ROUNDING));
      if (entry < earliest) entry = earliest;
      if (latest < exit) exit = latest;
    }
    f32[at + RAY_WALK.entries + lane] = entry;
    if (!isApart && !(entry > exit)) met |= 1 << lane;
  }
  return met;
}

/** Lists the triangles of a leaf that the line can pass through; returns how many. */
function listTriangles(arena: Arena, body: ByteOffset, at: number, word: number): number {
  const { u32 } = arena;
  const out = follow(u32, at + WALK.out);
  const corners = follow(u32, wordAt(body) + HEADER.triangles);
  const first = leafFirst(word);
  let count = 0;
  for (let triangle = first; triangle < first + leafCount(word); triangle++) {
    if (u32[at + RAY_WALK.isSweep] === 0 && passesBy(arena, body, at, corners + triangle * 3)) continue;
    u32[out + count++] = triangle;
  }
  u32[at + WALK.outCount] = count;
  return count;
}

/** Whether two of the three determinants have certainly different signs. */
function passesBy(arena: Arena, body: ByteOffset, at: number, corner: number): boolean {
  const { f32, f64, u32 } = arena;
  const positions = follow(u32, wordAt(body) + HEADER.positions);
  const origin = (at + RAY_WALK.origin64) >>> 1;
  const direction = (at + RAY_WALK.direction64) >>> 1;
  const dx = f64[direction];
  const dy = f64[direction + 1];
  const dz = f64[direction + 2];
  const a = positions + u32[corner] * 3;
  const b = positions + u32[corner + 1] * 3;
  const c = positions + u32[corner + 2] * 3;
  const ax = f32[a] - f64[origin];
  const ay = f32[a + 1] - f64[origin + 1];
  const az = f32[a + 2] - f64[origin + 2];
  const bx = f32[b] - f64[origin];
  const by = f32[b + 1] - f64[origin + 1];
  const bz = f32[b + 2] - f64[origin + 2];
  const cx = f32[c] - f64[origin];
  const cy = f32[c + 1] - f64[origin + 1];
  const cz = f32[c + 2] - f64[origin + 2];
  const u = dx * (by * cz - bz * cy) + dy * (bz * cx - bx * cz) + dz * (bx * cy - by * cx);
  const v = dx * (cy * az - cz * ay) + dy * (cz * ax - cx * az) + dz * (cx * ay - cy * ax);
  const w = dx * (ay * bz - az * by) + dy * (az * bx - ax * bz) + dz * (ax * by - ay * bx);
  const reach = Math.max(
    Math.max(Math.abs(ax), Math.abs(ay), Math.abs(az)),
    Math.max(Math.abs(bx), Math.abs(by), Math.abs(bz)),
    Math.max(Math.abs(cx), Math.abs(cy), Math.abs(cz)),
  );
  const error = SIGN_ERROR * (reach * reach) + TINY;
  const hasPositive = u > error || v > error || w > error;
  const hasNegative = u < -error || v < -error || w < -error;
  return hasPositive && hasNegative;
}
