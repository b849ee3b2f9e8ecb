/** How fine a lattice is. */
import { describe, requireInteger, requireNames, requireOneOf, withDefaults } from '../../checks.js';
import { PliantError } from '../../errors.js';

/** How a lattice is laid around a surface. */
export interface LatticeOptions {
  /** How many cells the longest side of the mesh is divided into. A whole number from 1. Default 12. */
  readonly cells?: number;
  /** Length of the sides of cells, in units of the mesh, instead of `cells`. Above 0. Default 0: by `cells`. */
  readonly cellSize?: number;
  /**
   * Grains along each side of a cell, from 1 to 8. Grains tell how full a tetrahedron is, and what hangs together in it: pieces of the surface are kept apart where a
   * grain lies between them. Time and memory grow with the cube of it. Default 4.
   */
  readonly fineness?: number;
  /**
   * Whether a cell that holds several pieces of the surface is there several times, once for each, so that fingers move apart that share a cell. Otherwise
   * whatever lies in a cell moves together, and tetrahedra never lie in each other. Default true.
   */
  readonly keepApart?: boolean;
  /**
   * Whether open parts have an inside all the same, where their winding number is above one half: a scan with holes, a body without soles. It is slower. Otherwise only what open parts touch
   * counts: a sheet, a dress. Default false.
   */
  readonly fillOpen?: boolean;
  /** The most cells that the box around the mesh may have, full or empty: more are refused before anything is allocated. Default 4194304. */
  readonly mostCells?: number;
}

/** Used where {@link LatticeOptions} are left out. */
export const LATTICE_DEFAULTS: Required<LatticeOptions> = {
  cells: 12,
  cellSize: 0,
  fineness: 4,
  keepApart: true,
  fillOpen: false,
  mostCells: 4_194_304,
};

const MOST_FINENESS = 8;
/** What is kept for each cell takes a gigabyte then. */
const MOST_CELLS = 67_108_864;

/** The options with their defaults, checked. */
export function requireLatticeOptions(
  caller: string,
  options: LatticeOptions,
  others: readonly string[],
): Required<LatticeOptions> {
  if (typeof options !== 'object' || options === null) {
    throw new PliantError(
      'bad-type',
      `${caller}: the options are ${describe(options)}; pass { cells } or { cellSize }`,
    );
  }
  requireNames(caller, options, [...Object.keys(LATTICE_DEFAULTS), ...others]);
  if (options.cells !== undefined && options.cellSize !== undefined) {
    throw new PliantError('mismatch', `${caller}: both cells and cellSize are given; pass one of them`);
  }
  const chosen = withDefaults(LATTICE_DEFAULTS, options);
  requireInteger(caller, 'cells', chosen.cells, 1, Number.MAX_SAFE_INTEGER);
  requireInteger(caller, 'fineness', chosen.fineness, 1, MOST_FINENESS);
  requireInteger(caller, 'mostCells', chosen.mostCells, 1, MOST_CELLS);
  requireOneOf(caller, 'keepApart', chosen.keepApart, [true, false]);
  requireOneOf(caller, 'fillOpen', chosen.fillOpen, [true, false]);
  const { cellSize } = options;
  if (cellSize !== undefined && typeof cellSize !== 'number') {
    throw new PliantError('bad-type', `${caller}: cellSize is ${describe(cellSize)}; pass a length above 0`);
  }
  if (cellSize !== undefined && !(cellSize > 0 && Number.isFinite(cellSize))) {
    throw new PliantError('bad-number', `${caller}: cellSize is ${cellSize}; pass a finite length above 0`);
  }
  return chosen;
}
