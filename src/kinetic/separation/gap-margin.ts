/**
 * How far apart counts as apart. The *gap* of two nodes on a side is by how much the nearest extreme of one lies beyond that of the other, on exact paths. L(t) is the list's margin.
 *
 * **The rule.** A pair that is looked at is apart if a gap of it is at least 3/2 L, as computed, and then until that gap falls to L. Else it overlaps, until one of its six gaps rises to 2 L: of the vertices that were
 * extremes when it was looked at. Then it is looked at again. So it is when a key is reached, when the caller has changed something, and, if it is apart, when a box has another extreme on the side that parts it.
 *
 * **The margin.** T is the earlier start of both plans, z its size, s = t - T; P, S, H are the bounds of `margin.ts` for a tree, D its depth. F is S where vertices have flights of their own, and 0 where
 * all follow keyframes, since nothing is farther out between keys than at them. For each tree let
 *
 *     W(t) = S + 2H (s + 2^-44 (z + s)),   M(t) = 2^-44 (P + W(t) (z + 2s)) + 2^-300,   C(t) = P + s (F + s H).
 *
 * M is at least m of `margin.ts`, because |t| <= z + s, and C at least the size of any coordinate. L(t) is the sum of 4 D M(t) + 2^-24 (1 + 2^-10) C(t) of both trees, and of 2^-148: a polynomial of degree 2 that never
 * falls. When a change by the caller exceeds P, S, H, F or D, it is taken twice as large as it has to be, and all pairs are looked at: that happens seldom.
 *
 * **Noise.** All that is computed of a gap is off by less than n = (m_A + m_B) / 4. Count as in `margin.ts`: coordinates at the begin of the epoch are off by 6.1 u R, velocities by 4 u W, and no term of
 * c + s (v + s h) exceeds R, so that a coordinate is off by 6.1 + 4 + 12 u R. A gap is off by 26 u (R_A + R_B), the polynomial that begins at present by 4 more, its first zero by another 26, and rounding times adds 2. With
 * a second gap when the event has come, these are 84 u (R_A + R_B). What is computed of L is off by 2^-49 of itself, which the 2^-10 and the fourth D M make up for.
 *
 * **Nothing is missed.** Let a pair be apart. Until it is looked at, its gap exceeds L - 2 n. By `certificates.ts` a computed coordinate below a node is beyond its extreme by 3 D m at most, and rounding
 * it to float32 moves it by 2^-24 of its size, or 2^-150. So on that axis, all float32 positions below one node are beyond all those below the other by more than
 *
 *     L - 2 n - 3 D_A m_A - 3 D_B m_B - 2^-24 (1 + 2^-40) (C_A + C_B) - 2^-149 > 0,
 *
 * as long as they are finite: nothing of one meets anything of the other. What a walk comes to besides apart pairs are leaves that overlap, which are in the list.
 *
 * **Nothing is kept in vain.** While a pair overlaps, six gaps of vertices below it are less than 2 L + 2 n. Extremes of today are no less far out than those, but for 2.25 D m. So boxes of leaves that overlap are apart by less than
 * 3 L on each axis ({@link overlapPad}), which is some 2^-20 where coordinates reach to one.
 *
 * **Time goes on.** After a pair was looked at, a gap has to change by L / 2 - n until its event, which is more than 2^-44 |t| (W_A + W_B). While time goes on by 2^-44 of its size, no speed exceeds W(t). So the event is later by
 * 2^8 units in the last place at least, or by 2^-360 where t is 0. (By growing, L brings it nearer by less than 2^-20 of that.)
 *
 * **The queue ends.** Between two keys, changes of boxes and changes by the caller, a gap less 5/4 L is a polynomial of degree 2. It is positive when the pair is found apart by that gap and negative when that ends: twice at most
 * for each of the six. An overlap that was to end and goes on had other extremes when it was looked at last. So a pair has less than twenty events in between, changes of boxes are finitely many by
 * `certificates.ts`, and pairs are opened no deeper than the trees are.
 *
 * **Moving along.** Where both trees are moved along, gaps stay as they are, and with keyframes so does L, but for what 2^-44 S adds: nothing happens. Where they fly, L grows with how far they have come, as float32 numbers grow coarser.
 */
