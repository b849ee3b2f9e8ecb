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
  /** All of it is so close to the middle of the fit; and its box, lowest corner first. */
  readonly radius: number;
  readonly box: Float64Array;
  /** Its vertices, where it is small enough for all of them to be looked at; else none. */
  readonly vertices: Uint32Array;
  /** Six numbers for each governor: {@link OFF}. */
  readonly offs: Float64Array;
}

/** Numbers for a governor: α, a and the two bounds. */
export const OFF = { weight: 0, product: 1, weightBy: 4, productBy: 5, count: 6 } as const;

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

/** Measures one node: its fit, and its triangles. */
export type CellMeter = (fit: AffineFit, first: number, end: number) => Cell;

/** Prepares to measure nodes. */
export function createCellMeter(surface: RestSurface, weights: SkinWeights): CellMeter {
  const seen = new Int32Array(surface.vertexCount).fill(-1);
  const room = new Uint32Array(surface.vertexCount);
  let mark = 0;
  return (fit, first, end) => measureCell(surface, weights, fit, first, end, seen, room, mark++);
}

function measureCell(
  surface: RestSurface,
  weights: SkinWeights,
  fit: AffineFit,
  first: number,
  end: number,
  seen: Int32Array,
  room: Uint32Array,
  mark: number,
): Cell {
  const { corners, positions } = surface;
  const [mx, my, mz] = fit.middle;
  let count = 0;
  let squared = 0;
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let corner = first * 3; corner < end * 3; corner++) {
    const vertex = corners[corner];
    if (seen[vertex] === mark) continue;
    seen[vertex] = mark;
    room[count++] = vertex;
    const x = positions[vertex * 3];
    const y = positions[vertex * 3 + 1];
    const z = positions[vertex * 3 + 2];
    if (x < box[0]) box[0] = x;
    if (y < box[1]) box[1] = y;
    if (z < box[2]) box[2] = z;
    if (x > box[3]) box[3] = x;
    if (y > box[4]) box[4] = y;
    if (z > box[5]) box[5] = z;
    squared = Math.max(squared, (x - mx) * (x - mx) + (y - my) * (y - my) + (z - mz) * (z - mz));
  }
  const radius = Math.sqrt(squared) * SLACK;
  const offs = spreadOf(surface, weights, fit, room, count);
  const vertices = room.slice(0, end - first <= MOST_LISTED ? count : 0);
  return { fit, first, end, radius, box, vertices, offs };
}

function spreadOf(
  { positions, reach }: RestSurface,
  weights: SkinWeights,
  fit: AffineFit,
  vertices: Uint32Array,
  vertexCount: number,
): Float64Array {
  const { governors, matrices, middle, slopes } = fit;
  const count = governors.length;
  const places = placesOf(governors);
  const offs = new Float64Array(count * OFF.count);
  const low = new Float64Array(count * 4).fill(Infinity);
  const high = new Float64Array(count * 4).fill(-Infinity);
  const values = new Float64Array(count);
  for (let pass = 0; pass < 2; pass++) {
    for (let n = 0; n < vertexCount; n++) {
      const vertex = vertices[n];
      values.fill(0);
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
  }
  return offs;
}

/** The place of each governor in a list, by its number. */
export function placesOf(governors: Uint32Array): Int32Array {
  const places = new Int32Array(governors.length === 0 ? 0 : governors[governors.length - 1] + 1).fill(-1);
  governors.forEach((governor, i) => (places[governor] = i));
  return places;
}
