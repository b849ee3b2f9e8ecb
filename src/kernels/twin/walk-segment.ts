/**
 * Which leaves of a body can meet a segment swept by a ball: the reference for ../assembly/walk-segment.ts, same
 * words.
 *
 * Why no leaf is missed. Let ρ bound the coordinates of the segment and of all bounds. All differences, products and
 * sums are float32 operations, each good to a factor of 1 ± u, u = 2^-24, on numbers of size at most 4ρ. The nearest
 * point of the segment is found at a share that is off by at most 8uρ over the segment's length; the distance there
 * exceeds the smallest one by less than that, and is itself computed with an error below 16uρ. So a radius widened by
 * 32uρ, which the caller adds, and a reach multiplied by SLACK = 1 + 2^-20 leave nothing out. The caller also adds
 * 2^-60, so that squares of the reach do not underflow. Where only sums of squares overflow, as for a ball, they give
 * infinities for which "apart" is right or false. Products with the segment are differences, which must not overflow:
 * a caller whose coordinates exceed 2^60 passes the ball around the segment instead.
 */
import type { Arena } from '../arena.js';
import { LANES, LEAF_BIT, NO_CHILD } from '../layout/child-words.js';
import { HEADER, ORIENTED, PLACEMENT, SPHERES } from '../layout/header.js';
import { LINEAR_BOUND } from '../layout/linear.js';
import { WALK_ROUNDING, WALK_SLACK } from '../layout/margins.js';
import { AXIS, ORIENTED_BOX, RECORD } from '../layout/record.js';
import { MOST_OPENED, SEGMENT_WALK, WALK } from '../layout/walk.js';
import { evaluateBlock } from './evaluate-block.js';
import { poseLeaf } from './pose-leaf.js';
import { follow, wordAt } from '../units.js';
import type { ByteOffset } from '../units.js';

const fround = Math.fround;
const SLACK = WALK_SLACK;
const ROUNDING = WALK_ROUNDING;
const START = SEGMENT_WALK.start;
const DIRECTION = SEGMENT_WALK.direction;
const INVERSE = SEGMENT_WALK.inverse;
const RADIUS = SEGMENT_WALK.radius;

/** Returns 1 when the walk is complete, 0 when it stopped before. */
export function walkSegment(arena: Arena, body: ByteOffset, state: ByteOffset): number {
  const { f32, u32 } = arena;
  const at = wordAt(state);
  const stack = follow(u32, at + WALK.stack);
  const out = follow(u32, at + WALK.out);
  while (
    u32[at + WALK.stackSize] > 0 &&
    u32[at + WALK.budget] > 0 &&
    u32[at + WALK.outCount] + LANES <= u32[at + WALK.outCapacity] &&
    u32[at + WALK.stackSize] + MOST_OPENED <= u32[at + WALK.stackCapacity]
  ) {
    const block = u32[stack + --u32[at + WALK.stackSize]];
    u32[at + WALK.budget]--;
    u32[at + WALK.blocks]++;
    const cache = wordAt(evaluateBlock(arena, body, block));
    const shape = u32[wordAt(body) + HEADER.shape];
    const share = follow(u32, wordAt(body) + HEADER.placement) + PLACEMENT.share;
    const oriented = follow(u32, wordAt(body) + LINEAR_BOUND.oriented) + block * ORIENTED_BOX.wordCount;
    for (let lane = LANES - 1; lane >= 0; lane--) {
      const word = u32[cache + RECORD.words + lane];
      if (word === NO_CHILD) continue;
      if (shape === SPHERES ? sphereApart(f32, at, cache + lane) : boxApart(f32, at, cache + lane)) continue;
      if (shape === ORIENTED && orientedApart(f32, at, cache + lane, oriented + lane, share)) continue;
      if (word >= LEAF_BIT) {
        // As a signed number: one of 32 bits without sign would be put on the heap for the call.
        poseLeaf(arena, body, word | 0);
        u32[out + u32[at + WALK.outCount]++] = word;
      } else {
        u32[stack + u32[at + WALK.stackSize]++] = word;
      }
    }
  }
  return u32[at + WALK.stackSize] === 0 ? 1 : 0;
}

