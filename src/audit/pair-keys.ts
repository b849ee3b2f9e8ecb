/**
 * Sets of triangle pairs as sorted numbers. The key of a pair is its first triangle times the number of triangles of the
 * second surface, plus its second triangle: keys are ordered as pairs are, and exact while that product is below 2^53.
 */

/** Keys in rising order; the first `count` are filled. */
export interface PairKeys {
  keys: Float64Array;
  count: number;
}

/** An empty set. */
export function createPairKeys(): PairKeys {
  return { keys: new Float64Array(0), count: 0 };
}

/** Makes room for `count` keys; what was there may be lost. */
export function reserveKeys(set: PairKeys, count: number): void {
  if (set.keys.length < count) set.keys = new Float64Array(Math.max(count, 2 * set.keys.length, 64));
}

/** Puts the keys in order. */
export function sortKeys({ count, keys }: PairKeys): void {
  keys.subarray(0, count).sort();
}

/** Adds all keys of another set. */
export function addKeys(set: PairKeys, other: PairKeys): void {
  const missing = countMissing(other, set);
  if (missing === 0) return;
  const total = set.count + missing;
  const { keys } = set;
  const to = keys.length < total ? new Float64Array(Math.max(total, 2 * keys.length)) : keys;
  // From the end, so that a set can be merged into itself in place.
  let i = set.count - 1;
  let j = other.count - 1;
  for (let k = total - 1; k >= 0; k--) {
    if (j < 0 || (i >= 0 && keys[i] >= other.keys[j])) {
      if (j >= 0 && keys[i] === other.keys[j]) j--;
      to[k] = keys[i--];
    } else to[k] = other.keys[j--];
  }
  set.keys = to;
  set.count = total;
}

/** How many keys of a set another one has not. */
export function countMissing(set: PairKeys, from: PairKeys): number {
  let missing = 0;
  let j = 0;
  for (let i = 0; i < set.count; i++) {
    while (j < from.count && from.keys[j] < set.keys[i]) j++;
    if (j === from.count || from.keys[j] !== set.keys[i]) missing++;
  }
  return missing;
}

/** Whether a set has a key. */
export function hasKey({ count, keys }: PairKeys, key: number): boolean {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keys[middle] < key) low = middle + 1;
    else high = middle;
  }
  return low < count && keys[low] === key;
}
