/** What will happen in an inner node before the next key: its children have been followed already, and when which vertex is their extreme is known. */
import { LINE } from '../../kernels/layout/agenda.js';
import { NO_NODE } from '../../tree/tree.js';
import { SIDES } from '../leaves.js';
import { MOMENT, writeMargin } from '../margin.js';
import type { KineticTree } from '../tree-record.js';
import { addEntry } from './entries.js';

/** No node has more children. */
const MOST_CHILDREN = 4;

/** The extreme of each child at the time in hand; how it goes (`LINE`), and behind the children the extreme of the node; and its next entry. */
const holders = new Uint32Array(MOST_CHILDREN);
const lines = new Float64Array((MOST_CHILDREN + 1) * LINE.count);
const entries = new Uint32Array(MOST_CHILDREN);
/** The certificates of the children that are followed. */
const followed = new Uint32Array(MOST_CHILDREN);

/** The present of what is followed. */
const clock = new Float64Array(1);
const moment = new Float64Array(MOMENT.stride);

/** Adds what will happen on a side of an inner node. */
export function followChildren(tree: KineticTree, node: number, side: number): void {
  const { agenda, extremes, paths } = tree;
  const certificate = node * SIDES + side;
  agenda.firsts[certificate] = agenda.count;
  let last = extremes[certificate];
  if (!isKept(tree, node, side)) {
    followSide(tree, node, side);
    if (agenda.count > agenda.firsts[certificate]) last = agenda.vertices[agenda.count - 1];
  }
  agenda.ends[certificate] = agenda.count;
  agenda.places[certificate] = paths.plan.frames[paths.key + 1][last * 3 + (side % 3)];
}

/** Whether the extreme stays that of a child, and no child's last one is beyond it at the next key. */
function isKept(tree: KineticTree, node: number, side: number): boolean {
  const { agenda, arity, children, extremes, paths } = tree;
  const extreme = extremes[node * SIDES + side];
  const sign = side < 3 ? -1 : 1;
  const place = sign * paths.plan.frames[paths.key + 1][extreme * 3 + (side % 3)];
  let isHeld = false;
  for (let slot = node * arity; slot < (node + 1) * arity && children[slot] !== NO_NODE; slot++) {
    const child = children[slot] * SIDES + side;
    if (sign * agenda.places[child] > place) return false;
    if (extremes[child] === extreme && agenda.firsts[child] === agenda.ends[child]) isHeld = true;
  }
  return isHeld;
}

/** Carries out the rule of `certificates.ts`, with the extremes of the children as candidates. */
function followSide(tree: KineticTree, node: number, side: number): void {
  const { agenda, arity, children, extremes, paths } = tree;
  const { key } = paths;
  const begin = paths.plan.times[key];
  const end = paths.plan.times[key + 1];
  const certificate = node * SIDES + side;
  let count = 0;
  for (let slot = node * arity; slot < (node + 1) * arity && children[slot] !== NO_NODE; slot++) {
    const child = children[slot] * SIDES + side;
    if (extremes[child] !== extremes[certificate] && !endsBeyond(tree, child, extremes[certificate])) continue;
    followed[count] = child;
    entries[count] = agenda.firsts[child];
    holders[count] = extremes[child];
    readLine(tree, holders[count], side, count++);
  }
  let extreme = extremes[certificate];
  const own = count * LINE.count;
  readLine(tree, extreme, side, count);
  clock[0] = paths.time;
  for (;;) {
    tree.counts.certificatesComputed++;
    const now = clock[0];
    moment[MOMENT.time] = now;
    writeMargin(paths, moment);
    const leaderSpeed = lines[own + LINE.speed];
    const leaderEnd = lines[own + LINE.end];
    const ahead = lines[own + LINE.place] + (now - begin) * leaderSpeed + 2 * moment[MOMENT.margin];
    let event = end;
    let change = end;
    for (let i = 0; i < count; i++) {
      if (entries[i] < agenda.ends[followed[i]] && agenda.times[entries[i]] < change) {
        change = agenda.times[entries[i]];
      }
      const line = i * LINE.count;
      // Who does not get beyond the extreme until the next key does not overtake it, since it is not ahead now.
      if (!(lines[line + LINE.end] > leaderEnd)) continue;
      const lead = ahead - (lines[line + LINE.place] + (now - begin) * lines[line + LINE.speed]);
      const closing = lines[line + LINE.speed] - leaderSpeed;
      const meeting = lead < 0 ? now : closing > 0 ? now + lead / closing : end;
      if (meeting < event) event = meeting;
    }
    const isChange = change <= event;
    clock[0] = isChange ? change : event;
    if (!(clock[0] < end)) return;
    if (isChange) takeChanges(tree, side, count);
    const before = extreme;
    const leader = findLeader(tree, extreme, count);
    extreme = leader < 0 ? extreme : holders[leader];
    if (extreme !== before) lines.copyWithin(own, leader * LINE.count, (leader + 1) * LINE.count);
    if (extreme !== before || !isChange) addEntry(agenda, clock, 0, certificate, extreme, isChange ? 0 : 1);
  }
}

/** Whether the last extreme of a child is beyond a vertex at the next key. What is not never takes its place. */
function endsBeyond({ agenda, paths }: KineticTree, child: number, vertex: number): boolean {
  const side = child % SIDES;
  const place = paths.plan.frames[paths.key + 1][vertex * 3 + (side % 3)];
  return side < 3 ? agenda.places[child] < place : agenda.places[child] > place;
}

/** Takes in entries of children that are due. */
function takeChanges(tree: KineticTree, side: number, count: number): void {
  const { agenda } = tree;
  for (let i = 0; i < count; i++) {
    const end = agenda.ends[followed[i]];
    while (entries[i] < end && agenda.times[entries[i]] === clock[0]) {
      holders[i] = agenda.vertices[entries[i]++];
      readLine(tree, holders[i], side, i);
    }
  }
}

/** The child whose extreme takes the place of the node's; below 0 where that stays. */
function findLeader({ paths }: KineticTree, extreme: number, count: number): number {
  moment[MOMENT.time] = clock[0];
  writeMargin(paths, moment);
  const passed = clock[0] - paths.plan.times[paths.key];
  let leader = 0;
  let far = -Infinity;
  let isHeld = false;
  for (let i = 0; i < count; i++) {
    const farOfLine = lines[i * LINE.count + LINE.place] + passed * lines[i * LINE.count + LINE.speed];
    if (holders[i] === extreme) isHeld = true;
    if (!(farOfLine > far)) continue;
    far = farOfLine;
    leader = i;
  }
  const own = count * LINE.count;
  const farOfExtreme = lines[own + LINE.place] + passed * lines[own + LINE.speed];
  return isHeld && farOfExtreme + moment[MOMENT.margin] >= far ? -1 : leader;
}

function readLine({ paths }: KineticTree, vertex: number, side: number, i: number): void {
  const { key } = paths;
  const { frames } = paths.plan;
  const at = vertex * 3 + (side % 3);
  const sign = side < 3 ? -1 : 1;
  lines[i * LINE.count + LINE.place] = sign * frames[key][at];
  lines[i * LINE.count + LINE.speed] = sign * ((frames[key + 1][at] - frames[key][at]) * paths.rates[key]);
  lines[i * LINE.count + LINE.end] = sign * frames[key + 1][at];
}