function sphereApart(f32: Float32Array, at: number, sphere: number): boolean {
  let x = fround(f32[sphere] - f32[at + START]);
  let y = fround(f32[sphere + LANES] - f32[at + START + 1]);
  let z = fround(f32[sphere + 2 * LANES] - f32[at + START + 2]);
  const inverse = f32[at + INVERSE];
  if (inverse !== 0) {
    const dx = f32[at + DIRECTION];
    const dy = f32[at + DIRECTION + 1];
    const dz = f32[at + DIRECTION + 2];
    const along = fround(fround(fround(x * dx) + fround(y * dy)) + fround(z * dz));
    const scaled = fround(along * inverse);
    // Comparisons as SIMD makes them, so that not-a-number takes the same way.
    const low = 0 < scaled ? scaled : 0;
    const share = low < 1 ? low : 1;
    x = fround(x - fround(share * dx));
    y = fround(y - fround(share * dy));
    z = fround(z - fround(share * dz));
  }
  const squared = fround(fround(fround(x * x) + fround(y * y)) + fround(z * z));
  const reach = fround(fround(f32[sphere + 3 * LANES] + f32[at + RADIUS]) * SLACK);
  return squared > fround(reach * reach);
}

/**
 * Where the segment's middle is from a bound's centre, half of the segment, the radius, and the box grown by it: kept here,
 * since doubles that are handed to a call which is not inlined go to the heap.
 */
const middle = new Float32Array(3);
const half = new Float32Array(3);
const radiusOf = new Float32Array(1);
const grown = new Float32Array(3);

function locate(f32: Float32Array, at: number, bound: number): void {
  for (let axis = 0; axis < 3; axis++) {
    half[axis] = f32[at + DIRECTION + axis] * 0.5;
    middle[axis] = fround(f32[bound + axis * LANES] - f32[at + START + axis]) - half[axis];
  }
}

function boxApart(f32: Float32Array, at: number, box: number): boolean {
  locate(f32, at, box);
  radiusOf[0] = f32[at + RADIUS];
  return segmentApart(f32, box + 3 * LANES, f32[at + INVERSE] !== 0);
}

/**
 * The same in the coordinates that the axes of an oriented box measure. These axes A are almost orthonormal (see
 * place-block.ts), so a ball of radius r becomes part of one of radius (1 + share) r, and the box is exactly |y_k| ≤
 * h_k. Products of three float32 terms are off by less than 3u times the sums of magnitudes on each axis; ROUNDING =
 * 16u of those, added to the radius, covers that and the products in the tests below.
 */
function orientedApart(f32: Float32Array, at: number, box: number, oriented: number, share: number): boolean {
  locate(f32, at, box);
  const x = middle[0];
  const y = middle[1];
  const z = middle[2];
  const ex = half[0];
  const ey = half[1];
  const ez = half[2];
  const distance = fround(fround(Math.abs(x) + Math.abs(y)) + Math.abs(z));
  const length = fround(fround(Math.abs(ex) + Math.abs(ey)) + Math.abs(ez));
  const rounding = fround(fround(distance + length) * ROUNDING);
  const radius = fround(f32[at + RADIUS] * fround(1 + f32[share]));
  for (let axis = 0; axis < 3; axis++) {
    middle[axis] = along(f32, oriented + axis * AXIS.wordCount, x, y, z);
    half[axis] = along(f32, oriented + axis * AXIS.wordCount, ex, ey, ez);
  }
  radiusOf[0] = radius + rounding;
  return segmentApart(f32, oriented + ORIENTED_BOX.sizes, f32[at + INVERSE] !== 0);
}

function along(f32: Float32Array, axis: number, x: number, y: number, z: number): number {
  return fround(fround(fround(f32[axis] * x) + fround(f32[axis + LANES] * y)) + fround(f32[axis + 2 * LANES] * z));
}

/** Separating axes of a segment and a box: the box's three, and their products with the segment; a ball by distance. */
function segmentApart(f32: Float32Array, extents: number, isSwept: boolean): boolean {
  const radius = radiusOf[0];
  for (let axis = 0; axis < 3; axis++) {
    grown[axis] = fround(f32[extents + axis * LANES] + radius) * SLACK;
    if (Math.abs(middle[axis]) > fround(grown[axis] + Math.abs(half[axis]))) return true;
  }
  if (isSwept) return crossApart(1, 2) || crossApart(2, 0) || crossApart(0, 1);
  const ox = positive(fround(Math.abs(middle[0]) - f32[extents]));
  const oy = positive(fround(Math.abs(middle[1]) - f32[extents + LANES]));
  const oz = positive(fround(Math.abs(middle[2]) - f32[extents + 2 * LANES]));
  const squared = fround(fround(fround(ox * ox) + fround(oy * oy)) + fround(oz * oz));
  const reach = fround(radius * SLACK);
  return squared > fround(reach * reach);
}

/** Whether they are apart along the product of the segment with the axis beside j and k. */
function crossApart(j: number, k: number): boolean {
  const distance = Math.abs(fround(fround(middle[j] * half[k]) - fround(middle[k] * half[j])));
  const reach = fround(fround(grown[j] * Math.abs(half[k])) + fround(grown[k] * Math.abs(half[j])));
  return distance > fround(reach * SLACK);
}

function positive(value: number): number {
  return 0 < value ? value : 0;
}
