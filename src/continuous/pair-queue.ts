/** Pairs of nodes, or of triangles, that wait, the one that may meet first in front: a binary heap in typed arrays, which grow when they are full. */

/** What waits: so many pairs. */
export interface PairQueue {
  /** From when on each pair may meet. */
  keys: Float64Array;
  /** Two words per pair: ids of nodes, or places of triangles in the order of their trees. */
  ids: Uint32Array;
  /** What each pair is of: `NODES`, `TRIANGLES` or `NARROWED`. */
  kinds: Uint8Array;
  size: number;
  /** The pair that was taken last: its key and, as signed numbers, its words. */
  readonly key: Float64Array;
  readonly taken: Int32Array;
  takenKind: number;
}

/** A pair of nodes; of triangles, of which boxes alone said when; and of triangles whose normals did, too. */
export const NODES = 0;
export const TRIANGLES = 1;
export const NARROWED = 2;

const FIRST_ROOM = 256;

/** A queue without anything in it. */
export function createPairQueue(): PairQueue {
  return {
    keys: new Float64Array(FIRST_ROOM),
    ids: new Uint32Array(FIRST_ROOM * 2),
    kinds: new Uint8Array(FIRST_ROOM),
    size: 0,
    key: new Float64Array(1),
    taken: new Int32Array(2),
    takenKind: NODES,
  };
}

/** Puts a pair into the queue; its key is the first number of `window`. */
export function putPair(queue: PairQueue, window: Float64Array, a: number, b: number, kind: number): void {
  if (queue.size === queue.keys.length) grow(queue);
  const { keys } = queue;
  const key = window[0];
  let at = queue.size++;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (keys[parent] <= key) break;
    move(queue, parent, at);
    at = parent;
  }
  keys[at] = key;
  queue.ids[at * 2] = a;
  queue.ids[at * 2 + 1] = b;
  queue.kinds[at] = kind;
}

/** Takes the pair in front; false where there is none. */
export function takePair(queue: PairQueue): boolean {
  if (queue.size === 0) return false;
  const { ids, key, keys, kinds, taken } = queue;
  key[0] = keys[0];
  taken[0] = ids[0];
  taken[1] = ids[1];
  queue.takenKind = kinds[0];
  const last = --queue.size;
  const moved = keys[last];
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= last) break;
    if (child + 1 < last && keys[child + 1] < keys[child]) child++;
    if (keys[child] >= moved) break;
    move(queue, child, at);
    at = child;
  }
  move(queue, last, at);
  return true;
}

function move({ ids, keys, kinds }: PairQueue, from: number, to: number): void {
  keys[to] = keys[from];
  ids[to * 2] = ids[from * 2];
  ids[to * 2 + 1] = ids[from * 2 + 1];
  kinds[to] = kinds[from];
}

function grow(queue: PairQueue): void {
  const room = queue.keys.length * 2;
  const { ids, keys, kinds } = queue;
  queue.keys = new Float64Array(room);
  queue.keys.set(keys);
  queue.ids = new Uint32Array(room * 2);
  queue.ids.set(ids);
  queue.kinds = new Uint8Array(room);
  queue.kinds.set(kinds);
}
