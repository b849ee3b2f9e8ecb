/**
 * Centres and sizes of one node's bound: around the rest positions of its vertices, around their displacements in a
 * field, and around a morph target. Why the stored numbers are safe in float32 is proven in bd-tree.ts.
 */
import { LANES } from '../../kernels/layout/child-words.js';
import { FLOAT32_ROUNDOFF } from '../../math/float.js';
import { roundUp32 } from '../../math/round.js';
import { principalAxes } from './principal-axes.js';
import { axisRate, sphereRate } from './rates.js';
import { smallestBall } from './smallest-ball.js';

/** Where a sphere's centre is put. */
export type BdCenter = 'mean' | 'middle' | 'smallest-ball';

/** The vertices of a node, and what is needed to fit bounds to them. */
export interface NodeFit {
  readonly bound: 'sphere' | 'box' | 'oriented-box';
  readonly center: BdCenter;
  readonly values: Float32Array;
  readonly slotCount: number;
  /** Bounds of the relative errors of float32 sums of centres and of sizes, and of what underflow can cost. */
  readonly centerEpsilon: number;
  readonly sizeEpsilon: number;
  readonly denormal: number;
  /** Vertices of the present node. */
  readonly vertices: Uint32Array;
  count: number;
  /** Three numbers per vertex: values, or differences from a centre; and the magnitudes that rounding is relative to. */
  readonly points: Float64Array;
  readonly magnitudes: Float64Array;
  /** The centre at rest. */
  readonly restCenter: Float64Array;
  /** Axes of an oriented box, three rows. */
  readonly axes: Float64Array;
  /** The centre in hand, and the magnitudes of its coordinates; a ball; and the second moments of the points. */
  readonly present: Float64Array;
  readonly centerMagnitude: Float64Array;
  readonly fitted: Float64Array;
  readonly spread: Float64Array;
}

/** A posed vertex is summed in float64 and rounded to float32 once. */
const KAPPA = 1.001 * FLOAT32_ROUNDOFF;
/** Makes up for the float64 arithmetic of the coefficients themselves. */
const WIDEN = 1 + 1e-12;
/** The axes of an oriented box are at most this long. */
const AXIS_LENGTH = 1 + 4 * FLOAT32_ROUNDOFF;

/** Fits one slot (rest, or a field): writes the centre's three rows and the sizes' one or three from `rows[at]` on. */
export function fitSlot(fit: NodeFit, slot: number, rows: Float32Array, at: number): void {
  const { centerMagnitude, present } = fit;
  gatherPoints(fit, slot);
  placeCenter(fit);
  for (let axis = 0; axis < 3; axis++) {
    const center = Math.fround(present[axis]);
    rows[at + axis * LANES] = center;
    present[axis] = center;
    centerMagnitude[axis] = Math.abs(center);
  }
  if (slot === 0) fit.restCenter.set(present);
  for (let k = 0; k < fit.count * 3; k++) {
    fit.magnitudes[k] = Math.abs(fit.points[k]);
    fit.points[k] -= present[k % 3];
  }
  writeSizes(fit, slot === 0 ? fit.denormal : 0, rows, at + 3 * LANES);
}

/** Makes room in one slot of a bound for more vertices: its centre stays where it is, its sizes grow as they must. Writes them as {@link fitSlot} does, and those at the target, too. */
export function widenSlot(fit: NodeFit, slot: number, morph: boolean, rows: Float32Array, at: number): void {
  const { centerMagnitude, present } = fit;
  const rowCount = sizeCountOf(fit.bound);
  const sizes = new Float32Array(rowCount * LANES);
  gatherPoints(fit, slot);
  for (let axis = 0; axis < 3; axis++) {
    present[axis] = rows[at + axis * LANES];
    centerMagnitude[axis] = Math.abs(present[axis]);
  }
  if (slot === 0) fit.restCenter.set(present);
  for (let k = 0; k < fit.count * 3; k++) {
    fit.magnitudes[k] = Math.abs(fit.points[k]);
    fit.points[k] -= present[k % 3];
  }
  writeSizes(fit, slot === 0 ? fit.denormal : 0, sizes, 0);
  growRows(rows, at + 3 * LANES, sizes, rowCount);
  if (!morph || slot === 0) return;
  fitTarget(fit, sizes, 0);
  growRows(rows, at + (3 + rowCount) * LANES, sizes, rowCount);
}

