/** Which triangles of a body lie in patches that have been baked: what queries have really posed so far. */
import type { MeshBody } from '../body/mesh-body.js';
import { hasPatches } from '../bounds/shape.js';
import { PATCH } from '../kernels/layout/patches.js';
import { HEADER } from '../kernels/layout/header.js';
import { RECORD, recordOf } from '../kernels/layout/record.js';
import { addTriangle, clearHits } from '../query/hits.js';
import type { Hits } from '../query/hits.js';
import { wordAt } from '../kernels/units.js';

/** Lists the triangles of all patches that have been baked in the present pose; returns their number. None where fields move the body, which then has no patches. */
export function findBakedTriangles(body: MeshBody, hits: Hits): number {
  body.refresh();
  clearHits(hits);
  const { bounds } = body;
  if (!hasPatches(bounds)) return 0;
  const { isRefitted } = body;
  const { u32 } = body.kernels.arena;
  const header = wordAt(body.header);
  const { patches, triangleOrder } = bounds;
  for (let patch = 0; patch < patches.length; patch += PATCH.wordCount) {
    const block = recordOf(u32, header, patches[patch + PATCH.firstBlock]);
    if (!isRefitted && u32[block + RECORD.stamp] !== u32[header + HEADER.stamp]) continue;
    const first = patches[patch + PATCH.firstTriangle];
    const end = first + patches[patch + PATCH.triangleCount];
    for (let i = first; i < end; i++) addTriangle(hits, triangleOrder[i]);
  }
  return hits.count + hits.dropped;
}
