/** Hits in a form that can be compared: sorted, with what belongs to each, and never one twice. */
import { type Hits, type PairHits, CROSSING, TOUCHING } from 'pliant';
import { expect } from 'vitest';

/** The triangles that were found, in rising order. */
export function sortedTriangles(hits: Hits): number[] {
  expect(hits.dropped).toBe(0);
  const found = [...hits.triangles.subarray(0, hits.count)].sort((a, b) => a - b);
  expect(new Set(found).size, 'no triangle twice').toBe(found.length);
  return found;
}

/** The pairs in the order they were found, each as "a b meeting". */
export function pairsInOrder(hits: PairHits): string[] {
  const names: Record<number, string> = { [TOUCHING]: 'touching', [CROSSING]: 'crossing' };
  return Array.from(hits.meetings.subarray(0, hits.count), (meeting, i) => {
    return `${hits.pairs[i * 2]} ${hits.pairs[i * 2 + 1]} ${names[meeting] ?? `a meeting of kind ${meeting}`}`;
  });
}

/** The same, sorted, and none twice. */
export function sortedPairs(hits: PairHits): string[] {
  expect(hits.dropped).toBe(0);
  const found = pairsInOrder(hits).sort();
  const pairs = new Set(found.map((text) => text.slice(0, text.lastIndexOf(' '))));
  expect(pairs.size, 'no pair twice').toBe(found.length);
  return found;
}
