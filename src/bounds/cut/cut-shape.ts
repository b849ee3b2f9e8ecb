/** A cut of a shape that has room for it: what it writes, in place. */
import { addVertices } from './add-vertices.js';
import { addBeside, verticesOf } from './beside.js';
import { createChanges } from './changes.js';
import type { Changes } from './changes.js';
import { requireCut } from './cut.js';
import type { Cut } from './cut.js';
import { cutRegions } from './cut-regions.js';
import type { CuttableShape } from './cuttable.js';
import { dropStars } from './drop-stars.js';
import { removeTriangles } from './remove-triangles.js';

/** What a cut did. */
export interface CutReport {
  /** The number of the first triangle that was added; the others follow it. */
  readonly firstTriangle: number;
  /** The number of the first vertex that was added; the others follow it. */
  readonly firstVertex: number;
  /** What was computed; all else is as it was. */
  readonly rebuilt: {
    /** Nodes of trees that were built of what was added. */
    readonly nodes: number;
    /** Nodes whose borders were found anew; 0 for a body without regions. */
    readonly borders: number;
    /** Regions, single nodes and pairs of neighbours, that were looked at anew. */
    readonly regions: number;
  };
}

/** Cuts a shape, or refuses before anything is written. */
export function cutCuttable(shape: CuttableShape, cut: Cut): { readonly report: CutReport; readonly changes: Changes } {
  const more = requireCut(shape, cut);
  const { mesh, regions, vertexPlaces } = shape;
  const { add = [], remove = [], vertices } = cut;
  const changes = createChanges();
  const firstTriangle = mesh.triangleCount;
  const firstVertex = mesh.vertexCount;
  if (vertices && more) addVertices(shape, vertices.positions, more, changes);
  const removed = removeTriangles(shape, remove, changes);
  const rebuilt = regions ? cutRegions(shape, regions, removed, changes) : { borders: 0, regions: 0 };
  const added = Array.from({ length: add.length / 3 }, (_, i) => firstTriangle + i);
  mesh.triangles.set(add, firstTriangle * 3);
  mesh.triangleCount += added.length;
  shape.presentCount += added.length;
  const nodes = addBeside(shape, added, changes);
  dropStars(shape, new Set(verticesOf(shape, added).map((vertex) => vertexPlaces[vertex])), changes);
  return { report: { firstTriangle, firstVertex, rebuilt: { nodes, ...rebuilt } }, changes };
}
