/** The bounds of a block placed in the world: the reference for ../assembly/place-block.ts, same words. */
import type { Arena } from '../arena.js';
import { LANES } from '../layout/child-words.js';
import { HEADER, PLACEMENT, PLACEMENT_ROW } from '../layout/header.js';
import { LINEAR_BOUND } from '../layout/linear.js';
import { SMALLEST_EXTENT } from '../layout/margins.js';
import { AXES, AXIS, ORIENTED_BOX } from '../layout/record.js';
import { follow } from '../units.js';
import type { WordIndex } from '../units.js';

const fround = Math.fround;
const TINY = SMALLEST_EXTENT;

/** Centres turned and moved, whatever is around them. */
export function placeCenters(f32: Float32Array, m: number, cache: number): void {
  for (let lane = 0; lane < LANES; lane++) {
    turn(f32, m, cache + lane, cache + lane);
    for (let row = 0; row < 3; row++)
      f32[cache + row * LANES + lane] += f32[m + row * PLACEMENT_ROW.wordCount + PLACEMENT_ROW.translation];
  }
}

/** Spheres: radii widened. */
export function placeRadii(f32: Float32Array, m: number, cache: number): void {
  for (let at = cache + 3 * LANES; at < cache + 4 * LANES; at++) {
    f32[at] = fround(f32[at] * f32[m + PLACEMENT.scale]) + f32[m + PLACEMENT.pad];
  }
}

/** Axis-aligned boxes: those around the turned ones. */
export function placeExtents(f32: Float32Array, m: number, cache: number): void {
  for (let lane = 0; lane < LANES; lane++) {
    const at = cache + 3 * LANES + lane;
    const x = f32[at];
    const y = f32[at + LANES];
    const z = f32[at + 2 * LANES];
    for (let row = 0; row < 3; row++) {
      const r = m + row * PLACEMENT_ROW.wordCount;
      const extent = fround(
        fround(fround(x * Math.abs(f32[r])) + fround(y * Math.abs(f32[r + 1]))) + fround(z * Math.abs(f32[r + 2])),
      );
      f32[at + row * LANES] = fround(extent * f32[m + PLACEMENT.scale]) + f32[m + PLACEMENT.pad];
    }
  }
}

/** Turns a vector, whose coordinates lie a row apart, by the rotation of a placement. */
function turn(f32: Float32Array, m: number, from: number, to: number): void {
  const x = f32[from];
  const y = f32[from + LANES];
  const z = f32[from + 2 * LANES];
  for (let row = 0; row < 3; row++) {
    const r = m + row * PLACEMENT_ROW.wordCount;
    f32[to + row * LANES] = fround(fround(x * f32[r]) + fround(y * f32[r + 1])) + fround(z * f32[r + 2]);
  }
}

/**
 * Half extents along a box's own axes come in, those of the axis-aligned box around it go out; the oriented box itself,
 * axes and half extents, is left beside the cache.
 *
 * Why it holds. An oriented box is the set |a_k·(x - c)| ≤ h_k, k = 1, 2, 3, for the float32 vectors a_k as they are,
 * almost orthonormal: let E bound the entries of AAᵀ - I. Then x - c = Aᵀ(AAᵀ)⁻¹y with |y_k| ≤ h_k, and (AAᵀ)⁻¹y is
 * off y by at most 1.01 E Σh in each entry: so the extent along a world axis is at most Σ|a_k| h_k + 2E Σh. Placement
 * by a matrix with |RᵀR - I| ≤ F in each entry turns the axes, which makes E at most 3.1F + 16u, rounding included,
 * and changes a_k·(x - c) by at most (3F + 8u)Σh and by the pad for centre and vertex (see ../../body/placement.ts). All
 * of this, and the rounding of the sums here, is within share · Σh, share = 8F + 64u; TINY = 2^-146 makes up for
 * denormal numbers.
 */
export function orientBoxes(arena: Arena, header: WordIndex, block: number, cache: number): void {
  const { f32, u32 } = arena;
  const m = follow(u32, header + HEADER.placement);
  const axes = follow(u32, header + LINEAR_BOUND.axes) + block * AXES.wordCount;
  const oriented = follow(u32, header + LINEAR_BOUND.oriented) + block * ORIENTED_BOX.wordCount;
  const isPlaced = u32[header + HEADER.placed] !== 0;
  for (let lane = 0; lane < LANES; lane++) {
    const size = cache + 3 * LANES + lane;
    let x = f32[size];
    let y = f32[size + LANES];
    let z = f32[size + 2 * LANES];
    if (isPlaced) {
      const added = fround(sharedSlack(f32[m + PLACEMENT.share], x, y, z) + f32[m + PLACEMENT.pad]);
      x = fround(x + added);
      y = fround(y + added);
      z = fround(z + added);
    }
    for (let axis = 0; axis < 3; axis++) {
      const from = axes + axis * AXIS.wordCount + lane;
      const to = oriented + axis * AXIS.wordCount + lane;
      if (isPlaced) turn(f32, m, from, to);
      else for (let row = 0; row < 3; row++) f32[to + row * LANES] = f32[from + row * LANES];
    }
    f32[oriented + ORIENTED_BOX.sizes + lane] = x;
    f32[oriented + ORIENTED_BOX.sizes + LANES + lane] = y;
    f32[oriented + ORIENTED_BOX.sizes + 2 * LANES + lane] = z;
    const slack = sharedSlack(f32[m + PLACEMENT.share], x, y, z);
    for (let row = 0; row < 3; row++) {
      const at = oriented + row * LANES + lane;
      const extent = fround(
        fround(fround(x * Math.abs(f32[at])) + fround(y * Math.abs(f32[at + AXIS.wordCount]))) +
          fround(z * Math.abs(f32[at + 2 * AXIS.wordCount])),
      );
      f32[size + row * LANES] = extent + slack;
    }
  }
}

function sharedSlack(share: number, x: number, y: number, z: number): number {
  return fround(fround(fround(fround(fround(x + y) + z) + TINY) * share) + TINY);
}
