/**
 * A stack of nodes with a key each — how near they are — for walks that look at near nodes first and can leave out what
 * is farther than the best they have.
 */
import type { OpenedNode } from './opened-node.js';
import { requireRoom } from './statistics.js';

/** Nodes that wait, with their keys. */
export interface OrderedStack {
  ids: Uint32Array;
  /** 1 where the entry is a leaf. */
  leaves: Uint8Array;
  keys: Float64Array;
  size: number;
}

/** A stack without room. */
export function createOrderedStack(): OrderedStack {
  return { ids: new Uint32Array(0), leaves: new Uint8Array(0), keys: new Float64Array(0), size: 0 };
}

/** Empties the stack, and makes room for `capacity` entries. */
export function clearOrderedStack(stack: OrderedStack, capacity: number): void {
  stack.size = 0;
  if (stack.ids.length >= capacity) return;
  stack.ids = new Uint32Array(capacity);
  stack.leaves = new Uint8Array(capacity);
  stack.keys = new Float64Array(capacity);
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
  requireRoom(stack.size, ids.length);
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
