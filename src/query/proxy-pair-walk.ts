/**
 * Two bodies walked at once, inside a kernel: proxies against proxies, or against the triangles of a mesh.
 *
 * Why no contact is missed. Before bodies are placed, nodes enclose their proxies as evaluated (see
 * ../bounds/proxy-fit.ts). Placing turns centres in float32, off by less than half the pad of the body each, so that a
 * proxy may stick out of a node by its body's pad, and the walk widens its reach by the pads of both. Radii are scaled
 * and padded alike, each with a relative error of 2u, and compared with a slack of 16u.
 */
import { LazyBody } from '../bounds/lazy-body.js';
import { PROXY_PAD } from '../bounds/proxy-body.js';
import type { ProxyBody } from '../bounds/proxy-body.js';
import { LANES, WALK, leafCount, leafFirst } from '../kernels/lazy-layout.js';
import { closestPointOnTriangle } from '../narrow/closest-point.js';
import { OPENINGS_PER_CALL, allowOpenings, enterWalk, leaveWalk } from './kernel-walk.js';
import {
  CONTACT_CENTER_A,
  CONTACT_CENTER_B,
  CONTACT_RADIUS_A,
  CONTACT_RADIUS_B,
  COINCIDENT,
  addIfMet,
} from './proxy-contacts.js';
import { readSphere, setUp } from './proxy-progress.js';
import type { ProxyProgress } from './proxy-progress.js';
import type { SearchStatistics } from './statistics.js';

/** The smallest number whose square float32 still holds: see the kernel. */
const SMALLEST_PAD = 8.673617379884035e-19;
/** Cost of opening a pair and of a leaf in nanoseconds of the switch rule of lazy bodies. */
const OPENING_NS = 20;
const LEAF_PAIR_NS = 8;

/** More than any walk opens, and a small integer to the engine. */
const MOST_OPENINGS = 0x3fffffff;

const closest = new Float64Array(4);

/** Goes on with the walk; returns whether it is complete. */
export function stepPairWalk(
  progress: ProxyProgress,
  statistics: SearchStatistics,
  bodyA: ProxyBody,
  bodyB: ProxyBody | LazyBody,
  budget: number,
): boolean {
  const { kernels, walk } = progress;
  const isMesh = bodyB instanceof LazyBody;
  const state = enterWalk(kernels, walk);
  const pad = bodyA.margins[PROXY_PAD] + (isMesh ? 0 : bodyB.margins[PROXY_PAD]);
  kernels.arena.f32[state + WALK.shape] = pad * (1 + 1e-6) + SMALLEST_PAD;
  // A whole number, which is never put on the heap.
  let left = Math.min(MOST_OPENINGS, Math.ceil(budget / (LANES * LANES)));
  let done = walk.stackSize === 0;
  while (!done && left > 0) {
    const allowed = allowOpenings(kernels, Math.min(OPENINGS_PER_CALL, Math.ceil(left)));
    done = kernels.run.walkPairs(bodyA.header, bodyB.header, kernels.scratch) === 1;
    const { u32 } = kernels.arena;
    const opened = allowed - u32[state + WALK.budget];
    const leafPairs = u32[state + WALK.outCount];
    left -= opened;
    statistics.nodesVisited += opened;
    statistics.boundTests += opened * LANES * LANES;
    const out = u32[state + WALK.out] >>> 2;
    for (let i = 0; i < leafPairs; i++) {
      const proxy = leafFirst(u32[out + i * 2] | 0);
      const word = u32[out + i * 2 + 1] | 0;
      readSphere(bodyA, proxy, progress.spheres, CONTACT_CENTER_A);
      if (isMesh) meetTriangles(progress, statistics, proxy, bodyB, word);
      else meetProxy(progress, proxy, bodyB, leafFirst(word));
    }
    if (isMesh) bodyB.spend(opened * OPENING_NS + leafPairs * LEAF_PAIR_NS);
  }
  leaveWalk(kernels, walk);
  return done;
}

function meetProxy(progress: ProxyProgress, proxyA: number, bodyB: ProxyBody, proxyB: number): void {
  const { contacts, fallback, spheres } = progress;
  readSphere(bodyB, proxyB, spheres, CONTACT_CENTER_B);
  setUp(fallback);
  addIfMet(contacts, proxyA, proxyB, spheres, fallback);
}

function meetTriangles(
  progress: ProxyProgress,
  statistics: SearchStatistics,
  proxy: number,
  body: LazyBody,
  word: number,
): void {
  const { contacts, fallback, spheres } = progress;
  const { triangles } = body.mesh;
  const { triangleOrder } = body.coefficients;
  const positions = body.positions;
  const first = leafFirst(word);
  statistics.triangleTests += leafCount(word);
  spheres[CONTACT_RADIUS_B] = 0;
  const nearby = spheres[CONTACT_RADIUS_A] * COINCIDENT * 2;
  for (let i = first; i < first + leafCount(word); i++) {
    const triangle = triangleOrder[i];
    const a = triangles[triangle * 3];
    const b = triangles[triangle * 3 + 1];
    const c = triangles[triangle * 3 + 2];
    closestPointOnTriangle(spheres, positions, a, b, c, closest);
    for (let axis = 0; axis < 3; axis++) spheres[CONTACT_CENTER_B + axis] = closest[axis];
    if (closest[3] <= nearby * nearby) setBehind(fallback, positions, a, b, c);
    else setUp(fallback);
    addIfMet(contacts, proxy, triangle, spheres, fallback);
  }
}

/** The direction into the solid behind a triangle, against its normal; up, if it has none. */
function setBehind(out: Float64Array, p: Float32Array, a: number, b: number, c: number): void {
  const ux = p[b * 3] - p[a * 3];
  const uy = p[b * 3 + 1] - p[a * 3 + 1];
  const uz = p[b * 3 + 2] - p[a * 3 + 2];
  const vx = p[c * 3] - p[a * 3];
  const vy = p[c * 3 + 1] - p[a * 3 + 1];
  const vz = p[c * 3 + 2] - p[a * 3 + 2];
  const x = uz * vy - uy * vz;
  const y = ux * vz - uz * vx;
  const z = uy * vx - ux * vy;
  const length = Math.sqrt(x * x + y * y + z * z);
  setUp(out);
  if (!(length > 0 && length < Infinity)) return;
  out[0] = x / length;
  out[1] = y / length;
  out[2] = z / length;
}
