/** Records of pairs: taken and given back, linked through their nodes, and listed where they are leaves that overlap. */
import { NO_INDEX } from '../../mesh/mesh.js';
import { growQueue, unschedule } from '../event-queue.js';
import { growWords } from '../grow.js';
import { SIDES } from '../leaves.js';
import { ITSELF, NODE_LISTS, NO_STATE, OVERLAPPING, PAIR } from './layout.js';
import type { SeparationList } from './list-record.js';
import { addToStream } from './overlap-stream.js';

/** A new pair below another one, or the root of all. It has no state and is in no list yet. */
export function takePair(list: SeparationList, a: number, b: number, parent: number): number {
  let pair = list.freePair;
  if (pair === NO_INDEX) {
    pair = list.pairCount++;
    list.pairs = growWords(list.pairs, list.pairCount * PAIR.stride, 0);
    growQueue(list.queue, list.pairCount);
  } else list.freePair = list.pairs[pair * PAIR.stride + PAIR.sibling];
  const { pairs } = list;
  const at = pair * PAIR.stride;
  pairs[at + PAIR.a] = a;
  pairs[at + PAIR.b] = b;
  pairs[at + PAIR.state] = NO_STATE;
  pairs[at + PAIR.place] = NO_INDEX;
  pairs[at + PAIR.child] = NO_INDEX;
  pairs[at + PAIR.sibling] = NO_INDEX;
  pairs[at + PAIR.waitsFor] = 0;
  if (parent === NO_INDEX) {
    list.root = pair;
    return pair;
  }
  pairs[at + PAIR.sibling] = pairs[parent * PAIR.stride + PAIR.child];
  pairs[parent * PAIR.stride + PAIR.child] = pair;
  return pair;
}

/** Gives back all pairs below a pair. Leaves among them that overlapped have ended. */
export function dropBelow(list: SeparationList, pair: number): void {
  const { pairs } = list;
  let child = pairs[pair * PAIR.stride + PAIR.child];
  pairs[pair * PAIR.stride + PAIR.child] = NO_INDEX;
  while (child !== NO_INDEX) {
    const next = pairs[child * PAIR.stride + PAIR.sibling];
    dropPair(list, child);
    child = next;
  }
}

/** Gives back a pair, and all below it. */
export function dropPair(list: SeparationList, pair: number): void {
  const { pairs, queue } = list;
  dropBelow(list, pair);
  if (pairs[pair * PAIR.stride + PAIR.place] !== NO_INDEX) endOverlap(list, pair);
  setState(list, pair, NO_STATE);
  unschedule(queue, pair);
  pairs[pair * PAIR.stride + PAIR.waitsFor] = 0;
  pairs[pair * PAIR.stride + PAIR.sibling] = list.freePair;
  list.freePair = pair;
}

/** Gives a pair a state, and links it with those of its nodes that have the same. */
export function setState(list: SeparationList, pair: number, state: number): void {
  const { pairs } = list;
  const at = pair * PAIR.stride;
  const before = pairs[at + PAIR.state];
  if (before === state) return;
  if (before !== NO_STATE) {
    unlink(list, pair, 0, listOfA(before));
    if (before !== ITSELF) unlink(list, pair, 1, listOfB(before));
  }
  pairs[at + PAIR.state] = state;
  if (state === NO_STATE) return;
  link(list, pair, 0, listOfA(state));
  if (state !== ITSELF) link(list, pair, 1, listOfB(state));
}

/** Notes that two leaves overlap from now on. */
export function beginOverlap(list: SeparationList, pair: number): void {
  const { clock, counts, pairs, stream } = list;
  const at = pair * PAIR.stride;
  list.overlaps = growWords(list.overlaps, list.overlapCount + 1, 0);
  list.overlaps[list.overlapCount] = pair;
  pairs[at + PAIR.place] = list.overlapCount++;
  counts.leafBegins++;
  if (stream) addToStream(stream, clock, pairs[at + PAIR.a], pairs[at + PAIR.b], 1);
}

/** Notes that they no longer do. The last one takes their place. */
export function endOverlap(list: SeparationList, pair: number): void {
  const { clock, counts, overlaps, pairs, stream } = list;
  const at = pair * PAIR.stride;
  const place = pairs[at + PAIR.place];
  const last = overlaps[--list.overlapCount];
  overlaps[place] = last;
  pairs[last * PAIR.stride + PAIR.place] = place;
  pairs[at + PAIR.place] = NO_INDEX;
  counts.leafEnds++;
  if (stream) addToStream(stream, clock, pairs[at + PAIR.a], pairs[at + PAIR.b], 0);
}

/** Which list of `a` a pair is in. */
function listOfA(state: number): number {
  return state < OVERLAPPING ? state : OVERLAPPING;
}

/** Which list of `b` a pair is in: what lies beyond a side of `a` is parted from it by the opposite side of `b`. */
function listOfB(state: number): number {
  return state < OVERLAPPING ? (state + 3) % SIDES : OVERLAPPING;
}

function link(list: SeparationList, pair: number, end: number, nodeList: number): void {
  const { pairs } = list;
  const { heads } = end === 0 ? list.a : list.b;
  const at = pair * PAIR.stride + end;
  const head = pairs[at + PAIR.a] * NODE_LISTS + nodeList;
  const next = heads[head];
  pairs[at + PAIR.next] = next;
  pairs[at + PAIR.before] = NO_INDEX;
  if (next !== NO_INDEX) pairs[(next >>> 1) * PAIR.stride + PAIR.before + (next & 1)] = pair * 2 + end;
  heads[head] = pair * 2 + end;
}

function unlink(list: SeparationList, pair: number, end: number, nodeList: number): void {
  const { pairs } = list;
  const { heads } = end === 0 ? list.a : list.b;
  const at = pair * PAIR.stride + end;
  const next = pairs[at + PAIR.next];
  const before = pairs[at + PAIR.before];
  if (next !== NO_INDEX) pairs[(next >>> 1) * PAIR.stride + PAIR.before + (next & 1)] = before;
  if (before === NO_INDEX) heads[pairs[at + PAIR.a] * NODE_LISTS + nodeList] = next;
  else pairs[(before >>> 1) * PAIR.stride + PAIR.next + (before & 1)] = next;
}
