/**
 * Which leaves of two bodies can meet, or which of one: the reference for ../assembly/walk-pairs.ts, same words.
 *
 * A body with itself is the same body twice. A pair of equal slots opens into its children, each with itself and with
 * those after it, so every pair of leaves comes once, and each leaf with itself.
 *
 * In which order leaves come out follows from the trees alone: the leaves of a pair that is opened come at once, what
 * is not a pair of leaves waits on the stack, and bounds merely leave out what cannot meet. An entry of the stack may
 * also be two leaves, given by their words: whoever takes a walk to pieces puts back what had come out so far.
 *
 * Why no pair is missed. Centres are float32; their difference is good to a factor of 1 ± 2^-24, the sum of three
 * squares to 1 ± 2^-22, and so is the sum of two sizes and a pad. SLACK = 1 + 2^-20 on the reach covers all of it; the
 * pad, which the caller makes 2^-60 at least, keeps squares from underflowing. Overflow gives infinities, for which
 * "apart" is false.
 */
import type { Arena } from '../arena.js';
import { LANES, LEAF_BIT, NO_CHILD } from '../layout/child-words.js';
import { HEADER, ORIENTED, PLACEMENT, SPHERES } from '../layout/header.js';
import { LINEAR_BOUND } from '../layout/linear.js';
import { WALK_ROUNDING, WALK_SLACK } from '../layout/margins.js';
import { AXIS, ORIENTED_BOX, recordOf, slotWordAt } from '../layout/record.js';
import { isRegion } from '../layout/regions.js';
import { MOST_OPENED, PAIR_WALK, WALK } from '../layout/walk.js';
import { evaluateBlock } from './evaluate-block.js';
import { poseLeaf } from './pose-leaf.js';
import { follow, wordAt } from '../units.js';
import type { ByteOffset } from '../units.js';

const fround = Math.fround;
const SLACK = WALK_SLACK;
const ROUNDING = WALK_ROUNDING;

/** Returns 1 when the walk is complete, 0 when it stopped before, as it does before a region: those are for another kernel, walk-regions.ts. */
export function walkPairs(arena: Arena, a: ByteOffset, b: ByteOffset, state: ByteOffset): number {
  const { u32 } = arena;
  const at = wordAt(state);
  const stack = follow(u32, at + WALK.stack);
  while (
    u32[at + WALK.stackSize] > 0 &&
    u32[at + WALK.budget] > 0 &&
    u32[at + WALK.outCount] + LANES * LANES <= u32[at + WALK.outCapacity] &&
    u32[at + WALK.stackSize] + MOST_OPENED <= u32[at + WALK.stackCapacity] &&
    !isRegion(u32[stack + u32[at + WALK.stackSize] * 2 - 2] | 0)
  ) {
    const top = stack + --u32[at + WALK.stackSize] * 2;
    u32[at + WALK.budget]--;
    u32[at + WALK.blocks]++;
    if (u32[top] >= LEAF_BIT) putLeaves(arena, a, u32[top] | 0, b, u32[top + 1] | 0, at);
    else openPair(arena, a, u32[top], b, u32[top + 1], at);
  }
  return u32[at + WALK.stackSize] === 0 ? 1 : 0;
}

