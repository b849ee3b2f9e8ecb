/** The gradient of a node that transforms move: (A + [A_t]) [J_0] + Σ_k (ΔA_k Δt_k) [J_k], as ../../bounds/normals/normal-bounds.ts has it. */
import { FIELD, GOVERNOR, ROW } from '../../bounds/normals/layout.js';
import { BLEND_POSE } from '../../kernels/layout/blend-body.js';
import { MATRIX64 } from '../../kernels/layout/blend.js';
import { follow64, wordAt } from '../../kernels/units.js';
import { FLOAT64_ROUNDOFF } from '../../math/float.js';
import { STRETCH, addIntervals, center, radius, restCenter, restRadius, roundingOfRow, widen } from './gradient.js';
import type { Gradient, GradientSource } from './gradient.js';
import { combine, createCombination, makeRoom } from './limited-combination.js';

/** Numbers of a transform here: nine of the matrix row by row, then the translation. */
const STRIDE = 12;

/** The transforms of a row's governors, less their mean. */
let deltas = new Float64Array(STRIDE * 16);
const mean = new Float64Array(STRIDE);
const origin = new Float64Array(3);
/** How far displacements of fields are from their means, all together. */
const spread = new Float64Array(3);
const combination = createCombination();

/** Bounds the gradient of a row. */
export function boundTransformGradient(source: GradientSource, row: number, out: Gradient): void {
  const { normals } = source;
  const first = normals.starts[row * 2];
  const count = normals.starts[row * 2 + 2] - first;
  const hasFields = moveRest(source, row);
  readTransforms(source, first, count);
  boundMatrix(source, first, count, out);
  multiplyByRest(out, source, row);
  center.fill(0);
  radius.fill(0);
  for (let k = 0; k < count; k++)
    addGovernor(normals.governorNumbers, (first + k) * GOVERNOR.count, k * STRIDE, hasFields);
  for (let i = 0; i < 9; i++) {
    out.low[i] += center[i] - radius[i];
    out.high[i] += center[i] + radius[i];
  }
  widen(out, source, row);
}

/** Leaves the gradient at rest, and the origin, as fields have moved them; returns whether any has. */
function moveRest({ normals, weights }: GradientSource, row: number): boolean {
  const { fieldNumbers, fields, numbers, starts } = normals;
  const at = row * ROW.count;
  for (let i = 0; i < 9; i++) {
    restCenter[i] = numbers[at + ROW.gradient + i];
    restRadius[i] = numbers[at + ROW.gradient + 9 + i];
  }
  for (let axis = 0; axis < 3; axis++) origin[axis] = numbers[at + ROW.origin + axis];
  spread.fill(0);
  let hasFields = false;
  for (let i = starts[row * 2 + 1]; i < starts[row * 2 + 3]; i++) {
    const weight = weights[fields[i]];
    if (weight === 0) continue;
    hasFields = true;
    const field = i * FIELD.count;
    addIntervals(restCenter, restRadius, fieldNumbers, field + FIELD.gradient, weights, fields[i]);
    for (let axis = 0; axis < 3; axis++) {
      origin[axis] += weight * fieldNumbers[field + FIELD.mean + axis];
      spread[axis] += Math.abs(weight) * fieldNumbers[field + FIELD.spread + axis];
    }
  }
  return hasFields;
}

/** Reads the transforms of governors, with translations at the origin, and takes their mean off. */
function readTransforms({ body, normals }: GradientSource, first: number, count: number): void {
  const { governorNumbers, governors } = normals;
  const { f64, u32 } = body.kernels.arena;
  const matrices = follow64(u32, wordAt(body.header) + BLEND_POSE.matrices64);
  if (deltas.length < count * STRIDE) deltas = new Float64Array(count * STRIDE * 2);
  const to = deltas;
  const x = origin[0];
  const y = origin[1];
  const z = origin[2];
  mean.fill(0);
  for (let k = 0; k < count; k++) {
    const m = matrices + governors[first + k] * MATRIX64.count;
    const last = m + MATRIX64.lastRow;
    const at = k * STRIDE;
    // Rows 0 and 1 lie column by column, row 2 behind them.
    to[at] = f64[m];
    to[at + 1] = f64[m + 2];
    to[at + 2] = f64[m + 4];
    to[at + 3] = f64[m + 1];
    to[at + 4] = f64[m + 3];
    to[at + 5] = f64[m + 5];
    to[at + 6] = f64[last];
    to[at + 7] = f64[last + 1];
    to[at + 8] = f64[last + 2];
    to[at + 9] = to[at] * x + to[at + 1] * y + to[at + 2] * z + f64[m + 6];
    to[at + 10] = to[at + 3] * x + to[at + 4] * y + to[at + 5] * z + f64[m + 7];
    to[at + 11] = to[at + 6] * x + to[at + 7] * y + to[at + 8] * z + f64[last + 3];
    const share = governorNumbers[(first + k) * GOVERNOR.count + GOVERNOR.share];
    for (let i = 0; i < STRIDE; i++) mean[i] += share * to[at + i];
  }
  for (let at = 0; at < count * STRIDE; at += STRIDE) for (let i = 0; i < STRIDE; i++) to[at + i] -= mean[i];
}

