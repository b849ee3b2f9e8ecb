/**
 * Proxies against a ball or a half-space: a walk over blocks, not worth a kernel of its own. It prunes with the pad of the
 * body, by which placing may make a proxy stick out of a node, and with what float64 sums of float32 numbers can lose.
 */
import { PROXY_PAD, PROXY_REACH } from '../bounds/proxy-body.js';
import type { ProxyBody } from '../bounds/proxy-body.js';
import { LANES, LEAF_BIT, NO_CHILD, leafFirst, RECORD } from '../kernels/lazy-layout.js';
import {
  CONTACT_CENTER_A,
  CONTACT_CENTER_B,
  CONTACT_DEPTH,
  CONTACT_NORMAL,
  CONTACT_RADIUS_A,
  CONTACT_RADIUS_B,
  addIfMet,
  startContact,
} from './proxy-contacts.js';
import { BALL, readSphere, setUp } from './proxy-progress.js';
import type { ProxyProgress } from './proxy-progress.js';
import type { SearchStatistics } from './statistics.js';

/** Rounding of float64 sums of a few float32, many times over. */
const SLACK = 1e-13;

/** Goes on with the walk; returns whether it is complete. */
export function stepShapeWalk(
  progress: ProxyProgress,
  statistics: SearchStatistics,
  body: ProxyBody,
  budget: number,
): boolean {
  const { kernels, shape, walk } = progress;
  const isBall = progress.shapeKind === BALL;
  const { margins } = body;
  const slack =
    margins[PROXY_PAD] + (margins[PROXY_REACH] + Math.abs(shape[0]) + Math.abs(shape[1]) + Math.abs(shape[2])) * SLACK;
  const end = statistics.boundTests + budget;
  while (walk.stackSize > 0) {
    if (statistics.boundTests >= end) return false;
    const block = walk.stack[--walk.stackSize];
    const cache = kernels.run.evaluateBlock(body.header, block) >>> 2;
    const { f32, u32 } = kernels.arena;
    const words = cache + RECORD.words;
    statistics.nodesVisited++;
    for (let lane = LANES - 1; lane >= 0; lane--) {
      const word = u32[words + lane];
      if (word === NO_CHILD) continue;
      statistics.boundTests++;
      const gap = isBall ? ballGap(f32, cache + lane, shape) : planeGap(f32, cache + lane, shape);
      if (gap > slack + Math.abs(shape[3]) * SLACK) continue;
      if (word < LEAF_BIT) walk.stack[walk.stackSize++] = word;
      else if (isBall) meetBall(progress, body, leafFirst(word | 0));
      else meetPlane(progress, body, leafFirst(word | 0));
    }
  }
  return true;
}

function ballGap(f32: Float32Array, at: number, shape: Float64Array): number {
  const x = f32[at] - shape[0];
  const y = f32[at + LANES] - shape[1];
  const z = f32[at + 2 * LANES] - shape[2];
  return Math.sqrt(x * x + y * y + z * z) - f32[at + 3 * LANES] - shape[3];
}

function planeGap(f32: Float32Array, at: number, shape: Float64Array): number {
  const along = f32[at] * shape[0] + f32[at + LANES] * shape[1] + f32[at + 2 * LANES] * shape[2];
  return along - shape[3] - f32[at + 3 * LANES];
}

function meetBall(progress: ProxyProgress, body: ProxyBody, proxy: number): void {
  const { contacts, fallback, shape, spheres } = progress;
  readSphere(body, proxy, spheres, CONTACT_CENTER_A);
  for (let k = 0; k < 4; k++) spheres[CONTACT_CENTER_B + k] = shape[k];
  setUp(fallback);
  addIfMet(contacts, proxy, 0, spheres, fallback);
}

function meetPlane(progress: ProxyProgress, body: ProxyBody, proxy: number): void {
  const { contacts, shape, spheres } = progress;
  readSphere(body, proxy, spheres, CONTACT_CENTER_A);
  const height = spheres[0] * shape[0] + spheres[1] * shape[1] + spheres[2] * shape[2] - shape[3];
  const depth = spheres[CONTACT_RADIUS_A] - height;
  if (!(depth >= 0)) return;
  for (let axis = 0; axis < 3; axis++) spheres[CONTACT_CENTER_B + axis] = spheres[axis] - height * shape[axis];
  spheres[CONTACT_RADIUS_B] = 0;
  const at = startContact(contacts, proxy, 0, spheres);
  if (at < 0) return;
  for (let axis = 0; axis < 3; axis++) contacts.numbers[at + CONTACT_NORMAL + axis] = -shape[axis];
  contacts.numbers[at + CONTACT_DEPTH] = depth;
}
