/** Exact tests of the triangles that a walk for a probe comes to. */
import { addTriangle } from '../hits.js';
import { probeMeetsTriangle } from './probe.js';
import type { WalkedProbe } from './state.js';

/** Stores those of the triangles of a leaf, `count` from the place `first` in the order of the tree, that meet the probe. */
export function testTriangles({ body, hits, probe, statistics }: WalkedProbe, first: number, count: number): void {
  const { corners, posed } = body;
  const { triangleOrder } = body.bounds;
  statistics.triangleTests += count;
  for (let i = first; i < first + count; i++) {
    const a = corners[i * 3];
    const b = corners[i * 3 + 1];
    const c = corners[i * 3 + 2];
    if (probeMeetsTriangle(probe, posed, a, b, c)) addTriangle(hits, triangleOrder[i]);
  }
}
