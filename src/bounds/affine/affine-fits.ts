/**
 * How the weights of a skin run over each node of a tree, to first order. With x₀ the middle of a node, governor k has w_k and g_k = w_k (x - x₀), both given at
 * vertices and linear on triangles; their slopes are fitted by b_k and G_k, by least squares over the area of the node.
 *
 * Any numbers would do for a proof (../../kernels/twin/governor-error.ts), as long as all G_k sum to the identity and all b_k to zero. Those that are kept
 * do so without rounding: they are multiples of a power of two, and the governor of largest weight takes what is left.
 */
import { LANES } from '../../kernels/layout/child-words.js';
import { NO_NODE } from '../../kernels/layout/regions.js';
import type { LongWork } from '../../long-work.js';
import type { Tiles } from '../regions/tiles.js';
import type { RestSurface } from './rest-surface.js';
import type { SkinWeights } from './skin-weights.js';
import { inStretches } from './stretches.js';

/** What a region is compared with. */
export interface Frame {
  /** The governors that move it or triangles around it, ascending. */
  readonly governors: Uint32Array;
  /** Its middle. */
  readonly middle: Float64Array;
  /** Nine numbers for each governor, row by row; and three. */
  readonly matrices: Float64Array;
  readonly slopes: Float64Array;
}

/** What was fitted to one node. All numbers are float32 numbers, those of matrices below 64; matrices and slopes are zeros where they cannot be. */
export interface AffineFit extends Frame {
  /** The mean weight of each governor. */
  readonly means: Float64Array;
  /** Whether matrices and slopes are what was fitted. */
  readonly isUsable: boolean;
}

/** Governors of a frame or list, at most: what kernels lose by rounding is known for so many, and they are told apart by bits. */
export const MOST_GOVERNORS = 30;

/** Sums over the triangles of a node: area, area times middle (3), area times the projection on the plane of each (9). */
const BASE = { area: 0, middle: 1, planes: 4, count: 13 } as const;
/** Sums for a governor: area times weight, slopes of the weight (3), slopes of the weight times the position (9). */
const SUM = { weight: 0, slopes: 1, matrix: 4, count: 13 } as const;

/** What is known of a node while fits are made. */
interface NodeSums {
  readonly base: Float64Array;
  readonly governors: Uint32Array;
  readonly sums: Float64Array;
}

/** A surface has no slope across itself; so much of its area is taken to have one that is zero. */
const REGULAR = 0.001;
/** 2^-18, of which all matrices are multiples: below the limit they are float32 numbers. */
const MATRIX_UNIT = 1 / 262144;
/** Entries of matrices are below it. */
export const MATRIX_LIMIT = 64;
/** Slopes are multiples of the power of two that is 2^-20 of one not below their largest sum. */
const SLOPE_STEPS = 1048576;

/** Tiles and nodes between two chances to give way. */
const STRETCH = 64;

/** Fits all nodes: tiles first, the nodes above them behind their parents. */
export function* fitSteps(
  surface: RestSurface,
  weights: SkinWeights,
  { children, nodeCount, starts, tileCount }: Tiles,
): LongWork<AffineFit[]> {
  const places = new Int32Array(weights.governorCount).fill(-1);
  const sums: NodeSums[] = [];
  const tiles = inStretches(tileCount, STRETCH, (from, to) => {
    for (let tile = from; tile < to; tile++) {
      sums[tile] = sumTile(surface, weights, starts[tile], starts[tile + 1], places);
    }
  });
  for (const share of tiles) yield 0.6 * share;
  const upper = inStretches(nodeCount - tileCount, STRETCH * 4, (from, to) => {
    for (let i = from; i < to; i++) {
      const node = nodeCount - 1 - i;
      const below: NodeSums[] = [];
      for (let at = (node - tileCount) * LANES; at < (node - tileCount + 1) * LANES; at++) {
        if (children[at] !== NO_NODE) below.push(sums[children[at]]);
      }
      sums[node] = addSums(below, places);
    }
  });
  for (const share of upper) yield 0.6 + 0.1 * share;
  const fits: AffineFit[] = [];
  const fitAll = inStretches(nodeCount, STRETCH * 2, (from, to) => {
    for (let node = from; node < to; node++) fits[node] = fitNode(sums[node]);
  });
  for (const share of fitAll) yield 0.7 + 0.3 * share;
  return fits;
}