/** {@link fitRates} for more vertices of a node. */
export function widenRates(fit: NodeFit, rates: Float64Array, out: Float32Array, at: number): void {
  const rowCount = sizeCountOf(fit.bound);
  const found = new Float32Array(rowCount * LANES);
  fitRates(fit, rates, found, 0);
  growRows(out, at, found, rowCount);
}

function growRows(rows: Float32Array, at: number, least: Float32Array, rowCount: number): void {
  for (let k = 0; k < rowCount * LANES; k += LANES) rows[at + k] = Math.max(rows[at + k], least[k]);
}

/**
 * Sizes at the morph target of the field that was fitted last: `points` and `magnitudes` are its own, to which those at
 * rest are added.
 */
export function fitTarget(fit: NodeFit, rows: Float32Array, at: number): void {
  const { centerMagnitude, values, slotCount, vertices, count, points, magnitudes, restCenter } = fit;
  for (let i = 0; i < count; i++) {
    const v = vertices[i] * slotCount * 3;
    for (let axis = 0; axis < 3; axis++) {
      points[i * 3 + axis] += values[v + axis] - restCenter[axis];
      magnitudes[i * 3 + axis] += Math.abs(values[v + axis]);
    }
  }
  for (let axis = 0; axis < 3; axis++) centerMagnitude[axis] += Math.abs(restCenter[axis]);
  writeSizes(fit, fit.denormal, rows, at);
}

/**
 * Chooses the axes of an oriented box, rounded to float32: the principal axes of the vertices at rest. Adding the
 * fields' displacements, weighted by how far they go, changed mean areas by less than 0.3 % on the curtain, in either
 * direction.
 */
export function fitAxes(fit: NodeFit, out: Float32Array, at: number): void {
  gatherPoints(fit, 0);
  measureSpread(fit);
  principalAxes(fit.spread, fit.axes);
  for (let k = 0; k < 9; k++) {
    out[at + k * LANES] = fit.axes[k];
    fit.axes[k] = out[at + k * LANES];
  }
}

/** How fast the bound grows with the distance of the pose: one or three rows. */
export function fitRates(fit: NodeFit, rates: Float64Array, out: Float32Array, at: number): void {
  const { axes, bound, count, vertices } = fit;
  for (let axis = 0; axis < sizeCountOf(bound); axis++) {
    let largest = 0;
    for (let i = 0; i < count; i++) {
      const rate =
        bound === 'sphere'
          ? sphereRate(rates, vertices[i])
          : axisRate(rates, vertices[i], axes[axis * 3], axes[axis * 3 + 1], axes[axis * 3 + 2]);
      if (rate > largest) largest = rate;
    }
    out[at + axis * LANES] = roundUp32(largest * WIDEN);
  }
}

/** Numbers that say how large a bound is. */
export function sizeCountOf(bound: NodeFit['bound']): 1 | 3 {
  return bound === 'sphere' ? 1 : 3;
}

function gatherPoints(fit: NodeFit, slot: number): void {
  const { values, slotCount, vertices, count, points } = fit;
  for (let i = 0; i < count; i++) {
    const v = (vertices[i] * slotCount + slot) * 3;
    points[i * 3] = values[v];
    points[i * 3 + 1] = values[v + 1];
    points[i * 3 + 2] = values[v + 2];
  }
}

/** Leaves in `fit.present` where the centre had best be. */
function placeCenter(fit: NodeFit): void {
  if (fit.bound === 'box' || (fit.bound === 'sphere' && fit.center === 'middle')) placeAtMiddle(fit, WORLD_AXES);
  else if (fit.bound === 'sphere' && fit.center === 'mean') placeAtMean(fit);
  else {
    if (fit.bound === 'oriented-box') placeAtMiddle(fit, fit.axes);
    else {
      smallestBall(fit.points, fit.count, fit.fitted);
      fit.present.set(fit.fitted.subarray(0, 3));
    }
    keepNear(fit);
  }
}

