/** Hits in rising order, each once: what follows from them must not depend on the order in which a search found them. */
import type { PairHits } from '../query/hits.js';
import { withRoom } from './growing.js';

/** Pairs of triangles in rising order. */
export interface SortedPairs {
  /** Two triangles per pair; the first `count` pairs are filled. */
  pairs: Uint32Array<ArrayBuffer>;
  count: number;
  keys: Float64Array<ArrayBuffer>;
}

/** Room for pairs. */
export function createSortedPairs(): SortedPairs {
  return { pairs: new Uint32Array(0), count: 0, keys: new Float64Array(0) };
}

/** Takes over the stored pairs of `hits`. Of `one` surface, the lower number of each comes first. */
export function sortPairs(sorted: SortedPairs, hits: PairHits, one: boolean): void {
  const { count, pairs } = hits;
  let largest = 0;
  for (let i = 0; i < 2 * count; i++) largest = Math.max(largest, pairs[i]);
  // Keys are exact below 2^53, which is beyond two surfaces of 94 million triangles each.
  const base = largest + 1;
  sorted.keys = withRoom(sorted.keys, count);
  sorted.pairs = withRoom(sorted.pairs, 2 * count);
  const keys = sorted.keys.subarray(0, count);
  for (let i = 0; i < count; i++) {
    const first = pairs[2 * i];
    const second = pairs[2 * i + 1];
    keys[i] = one && second < first ? second * base + first : first * base + second;
  }
  keys.sort();
  let kept = 0;
  for (let i = 0; i < count; i++) {
    if (i > 0 && keys[i] === keys[i - 1]) continue;
    const first = Math.floor(keys[i] / base);
    sorted.pairs[2 * kept] = first;
    sorted.pairs[2 * kept + 1] = keys[i] - first * base;
    kept++;
  }
  sorted.count = kept;
}
