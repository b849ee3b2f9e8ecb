/**
 * A lattice around any surface: tetrahedra for meshes that have none. Cells of a regular grid that the surface touches or fills are cut into six tetrahedra each, and each tetrahedron knows how full it is.
 *
 * What hangs together in a cell is found by its grains: those that the surface touches, and those inside. Pieces that do not meet in a cell have a copy of the cell each, and copies of neighbouring cells are joined where
 * their pieces meet (as Nesme, Kry, Jeřábková and Faure 2009, "Preserving topology and elasticity for embedded deformable models").
 */
import { type LongWork, type LongWorkOptions, rescale, runInSlices, runNow } from '../../long-work.js';
import { type Mesh, type TetrahedralMesh, createMesh } from '../../parts.js';
import { createCellTable } from './cell-table.js';
import { cutCells } from './cut-cells.js';
import { fillGrains } from './fill-grains.js';
import { fillOpenGrains } from './fill-open.js';
import { findHomes } from './find-homes.js';
import { createGrid } from './grid.js';
import { joinCopies } from './join-copies.js';
import { findOpenParts } from './open-parts.js';
import { type LatticeOptions, requireLatticeOptions } from './options.js';
import { findPieces } from './pieces.js';
import { touchGrains } from './touch-grains.js';

/** Tetrahedra around a surface. `createTetEmbedding(mesh, lattice)` embeds the surface in them, and `createShape(mesh, lattice)` does so too. */
export interface Lattice extends TetrahedralMesh {
  /** Four points per tetrahedron; all volumes are positive. */
  readonly tetrahedra: Uint32Array;
  /**
   * How full each tetrahedron is, above 0 and at most 1: the share of its volume that is inside of closed parts of the surface, or within grains that open parts touch. Mass and stiffness are
   * to be multiplied by it. What is touched and yet empty, as far as grains show, has half of the least share.
   */
  readonly fills: Float32Array;
  /**
   * For each vertex of the mesh, the tetrahedron that holds it, exactly; `NO_INDEX` for those that no triangle uses. Tetrahedra may lie in each other where pieces are kept
   * apart, so the place alone does not tell.
   */
  readonly tetrahedronOf: Uint32Array;
  /** Number of cells of the grid along each axis, empty ones too. */
  readonly cells: readonly [number, number, number];
  /** Length of the sides of cells. */
  readonly cellSize: number;
  /** Connected parts of the surface that have an inside, once equal vertices are welded. */
  readonly closedParts: number;
  /** Connected parts that have none, since they have a border. Of these, only what they touch counts, unless `fillOpen` says otherwise. */
  readonly openParts: number;
}

/**
 * Lays a lattice around a surface: open or closed, in any number of parts, which may cross themselves and each other, and be inside out. The same bits come out in every engine.
 *
 * The inside of closed parts is where their winding number is not 0. A wall that is thinner than a grain is as full as the samples of grains say that lie in it, which may be none.
 *
 * @throws PliantError `bad-type`, `bad-number`, `bad-count`, `mismatch` or `unsupported`, naming the option and the remedy: above all, when cells would be too many.
 */
export function createLattice(mesh: Mesh, options: LatticeOptions = {}): Lattice {
  return runNow(latticeSteps('createLattice', mesh, options, []));
}

/** {@link createLattice} in slices of a few milliseconds, with progress and a signal to call it off. The result is the same. */
export function createLatticeAsync(mesh: Mesh, options: LatticeOptions & LongWorkOptions = {}): Promise<Lattice> {
  return runInSlices(latticeSteps('createLatticeAsync', mesh, options, ['signal', 'onProgress']), options);
}

function* latticeSteps(
  caller: string,
  mesh: Mesh,
  options: LatticeOptions,
  others: readonly string[],
): LongWork<Lattice> {
  const chosen = requireLatticeOptions(caller, options, others);
  // Checked in full: what is not finite would be lost in the grid.
  const grid = createGrid(caller, createMesh(mesh), chosen);
  const { closedParts, isOpen, openParts } = findOpenParts(mesh);
  yield 0.02;
  const table = createCellTable(grid);
  yield* rescale(touchGrains(table, mesh, chosen.fillOpen ? () => false : isOpen), 0.05, 0.3);
  yield* rescale(fillGrains(table, mesh, isOpen), 0.35, 0.15);
  if (chosen.fillOpen) yield* rescale(fillOpenGrains(table, mesh, isOpen), 0.5, 0.15);
  const copies = yield* rescale(findPieces(table, chosen.keepApart), 0.65, 0.1);
  const roots = yield* rescale(joinCopies(table, copies), 0.75, 0.1);
  const cut = yield* rescale(cutCells(table, copies, roots), 0.85, 0.1);
  const tetrahedronOf = yield* rescale(findHomes(table, copies, cut, mesh), 0.95, 0.05);
  const { fills, points, tetrahedra } = cut;
  return {
    points,
    tetrahedra,
    fills,
    tetrahedronOf,
    cells: grid.cells,
    cellSize: grid.cellSize,
    closedParts,
    openParts,
  };
}
