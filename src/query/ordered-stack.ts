/**
 * A stack of nodes with a key each — how near they are — for walks that look at near nodes first and can leave out what
 * is farther than the best they have.
 */
import type { OpenedNode } from './opened-node.js';

/** Nodes that wait, with their keys. */
export interface OrderedStack {
  readonly ids: Uint32Array;
  /** 1 where the entry is a leaf. */
  readonly leaves: Uint8Array;
  readonly keys: Float64Array;
  size: number;
}

/** Room for `capacity` entries. */
export function createOrderedStack(capacity: number): OrderedStack {
  return {
    ids: new Uint32Array(capacity),
    leaves: new Uint8Array(capacity),
    keys: new Float64Array(capacity),
    size: 0,
  };
}

/**
 * Pushes a child of an opened node among the entries from `bottom` on, which stay ordered so that the smallest key comes
 * off first. Of equal keys the one that was pushed last stays on top. Id and key, `newKeys[child]`, are handed over in
 * arrays: a call that is not inlined would put a double on the heap, and so it would an id of 32 bits, as leaves have.
 */
export function pushOrdered(
  stack: OrderedStack,
  bottom: number,
  opened: OpenedNode,
  newKeys: Float64Array,
  child: number,
): void {
  const { ids, leaves, keys } = stack;
  const key = newKeys[child];
  let at = stack.size++;
  while (at > bottom && keys[at - 1] < key) {
    ids[at] = ids[at - 1];
    leaves[at] = leaves[at - 1];
    keys[at] = keys[at - 1];
    at--;
  }
  ids[at] = opened.ids[child];
  leaves[at] = opened.leaves[child];
  keys[at] = key;
}
