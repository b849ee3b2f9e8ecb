/** What will happen in a leaf before the next key. Only vertices that are beyond an extreme at that key can take its place before: see `make-agenda.ts`. */
import { RIVAL_SHARE } from '../../kernels/layout/agenda.js';
import { MOST_LEAF_ITEMS, SIDES } from '../leaves.js';
import { MOMENT, writeMargin } from '../margin.js';
import type { KineticTree } from '../tree-record.js';
import { addEntry } from './entries.js';

/** Those of a leaf, and the extreme. */
const MOST_VERTICES = 3 * MOST_LEAF_ITEMS + 1;

/** Vertices beyond each side at the next key: how many, and which. */
const counts = new Uint32Array(SIDES);
const beyond = new Uint32Array(SIDES * MOST_VERTICES);

/** Where those of one side are at the last key, how fast they go, and where they are at the next key; all outward. */
const places = new Float64Array(MOST_VERTICES);
const speeds = new Float64Array(MOST_VERTICES);
const targets = new Float64Array(MOST_VERTICES);

/** The present of what is followed. */
const clock = new Float64Array(1);
const moment = new Float64Array(MOMENT.stride);

/** Adds what will happen in a leaf. */
export function followLeaf(tree: KineticTree, leaf: number): void {
  const { agenda, extremes } = tree;
  const next = tree.paths.plan.frames[tree.paths.key + 1];
  findBeyond(tree, leaf, next);
  for (let side = 0; side < SIDES; side++) {
    const certificate = leaf * SIDES + side;
    agenda.firsts[certificate] = agenda.count;
    let last = extremes[certificate];
    if (counts[side] > 0) {
      followSide(tree, certificate, side);
      if (agenda.count > agenda.firsts[certificate]) last = agenda.vertices[agenda.count - 1];
    }
    agenda.ends[certificate] = agenda.count;
    agenda.places[certificate] = next[last * 3 + (side % 3)];
  }
}

/** Looks at all vertices at the next key. */
function findBeyond(tree: KineticTree, leaf: number, next: Float32Array): void {
  const { extremes, leafVertices } = tree;
  const at = leaf * SIDES;
  const lowX = next[extremes[at] * 3];
  const lowY = next[extremes[at + 1] * 3 + 1];
  const lowZ = next[extremes[at + 2] * 3 + 2];
  const highX = next[extremes[at + 3] * 3];
  const highY = next[extremes[at + 4] * 3 + 1];
  const highZ = next[extremes[at + 5] * 3 + 2];
  const first = leaf * tree.corners * tree.leafSize;
  const end = first + tree.vertexCounts[leaf];
  counts.fill(0);
  for (let slot = first; slot < end; slot++) {
    const vertex = leafVertices[slot];
    // The lowest of today may be above the highest of today by then, and a vertex beyond both.
    const x = next[vertex * 3];
    const y = next[vertex * 3 + 1];
    const z = next[vertex * 3 + 2];
    if (x < lowX) addBeyond(0, vertex);
    if (x > highX) addBeyond(3, vertex);
    if (y < lowY) addBeyond(1, vertex);
    if (y > highY) addBeyond(4, vertex);
    if (z < lowZ) addBeyond(2, vertex);
    if (z > highZ) addBeyond(5, vertex);
  }
}

function addBeyond(side: number, vertex: number): void {
  beyond[side * MOST_VERTICES + counts[side]++] = vertex;
}

