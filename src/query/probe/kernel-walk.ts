/** The walk for a ball or a capsule inside a kernel. */
import { leafCount, leafFirst } from '../../kernels/layout/child-words.js';
import { SEGMENT_WALK, WALK } from '../../kernels/layout/walk.js';
import { FLOAT32_MAX, FLOAT32_ROUNDOFF } from '../../math/float.js';
import { OPENINGS_PER_CALL, allowOpenings, enterWalk, leaveWalk } from '../kernel-walk.js';
import { BALL, CAPSULE } from './probe.js';
import type { Probe } from './probe.js';
import type { WalkedProbe } from './state.js';
import { testTriangles } from './triangles.js';
import { follow } from '../../kernels/units.js';

/** Cost of opening a block, in nanoseconds of the switch rule. */
const OPENING_NS = 6;
/** 2^60: products of two such numbers are far from the largest float32. */
const LARGEST_SEGMENT = 1152921504606846976;

/** Whether a kernel can walk for the probe. */
export function isKernelProbe({ kind }: Probe): boolean {
  return kind === BALL || kind === CAPSULE;
}

/** Begins at the top of the body. */
export function beginInKernel({ body, walk }: WalkedProbe): void {
  walk.stack[0] = body.topBlock;
  walk.stackSize = 1;
}

/** Goes on until the walk is complete (`true`) or the budget is spent (`false`). */
export function stepInKernel(walked: WalkedProbe, budget: number): boolean {
  const { body, statistics, walk } = walked;
  const { kernels } = body;
  const state = enterWalk(kernels, walk);
  writeSegment(walked, state);
  const end = statistics.boundTests + statistics.triangleTests + budget;
  let done = walk.stackSize === 0;
  while (!done && statistics.boundTests + statistics.triangleTests < end) {
    // A block is four tests; what its leaves cost is seen afterwards.
    const allowed = allowOpenings(
      kernels,
      Math.min(OPENINGS_PER_CALL, Math.ceil((end - statistics.boundTests - statistics.triangleTests) / 4)),
    );
    done = kernels.run.walkSegment(body.header, kernels.scratch) === 1;
    const { u32 } = kernels.arena;
    const opened = allowed - u32[state + WALK.budget];
    statistics.nodesVisited += opened;
    statistics.boundTests += opened * 4;
    const out = follow(u32, state + WALK.out);
    for (let i = 0; i < u32[state + WALK.outCount]; i++) {
      const word = u32[out + i] | 0;
      testTriangles(walked, leafFirst(word), leafCount(word));
    }
    body.spend(opened * OPENING_NS);
  }
  leaveWalk(kernels, walk);
  return done;
}

/**
 * The segment and its radius in float32. Rounding the ends, and the float32 arithmetic of the walk (see the kernel), is
 * covered by a pad of 64u times the sum of all coordinates that take part, and 2^-60.
 */
function writeSegment({ body, probe }: WalkedProbe, state: number): void {
  const { f32 } = body.kernels.arena;
  const { numbers, kind } = probe;
  const isBall = kind === BALL;
  let size = body.worldReach[0];
  let squared = 0;
  let radius = isBall ? numbers[3] : numbers[6];
  for (let axis = 0; axis < 3; axis++) {
    const step = isBall ? 0 : numbers[axis + 3] - numbers[axis];
    // A start beyond what a float32 can hold is brought nearer, and the radius made up for it.
    const start = Math.max(-FLOAT32_MAX, Math.min(FLOAT32_MAX, numbers[axis]));
    radius += Math.abs(numbers[axis] - start);
    f32[state + SEGMENT_WALK.start + axis] = start;
    f32[state + SEGMENT_WALK.direction + axis] = step;
    size += Math.abs(numbers[axis]) + Math.abs(step);
    squared += step * step;
  }
  // A segment too short to be divided by, or coordinates whose products overflow: a ball around all of it is taken instead.
  if (!(squared > 1e-30 && size < LARGEST_SEGMENT)) {
    radius += Math.sqrt(squared);
    squared = 0;
    for (let axis = 0; axis < 3; axis++) f32[state + SEGMENT_WALK.direction + axis] = 0;
  }
  f32[state + SEGMENT_WALK.inverse] = squared === 0 ? 0 : 1 / squared;
  f32[state + SEGMENT_WALK.radius] =
    (radius + 64 * FLOAT32_ROUNDOFF * size) * (1 + 4 * FLOAT32_ROUNDOFF) + 8.673617379884035e-19;
}