/**
 * No coordinate of a centre is larger than the largest among the vertices: the reach of a pose bounds centres too.
 * Where a nearly degenerate set gave no centre at all, the first vertex serves as well as any.
 */
function keepNear(fit: NodeFit): void {
  const { present } = fit;
  for (let axis = 0; axis < 3; axis++) {
    let largest = 0;
    for (let k = axis; k < fit.count * 3; k += 3) largest = Math.max(largest, Math.abs(fit.points[k]));
    const center = Number.isFinite(present[axis]) ? present[axis] : fit.points[axis];
    present[axis] = Math.max(-largest, Math.min(largest, center));
  }
}

const WORLD_AXES = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

function placeAtMean(fit: NodeFit): void {
  const { present } = fit;
  present.fill(0);
  for (let k = 0; k < fit.count * 3; k++) present[k % 3] += fit.points[k];
  for (let axis = 0; axis < 3; axis++) present[axis] /= fit.count;
}

/** The middle along each of three directions makes the half extents smallest. */
function placeAtMiddle(fit: NodeFit, axes: Float64Array): void {
  const { count, points, present } = fit;
  present.fill(0);
  for (let k = 0; k < 9; k += 3) {
    const x = axes[k];
    const y = axes[k + 1];
    const z = axes[k + 2];
    let low = Infinity;
    let high = -Infinity;
    for (let i = 0; i < count * 3; i += 3) {
      const value = points[i] * x + points[i + 1] * y + points[i + 2] * z;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    const middle = low * 0.5 + high * 0.5;
    present[0] += middle * x;
    present[1] += middle * y;
    present[2] += middle * z;
  }
}

function measureSpread(fit: NodeFit): void {
  const { count, points, present, spread } = fit;
  placeAtMean(fit);
  const [mx, my, mz] = present;
  spread.fill(0);
  for (let i = 0; i < count * 3; i += 3) {
    const x = points[i] - mx;
    const y = points[i + 1] - my;
    const z = points[i + 2] - mz;
    spread[0] += x * x;
    spread[1] += x * y;
    spread[2] += x * z;
    spread[3] += y * y;
    spread[4] += y * z;
    spread[5] += z * z;
  }
}

/** From `points` (differences from a centre), `magnitudes` and `centerMagnitude`. */
function writeSizes(fit: NodeFit, extra: number, rows: Float32Array, at: number): void {
  const { axes, bound, centerEpsilon, centerMagnitude, count, magnitudes, points, sizeEpsilon } = fit;
  const center = length(centerMagnitude[0], centerMagnitude[1], centerMagnitude[2]);
  for (let axis = 0; axis < sizeCountOf(bound); axis++) {
    let largest = 0;
    if (bound === 'box') {
      for (let k = axis; k < count * 3; k += 3) {
        const size = Math.abs(points[k]) + KAPPA * magnitudes[k];
        if (size > largest) largest = size;
      }
    } else {
      const ax = axes[axis * 3];
      const ay = axes[axis * 3 + 1];
      const az = axes[axis * 3 + 2];
      for (let k = 0; k < count * 3; k += 3) {
        const x = points[k];
        const y = points[k + 1];
        const z = points[k + 2];
        const error = KAPPA * length(magnitudes[k], magnitudes[k + 1], magnitudes[k + 2]);
        const size =
          bound === 'sphere' ? length(x, y, z) + error : Math.abs(ax * x + ay * y + az * z) + error * AXIS_LENGTH;
        if (size > largest) largest = size;
      }
    }
    const magnitude = bound === 'box' ? centerMagnitude[axis] : center * AXIS_LENGTH;
    rows[at + axis * LANES] = roundUp32(((largest + extra + centerEpsilon * magnitude) / (1 - sizeEpsilon)) * WIDEN);
  }
}

function length(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
