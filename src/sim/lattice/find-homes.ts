/** The tetrahedron that each vertex lies in, by exact signs: where copies of a cell lie in each other, the one of its piece. */
import { orient3d } from '../../exact.js';
import type { LongWork } from '../../long-work.js';
import { type Mesh, NO_INDEX } from '../../parts.js';
import type { CellTable } from './cell-table.js';
import { CUTS, type CutCells } from './cut-cells.js';
import { lowestGrain } from './grid.js';
import type { Copies } from './pieces.js';

const VERTICES_PER_STEP = 4096;

/** The corners of the sides of a tetrahedron, each counter-clockwise as seen from the corner opposite. */
const SIDES: readonly (readonly [number, number, number])[] = [
  [1, 3, 2],
  [0, 2, 3],
  [0, 3, 1],
  [0, 1, 2],
];

/** For each vertex, its tetrahedron; `NO_INDEX` for those that no triangle uses. */
export function* findHomes(table: CellTable, copies: Copies, cut: CutCells, mesh: Mesh): LongWork<Uint32Array> {
  const homes = new Uint32Array(mesh.vertexCount).fill(NO_INDEX);
  const isUsed = new Uint8Array(mesh.vertexCount);
  for (const vertex of mesh.triangles) isUsed[vertex] = 1;
  for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
    if (isUsed[vertex] === 1) homes[vertex] = findHome(table, copies, cut, mesh.positions, vertex);
    if (vertex % VERTICES_PER_STEP === 0) yield vertex / mesh.vertexCount;
  }
  return homes;
}

/**
 * A vertex lies in a closed grain, which its triangles touch, so the grain has a piece. The tetrahedra that the piece reaches cover all of its grains, so one of
 * them holds the vertex.
 */
function findHome(table: CellTable, copies: Copies, cut: CutCells, positions: Float32Array, vertex: number): number {
  const { blockOf, grainCount, grid } = table;
  const { cells, fineness, planes } = grid;
  const x = lowestGrain(planes[0], positions[vertex * 3]);
  const y = lowestGrain(planes[1], positions[vertex * 3 + 1]);
  const z = lowestGrain(planes[2], positions[vertex * 3 + 2]);
  const cellX = Math.floor(x / fineness);
  const cellY = Math.floor(y / fineness);
  const cellZ = Math.floor(z / fineness);
  const cell = (cellZ * cells[1] + cellY) * cells[0] + cellX;
  const grain = ((z - cellZ * fineness) * fineness + y - cellY * fineness) * fineness + x - cellX * fineness;
  const copy = copies.firstCopy[cell] + copies.pieceOf[blockOf[cell] * grainCount + grain] - 1;
  for (let k = copy * CUTS; k < (copy + 1) * CUTS; k++) {
    const tetrahedron = cut.tetrahedronOf[k];
    if (tetrahedron !== NO_INDEX && holds(cut, tetrahedron, positions, vertex)) return tetrahedron;
  }
  return NO_INDEX;
}

/** Whether a vertex lies in a tetrahedron or on its sides. */
function holds(
  { points, tetrahedra }: CutCells,
  tetrahedron: number,
  positions: Float32Array,
  vertex: number,
): boolean {
  return SIDES.every(([i, j, k]) => {
    const a = tetrahedra[tetrahedron * 4 + i] * 3;
    const b = tetrahedra[tetrahedron * 4 + j] * 3;
    const c = tetrahedra[tetrahedron * 4 + k] * 3;
    const side = orient3d(
      points[a],
      points[a + 1],
      points[a + 2],
      points[b],
      points[b + 1],
      points[b + 2],
      points[c],
      points[c + 1],
      points[c + 2],
      positions[vertex * 3],
      positions[vertex * 3 + 1],
      positions[vertex * 3 + 2],
    );
    return side <= 0;
  });
}