/** A leaf is compared as the single lane that it is, a block with all of its four. */
function openPair(arena: Arena, a: ByteOffset, slotA: number, b: ByteOffset, slotB: number, at: number): void {
  const { u32 } = arena;
  const hasOriented = u32[wordAt(a) + HEADER.shape] === ORIENTED || u32[wordAt(b) + HEADER.shape] === ORIENTED;
  const wordA = u32[slotWordAt(u32, wordAt(a), slotA)];
  const wordB = u32[slotWordAt(u32, wordAt(b), slotB)];
  const isLeafA = wordA >= LEAF_BIT;
  const isLeafB = wordB >= LEAF_BIT;
  const cacheA = isLeafA ? recordOf(u32, wordAt(a), slotA >>> 2) : wordAt(evaluateBlock(arena, a, wordA));
  const cacheB = isLeafB ? recordOf(u32, wordAt(b), slotB >>> 2) : wordAt(evaluateBlock(arena, b, wordB));
  const isSame = a === b && slotA === slotB;
  const baseA = isLeafA ? slotA & ~3 : wordA * LANES;
  const baseB = isLeafB ? slotB & ~3 : wordB * LANES;
  for (let laneA = LANES - 1; laneA >= 0; laneA--) {
    if (isLeafA && laneA !== (slotA & 3)) continue;
    const childA = u32[slotWordAt(u32, wordAt(a), baseA + laneA)];
    if (childA === NO_CHILD) continue;
    for (let laneB = LANES - 1; laneB >= (isSame ? laneA : 0); laneB--) {
      if (isLeafB && laneB !== (slotB & 3)) continue;
      const childB = u32[slotWordAt(u32, wordAt(b), baseB + laneB)];
      if (childB === NO_CHILD || lanesApart(arena, a, cacheA + laneA, b, cacheB + laneB, at)) continue;
      if (hasOriented && orientedApart(arena, a, baseA + laneA, b, baseB + laneB, at)) continue;
      if (childA >= LEAF_BIT && childB >= LEAF_BIT) {
        putLeaves(arena, a, childA | 0, b, childB | 0, at);
      } else {
        const top = follow(u32, at + WALK.stack) + u32[at + WALK.stackSize]++ * 2;
        u32[top] = baseA + laneA;
        u32[top + 1] = baseB + laneB;
      }
    }
  }
}

/** Leaves are signed numbers here: those of 32 bits without sign would be put on the heap for the call. */
function putLeaves(arena: Arena, a: ByteOffset, leafA: number, b: ByteOffset, leafB: number, at: number): void {
  const { u32 } = arena;
  poseLeaf(arena, a, leafA);
  poseLeaf(arena, b, leafB);
  const out = follow(u32, at + WALK.out) + u32[at + WALK.outCount]++ * 2;
  u32[out] = leafA;
  u32[out + 1] = leafB;
}

/** A sphere among boxes is taken as the box around it. */
function lanesApart(arena: Arena, a: ByteOffset, laneA: number, b: ByteOffset, laneB: number, at: number): boolean {
  const { f32, u32 } = arena;
  const pad = f32[at + PAIR_WALK.pad];
  const x = fround(f32[laneB] - f32[laneA]);
  const y = fround(f32[laneB + LANES] - f32[laneA + LANES]);
  const z = fround(f32[laneB + 2 * LANES] - f32[laneA + 2 * LANES]);
  const isSphereA = u32[wordAt(a) + HEADER.shape] === SPHERES;
  const isSphereB = u32[wordAt(b) + HEADER.shape] === SPHERES;
  const sizeA = laneA + 3 * LANES;
  const sizeB = laneB + 3 * LANES;
  const reach = fround(fround(f32[sizeB] + fround(f32[sizeA] + pad)) * SLACK);
  if (isSphereA && isSphereB) {
    const squared = fround(fround(fround(x * x) + fround(y * y)) + fround(z * z));
    return squared > fround(reach * reach);
  }
  const nextA = isSphereA ? 0 : LANES;
  const nextB = isSphereB ? 0 : LANES;
  const second = fround(fround(f32[sizeB + nextB] + fround(f32[sizeA + nextA] + pad)) * SLACK);
  const third = fround(fround(f32[sizeB + 2 * nextB] + fround(f32[sizeA + 2 * nextA] + pad)) * SLACK);
  return Math.abs(x) > reach || Math.abs(y) > second || Math.abs(z) > third;
}

/**
 * The axes of oriented boxes on either side: six at most of the fifteen that would be needed to tell all such boxes
 * apart, which lets through some pairs that do not meet, and no walk misses any that do. The axes a are as good as
 * orthonormal (see place-block.ts): along one, a sphere reaches (1 + share) R, an axis-aligned box Σ|a| h, an oriented
 * one Σ|a·b_k| h_k and less than its share of Σh more. Products of three float32 terms are off by less than 6u times
 * the sums of magnitudes; ROUNDING = 16u.
 */
