/**
 * Surface nets (Gibson 1998) over flesh: a vertex in every cell of a grid that the skin passes, a quad around
 * every edge of the grid that it crosses. Only cells on the skin are visited, neighbour by neighbour, so the net is one piece.
 *
 * The net is a closed manifold: cells where the skin would pass twice are filled up until it passes once (see
 * {@link fillNarrowCells}), so around every vertex there is one fan; and two cells that lie diagonally about an edge of the
 * grid do so about no other, so quads may be cut along either diagonal.
 */
import { PROBE_LENGTH, PROBE_VALUE, measureFlesh } from './flesh.js';
import type { Flesh } from './flesh.js';

/** A net of quads. */
export interface Net {
  readonly step: number;
  /** Three coordinates per vertex: the middle of where the skin crosses the edges of its cell. */
  readonly positions: Float64Array;
  /** Four vertices per quad, counter-clockwise from outside. */
  readonly quads: Uint32Array;
}

interface Grid {
  readonly step: number;
  /** Corners along each axis. */
  readonly sizes: readonly [number, number, number];
  readonly origin: readonly [number, number, number];
  /** From a corner to the next along each axis. */
  readonly strides: readonly [number, number, number];
  /** Value at each corner; not-a-number where nobody has asked. */
  readonly values: Float32Array;
  /** From a cell's first corner to each of its eight; bit a of the number says: further along axis a. */
  readonly corners: readonly number[];
}

const NO_VERTEX = -1;
/** For each set of inside corners of a cell: whether the inside hangs together along edges, and the outside too. */
const ONE_SHEET = Array.from({ length: 256 }, (_, mask) => hangsTogether(mask) && hangsTogether(255 - mask));

/** Nets the flesh on a grid of that step, in metres. */
export function netFlesh(flesh: Flesh, step: number): Net {
  const grid = layGrid(flesh, step);
  const vertexOf = new Int32Array(grid.values.length);
  let cells = findCells(flesh, grid, vertexOf);
  while (fillNarrowCells(grid, cells)) cells = findCells(flesh, grid, vertexOf);
  return { step, positions: placeVertices(grid, cells), quads: spanQuads(grid, cells, vertexOf) };
}

/** A grid around all flesh, with room to spare, symmetric about the plane between left and right. */
function layGrid(flesh: Flesh, step: number): Grid {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < flesh.groupBoxes.length; k++) {
    const axis = k % 3;
    low[axis] = Math.min(low[axis], flesh.groupBoxes[k]);
    high[axis] = Math.max(high[axis], flesh.groupBoxes[k]);
  }
  const sizeOf = (axis: number): number => Math.ceil((high[axis] - low[axis]) / step) + 7;
  const sizes = [sizeOf(0), sizeOf(1), sizeOf(2)] as const;
  const originOf = (axis: number): number => 0.5 * (low[axis] + high[axis]) - 0.5 * (sizes[axis] - 1) * step;
  const strides = [1, sizes[0], sizes[0] * sizes[1]] as const;
  return {
    step,
    sizes,
    origin: [originOf(0), originOf(1), originOf(2)],
    strides,
    values: new Float32Array(sizes[0] * sizes[1] * sizes[2]).fill(NaN),
    corners: Array.from({ length: 8 }, (_, corner) =>
      strides.reduce((sum, stride, axis) => sum + ((corner >> axis) & 1) * stride, 0),
    ),
  };
}

/** All cells on the skin, in the order of the grid, numbered in `vertexOf`. */
function findCells(flesh: Flesh, grid: Grid, vertexOf: Int32Array): Int32Array {
  const { values, strides } = grid;
  const probe = new Float64Array(PROBE_LENGTH);
  const cells: number[] = [firstCell(flesh, grid, probe)];
  vertexOf.fill(NO_VERTEX);
  vertexOf[cells[0]] = 0;
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at];
    // All of them: a face between two cells that are both in the list is looked at by neither.
    for (const offset of grid.corners) {
      if (Number.isNaN(values[cell + offset])) measureCorner(flesh, grid, cell + offset, probe);
    }
    for (let axis = 0; axis < 3; axis++) {
      for (let way = 0; way < 2; way++) {
        const next = way === 0 ? cell - strides[axis] : cell + strides[axis];
        if (vertexOf[next] !== NO_VERTEX) continue;
        // The face between the two, on whose corners the skin must leave different signs.
        let insideCount = 0;
        for (let corner = 0; corner < 8; corner++) {
          if (((corner >> axis) & 1) !== way) continue;
          if (values[cell + grid.corners[corner]] < 0) insideCount++;
        }
        if (insideCount === 0 || insideCount === 4) continue;
        vertexOf[next] = 0;
        cells.push(next);
      }
    }
  }
  const sorted = Int32Array.from(cells).sort();
  for (let vertex = 0; vertex < sorted.length; vertex++) vertexOf[sorted[vertex]] = vertex;
  return sorted;
}