/** Leaves A + [A_t] in `out`. */
function boundMatrix(
  { normals: { governorNumbers } }: GradientSource,
  first: number,
  count: number,
  out: Gradient,
): void {
  if (count === 1) {
    for (let i = 0; i < 9; i++) out.low[i] = out.high[i] = mean[i];
    return;
  }
  makeRoom(combination, count);
  let left = 1;
  for (let k = 0; k < count; k++) {
    const at = (first + k) * GOVERNOR.count;
    const least = governorNumbers[at + GOVERNOR.least];
    combination.least[k] = least;
    combination.more[k] = governorNumbers[at + GOVERNOR.most] - least;
    left -= least;
  }
  combination.left[0] = left;
  const { ends } = combination;
  for (let i = 0; i < 9; i++) {
    combine(combination, deltas, i, STRIDE, count);
    out.low[i] = mean[i] + ends[0];
    out.high[i] = mean[i] + ends[1];
  }
}

const low = new Float64Array(9);
const high = new Float64Array(9);

/**
 * Multiplies the matrix in hand by the gradient at rest. What the matrix, whose rows are at most S before they are
 * rounded, its products and their sums are off by is less than 8eS times the magnitudes in a column at rest.
 */
function multiplyByRest(gradient: Gradient, { limits, normals }: GradientSource, row: number): void {
  const rounding = 8 * FLOAT64_ROUNDOFF * roundingOfRow(normals, row) * limits[STRETCH];
  for (let i = 0; i < 9; i++) {
    low[i] = restCenter[i] - restRadius[i];
    high[i] = restCenter[i] + restRadius[i];
  }
  for (let column = 0; column < 3; column++) {
    let size = 0;
    for (let k = column; k < 9; k += 3) size += Math.max(Math.abs(low[k]), Math.abs(high[k]));
    columnSizes[column] = size * rounding;
  }
  for (let first = 0; first < 9; first += 3) {
    for (let column = 0; column < 3; column++) {
      let least = -columnSizes[column];
      let most = columnSizes[column];
      for (let k = 0; k < 3; k++) {
        const a = gradient.low[first + k];
        const b = gradient.high[first + k];
        const c = low[k * 3 + column];
        const d = high[k * 3 + column];
        const ac = a * c;
        const ad = a * d;
        const bc = b * c;
        const bd = b * d;
        least += Math.min(ac, ad, bc, bd);
        most += Math.max(ac, ad, bc, bd);
      }
      products[first + column] = least;
      products[first + column + 9] = most;
    }
  }
  for (let i = 0; i < 9; i++) {
    gradient.low[i] = products[i];
    gradient.high[i] = products[i + 9];
  }
}

const columnSizes = new Float64Array(3);
const products = new Float64Array(18);

/** Adds what the weights of a governor do inside triangles. */
function addGovernor(numbers: Float32Array, governor: number, delta: number, hasFields: boolean): void {
  for (let column = 0; column < 3; column++) {
    const g = governor + GOVERNOR.gradient + column;
    const gx = numbers[g];
    const gy = numbers[g + 3];
    const gz = numbers[g + 6];
    const gt = numbers[g + 9];
    const rx = numbers[g + 12];
    const ry = numbers[g + 15];
    const rz = numbers[g + 18];
    const rt = numbers[g + 21];
    for (let row = 0; row < 3; row++) {
      const at = delta + row * 3;
      const x = deltas[at];
      const y = deltas[at + 1];
      const z = deltas[at + 2];
      const t = deltas[delta + 9 + row];
      center[row * 3 + column] += x * gx + y * gy + z * gz + t * gt;
      radius[row * 3 + column] += Math.abs(x) * rx + Math.abs(y) * ry + Math.abs(z) * rz + Math.abs(t) * rt;
    }
  }
  if (hasFields) addSpread(numbers, governor + GOVERNOR.spread, delta);
}

/** Adds what displacements of fields, which differ from their means, make of that. */
function addSpread(numbers: Float32Array, at: number, delta: number): void {
  for (let row = 0; row < 3; row++) {
    const x = Math.abs(deltas[delta + row * 3]);
    const y = Math.abs(deltas[delta + row * 3 + 1]);
    const z = Math.abs(deltas[delta + row * 3 + 2]);
    const moved = (x * spread[0] + y * spread[1] + z * spread[2]) * SLACK;
    for (let column = 0; column < 3; column++) radius[row * 3 + column] += moved * numbers[at + column];
  }
}

/** What fields add is summed in float64, and has no radius of its own to cover that. */
const SLACK = 1 + 1e-9;