function orientedApart(arena: Arena, a: ByteOffset, slotA: number, b: ByteOffset, slotB: number, at: number): boolean {
  return isApartAlongAxes(arena, a, slotA, b, slotB, at) || isApartAlongAxes(arena, b, slotB, a, slotA, at);
}

/** Whether two bounds are apart along an axis of the first, if that is an oriented box. */
function isApartAlongAxes(
  arena: Arena,
  a: ByteOffset,
  slotA: number,
  b: ByteOffset,
  slotB: number,
  state: number,
): boolean {
  const { f32, u32 } = arena;
  const pad = f32[state + PAIR_WALK.pad];
  if (u32[wordAt(a) + HEADER.shape] !== ORIENTED) return false;
  const shape = u32[wordAt(b) + HEADER.shape];
  const laneA = recordOf(u32, wordAt(a), slotA >>> 2) + (slotA & 3);
  const laneB = recordOf(u32, wordAt(b), slotB >>> 2) + (slotB & 3);
  const boxA = orientedOf(u32, a, slotA);
  const boxB = orientedOf(u32, b, slotB);
  const x = fround(f32[laneB] - f32[laneA]);
  const y = fround(f32[laneB + LANES] - f32[laneA + LANES]);
  const z = fround(f32[laneB + 2 * LANES] - f32[laneA + 2 * LANES]);
  const distance = fround(fround(Math.abs(x) + Math.abs(y)) + Math.abs(z));
  const rounding = fround(fround(distance * ROUNDING) + pad);
  for (let axis = 0; axis < 3; axis++) {
    const at = boxA + axis * AXIS.wordCount;
    const ax = f32[at];
    const ay = f32[at + LANES];
    const az = f32[at + 2 * LANES];
    const own = fround(f32[boxA + ORIENTED_BOX.sizes + axis * LANES] + rounding);
    let other: number;
    if (shape === SPHERES) other = fround(f32[laneB + 3 * LANES] * fround(1 + shareOf(arena, a)));
    else if (shape === ORIENTED) other = orientedReach(f32, ax, ay, az, boxB, shareOf(arena, b));
    else {
      const hx = f32[laneB + 3 * LANES];
      const hy = f32[laneB + 4 * LANES];
      const hz = f32[laneB + 5 * LANES];
      other = product(Math.abs(ax), Math.abs(ay), Math.abs(az), hx, hy, hz);
    }
    if (Math.abs(product(ax, ay, az, x, y, z)) > fround(fround(own + other) * SLACK)) return true;
  }
  return false;
}

/** How far an oriented box reaches along an axis. */
function orientedReach(f32: Float32Array, ax: number, ay: number, az: number, box: number, share: number): number {
  const hx = f32[box + ORIENTED_BOX.sizes];
  const hy = f32[box + ORIENTED_BOX.sizes + LANES];
  const hz = f32[box + ORIENTED_BOX.sizes + 2 * LANES];
  const x = product(ax, ay, az, f32[box], f32[box + LANES], f32[box + 2 * LANES]);
  const y = product(ax, ay, az, f32[box + 3 * LANES], f32[box + 4 * LANES], f32[box + 5 * LANES]);
  const z = product(ax, ay, az, f32[box + 6 * LANES], f32[box + 7 * LANES], f32[box + 8 * LANES]);
  const across = product(Math.abs(x), Math.abs(y), Math.abs(z), hx, hy, hz);
  return fround(across + fround(fround(fround(hx + hy) + hz) * share));
}

function product(ax: number, ay: number, az: number, x: number, y: number, z: number): number {
  return fround(fround(fround(ax * x) + fround(ay * y)) + fround(az * z));
}

function orientedOf(u32: Uint32Array, body: ByteOffset, slot: number): number {
  return follow(u32, wordAt(body) + LINEAR_BOUND.oriented) + (slot >>> 2) * ORIENTED_BOX.wordCount + (slot & 3);
}

function shareOf(arena: Arena, body: ByteOffset): number {
  return arena.f32[follow(arena.u32, wordAt(body) + HEADER.placement) + PLACEMENT.share];
}
