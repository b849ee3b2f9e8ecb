/** Which triangles of a blend lie in patches that have been baked: what queries have really posed so far. */
import type { LazyBody } from '../bounds/lazy-body.js';
import { BLEND, BODY, PATCH, RECORD, recordOf } from '../kernels/lazy-layout.js';
import { addTriangle, clearHits } from './hits.js';
import type { TriangleHits } from './hits.js';

/** Lists the triangles of all patches that have been baked in the present pose; returns their number. None for other models. */
export function findBakedTriangles(body: LazyBody, hits: TriangleHits): number {
  body.refresh();
  clearHits(hits);
  const { coefficients } = body;
  if (coefficients.shape !== BLEND) return 0;
  const { isRefitted } = body;
  const { u32 } = body.kernels.arena;
  const header = body.header >>> 2;
  const { patches, triangleOrder } = coefficients;
  for (let patch = 0; patch < patches.length; patch += PATCH.wordCount) {
    const block = recordOf(u32, header, patches[patch + PATCH.firstBlock]);
    if (!isRefitted && u32[block + RECORD.stamp] !== u32[header + BODY.stamp]) continue;
    const first = patches[patch + PATCH.firstTriangle];
    const end = first + patches[patch + PATCH.triangleCount];
    for (let i = first; i < end; i++) addTriangle(hits, triangleOrder[i]);
  }
  return hits.count + hits.dropped;
}