/** Sums over a tile. `places` is room for where each governor is in its list. */
function sumTile(
  { areas, corners, normals, positions }: RestSurface,
  weights: SkinWeights,
  first: number,
  end: number,
  places: Int32Array,
): NodeSums {
  const governors = weights.governorsAround(first, end);
  for (let i = 0; i < governors.length; i++) places[governors[i]] = i;
  const base = new Float64Array(BASE.count);
  const sums = new Float64Array(governors.length * SUM.count);
  for (let triangle = first; triangle < end; triangle++) {
    const area = areas[triangle];
    if (!(area > 0)) continue;
    const nx = normals[triangle * 3];
    const ny = normals[triangle * 3 + 1];
    const nz = normals[triangle * 3 + 2];
    base[BASE.area] += area;
    base[BASE.planes] += area * (1 - nx * nx);
    base[BASE.planes + 1] -= area * nx * ny;
    base[BASE.planes + 2] -= area * nx * nz;
    base[BASE.planes + 4] += area * (1 - ny * ny);
    base[BASE.planes + 5] -= area * ny * nz;
    base[BASE.planes + 8] += area * (1 - nz * nz);
    for (let corner = 0; corner < 3; corner++) {
      const vertex = corners[triangle * 3 + corner];
      const p = corners[triangle * 3 + (corner === 2 ? 0 : corner + 1)] * 3;
      const q = corners[triangle * 3 + (corner === 0 ? 2 : corner - 1)] * 3;
      const x = (positions[q] - positions[p]) / 2;
      const y = (positions[q + 1] - positions[p + 1]) / 2;
      const z = (positions[q + 2] - positions[p + 2]) / 2;
      // Area times the slope of what is 1 at this corner and 0 at the others.
      const sx = ny * z - nz * y;
      const sy = nz * x - nx * z;
      const sz = nx * y - ny * x;
      for (let axis = 0; axis < 3; axis++) base[BASE.middle + axis] += (area * positions[vertex * 3 + axis]) / 3;
      for (let k = weights.starts[vertex]; k < weights.starts[vertex + 1]; k++) {
        const at = places[weights.governors[k]] * SUM.count;
        const weight = weights.weights[k];
        sums[at + SUM.weight] += (area * weight) / 3;
        sums[at + SUM.slopes] += weight * sx;
        sums[at + SUM.slopes + 1] += weight * sy;
        sums[at + SUM.slopes + 2] += weight * sz;
        for (let row = 0; row < 3; row++) {
          const product = weight * positions[vertex * 3 + row];
          sums[at + SUM.matrix + row * 3] += product * sx;
          sums[at + SUM.matrix + row * 3 + 1] += product * sy;
          sums[at + SUM.matrix + row * 3 + 2] += product * sz;
        }
      }
    }
  }
  return { base, governors, sums };
}

function addSums(parts: readonly NodeSums[], places: Int32Array): NodeSums {
  const governors = unite(parts);
  for (let i = 0; i < governors.length; i++) places[governors[i]] = i;
  const base = new Float64Array(BASE.count);
  const sums = new Float64Array(governors.length * SUM.count);
  for (const part of parts) {
    for (let i = 0; i < BASE.count; i++) base[i] += part.base[i];
    for (let i = 0; i < part.governors.length; i++) {
      const at = places[part.governors[i]] * SUM.count;
      for (let k = 0; k < SUM.count; k++) sums[at + k] += part.sums[i * SUM.count + k];
    }
  }
  return { base, governors, sums };
}

/** The governors of several lists, each once, ascending. */
export function unite(lists: readonly { readonly governors: Uint32Array }[]): Uint32Array {
  const all: number[] = [];
  for (const { governors } of lists) for (const governor of governors) if (!all.includes(governor)) all.push(governor);
  return Uint32Array.from(all).sort();
}

