/**
 * The proxies of a body against the triangles of a refitted mesh: first down to the proxies, then down the mesh. That no
 * contact is missed, see proxy-pair-walk.ts: spheres are widened by the pad of their body.
 */
import { boundMeetsBall } from '../bounds/overlap.js';
import type { PosedBody } from '../bounds/posed-body.js';
import { PROXY_PAD } from '../bounds/proxy-body.js';
import type { ProxyBody } from '../bounds/proxy-body.js';
import { LANES, LEAF_BIT, NO_CHILD, leafFirst } from '../kernels/lazy-layout.js';
import { NO_NODE } from '../tree/tree.js';
import { readTriangles } from './leaf-pairs.js';
import { CONTACT_CENTER_A } from './proxy-contacts.js';
import { readSlot, readSphere } from './proxy-progress.js';
import type { ProxyProgress } from './proxy-progress.js';
import { meetTriangles } from './proxy-triangles.js';
import { requireRoom } from './statistics.js';
import type { SearchStatistics } from './statistics.js';

/** Begins the walk at the roots. */
export function beginMeshWalk(progress: ProxyProgress, body: ProxyBody): void {
  const { walk } = progress;
  progress.kernels.run.evaluateBlock(body.header, 0);
  walk.stack[0] = 0;
  walk.stack[1] = 0;
  walk.stackSize = 1;
}

/** Goes on with the walk; returns whether it is complete. */
export function stepMeshWalk(
  progress: ProxyProgress,
  statistics: SearchStatistics,
  body: ProxyBody,
  mesh: PosedBody,
  budget: number,
): boolean {
  const { spheres, triangles, walk } = progress;
  const { words } = body.proxies;
  const { ranges } = mesh.tree;
  readTriangles(triangles, mesh);
  const end = statistics.boundTests + budget;
  while (walk.stackSize > 0) {
    if (statistics.boundTests >= end) return false;
    walk.stackSize--;
    const slot = walk.stack[walk.stackSize * 2];
    const node = walk.stack[walk.stackSize * 2 + 1];
    statistics.nodesVisited++;
    if (words[slot] < LEAF_BIT) {
      openProxies(progress, statistics, body, words[slot], mesh, node);
    } else if (mesh.tree.children[node * mesh.tree.arity] !== NO_NODE) {
      openMesh(progress, statistics, body, slot, mesh, node);
    } else {
      const proxy = leafFirst(words[slot] | 0);
      readSphere(body, proxy, spheres, CONTACT_CENTER_A);
      meetTriangles(progress, statistics, proxy, triangles, ranges[node * 2], ranges[node * 2 + 1]);
    }
  }
  return true;
}

function openProxies(
  progress: ProxyProgress,
  statistics: SearchStatistics,
  body: ProxyBody,
  block: number,
  mesh: PosedBody,
  node: number,
): void {
  progress.kernels.run.evaluateBlock(body.header, block);
  for (let lane = LANES - 1; lane >= 0; lane--) {
    const slot = block * LANES + lane;
    if (body.proxies.words[slot] !== NO_CHILD) pushIfMet(progress, statistics, body, slot, mesh, node);
  }
}

function openMesh(
  progress: ProxyProgress,
  statistics: SearchStatistics,
  body: ProxyBody,
  slot: number,
  mesh: PosedBody,
  node: number,
): void {
  const { arity, children } = mesh.tree;
  for (let lane = arity - 1; lane >= 0; lane--) {
    const child = children[node * arity + lane];
    if (child !== NO_NODE) pushIfMet(progress, statistics, body, slot, mesh, child);
  }
}

function pushIfMet(
  progress: ProxyProgress,
  statistics: SearchStatistics,
  body: ProxyBody,
  slot: number,
  mesh: PosedBody,
  node: number,
): void {
  const { ball, walk } = progress;
  statistics.boundTests++;
  readSlot(body, slot, ball, 0);
  ball[3] += body.margins[PROXY_PAD] * (1 + 1e-6);
  if (!boundMeetsBall(mesh.boundKind, mesh.bounds, node, ball)) return;
  requireRoom(walk.stackSize * 2, walk.stack.length);
  walk.stack[walk.stackSize * 2] = slot;
  walk.stack[walk.stackSize * 2 + 1] = node;
  walk.stackSize++;
}
