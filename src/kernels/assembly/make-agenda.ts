/** What will happen in a kinetic tree before the next key. Twin: src/kinetic/agenda, where the proofs are. */
import { followChildren } from './follow-children';
import { followLeaf } from './follow-leaf';
import {
  AGENDA_BUCKETS,
  AGENDA_CAPACITY,
  AGENDA_COMPUTED,
  AGENDA_COUNT,
  AGENDA_FRAME_VERTICES,
  AGENDA_LEAF_BYTES,
  AGENDA_NODES,
  AGENDA_NODE_COUNT,
  AGENDA_ORDER,
  AGENDA_STRETCH,
  AGENDA_TIMES,
  AGENDA_VERTICES,
  POSITION_BYTES,
  STRETCH_END,
  STRETCH_NOW,
} from './generated/layout';

/** Finds all entries, and their order: those of leaves come first. Where there is no room for them, there are as many as there is room for; then it has to be done again. */
export function makeAgenda(state: usize): void {
  store<u32>(state, 0, AGENDA_COUNT);
  store<u32>(state, 0, AGENDA_COMPUTED);
  const leafBytes: usize = load<usize>(state, AGENDA_LEAF_BYTES);
  const capacity = load<u32>(state, AGENDA_CAPACITY);
  const first: usize = load<usize>(state, AGENDA_NODES);
  const end = first + ((<usize>load<u32>(state, AGENDA_NODE_COUNT)) << 2);
  for (let at = first; at < end; at += 4) {
    const node = load<u32>(at);
    if (load<u32>(leafBytes + ((<usize>node) << 2))) followLeaf(state, node);
    if (load<u32>(state, AGENDA_COUNT) == capacity) return;
  }
  nameVertices(state);
  for (let at = first; at < end; at += 4) {
    const node = load<u32>(at);
    if (load<u32>(leafBytes + ((<usize>node) << 2))) continue;
    for (let side: u32 = 0; side < 6; side++) followChildren(state, node, side);
    if (load<u32>(state, AGENDA_COUNT) == capacity) return;
  }
  sortEntries(state);
}

/** Entries of leaves have where their vertices are in a frame. Looked up in a row, those do not wait for each other. */
function nameVertices(state: usize): void {
  const names: usize = load<usize>(state, AGENDA_FRAME_VERTICES);
  let at: usize = load<usize>(state, AGENDA_VERTICES);
  for (const end = at + ((<usize>load<u32>(state, AGENDA_COUNT)) << 2); at < end; at += 4) {
    store<u32>(at, load<u32>(names + ((<usize>(load<u32>(at) / <u32>POSITION_BYTES)) << 2)));
  }
}

/** As many buckets as entries. */
function sortEntries(state: usize): void {
  const count = load<u32>(state, AGENDA_COUNT);
  const times: usize = load<usize>(state, AGENDA_TIMES);
  const buckets: usize = load<usize>(state, AGENDA_BUCKETS);
  const order: usize = load<usize>(state, AGENDA_ORDER);
  const stretch: usize = load<usize>(state, AGENDA_STRETCH);
  const from = load<f64>(stretch, STRETCH_NOW);
  const share = <f64>count / (load<f64>(stretch, STRETCH_END) - from);
  memory.fill(buckets, 0, (<usize>count + 1) << 2);
  for (let entry: u32 = 0; entry < count; entry++) {
    const bucket = bucketOf(times, buckets, entry, from, share, count);
    store<u32>(bucket, load<u32>(bucket) + 1);
  }
  let sum: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const bucket = buckets + ((<usize>i) << 2);
    sum += load<u32>(bucket);
    store<u32>(bucket, sum);
  }
  for (let entry: i32 = <i32>count - 1; entry >= 0; entry--) {
    const bucket = bucketOf(times, buckets, entry, from, share, count);
    const place = load<u32>(bucket) - 1;
    store<u32>(bucket, place);
    store<u32>(order + ((<usize>place) << 2), entry);
  }
  for (let i: u32 = 1; i < count; i++) {
    let place = order + ((<usize>i) << 2);
    const entry = load<u32>(place);
    const time = load<f64>(times + ((<usize>entry) << 3));
    while (place > order && load<f64>(times + ((<usize>load<u32>(place - 4)) << 3)) > time) {
      store<u32>(place, load<u32>(place - 4));
      place -= 4;
    }
    store<u32>(place, entry);
  }
}

// @ts-ignore: decorator
@inline
function bucketOf(times: usize, buckets: usize, entry: u32, from: f64, share: f64, count: u32): usize {
  const bucket = <u32>((load<f64>(times + ((<usize>entry) << 3)) - from) * share);
  return buckets + ((<usize>min(bucket, count - 1)) << 2);
}
