/**
 * The grid of a lattice: cells between planes, and each cell divided into smaller ones, the grains, to see what fills it and what hangs together. Planes between cells are
 * float32 numbers, so that the points of the lattice lie in them to the last bit.
 */
import { PliantError } from '../../errors.js';
import type { Mesh } from '../../parts.js';
import type { LatticeOptions } from './options.js';

/** Planes between grains, three axes. */
export interface Grid {
  /** Lower side of each grain along each axis, and the upper side of the last; every `fineness`-th is one between cells. */
  readonly planes: readonly [Float64Array, Float64Array, Float64Array];
  /** Number of cells along each axis. */
  readonly cells: readonly [number, number, number];
  /** Grains along each side of a cell. */
  readonly fineness: number;
  /** Length of the sides of cells, but for rounding to float32. */
  readonly cellSize: number;
}

/** How many times longer than a cell the way from the origin may be: 2^20, so that rounding a plane moves it by less than 1/8 of a cell. */
const MOST_DISTANCE = 1_048_576;
/** 2^-126: nearer to the origin, float32 numbers do not lie closer together than there. */
const LEAST_NORMAL = 1.1754943508222875e-38;
/** Half of what a float32 can hold, so that no plane is infinite. */
const FARTHEST = 1.7e38;

/** Lays a grid around the triangles of a mesh, its middle in theirs. */
export function createGrid(caller: string, mesh: Mesh, options: Required<LatticeOptions>): Grid {
  const { fineness, mostCells } = options;
  const { high, low } = boundsOf(mesh);
  const longest = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  if (longest === 0) {
    throw new PliantError('bad-number', `${caller}: the mesh is a single point; a lattice needs an extent`);
  }
  const cellSize = options.cellSize > 0 ? options.cellSize : longest / options.cells;
  const counts = low.map((lowest, axis) => countOf(high[axis] - lowest, cellSize)) as [number, number, number];
  const cellCount = counts[0] * counts[1] * counts[2];
  if (!(cellCount <= mostCells)) {
    const found = `cells of ${cellSize} make a grid of ${counts.join(' × ')} cells`;
    // Twice the size makes an eighth of the cells, where the grid has no flat side.
    let coarser = cellSize;
    while (!(gridCellsOf(low, high, coarser) <= mostCells)) coarser *= 1.25;
    throw new PliantError(
      'bad-count',
      `${caller}: ${found}, but mostCells is ${mostCells}; pass a cellSize of ${round(coarser)} or more, or fewer cells, or raise mostCells`,
    );
  }
  const farthest = Math.max(...low.map(Math.abs), ...high.map(Math.abs));
  if (!(farthest + cellSize <= FARTHEST)) {
    throw new PliantError(
      'bad-number',
      `${caller}: cells of ${cellSize} as far from the origin as ${farthest} reach beyond what a float32 can hold; pass the mesh in larger units`,
    );
  }
  if (!(Math.max(farthest, LEAST_NORMAL) <= cellSize * MOST_DISTANCE)) {
    throw new PliantError(
      'bad-number',
      `${caller}: cells of ${cellSize} are too small so far from the origin, ${farthest}: float32 cannot tell their corners apart; ` +
        'move the mesh to the origin, or pass larger cells',
    );
  }
  const planes = counts.map((count, axis) => planesOf(low[axis], high[axis], count, cellSize, fineness));
  return { planes: planes as unknown as Grid['planes'], cells: counts, fineness, cellSize };
}

/** The lowest grain along an axis that has a coordinate in it or at its sides. The coordinate lies within the planes. */
export function lowestGrain(planes: Float64Array, value: number): number {
  let low = 0;
  let high = planes.length - 2;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (planes[middle + 1] >= value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The highest grain along an axis that has a coordinate in it or at its sides. */
export function highestGrain(planes: Float64Array, value: number): number {
  let low = 0;
  let high = planes.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (planes[middle] <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Lowest and highest coordinates of what triangles use. */
function boundsOf({ positions, triangles }: Mesh): { readonly low: number[]; readonly high: number[] } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const vertex of triangles) {
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[vertex * 3 + axis];
      if (value < low[axis]) low[axis] = value;
      if (value > high[axis]) high[axis] = value;
    }
  }
  return { low, high };
}

/** As many cells as cover an extent; what rounding adds to a whole number of them is not worth another. */
function countOf(extent: number, cellSize: number): number {
  const exact = extent / cellSize;
  const whole = Math.floor(exact);
  return Math.max(1, exact - whole > ALMOST_NOTHING * whole ? whole + 1 : whole);
}

const ALMOST_NOTHING = 1e-6;

function gridCellsOf(low: readonly number[], high: readonly number[], cellSize: number): number {
  return low.reduce((product, lowest, axis) => product * countOf(high[axis] - lowest, cellSize), 1);
}

/**
 * Planes along an axis. The outer ones enclose the extent, even where rounding would leave it out: they are the extent itself then. Planes between grains are
 * rounded to doubles, which keeps their order: a cell is at least 2^-21 of its coordinates long, or 2^32 steps of a double.
 */
function planesOf(low: number, high: number, count: number, cellSize: number, fineness: number): Float64Array {
  const planes = new Float64Array(count * fineness + 1);
  const first = 0.5 * low + 0.5 * high - 0.5 * count * cellSize;
  for (let cell = 0; cell <= count; cell++) planes[cell * fineness] = Math.fround(first + cell * cellSize);
  if (planes[0] > low) planes[0] = low;
  if (planes[count * fineness] < high) planes[count * fineness] = high;
  for (let cell = 0; cell < count; cell++) {
    const start = planes[cell * fineness];
    const step = planes[(cell + 1) * fineness] - start;
    for (let k = 1; k < fineness; k++) planes[cell * fineness + k] = start + (step * k) / fineness;
  }
  return planes;
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}
