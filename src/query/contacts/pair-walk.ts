/**
 * Two bodies walked at once, inside a kernel: proxies against proxies, or against the triangles of a mesh.
 *
 * Why no contact is missed. Before bodies are placed, nodes enclose their proxies as evaluated (see
 * ../../bounds/proxies/fit.ts). Placing turns centres in float32, off by less than half the pad of the body each, so that a
 * proxy may stick out of a node by its body's pad, and the walk widens its reach by the pads of both. Radii are scaled
 * and padded alike, each with a relative error of 2u, and compared with a slack of 16u.
 */
import { hasTriangles } from '../../body/body.js';
import type { AnyBody } from '../../body/body.js';
import { PROXY_PAD } from '../../body/proxy-body.js';
import type { ProxyBody } from '../../body/proxy-body.js';
import { LANES, leafCount, leafFirst } from '../../kernels/layout/child-words.js';
import { PAIR_WALK, WALK } from '../../kernels/layout/walk.js';
import { OPENINGS_PER_CALL, allowOpenings, enterWalk, leaveWalk } from '../../query/kernel-walk.js';
import { readTriangles } from '../../query/pair/leaf-pairs.js';
import { CONTACT, addIfMet } from './contacts.js';
import { readSphere, setUp } from './progress.js';
import type { WalkedContacts } from './progress.js';
import { meetTriangles } from './triangles.js';
import { follow } from '../../kernels/units.js';

/** The smallest number whose square float32 still holds: see the kernel. */
const SMALLEST_PAD = 8.673617379884035e-19;
/** Cost of opening a pair and of a leaf in nanoseconds of the switch rule. */
const OPENING_NS = 20;
const LEAF_PAIR_NS = 8;

/** More than any walk opens, and a small integer to the engine. */
const MOST_OPENINGS = 0x3fffffff;

/** Goes on with the walk; returns whether it is complete. */
export function stepPairWalk(walked: WalkedContacts, bodyA: ProxyBody, bodyB: AnyBody, budget: number): boolean {
  const { statistics, walk } = walked;
  const { kernels } = bodyA;
  const isMesh = hasTriangles(bodyB);
  const state = enterWalk(kernels, walk);
  const pad = bodyA.margins[PROXY_PAD] + (isMesh ? 0 : bodyB.margins[PROXY_PAD]);
  kernels.arena.f32[state + PAIR_WALK.pad] = pad * (1 + 1e-6) + SMALLEST_PAD;
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
    const out = follow(u32, state + WALK.out);
    // Read anew, since views do not survive when the memory grows.
    if (isMesh) readTriangles(walked.triangles, bodyB);
    for (let i = 0; i < leafPairs; i++) {
      const proxy = leafFirst(u32[out + i * 2] | 0);
      const word = u32[out + i * 2 + 1] | 0;
      readSphere(bodyA, proxy, walked.spheres, CONTACT.centerA);
      if (!isMesh) meetProxy(walked, proxy, bodyB, leafFirst(word));
      else meetTriangles(walked, proxy, walked.triangles, leafFirst(word), leafCount(word));
    }
    if (isMesh) bodyB.spend(opened * OPENING_NS + leafPairs * LEAF_PAIR_NS);
  }
  leaveWalk(kernels, walk);
  return done;
}

function meetProxy(walked: WalkedContacts, proxyA: number, bodyB: ProxyBody, proxyB: number): void {
  const { contacts, fallback, spheres } = walked;
  readSphere(bodyB, proxyB, spheres, CONTACT.centerB);
  setUp(fallback);
  addIfMet(contacts, proxyA, proxyB, spheres, fallback);
}
