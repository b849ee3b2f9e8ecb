/**
 * Proxies against a ball or a half-space: a walk over blocks, not worth a kernel of its own. It prunes with the pad of the
 * body, by which placing may make a proxy stick out of a node, and with what float64 sums of float32 numbers can lose.
 */
import { PROXY_PAD, PROXY_REACH } from '../../body/proxy-body.js';
import type { ProxyBody } from '../../body/proxy-body.js';
import { LANES, LEAF_BIT, NO_CHILD, leafFirst } from '../../kernels/layout/child-words.js';
import { RECORD } from '../../kernels/layout/record.js';
import { stackCapacityOfDepth } from '../opened-node.js';
import { requireRoom } from '../statistics.js';
import { CONTACT, addIfMet, startContact } from './contacts.js';
import { BALL, readSphere, setUp } from './progress.js';
import type { WalkedContacts } from './progress.js';
import { wordAt } from '../../kernels/units.js';

/** Rounding of float64 sums of a few float32, many times over. */
const SLACK = 1e-13;

/** Begins the walk at the root. */
export function beginShapeWalk({ walk }: WalkedContacts, body: ProxyBody): void {
  const capacity = stackCapacityOfDepth(body.proxies.depth);
  if (walk.stack.length < capacity) walk.stack = new Uint32Array(capacity);
  walk.stack[0] = 0;
  walk.stackSize = 1;
}

/** Goes on with the walk; returns whether it is complete. */
export function stepShapeWalk(walked: WalkedContacts, body: ProxyBody, budget: number): boolean {
  const { shape, slack, statistics, walk } = walked;
  const { kernels } = body;
  const isBall = walked.shapeKind === BALL;
  const { margins } = body;
  const size = margins[PROXY_REACH] + Math.abs(shape[0]) + Math.abs(shape[1]) + Math.abs(shape[2]) + Math.abs(shape[3]);
  slack[0] = margins[PROXY_PAD] + size * SLACK;
  const end = statistics.boundTests + budget;
  while (walk.stackSize > 0) {
    if (statistics.boundTests >= end) return false;
    const block = walk.stack[--walk.stackSize];
    const cache = wordAt(kernels.run.evaluateBlock(body.header, block));
    const { f32, u32 } = kernels.arena;
    const words = cache + RECORD.words;
    statistics.nodesVisited++;
    for (let lane = LANES - 1; lane >= 0; lane--) {
      const word = u32[words + lane];
      if (word === NO_CHILD) continue;
      statistics.boundTests++;
      if (isBall ? isFarFromBall(f32, cache + lane, shape, slack) : isFarFromPlane(f32, cache + lane, shape, slack))
        continue;
      if (word < LEAF_BIT) {
        requireRoom(walk.stackSize, walk.stack.length);
        walk.stack[walk.stackSize++] = word;
      } else if (isBall) meetBall(walked, body, leafFirst(word | 0));
      else meetPlane(walked, body, leafFirst(word | 0));
    }
  }
  return true;
}

function isFarFromBall(f32: Float32Array, at: number, shape: Float64Array, slack: Float64Array): boolean {
  const x = f32[at] - shape[0];
  const y = f32[at + LANES] - shape[1];
  const z = f32[at + 2 * LANES] - shape[2];
  return Math.sqrt(x * x + y * y + z * z) - f32[at + 3 * LANES] - shape[3] > slack[0];
}

function isFarFromPlane(f32: Float32Array, at: number, shape: Float64Array, slack: Float64Array): boolean {
  const along = f32[at] * shape[0] + f32[at + LANES] * shape[1] + f32[at + 2 * LANES] * shape[2];
  return along - shape[3] - f32[at + 3 * LANES] > slack[0];
}

function meetBall(walked: WalkedContacts, body: ProxyBody, proxy: number): void {
  const { contacts, fallback, shape, spheres } = walked;
  readSphere(body, proxy, spheres, CONTACT.centerA);
  for (let k = 0; k < 4; k++) spheres[CONTACT.centerB + k] = shape[k];
  setUp(fallback);
  addIfMet(contacts, proxy, 0, spheres, fallback);
}

function meetPlane(walked: WalkedContacts, body: ProxyBody, proxy: number): void {
  const { contacts, shape, spheres } = walked;
  readSphere(body, proxy, spheres, CONTACT.centerA);
  const height = spheres[0] * shape[0] + spheres[1] * shape[1] + spheres[2] * shape[2] - shape[3];
  const depth = spheres[CONTACT.radiusA] - height;
  if (!(depth >= 0)) return;
  for (let axis = 0; axis < 3; axis++) spheres[CONTACT.centerB + axis] = spheres[axis] - height * shape[axis];
  spheres[CONTACT.radiusB] = 0;
  const at = startContact(contacts, proxy, 0, spheres);
  if (at < 0) return;
  for (let axis = 0; axis < 3; axis++) contacts.numbers[at + CONTACT.normal + axis] = -shape[axis];
  contacts.numbers[at + CONTACT.depth] = depth;
}