function fitNode({ base, governors, sums }: NodeSums): AffineFit {
  const area = base[BASE.area];
  const middle = Float64Array.from({ length: 3 }, (_, axis) => Math.fround(base[BASE.middle + axis] / area));
  const inverse = invertPlanes(base.subarray(BASE.planes, BASE.count));
  const count = governors.length;
  const means = new Float64Array(count);
  const matrices = new Float64Array(count * 9);
  const slopes = new Float64Array(count * 3);
  for (let i = 0; i < count; i++) {
    const at = i * SUM.count;
    means[i] = sums[at + SUM.weight] / area;
    for (let column = 0; column < 3; column++) {
      for (let k = 0; k < 3; k++) {
        const slope = sums[at + SUM.slopes + k];
        slopes[i * 3 + column] += slope * inverse[k * 3 + column];
        for (let row = 0; row < 3; row++) {
          matrices[i * 9 + row * 3 + column] +=
            (sums[at + SUM.matrix + row * 3 + k] - middle[row] * slope) * inverse[k * 3 + column];
        }
      }
    }
  }
  share(means, matrices, 9, (k) => (k % 4 === 0 ? 1 : 0));
  share(means, slopes, 3, () => 0);
  const isUsable = area > 0 && area < Infinity && balance(means, matrices, slopes);
  if (!isUsable) {
    matrices.fill(0);
    slopes.fill(0);
  }
  return { governors, middle, means, matrices, slopes, isUsable };
}

/** Hands out what is left to the sums that matrices and slopes are to have, by weight. */
function share(means: Float64Array, values: Float64Array, width: number, total: (k: number) => number): void {
  for (let k = 0; k < width; k++) {
    let left = total(k);
    for (let i = k; i < values.length; i += width) left -= values[i];
    for (let i = 0; i < means.length; i++) values[i * width + k] += means[i] * left;
  }
}

/** The inverse of a symmetric matrix, once it has been made regular. */
function invertPlanes(planes: Float64Array): number[] {
  const shift = REGULAR * (planes[0] + planes[4] + planes[8]);
  const a = planes[0] + shift;
  const b = planes[1];
  const c = planes[2];
  const d = planes[4] + shift;
  const e = planes[5];
  const f = planes[8] + shift;
  const A = d * f - e * e;
  const B = c * e - b * f;
  const C = b * e - c * d;
  const D = a * f - c * c;
  const E = b * c - a * e;
  const F = a * d - b * b;
  const determinant = a * A + b * B + c * C;
  return [A, B, C, B, D, E, C, E, F].map((value) => value / determinant);
}

/** Rounds what was fitted, so that matrices sum to the identity and slopes to zero exactly; says whether float32 holds them. */
function balance(means: Float64Array, matrices: Float64Array, slopes: Float64Array): boolean {
  const strongest = means.indexOf(means.reduce((most, mean) => Math.max(most, mean), 0));
  if (strongest < 0) return false;
  let largest = 0;
  slopes.forEach((slope) => (largest += Math.abs(slope)));
  let slopeUnit = MATRIX_UNIT;
  while (slopeUnit * SLOPE_STEPS < largest && slopeUnit < 1e30) slopeUnit *= 2;
  while (slopeUnit * SLOPE_STEPS > 2 * largest && slopeUnit > 1e-30) slopeUnit /= 2;
  roundTo(matrices, 9, strongest, MATRIX_UNIT, (k) => (k % 4 === 0 ? 1 : 0));
  roundTo(slopes, 3, strongest, slopeUnit, () => 0);
  // A not-a-number is not below the limit.
  return (
    matrices.every((value) => Math.abs(value) < MATRIX_LIMIT) && slopes.every((value) => Math.fround(value) === value)
  );
}

function roundTo(
  values: Float64Array,
  width: number,
  strongest: number,
  unit: number,
  total: (k: number) => number,
): void {
  for (let k = 0; k < width; k++) {
    let left = total(k);
    for (let i = k; i < values.length; i += width) {
      if (i === strongest * width + k) continue;
      values[i] = Math.round(values[i] / unit) * unit;
      left -= values[i];
    }
    values[strongest * width + k] = left;
  }
}
