/**
 * How far the weights of a skin are from what was fitted to a node, and where the node is: with x₀ its middle, on all of its surface
 *
 *     |w_k - α_k - b_k·(x - x₀)| ≤ ρ_k        |w_k (x - x₀) - a_k - G_k (x - x₀)| ≤ σ_k
 *
 * What is linear on triangles is farthest off at vertices, so they are all that is looked at.
 */
import type { AffineFit } from './affine-fits.js';
import type { RestSurface } from './rest-surface.js';
import type { SkinWeights } from './skin-weights.js';

/** A node as a part of regions. */
export interface Cell {
  readonly fit: AffineFit;
  /** Its triangles. */
  readonly first: number;
  readonly end: number;
  /** All of it is so close to the middle of the fit; and how far it reaches along each of {@link SLABS} directions, from and to. */
  readonly radius: number;
  /** A direction that it faces, of length one or zero; and how far it is from the plane across it through the middle of the fit. */
  readonly normal: Float64Array;
  readonly thickness: number;
  readonly slabs: Float64Array;
  /** The smallest altitude of a triangle. */
  readonly lowest: number;
  /** Its vertices, where it is a tile that is small enough for all of them to be looked at; else none. */
  readonly vertices: Uint32Array;
  /** Six numbers for each governor: {@link OFF}. */
  readonly offs: Float64Array;
}

/** Numbers for a governor: α, a and the two bounds. */
export const OFF = { weight: 0, product: 1, weightBy: 4, productBy: 5, count: 6 } as const;

/** Directions along which cells are measured: three axes, along which all is exact; then four diagonals of a cube and six of its faces. */
export const SLABS = 13;
export const AXES = 3;
/** Components of the others, none of which is longer than √3. */
const DIAGONALS = new Float64Array([
  1, 1, 1, 1, 1, -1, 1, -1, 1, -1, 1, 1, 1, 1, 0, 1, -1, 0, 1, 0, 1, 1, 0, -1, 0, 1, 1, 0, 1, -1,
]);

/** Triangles of a cell whose vertices are listed, at most. */
const MOST_LISTED = 64;
/** Vertices that they have, at most. */
export const MOST_VERTICES = 3 * MOST_LISTED;
/** 1 + 2^-40: makes up for the float64 arithmetic of distances. */
const SLACK = 1 + 1 / 1099511627776;
/** 2^-46: what is computed of products of weights and coordinates is off by less than this share of the largest coordinate. */
const ROUNDING = 1 / 70368744177664;
/** 2^-40: the same of products of matrices, whose entries are below 64, and coordinates. */
const MATRIX_ROUNDING = 1 / 1099511627776;
/** Vertices times governors between two chances to give way. */
const WORK_PER_STEP = 16384;

/** Measures one node: its fit, and its triangles. */
export type CellMeter = (fit: AffineFit, first: number, end: number, isTile: boolean) => Generator<void, Cell, void>;

/** Prepares to measure nodes. */
export function createCellMeter(surface: RestSurface, weights: SkinWeights): CellMeter {
  const { altitudes, areas, corners, normals, positions } = surface;
  const seen = new Int32Array(surface.vertexCount);
  const room = new Uint32Array(surface.vertexCount);
  const spread = createSpread(surface, weights);
  let mark = 0;
  let work = 0;

  function* measureCell(fit: AffineFit, first: number, end: number, isTile: boolean): Generator<void, Cell, void> {
    mark++;
    const [mx, my, mz] = fit.middle;
    let count = 0;
    let squared = 0;
    let lowest = Infinity;
    const normal = new Float64Array(3);
    const slabs = new Float64Array(SLABS * 2).fill(Infinity, 0, SLABS).fill(-Infinity, SLABS);
    for (let triangle = first; triangle < end; triangle++) {
      if (altitudes[triangle] < lowest) lowest = altitudes[triangle];
      for (let axis = 0; axis < 3; axis++) normal[axis] += areas[triangle] * normals[triangle * 3 + axis];
      for (let corner = triangle * 3; corner < triangle * 3 + 3; corner++) {
        const vertex = corners[corner];
        if (seen[vertex] === mark) continue;
        seen[vertex] = mark;
        room[count++] = vertex;
        const x = positions[vertex * 3];
        const y = positions[vertex * 3 + 1];
        const z = positions[vertex * 3 + 2];
        widen(slabs, x, y, z);
        squared = Math.max(squared, (x - mx) * (x - mx) + (y - my) * (y - my) + (z - mz) * (z - mz));
      }
      if ((work += 8) > WORK_PER_STEP) {
        work = 0;
        yield;
      }
    }
    const along = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    for (let axis = 0; axis < 3; axis++) normal[axis] = along > 0 ? normal[axis] / along : 0;
    let thickness = 0;
    for (let n = 0; n < count; n++) {
      const v = room[n] * 3;
      const off =
        normal[0] * (positions[v] - mx) + normal[1] * (positions[v + 1] - my) + normal[2] * (positions[v + 2] - mz);
      if (Math.abs(off) > thickness) thickness = Math.abs(off);
    }
    spread.begin(fit);
    for (let pass = 0; pass < 2; pass++) {
      for (let from = 0; from < count; from += 64) {
        const to = Math.min(count, from + 64);
        spread.add(room, from, to, pass);
        if ((work += (to - from) * fit.governors.length) > WORK_PER_STEP) {
          work = 0;
          yield;
        }
      }
      spread.close(pass);
    }
    const vertices = room.slice(0, isTile && end - first <= MOST_LISTED ? count : 0);
    const radius = Math.sqrt(squared) * SLACK;
    thickness += ROUNDING * surface.reach;
    return {
      fit,
      first,
      end,
      radius,
      normal,
      thickness,
      slabs,
      lowest,
      vertices,
      offs: spread.offs.slice(0, fit.governors.length * OFF.count),
    };
  }
  return measureCell;
}

