/** What is in a list at present. */
import { requirePresent } from './advance-list.js';
import { OVERLAPPING, PAIR } from './layout.js';
import type { SeparationList } from './list-record.js';

/**
 * Writes the pairs of leaves that overlap now: two words each, a leaf of the first tree and one of the second, in no particular order. Returns how many there are, and writes the first that there is room for.
 * Nothing is searched for.
 *
 * @throws PliantError `mismatch` when a tree has gone on without the list.
 */
export function readOverlaps(list: SeparationList, leaves: Uint32Array): number {
  requirePresent('readOverlaps', list);
  const { overlapCount, overlaps, pairs } = list;
  for (let i = 0; i < overlapCount && i * 2 + 1 < leaves.length; i++) {
    leaves[i * 2] = pairs[overlaps[i] * PAIR.stride + PAIR.a];
    leaves[i * 2 + 1] = pairs[overlaps[i] * PAIR.stride + PAIR.b];
  }
  return overlapCount;
}

/** Writes the pairs of nodes that are apart now, where walking both trees stops, in the same way. */
export function readApartPairs(list: SeparationList, nodes: Uint32Array): number {
  requirePresent('readApartPairs', list);
  const { pairCount, pairs } = list;
  let count = 0;
  for (let at = 0; at < pairCount * PAIR.stride; at += PAIR.stride) {
    if (pairs[at + PAIR.state] >= OVERLAPPING) continue;
    if (count * 2 + 1 < nodes.length) {
      nodes[count * 2] = pairs[at + PAIR.a];
      nodes[count * 2 + 1] = pairs[at + PAIR.b];
    }
    count++;
  }
  return count;
}
