/** The walk along a ray inside a kernel. */
import type { Body } from '../../body/body.js';
import { LANES } from '../../kernels/layout/child-words.js';
import { NO_GOVERNOR, RAY_WALK, WALK } from '../../kernels/layout/walk.js';
import { FLOAT32_ROUNDOFF as U } from '../../math/float.js';
import { RAY_FAR } from '../../narrow/ray-triangle.js';
import { SWEEP_RADIUS } from '../../narrow/sweep-ball.js';
import { OPENINGS_PER_CALL, allowOpenings, enterWalk, leaveWalk } from '../kernel-walk.js';
import type { RayProgress, WalkedRay } from './progress.js';
import { testListed } from './triangles.js';
import { follow } from '../../kernels/units.js';

const OPENING_NS = 20;

/** Coordinates, and lengths of directions, for which float32 products can neither overflow nor vanish. */
const LARGEST_IN_KERNEL = 1152921504606846976;
const LONGEST_IN_KERNEL = 1e150;
/** 2^-80: a share of the direction that is nothing beside the growth of boxes. */
const FLAT = 8.271806125530277e-25;
/** More than float32 loses where everything is denormal: some hundred times its smallest number. */
const TINY = 1e-42;

/** Whether a kernel can walk the body along the ray. */
export function fitsKernel(body: Body, ray: Float64Array): boolean {
  const reach = Math.max(Math.abs(ray[0]), Math.abs(ray[1]), Math.abs(ray[2]), body.worldReach[0]);
  const length = Math.max(Math.abs(ray[3]), Math.abs(ray[4]), Math.abs(ray[5]));
  return reach <= LARGEST_IN_KERNEL && length <= LONGEST_IN_KERNEL && length >= 1 / LONGEST_IN_KERNEL;
}

/** Begins at the top of the body. */
export function beginInKernel({ walk }: RayProgress, body: Body): void {
  // Entered at 0.
  walk.stack[0] = body.topBlock;
  walk.stack[1] = 0;
  walk.stackSize = 1;
}

/** Goes on until the walk is complete (`true`) or the budget is spent (`false`). */
export function stepInKernel(search: WalkedRay, budget: number): boolean {
  const { body, progress, statistics } = search;
  const { kernels } = body;
  const state = enterWalk(kernels, progress.walk);
  writeRay(progress, body, state);
  const end = statistics.boundTests + statistics.triangleTests + budget;
  let done = progress.walk.stackSize === 0;
  while (!done && statistics.boundTests + statistics.triangleTests < end) {
    const allowed = allowOpenings(
      kernels,
      Math.min(OPENINGS_PER_CALL, Math.ceil((end - statistics.boundTests - statistics.triangleTests) / LANES)),
    );
    done = kernels.run.walkRay(body.header, kernels.scratch) === 1;
    const { f32, u32 } = kernels.arena;
    const opened = allowed - u32[state + WALK.budget];
    const count = u32[state + WALK.outCount];
    statistics.nodesVisited += opened;
    statistics.boundTests += opened * LANES;
    if (count > 0) {
      testListed(search, u32, follow(u32, state + WALK.out), count);
      f32[state + RAY_WALK.far] = progress.ray[RAY_FAR] * progress.walkScale[0];
    }
    body.spend(opened * OPENING_NS);
  }
  leaveWalk(kernels, progress.walk);
  return done;
}

/** Writes the ray as ../../kernels/twin/walk-ray.ts wants it. */
function writeRay(progress: RayProgress, body: Body, state: number): void {
  const { isSweep, ray, sweep, walkScale } = progress;
  const { f32, f64, u32 } = body.kernels.arena;
  const length = Math.max(Math.abs(ray[3]), Math.abs(ray[4]), Math.abs(ray[5]));
  const radius = isSweep ? sweep[SWEEP_RADIUS] : 0;
  const reach = Math.max(Math.abs(ray[0]), Math.abs(ray[1]), Math.abs(ray[2])) + body.worldReach[0] + radius;
  let flatAxes = 0;
  for (let axis = 0; axis < 3; axis++) {
    const direction = ray[axis + 3] / length;
    f32[state + RAY_WALK.origin + axis] = ray[axis];
    f32[state + RAY_WALK.inverse + axis] = 1 / direction;
    f64[((state + RAY_WALK.origin64) >>> 1) + axis] = ray[axis];
    f64[((state + RAY_WALK.direction64) >>> 1) + axis] = direction;
    if (Math.abs(direction) < FLAT) flatAxes |= 1 << axis;
  }
  u32[state + RAY_WALK.flatAxes] = flatAxes;
  u32[state + RAY_WALK.isSweep] = isSweep ? 1 : 0;
  u32[state + RAY_WALK.restGovernor] = NO_GOVERNOR;
  f32[state + RAY_WALK.growth] = (radius + 16 * U * reach) * (1 + 4 * U) + TINY;
  // From the ray's parameter to the walk's, rounded up.
  walkScale[0] = length * (1 + 4 * U);
  f32[state + RAY_WALK.far] = ray[RAY_FAR] * walkScale[0];
}