/** Has slabs take in a point. */
function widen(slabs: Float64Array, x: number, y: number, z: number): void {
  for (let k = 0; k < SLABS; k++) {
    const d = (k - AXES) * 3;
    const along =
      k >= AXES ? DIAGONALS[d] * x + DIAGONALS[d + 1] * y + DIAGONALS[d + 2] * z : k === 0 ? x : k === 1 ? y : z;
    if (along < slabs[k]) slabs[k] = along;
    if (along > slabs[SLABS + k]) slabs[SLABS + k] = along;
  }
}

/** Finds out how far vertices are from a fit, in two passes: between which values, then how far from the middle of those. */
interface Spread {
  readonly begin: (fit: AffineFit) => void;
  readonly add: (vertices: Uint32Array, from: number, to: number, pass: number) => void;
  readonly close: (pass: number) => void;
  /** Grows when it is begun with. */
  offs: Float64Array;
}

function createSpread({ positions, reach }: RestSurface, weights: SkinWeights): Spread {
  const { governorCount } = weights;
  const places = new Int32Array(governorCount);
  const low = new Float64Array(governorCount * 4);
  const high = new Float64Array(governorCount * 4);
  const values = new Float64Array(governorCount);
  const offs = new Float64Array(governorCount * OFF.count);
  let fit: AffineFit;
  let count = 0;
  return {
    offs,
    begin: (next) => {
      fit = next;
      count = fit.governors.length;
      for (let i = 0; i < count; i++) places[fit.governors[i]] = i;
      low.fill(Infinity, 0, count * 4);
      high.fill(-Infinity, 0, count * 4);
      offs.fill(0, 0, count * OFF.count);
    },
    add: (vertices, from, to, pass) => {
      const { matrices, middle, slopes } = fit;
      for (let n = from; n < to; n++) {
        const vertex = vertices[n];
        values.fill(0, 0, count);
        for (let k = weights.starts[vertex]; k < weights.starts[vertex + 1]; k++) {
          values[places[weights.governors[k]]] = weights.weights[k];
        }
        const x = positions[vertex * 3] - middle[0];
        const y = positions[vertex * 3 + 1] - middle[1];
        const z = positions[vertex * 3 + 2] - middle[2];
        for (let i = 0; i < count; i++) {
          const w = values[i];
          const r0 = w - (slopes[i * 3] * x + slopes[i * 3 + 1] * y + slopes[i * 3 + 2] * z);
          const r1 = w * x - (matrices[i * 9] * x + matrices[i * 9 + 1] * y + matrices[i * 9 + 2] * z);
          const r2 = w * y - (matrices[i * 9 + 3] * x + matrices[i * 9 + 4] * y + matrices[i * 9 + 5] * z);
          const r3 = w * z - (matrices[i * 9 + 6] * x + matrices[i * 9 + 7] * y + matrices[i * 9 + 8] * z);
          if (pass === 0) {
            const at = i * 4;
            if (r0 < low[at]) low[at] = r0;
            if (r1 < low[at + 1]) low[at + 1] = r1;
            if (r2 < low[at + 2]) low[at + 2] = r2;
            if (r3 < low[at + 3]) low[at + 3] = r3;
            if (r0 > high[at]) high[at] = r0;
            if (r1 > high[at + 1]) high[at + 1] = r1;
            if (r2 > high[at + 2]) high[at + 2] = r2;
            if (r3 > high[at + 3]) high[at + 3] = r3;
          } else {
            const at = i * OFF.count;
            const d = Math.abs(r0 - offs[at]);
            const p = r1 - offs[at + 1];
            const q = r2 - offs[at + 2];
            const r = r3 - offs[at + 3];
            const e = p * p + q * q + r * r;
            if (d > offs[at + OFF.weightBy]) offs[at + OFF.weightBy] = d;
            // Squared until all vertices have been seen.
            if (e > offs[at + OFF.productBy]) offs[at + OFF.productBy] = e;
          }
        }
      }
    },
    close: (pass) => {
      const { slopes } = fit;
      for (let i = 0; i < count; i++) {
        const at = i * OFF.count;
        if (pass === 0) {
          for (let k = 0; k < 4; k++) offs[at + k] = (low[i * 4 + k] + high[i * 4 + k]) / 2;
        } else {
          const slope = Math.abs(slopes[i * 3]) + Math.abs(slopes[i * 3 + 1]) + Math.abs(slopes[i * 3 + 2]);
          offs[at + OFF.weightBy] += ROUNDING * (1 + slope * reach);
          offs[at + OFF.productBy] = Math.sqrt(offs[at + OFF.productBy]) + MATRIX_ROUNDING * reach;
        }
      }
    },
  };
}

/** The place of each governor in a list, by its number. */
export function placesOf(governors: Uint32Array): Int32Array {
  const places = new Int32Array(governors.length === 0 ? 0 : governors[governors.length - 1] + 1).fill(-1);
  governors.forEach((governor, i) => (places[governor] = i));
  return places;
}
