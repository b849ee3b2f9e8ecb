/** Gaps of a pair of nodes: whether they are apart or overlap, and until when. `gap-margin.ts` has the rule, and proves it. */
import { schedule } from '../event-queue.js';
import { SIDES } from '../leaves.js';
import { POLYNOMIAL, findZero } from '../overtaking.js';
import { CLOCK, GAP_MARGIN, NODE_MOTION, OVERLAPPING, PAIR } from './layout.js';
import type { SeparationList } from './list-record.js';
import { freshenNode } from './watched-tree.js';

/** Of each side at present: the gap, how fast it grows, and half of how fast that does. */
const gaps = new Float64Array(SIDES);
const growths = new Float64Array(SIDES);
const bends = new Float64Array(SIDES);
/** The list's margin at present, in the same way. */
const MARGIN_NOW = { value: 0, growth: 1, bend: 2, stride: 3 } as const;
const marginNow = new Float64Array(MARGIN_NOW.stride);
const difference = new Float64Array(POLYNOMIAL.stride);

/** Finds the state of a pair, and schedules when it has to be looked at again, unless the epoch ends before. */
export function findState(list: SeparationList, pair: number): number {
  const { clock, queue } = list;
  beginLook(list, pair);
  for (let side = 0; side < SIDES; side++) writeGap(list, pair, side);
  let state: number = OVERLAPPING;
  // The side that will part them for longest.
  let passed = -1;
  for (let side = 0; side < SIDES; side++) {
    if (gaps[side] < 1.5 * marginNow[MARGIN_NOW.value]) continue;
    findFall(side);
    if (difference[POLYNOMIAL.zero] <= passed) continue;
    passed = difference[POLYNOMIAL.zero];
    state = side;
  }
  if (state === OVERLAPPING) {
    passed = Infinity;
    for (let side = 0; side < SIDES; side++) {
      findRise(side);
      if (difference[POLYNOMIAL.zero] < passed) passed = difference[POLYNOMIAL.zero];
    }
  }
  const time = clock[CLOCK.time] + passed;
  queue.times[pair] = time < clock[CLOCK.epochEnd] ? time : Infinity;
  schedule(queue, pair);
  return state;
}

/** Whether the side that parts a pair does so until the epoch ends. */
export function staysApart(list: SeparationList, pair: number): boolean {
  const { clock, pairs } = list;
  const side = pairs[pair * PAIR.stride + PAIR.state];
  beginLook(list, pair);
  writeGap(list, pair, side);
  findFall(side);
  return clock[CLOCK.time] + difference[POLYNOMIAL.zero] >= clock[CLOCK.epochEnd];
}

/** Whether a pair overlaps until the epoch ends, where all paths are straight: what holds now and then holds between. */
export function staysOverlapping(list: SeparationList, pair: number): boolean {
  const { clock, margin, pairs } = list;
  const a = pairs[pair * PAIR.stride + PAIR.a];
  const b = pairs[pair * PAIR.stride + PAIR.b];
  freshenNode(list.a, a, list.epoch, clock);
  freshenNode(list.b, b, list.epoch, clock);
  const motionsA = list.a.motions;
  const motionsB = list.b.motions;
  const passed = clock[CLOCK.time] - clock[CLOCK.epochBegin];
  const whole = clock[CLOCK.epochEnd] - clock[CLOCK.epochBegin];
  const enough = 1.5 * (margin[GAP_MARGIN.epochConstant] + passed * margin[GAP_MARGIN.epochSlope]);
  const enoughAtEnd = 1.5 * (margin[GAP_MARGIN.epochConstant] + whole * margin[GAP_MARGIN.epochSlope]);
  for (let axis = 0; axis < 3; axis++) {
    const lowA = a * NODE_MOTION.stride + axis;
    const lowB = b * NODE_MOTION.stride + axis;
    const below = motionsA[lowA + NODE_MOTION.coordinate] - motionsB[lowB + 3 + NODE_MOTION.coordinate];
    const belowGrowth = motionsA[lowA + NODE_MOTION.velocity] - motionsB[lowB + 3 + NODE_MOTION.velocity];
    const above = motionsB[lowB + NODE_MOTION.coordinate] - motionsA[lowA + 3 + NODE_MOTION.coordinate];
    const aboveGrowth = motionsB[lowB + NODE_MOTION.velocity] - motionsA[lowA + 3 + NODE_MOTION.velocity];
    if (!(below + passed * belowGrowth < enough && above + passed * aboveGrowth < enough)) return false;
    if (!(below + whole * belowGrowth < enoughAtEnd && above + whole * aboveGrowth < enoughAtEnd)) return false;
  }
  return true;
}

function beginLook({ a, b, clock, epoch, margin, pairs }: SeparationList, pair: number): void {
  freshenNode(a, pairs[pair * PAIR.stride + PAIR.a], epoch, clock);
  freshenNode(b, pairs[pair * PAIR.stride + PAIR.b], epoch, clock);
  const passed = clock[CLOCK.time] - clock[CLOCK.epochBegin];
  const slope = margin[GAP_MARGIN.epochSlope];
  const bend = margin[GAP_MARGIN.bend];
  marginNow[MARGIN_NOW.value] = margin[GAP_MARGIN.epochConstant] + passed * (slope + passed * bend);
  marginNow[MARGIN_NOW.growth] = slope + 2 * passed * bend;
  marginNow[MARGIN_NOW.bend] = bend;
}

/** By how much `b` lies beyond a side of `a`. */
function writeGap(list: SeparationList, pair: number, side: number): void {
  const { clock, pairs } = list;
  const motionsA = list.a.motions;
  const motionsB = list.b.motions;
  const sign = side < 3 ? 1 : -1;
  const opposite = side < 3 ? side + 3 : side - 3;
  const atA = pairs[pair * PAIR.stride + PAIR.a] * NODE_MOTION.stride + side;
  const atB = pairs[pair * PAIR.stride + PAIR.b] * NODE_MOTION.stride + opposite;
  const passed = clock[CLOCK.time] - clock[CLOCK.epochBegin];
  const apart = sign * (motionsA[atA + NODE_MOTION.coordinate] - motionsB[atB + NODE_MOTION.coordinate]);
  const growth = sign * (motionsA[atA + NODE_MOTION.velocity] - motionsB[atB + NODE_MOTION.velocity]);
  const bend = sign * (motionsA[atA + NODE_MOTION.curvature] - motionsB[atB + NODE_MOTION.curvature]);
  gaps[side] = apart + passed * (growth + passed * bend);
  growths[side] = growth + 2 * passed * bend;
  bends[side] = bend;
}

/** How long it takes until a gap falls to the margin. */
function findFall(side: number): void {
  difference[POLYNOMIAL.lead] = gaps[side] - marginNow[MARGIN_NOW.value];
  difference[POLYNOMIAL.velocity] = growths[side] - marginNow[MARGIN_NOW.growth];
  difference[POLYNOMIAL.curvature] = bends[side] - marginNow[MARGIN_NOW.bend];
  findZero(difference);
}

/** How long it takes until a gap rises to two margins. */
function findRise(side: number): void {
  difference[POLYNOMIAL.lead] = 2 * marginNow[MARGIN_NOW.value] - gaps[side];
  difference[POLYNOMIAL.velocity] = 2 * marginNow[MARGIN_NOW.growth] - growths[side];
  difference[POLYNOMIAL.curvature] = 2 * marginNow[MARGIN_NOW.bend] - bends[side];
  findZero(difference);
}