/** Carries out the rule of `certificates.ts`, with the vertices that matter and the extreme as candidates. */
function followSide(tree: KineticTree, certificate: number, side: number): void {
  const { agenda, paths } = tree;
  const { times } = paths.plan;
  const begin = times[paths.key];
  const end = times[paths.key + 1];
  const first = side * MOST_VERTICES;
  readLines(tree, certificate, side);
  if (!keepThoseThatMatter(tree, side)) return;
  // The extreme is the last candidate.
  const count = counts[side] + 1;
  let leader = count - 1;
  let farthestTarget = targets[0];
  for (let i = 1; i < count; i++) if (targets[i] > farthestTarget) farthestTarget = targets[i];
  clock[0] = paths.time;
  while (targets[leader] < farthestTarget) {
    tree.counts.certificatesComputed++;
    moment[MOMENT.time] = clock[0];
    writeMargin(paths, moment);
    const now = clock[0];
    const leaderSpeed = speeds[leader];
    const target = targets[leader];
    const ahead = places[leader] + (now - begin) * leaderSpeed + 2 * moment[MOMENT.margin];
    let event = end;
    for (let i = 0; i < count; i++) {
      // Who does not get beyond the leader overtakes nobody, for the same reason as those that are not looked at.
      if (targets[i] <= target) continue;
      const closing = speeds[i] - leaderSpeed;
      const lead = ahead - (places[i] + (now - begin) * speeds[i]);
      const meeting = lead < 0 ? now : closing > 0 ? now + lead / closing : end;
      if (meeting < event) event = meeting;
    }
    if (!(event < end)) return;
    clock[0] = event;
    moment[MOMENT.time] = event;
    writeMargin(paths, moment);
    let farthest = leader;
    const passed = event - begin;
    for (let i = 0; i < count; i++) {
      if (targets[i] <= target) continue;
      if (places[i] + passed * speeds[i] > places[farthest] + passed * speeds[farthest]) farthest = i;
    }
    const farOfLeader = places[leader] + passed * speeds[leader];
    if (farOfLeader + moment[MOMENT.margin] < places[farthest] + passed * speeds[farthest]) leader = farthest;
    addEntry(agenda, clock, 0, certificate, beyond[first + leader], 1);
  }
}

/** How all go that are beyond a side, and behind them the extreme. */
function readLines({ extremes, paths }: KineticTree, certificate: number, side: number): void {
  const { key } = paths;
  const { frames } = paths.plan;
  const axis = side % 3;
  const sign = side < 3 ? -1 : 1;
  const first = side * MOST_VERTICES;
  const count = counts[side];
  beyond[first + count] = extremes[certificate];
  for (let i = 0; i <= count; i++) {
    const at = beyond[first + i] * 3 + axis;
    places[i] = sign * frames[key][at];
    speeds[i] = sign * ((frames[key + 1][at] - frames[key][at]) * paths.rates[key]);
    targets[i] = sign * frames[key + 1][at];
  }
}

/** Keeps those that are in front when the one that is farthest at the next key overtakes the extreme. Returns whether it does. */
function keepThoseThatMatter(tree: KineticTree, side: number): boolean {
  const { paths } = tree;
  const begin = paths.plan.times[paths.key];
  const end = paths.plan.times[paths.key + 1];
  const first = side * MOST_VERTICES;
  const count = counts[side];
  tree.counts.certificatesComputed++;
  let farthest = 0;
  for (let i = 1; i < count; i++) if (targets[i] > targets[farthest]) farthest = i;
  moment[MOMENT.time] = paths.time;
  writeMargin(paths, moment);
  const passedNow = paths.time - begin;
  const ahead = places[count] + passedNow * speeds[count] + 2 * moment[MOMENT.margin];
  const lead = ahead - (places[farthest] + passedNow * speeds[farthest]);
  const closing = speeds[farthest] - speeds[count];
  const meeting = lead < 0 ? paths.time : closing > 0 ? paths.time + lead / closing : end;
  if (!(meeting < end)) return false;
  const passed = meeting - begin;
  moment[MOMENT.time] = meeting;
  writeMargin(paths, moment);
  const bound = places[farthest] + passed * speeds[farthest] - RIVAL_SHARE * moment[MOMENT.margin];
  let kept = 0;
  for (let i = 0; i <= count; i++) {
    if (i < count && i !== farthest && !(places[i] + passed * speeds[i] > bound)) continue;
    beyond[first + kept] = beyond[first + i];
    places[kept] = places[i];
    speeds[kept] = speeds[i];
    targets[kept++] = targets[i];
  }
  counts[side] = kept - 1;
  return true;
}