import { FLOAT32_ROUNDOFF } from '../../math/float.js';
import { MARGINS_PER_LEVEL } from '../box-pad.js';
import { MARGIN_SHARE, SMALLEST_MARGIN } from '../margin.js';
import { CLOCK, GAP_MARGIN, HELD } from './layout.js';
import type { SeparationList, WatchedTree } from './list-record.js';

/** One more for each level than boxes are widened by: room for noise. */
const LEVEL_MARGINS = MARGINS_PER_LEVEL + 1;

const FLOAT32_SHARE = FLOAT32_ROUNDOFF * (1 + 1 / 1024);

/** 2^-148. */
const SMALLEST_GAP = 2.802596928649634e-45;

/** How much is taken when a bound was exceeded. */
const GROWTH = 2;

const needed = new Float64Array(HELD.stride);

/** What no two leaves that overlap are apart by, on any axis, at the list's time: 3 L of the head of this file. */
export function overlapPad({ clock, margin }: SeparationList): number {
  const passed = clock[CLOCK.time] - clock[CLOCK.epochBegin];
  const bent = margin[GAP_MARGIN.epochSlope] + passed * margin[GAP_MARGIN.bend];
  return 3 * (margin[GAP_MARGIN.epochConstant] + passed * bent);
}

/** Takes the bounds of both trees as they are. */
export function measureMargin(list: SeparationList): void {
  for (const watched of [list.a, list.b]) {
    writeNeeded(watched);
    watched.held.set(needed);
  }
  sumMargin(list);
}

/** Takes larger bounds where a tree has exceeded them; returns whether it has. */
export function growMargin(list: SeparationList): boolean {
  const isGrownA = growHeld(list.a);
  const isGrownB = growHeld(list.b);
  if (isGrownA || isGrownB) sumMargin(list);
  return isGrownA || isGrownB;
}

/** Counts the margin from the begin of the epoch. */
export function beginMargin({ a, b, clock, margin }: SeparationList): void {
  const start = Math.min(a.tree.paths.plan.start, b.tree.paths.plan.start);
  const passed = clock[CLOCK.epochBegin] - start;
  const slope = margin[GAP_MARGIN.slope];
  const bend = margin[GAP_MARGIN.bend];
  margin[GAP_MARGIN.epochConstant] = margin[GAP_MARGIN.constant] + passed * (slope + passed * bend);
  margin[GAP_MARGIN.epochSlope] = slope + 2 * passed * bend;
}

function sumMargin(list: SeparationList): void {
  const { a, b, margin } = list;
  const z = Math.abs(Math.min(a.tree.paths.plan.start, b.tree.paths.plan.start));
  margin[GAP_MARGIN.constant] = SMALLEST_GAP;
  margin[GAP_MARGIN.slope] = 0;
  margin[GAP_MARGIN.bend] = 0;
  for (const { held } of [a, b]) {
    const levels = LEVEL_MARGINS * held[HELD.depth];
    const share = levels * MARGIN_SHARE;
    // W(t) is a polynomial of degree 1.
    const speed = held[HELD.speed] + 2 * held[HELD.curvature] * MARGIN_SHARE * z;
    const growth = 2 * held[HELD.curvature] * (1 + MARGIN_SHARE);
    margin[GAP_MARGIN.constant] +=
      share * (held[HELD.reach] + speed * z) + levels * SMALLEST_MARGIN + FLOAT32_SHARE * held[HELD.reach];
    margin[GAP_MARGIN.slope] += share * (2 * speed + growth * z) + FLOAT32_SHARE * held[HELD.flightSpeed];
    margin[GAP_MARGIN.bend] += share * 2 * growth + FLOAT32_SHARE * held[HELD.curvature];
  }
  beginMargin(list);
}

function growHeld(watched: WatchedTree): boolean {
  const { held } = watched;
  let isGrown = false;
  writeNeeded(watched);
  for (let i = 0; i < HELD.stride; i++) {
    if (needed[i] <= held[i]) continue;
    held[i] = GROWTH * needed[i];
    isGrown = true;
  }
  return isGrown;
}

function writeNeeded({ tree: { depth, paths } }: WatchedTree): void {
  needed[HELD.reach] = paths.reach;
  needed[HELD.speed] = paths.speed;
  needed[HELD.curvature] = paths.curvature;
  needed[HELD.flightSpeed] = paths.ownCount > 0 ? paths.speed : 0;
  needed[HELD.depth] = depth;
}
