/**
 * Which nodes need new bounds after a cut. A bound holds the vertices below a node, so it goes on to hold them when triangles go, and when triangles come between vertices
 * that were below it before. Small nodes that changed are bounded anew all the same, to be tight; for large ones, which would take as long as the whole mesh, a triangle more or less
 * makes no difference.
 */
import { NO_SLOT } from '../../kernels/layout/blend.js';
import type { BlockTree } from '../blocks/block-tree.js';
import type { EditedTree, TriangleEdits } from './write-tree.js';

/** Triangles of a node that is bounded anew whenever it changes, at most. */
const SMALL_NODE = 512;
/** A larger node is bounded anew when it has lost more than this share of its triangles. */
const LOST_SHARE = 1 / 16;

/** Of each node of an edited tree, 1 if it needs a new bound, else 0. */
export function findStaleNodes(before: BlockTree, edited: EditedTree, edits: TriangleEdits): Uint8Array {
  const { isChanged, oldRanges, sources, tree } = edited;
  const isStale = new Uint8Array(tree.nodeCount);
  let newcomers: readonly Newcomer[] | undefined;
  for (let node = 0; node < tree.nodeCount; node++) {
    if (isChanged[node] === 0) continue;
    const source = sources[node];
    const first = tree.ranges[node * 2];
    const count = tree.ranges[node * 2 + 1];
    isStale[node] = 1;
    if (source === NO_SLOT || count <= SMALL_NODE || count < oldRanges[source * 2 + 1] * (1 - LOST_SHARE)) continue;
    newcomers ??= listNewcomers(before, edited, edits);
    const oldFirst = oldRanges[source * 2];
    const oldEnd = oldFirst + oldRanges[source * 2 + 1];
    const hasStrangers = newcomers.some(
      ({ oldPlaces, place }) =>
        place >= first && place < first + count && !oldPlaces.some((old) => old >= oldFirst && old < oldEnd),
    );
    if (!hasStrangers) isStale[node] = 0;
  }
  return isStale;
}

/** A corner of a triangle that was added: the place of the triangle in the order of the leaves, and those of the triangles that had the vertex before. */
interface Newcomer {
  readonly place: number;
  readonly oldPlaces: readonly number[];
}

function listNewcomers(
  before: BlockTree,
  { tree, triangles }: EditedTree,
  { firstAdded, mesh }: TriangleEdits,
): Newcomer[] {
  const newcomers: Newcomer[] = [];
  const placesOf: number[][] = [];
  // By vertex: where its list is, plus one.
  const lists = new Uint32Array(mesh.vertexCount);
  for (let place = 0; place < tree.triangleOrder.length; place++) {
    if (tree.triangleOrder[place] < firstAdded) continue;
    for (let corner = place * 3; corner < place * 3 + 3; corner++) {
      if (lists[triangles[corner]] === 0) lists[triangles[corner]] = placesOf.push([]);
      newcomers.push({ place, oldPlaces: placesOf[lists[triangles[corner]] - 1] });
    }
  }
  for (let corner = 0; corner < before.triangles.length && newcomers.length > 0; corner++) {
    const list = lists[before.triangles[corner]];
    if (list > 0) placesOf[list - 1].push(Math.floor(corner / 3));
  }
  return newcomers;
}
