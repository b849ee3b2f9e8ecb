/**
 * Which triangles of a body meet a ball, a capsule, a box or a frustum? A depth-first walk, exact at the leaves. Balls and capsules are walked inside
 * a kernel (kernel-walk.ts here), boxes and frusta over opened nodes.
 */
import { requireBody, requireSameStamp } from '../../body/body.js';
import type { Body } from '../../body/body.js';
import { clearHits } from '../hits.js';
import type { Hits } from '../hits.js';
import { CHILD_STRIDE, TOP, isLeafId, openLeaf, openNode, stackCapacityOf } from '../opened-node.js';
import { clearSearch, searchOf } from '../search.js';
import type { Search } from '../search.js';
import { requireRoom } from '../statistics.js';
import { beginInKernel, isKernelProbe, stepInKernel } from './kernel-walk.js';
import { probeCanMeetBox, setBall, setBox, setCapsule, setFrustum } from './probe.js';
import { createWalkedProbe } from './state.js';
import type { WalkedProbe } from './state.js';
import { testTriangles } from './triangles.js';

/** Cost of opening a node, in nanoseconds of the switch rule. */
const OPENING_NS = 40;

/** Begins to look for the triangles that a closed ball meets. `hits` is emptied, then filled by `step`. */
export function beginBall(search: Search, body: Body, center: ArrayLike<number>, radius: number, hits: Hits): void {
  const walked = prepare('beginBall', search, body, hits);
  setBall('beginBall', walked.probe, center, radius);
  begin(search, walked);
}

/** Begins to look for the triangles within `radius` of a segment: a capsule, or what a ball sweeps over. */
export function beginCapsule(
  search: Search,
  body: Body,
  start: ArrayLike<number>,
  end: ArrayLike<number>,
  radius: number,
  hits: Hits,
): void {
  const walked = prepare('beginCapsule', search, body, hits);
  setCapsule('beginCapsule', walked.probe, start, end, radius);
  begin(search, walked);
}

/** Begins to look for the triangles that a closed axis-aligned box meets. */
export function beginBox(
  search: Search,
  body: Body,
  lowest: ArrayLike<number>,
  highest: ArrayLike<number>,
  hits: Hits,
): void {
  const walked = prepare('beginBox', search, body, hits);
  setBox('beginBox', walked.probe, lowest, highest);
  begin(search, walked);
}

/**
 * Begins to look for the triangles that meet the intersection of half spaces n·x ≤ d: a view frustum, a wedge, a slab. `planes` has
 * four numbers (n, d) for each of up to 32; the normals need not have length 1.
 */
export function beginFrustum(search: Search, body: Body, planes: ArrayLike<number>, hits: Hits): void {
  const walked = prepare('beginFrustum', search, body, hits);
  setFrustum('beginFrustum', walked.probe, planes);
  begin(search, walked);
}

/** Fills `hits` with the triangles that a closed ball meets; returns how many there are. */
export function findBallHits(body: Body, center: ArrayLike<number>, radius: number, hits: Hits): number {
  requireBody('findBallHits', body);
  const search = searchOf(body.kernels);
  beginBall(search, body, center, radius, hits);
  return finish(search, hits);
}

/** Fills `hits` with the triangles within `radius` of a segment; returns how many there are. */
export function findCapsuleHits(
  body: Body,
  start: ArrayLike<number>,
  end: ArrayLike<number>,
  radius: number,
  hits: Hits,
): number {
  requireBody('findCapsuleHits', body);
  const search = searchOf(body.kernels);
  beginCapsule(search, body, start, end, radius, hits);
  return finish(search, hits);
}

/** Fills `hits` with the triangles that a closed axis-aligned box meets; returns how many there are. */
export function findBoxHits(body: Body, lowest: ArrayLike<number>, highest: ArrayLike<number>, hits: Hits): number {
  requireBody('findBoxHits', body);
  const search = searchOf(body.kernels);
  beginBox(search, body, lowest, highest, hits);
  return finish(search, hits);
}

/** Fills `hits` with the triangles that meet the intersection of half spaces n·x ≤ d; returns how many there are. */
export function findFrustumHits(body: Body, planes: ArrayLike<number>, hits: Hits): number {
  requireBody('findFrustumHits', body);
  const search = searchOf(body.kernels);
  beginFrustum(search, body, planes, hits);
  return finish(search, hits);
}

function prepare(caller: string, search: Search, body: Body, hits: Hits): WalkedProbe {
  clearSearch(search);
  requireBody(caller, body);
  const walked = (search.probe ??= createWalkedProbe(body, search.statistics));
  walked.body = body;
  walked.hits = hits;
  return walked;
}

function begin(search: Search, walked: WalkedProbe): void {
  const { body, opened } = walked;
  body.refresh();
  walked.stamp = body.stamp;
  clearHits(walked.hits);
  walked.stackSize = 0;
  if (isKernelProbe(walked.probe)) beginInKernel(walked);
  else {
    const capacity = stackCapacityOf(body);
    if (walked.stack.length < capacity) walked.stack = new Uint32Array(capacity);
    openNode(body, TOP, opened);
    pushChildren(walked);
  }
  search.advance = advanceProbe;
}

function finish(search: Search, hits: Hits): number {
  goOn(search.probe!, Infinity);
  return hits.count + hits.dropped;
}

/** Goes on with the question; whoever asks what is known of it tells by this that it is one. */
export function advanceProbe(search: Search, budget: number): boolean {
  const walked = search.probe!;
  requireSameStamp('step', walked.body, walked.stamp);
  return goOn(walked, budget);
}

function goOn(walked: WalkedProbe, budget: number): boolean {
  return isKernelProbe(walked.probe) ? stepInKernel(walked, budget) : stepOverNodes(walked, budget);
}

function stepOverNodes(walked: WalkedProbe, budget: number): boolean {
  const { body, leaf, opened, stack, statistics } = walked;
  const end = statistics.boundTests + statistics.triangleTests + budget;
  while (walked.stackSize > 0) {
    if (statistics.boundTests + statistics.triangleTests >= end) return false;
    const id = stack[--walked.stackSize] | 0;
    statistics.nodesVisited++;
    if (isLeafId(id)) {
      openLeaf(body, id, leaf);
      testTriangles(walked, leaf.first, leaf.count);
    } else {
      openNode(body, id, opened);
      pushChildren(walked);
      body.spend(OPENING_NS);
    }
  }
  return true;
}

/** Last child first, so that the first comes off the stack next and hits come in the order of the tree. */
function pushChildren(walked: WalkedProbe): void {
  const { opened, probe, stack, statistics } = walked;
  statistics.boundTests += opened.count;
  for (let child = opened.count - 1; child >= 0; child--) {
    if (!probeCanMeetBox(probe, opened.boxes, child * CHILD_STRIDE)) continue;
    requireRoom(walked.stackSize, stack.length);
    stack[walked.stackSize++] = opened.ids[child];
  }
}
