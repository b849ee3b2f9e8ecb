/** The vertices of patches after a cut: those of a patch in which nothing changed are taken over. */
import { NO_SLOT, PATCH, VERTEX } from '../../kernels/layout/blend.js';
import type { BlendTree } from '../blend/blend-tree.js';

const ROW = VERTEX.wordCount;

/** The vertices of each patch in one piece. Writes where they are into the patches. `sources` says where the nodes in slots were before. */
export function cutPatchVertices(
  before: BlendTree,
  { patches, triangles, vertices }: Pick<BlendTree, 'patches' | 'triangles' | 'vertices'>,
  sources: Uint32Array,
): Uint32Array {
  const oldPatches = new Map<number, number>();
  for (let at = 0; at < before.patches.length; at += PATCH.wordCount)
    oldPatches.set(before.patches[at + PATCH.slot], at);
  const seenBy = new Int32Array(vertices.length / ROW).fill(-1);
  const gathered: { readonly rows: Uint32Array; readonly at: number }[] = [];
  let count = 0;
  for (let at = 0; at < patches.length; at += PATCH.wordCount) {
    const slot = patches[at + PATCH.slot];
    const source = slot === NO_SLOT ? undefined : oldPatches.get(sources[slot]);
    let rows: Uint32Array;
    if (source === undefined || sources[slot] === NO_SLOT) rows = gatherRows(patches, at, triangles, vertices, seenBy);
    else {
      const first = before.patches[source + PATCH.firstVertex];
      rows = before.patchVertices.subarray(first * ROW, (first + before.patches[source + PATCH.vertexCount]) * ROW);
    }
    gathered.push({ rows, at: count });
    patches[at + PATCH.firstVertex] = count;
    patches[at + PATCH.vertexCount] = rows.length / ROW;
    count += rows.length / ROW;
  }
  const all = new Uint32Array(count * ROW);
  for (const { at, rows } of gathered) all.set(rows, at * ROW);
  return all;
}

/** The vertices of a patch, in the order in which its triangles use them. */
function gatherRows(
  patches: Uint32Array,
  patch: number,
  triangles: Uint32Array,
  vertices: Uint32Array,
  seenBy: Int32Array,
): Uint32Array {
  const first = patches[patch + PATCH.firstTriangle] * 3;
  const end = first + patches[patch + PATCH.triangleCount] * 3;
  const found: number[] = [];
  for (let corner = first; corner < end; corner++) {
    if (seenBy[triangles[corner]] === patch) continue;
    seenBy[triangles[corner]] = patch;
    found.push(triangles[corner]);
  }
  const rows = new Uint32Array(found.length * ROW);
  found.forEach((vertex, i) => rows.set(vertices.subarray(vertex * ROW, (vertex + 1) * ROW), i * ROW));
  return rows;
}
