/**
 * Bottom-up refit of layered spheres in plain TypeScript: the reference for ../assembly/refit-spheres.ts, same words.
 *
 * Why no vertex escapes. Differences, squares and sums of float32 numbers neither overflow nor underflow in float64,
 * so lengths are good to a factor of 1 ± 2^-50. At a leaf, whatever the centre c, a float32 triple, r = max |p_i - c| is
 * enough. At an inner node, children are merged one by one: in exact arithmetic the smallest sphere around two spheres
 * has the radius (d + r_1 + r_2) / 2 and its centre on the line between theirs. In float64 the centre is off by a few
 * units in its last place, less than NOISE = 2^-48 times the sum of its coordinates for the three merges there can be;
 * rounding it to float32 shifts it by less than the sum of the three shifts. Adding both to the radius makes up for it.
 *
 * The radius is then multiplied by WIDEN = 1 + 2^-22, which covers the factors 1 - 2^-50 of lengths and the factor
 * 1 - 2^-24 of rounding it to float32; where float32 is denormal that rounding takes up to 2^-150 away, and
 * TINY = 2^-148 makes up for it. A radius beyond float32 becomes infinite, which encloses everything.
 */
import type { Arena } from '../arena.js';
import { LEAF_BIT, NO_CHILD } from '../node-words.js';

const STRIDE = 4;
const RADIUS = 3;
const WIDEN = 1.0000002384185791015625;
const TINY = 2.802596928649634e-45;
const NOISE = 3.552713678800501e-15;

/** Refits all spheres from the leaves up. Pointers are byte offsets into the arena. */
export function refitSpheres(
  arena: Arena,
  nodes: number,
  nodeCount: number,
  arity: number,
  leafVertices: number,
  positions: number,
  spheres: number,
): void {
  const { u32 } = arena;
  for (let node = nodeCount - 1; node >= 0; node--) {
    const words = (nodes >>> 2) + node * arity;
    const sphere = (spheres >>> 2) + node * STRIDE;
    const first = u32[words];
    if (first >= LEAF_BIT) {
      const start = (leafVertices >>> 2) + (first - LEAF_BIT);
      fitLeaf(arena, start, start + u32[words + 1], positions, sphere);
    } else {
      fitInner(arena, words, words + arity, spheres >>> 2, sphere);
    }
  }
}

function fitLeaf(arena: Arena, start: number, end: number, positions: number, sphere: number): void {
  const { f32, u32 } = arena;
  for (let axis = 0; axis < 3; axis++) {
    let low = f32[(positions + u32[start]) / 4 + axis];
    let high = low;
    for (let i = start + 1; i < end; i++) {
      const value = f32[(positions + u32[i]) / 4 + axis];
      if (value < low) low = value;
      if (high < value) high = value;
    }
    // Halves first, so that the sum cannot overflow.
    f32[sphere + axis] = Math.fround(low * 0.5) + Math.fround(high * 0.5);
  }
  const x = f32[sphere];
  const y = f32[sphere + 1];
  const z = f32[sphere + 2];
  let farthest = 0;
  for (let i = start; i < end; i++) {
    const vertex = (positions + u32[i]) / 4;
    const dx = f32[vertex] - x;
    const dy = f32[vertex + 1] - y;
    const dz = f32[vertex + 2] - z;
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared > farthest) farthest = squared;
  }
  f32[sphere + RADIUS] = Math.sqrt(farthest) * WIDEN + TINY;
}

function fitInner(arena: Arena, firstWord: number, endWord: number, spheres: number, sphere: number): void {
  const { f32, u32 } = arena;
  let child = spheres + u32[firstWord] * STRIDE;
  let x = f32[child];
  let y = f32[child + 1];
  let z = f32[child + 2];
  let radius = f32[child + RADIUS];
  for (let word = firstWord + 1; word < endWord && u32[word] !== NO_CHILD; word++) {
    child = spheres + u32[word] * STRIDE;
    const dx = f32[child] - x;
    const dy = f32[child + 1] - y;
    const dz = f32[child + 2] - z;
    const other = f32[child + RADIUS];
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (distance + other <= radius) continue;
    let share = 1;
    if (distance + radius <= other) {
      radius = other;
    } else {
      const enclosing = (distance + radius + other) * 0.5;
      share = (enclosing - radius) / distance;
      radius = enclosing;
    }
    x += dx * share;
    y += dy * share;
    z += dz * share;
  }
  const roundedX = (f32[sphere] = Math.fround(x));
  const roundedY = (f32[sphere + 1] = Math.fround(y));
  const roundedZ = (f32[sphere + 2] = Math.fround(z));
  const shift = Math.abs(roundedX - x) + Math.abs(roundedY - y) + Math.abs(roundedZ - z);
  const noise = (Math.abs(x) + Math.abs(y) + Math.abs(z)) * NOISE;
  f32[sphere + RADIUS] = (radius + shift + noise) * WIDEN + TINY;
}
