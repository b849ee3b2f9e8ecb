/** The gradient of a node that points move: A [J_0] + Σ_k d_k [J_k] + R [J_left], with A fitted to the points, as ../../bounds/normals/normal-bounds.ts has it. */
import { FIELD, POINT, ROW } from '../../bounds/normals/layout.js';
import { BLEND_POSE } from '../../kernels/layout/blend-body.js';
import { MATRIX64 } from '../../kernels/layout/blend.js';
import { follow64, wordAt } from '../../kernels/units.js';
import { ONCE, STRETCH, addIntervals, center, radius, restCenter, restRadius, widen } from './gradient.js';
import type { Gradient, GradientSource } from './gradient.js';

/** Placed points, less their mean. */
let points = new Float64Array(3 * 32);
const fitted = new Float64Array(9);
const placement = new Float64Array(9);

/** Bounds the gradient of a row. */
export function boundPointGradient(source: GradientSource, row: number, out: Gradient): void {
  const { normals } = source;
  const first = normals.starts[row * 2];
  const count = normals.starts[row * 2 + 2] - first;
  readPoints(source, first, count);
  fit(normals.governorNumbers, first, count);
  center.fill(0);
  radius.fill(0);
  restCenter.fill(0);
  restRadius.fill(0);
  addIntervals(restCenter, restRadius, normals.numbers, row * ROW.count + ROW.gradient, ONCE, 0);
  addProduct(fitted);
  measureStretch(source.limits);
  for (let k = 0; k < count; k++) addPoint(normals.governorNumbers, (first + k) * POINT.count, k * 3);
  restCenter.fill(0);
  restRadius.fill(0);
  addIntervals(restCenter, restRadius, normals.numbers, row * ROW.count + ROW.left, ONCE, 0);
  addFields(source, row);
  addProduct(placement);
  for (let i = 0; i < 9; i++) {
    out.low[i] = center[i] - radius[i];
    out.high[i] = center[i] + radius[i];
  }
  widen(out, source, row);
}

/** Reads where points are placed, less their mean, and the matrix that all of them have. */
function readPoints({ body, normals }: GradientSource, first: number, count: number): void {
  const { governors } = normals;
  const { f64, u32 } = body.kernels.arena;
  const matrices = follow64(u32, wordAt(body.header) + BLEND_POSE.matrices64);
  if (points.length < count * 3) points = new Float64Array(count * 6);
  for (let axis = 0; axis < 3; axis++) {
    const step = axis < 2 ? 2 : 1;
    const from = axis < 2 ? axis : MATRIX64.lastRow;
    let sum = 0;
    for (let k = 0; k < count; k++) {
      points[k * 3 + axis] = f64[matrices + governors[first + k] * MATRIX64.count + from + 3 * step];
      sum += points[k * 3 + axis];
    }
    const mean = sum / count;
    for (let k = 0; k < count; k++) points[k * 3 + axis] -= mean;
    const matrix = matrices + governors[first] * MATRIX64.count + from;
    for (let column = 0; column < 3; column++) placement[axis * 3 + column] = f64[matrix + column * step];
  }
}

/** Fits a matrix to how points have moved; then takes off what it makes of their places at rest. */
function fit(numbers: Float32Array, first: number, count: number): void {
  fitted.fill(0);
  for (let k = 0; k < count; k++) {
    const at = (first + k) * POINT.count + POINT.fit;
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 3; column++) fitted[row * 3 + column] += points[k * 3 + row] * numbers[at + column];
    }
  }
  for (let k = 0; k < count; k++) {
    const at = (first + k) * POINT.count + POINT.place;
    for (let row = 0; row < 3; row++) {
      points[k * 3 + row] -=
        fitted[row * 3] * numbers[at] + fitted[row * 3 + 1] * numbers[at + 1] + fitted[row * 3 + 2] * numbers[at + 2];
    }
  }
}

/** The largest sum of magnitudes in a row of the fitted matrix. */
function measureStretch(limits: Float64Array): void {
  limits[STRETCH] = 0;
  for (let row = 0; row < 9; row += 3) {
    const sum = Math.abs(fitted[row]) + Math.abs(fitted[row + 1]) + Math.abs(fitted[row + 2]);
    limits[STRETCH] = Math.max(limits[STRETCH], sum);
  }
}

/** Adds a matrix times the intervals at rest. */
function addProduct(matrix: Float64Array): void {
  for (let row = 0; row < 9; row += 3) {
    const x = matrix[row];
    const y = matrix[row + 1];
    const z = matrix[row + 2];
    const sizeX = Math.abs(x);
    const sizeY = Math.abs(y);
    const sizeZ = Math.abs(z);
    for (let column = 0; column < 3; column++) {
      center[row + column] += x * restCenter[column] + y * restCenter[column + 3] + z * restCenter[column + 6];
      radius[row + column] +=
        sizeX * restRadius[column] + sizeY * restRadius[column + 3] + sizeZ * restRadius[column + 6];
    }
  }
}

/** Adds the gradient of a point's weights, times what the fit has left of its way. */
function addPoint(numbers: Float32Array, point: number, at: number): void {
  const gradient = point + POINT.gradient;
  for (let row = 0; row < 3; row++) {
    const way = points[at + row];
    const size = Math.abs(way);
    for (let column = 0; column < 3; column++) {
      center[row * 3 + column] += way * numbers[gradient + column];
      radius[row * 3 + column] += size * numbers[gradient + 3 + column];
    }
  }
}

function addFields({ normals: { fieldNumbers, fields, starts }, weights }: GradientSource, row: number): void {
  for (let i = starts[row * 2 + 1]; i < starts[row * 2 + 3]; i++) {
    if (weights[fields[i]] === 0) continue;
    addIntervals(restCenter, restRadius, fieldNumbers, i * FIELD.count + FIELD.gradient, weights, fields[i]);
  }
}