/** The cell on the skin that a way from inside to lower z comes to. */
function firstCell(flesh: Flesh, grid: Grid, probe: Float64Array): number {
  const { origin, step, strides } = grid;
  const start = flesh.inside.map((coordinate, axis) => Math.round((coordinate - origin[axis]) / step));
  let corner = start[0] + start[1] * strides[1] + start[2] * strides[2];
  measureCorner(flesh, grid, corner, probe);
  while (grid.values[corner] < 0) {
    corner -= strides[2];
    measureCorner(flesh, grid, corner, probe);
  }
  return corner;
}

function measureCorner(flesh: Flesh, grid: Grid, corner: number, probe: Float64Array): void {
  const { origin, sizes, step } = grid;
  probe[0] = origin[0] + step * (corner % sizes[0]);
  probe[1] = origin[1] + step * (Math.floor(corner / sizes[0]) % sizes[1]);
  probe[2] = origin[2] + step * Math.floor(corner / (sizes[0] * sizes[1]));
  measureFlesh(flesh, probe);
  grid.values[corner] = probe[PROBE_VALUE];
}

/**
 * Where the skin passes a cell in more than one sheet, the outside corner nearest to it becomes inside. Filling goes one way
 * only, so it ends. Says whether anything was filled.
 */
function fillNarrowCells(grid: Grid, cells: Int32Array): boolean {
  const { corners, step, values } = grid;
  let filled = false;
  for (const cell of cells) {
    if (ONE_SHEET[insideMask(grid, cell)]) continue;
    let nearest = -1;
    for (const offset of corners) {
      const place = cell + offset;
      if (values[place] >= 0 && (nearest < 0 || values[place] < values[nearest])) nearest = place;
    }
    values[nearest] = -1e-3 * step;
    filled = true;
  }
  return filled;
}

function insideMask(grid: Grid, cell: number): number {
  let mask = 0;
  for (let corner = 0; corner < 8; corner++) {
    if (grid.values[cell + grid.corners[corner]] < 0) mask |= 1 << corner;
  }
  return mask;
}

/** Whether the corners of a set are connected along edges of the cube. */
function hangsTogether(mask: number): boolean {
  let reached = mask & -mask;
  for (let before = 0; before !== reached;) {
    before = reached;
    for (let corner = 0; corner < 8; corner++) {
      const neighbours = (1 << (corner ^ 1)) | (1 << (corner ^ 2)) | (1 << (corner ^ 4));
      if ((mask >> corner) & 1 && (reached & neighbours) !== 0) reached |= 1 << corner;
    }
  }
  return reached === mask;
}

function placeVertices(grid: Grid, cells: Int32Array): Float64Array {
  const { corners, origin, sizes, step, values } = grid;
  const positions = new Float64Array(cells.length * 3);
  for (let vertex = 0; vertex < cells.length; vertex++) {
    const cell = cells[vertex];
    const sum = [0, 0, 0];
    let count = 0;
    for (let corner = 0; corner < 8; corner++) {
      for (let axis = 0; axis < 3; axis++) {
        const end = corner | (1 << axis);
        const [a, b] = [values[cell + corners[corner]], values[cell + corners[end]]];
        if (end === corner || a < 0 === b < 0) continue;
        for (let k = 0; k < 3; k++) sum[k] += (corner >> k) & 1;
        sum[axis] += a / (a - b);
        count++;
      }
    }
    const place = [cell % sizes[0], Math.floor(cell / sizes[0]) % sizes[1], Math.floor(cell / (sizes[0] * sizes[1]))];
    for (let k = 0; k < 3; k++) positions[vertex * 3 + k] = origin[k] + step * (place[k] + sum[k] / count);
  }
  return positions;
}

/** An edge of the grid belongs to the cell that begins where it begins; all four cells around it are on the skin. */
function spanQuads(grid: Grid, cells: Int32Array, vertexOf: Int32Array): Uint32Array {
  const { strides, values } = grid;
  const quads: number[] = [];
  for (const cell of cells) {
    const inside = values[cell] < 0;
    for (let axis = 0; axis < 3; axis++) {
      if (values[cell + strides[axis]] < 0 === inside) continue;
      const [u, v] = [strides[(axis + 1) % 3], strides[(axis + 2) % 3]];
      const a = vertexOf[cell - u - v];
      const b = vertexOf[cell - v];
      const c = vertexOf[cell];
      const d = vertexOf[cell - u];
      // Counter-clockwise about the axis; outside is where the edge leads, or whence it comes.
      if (inside) quads.push(a, b, c, d);
      else quads.push(a, d, c, b);
    }
  }
  return Uint32Array.from(quads);
}
