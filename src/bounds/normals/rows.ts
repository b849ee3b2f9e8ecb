/** The rows of normal bounds, one after the other: what each kind of deformation has in common, and which file has the rest. */
import { FLOAT32_ROUNDOFF } from '../../math/float.js';
import { roundDown32, roundUp32 } from '../../math/round.js';
import { addFields } from './field-row.js';
import { createGrowingNumbers, extend, finish } from './growing.js';
import type { GrowingNumbers } from './growing.js';
import { BY_FIELDS, BY_POINTS, BY_TRANSFORMS, GOVERNOR, NO_BOUND, POINT, ROW } from './layout.js';
import type { NormalBounds } from './layout.js';
import { createNodeGovernors, findGovernors, measureGovernors } from './node-governors.js';
import type { NodeGovernors } from './node-governors.js';
import { placesOf, putPoints } from './point-row.js';
import { findRestPoints } from './rest-points.js';
import { isBlend, nodeAtRest, putGradient, restValue, roundingOf } from './surface.js';
import type { NodeAtRest, RestSurface, VertexValue } from './surface.js';
import { FRAME } from './triangle-frames.js';
import { putTransforms } from './transform-row.js';
import type { GovernorSums } from './transform-row.js';

/** Rows under way. */
export interface Rows {
  readonly surface: RestSurface;
  readonly rule: number;
  /** For blends alone. */
  readonly work: NodeGovernors | undefined;
  /** Where points rest. */
  readonly restPoints: Float64Array;
  readonly numbers: GrowingNumbers;
  readonly starts: number[];
  readonly governors: number[];
  readonly governorNumbers: GrowingNumbers;
  readonly fields: number[];
  readonly fieldNumbers: GrowingNumbers;
}

const NO_SUMS: GovernorSums = { gradients: new Float64Array(3), spreads: new Float64Array(3) };

/** No rows yet; `positions` is the mesh at rest. */
export function createRows(surface: RestSurface, positions: Float32Array): Rows {
  const { model } = surface;
  const arePoints = isBlend(model) && model.poseLayout.pointCount > 0;
  return {
    surface,
    rule: !isBlend(model) ? BY_FIELDS : arePoints ? BY_POINTS : BY_TRANSFORMS,
    work: isBlend(model) ? createNodeGovernors(model) : undefined,
    restPoints: isBlend(model) && arePoints ? findRestPoints(model, positions) : new Float64Array(0),
    numbers: createGrowingNumbers(),
    starts: [0, 0],
    governors: [],
    governorNumbers: createGrowingNumbers(),
    fields: [],
    fieldNumbers: createGrowingNumbers(),
  };
}

/** Finds the governors of some triangles, for the next row; returns how many there are. */
export function findRowGovernors({ surface, work }: Rows, first: number, end: number): number {
  if (!work) return 0;
  findGovernors(work, surface, first, end);
  return work.found.length;
}

/** Adds the row of a node whose governors have been found; returns its number, or {@link NO_BOUND} where float32 does not hold it. */
export function addRow(rows: Rows, first: number, end: number): number {
  const { fieldNumbers, fields, governorNumbers, governors, numbers, starts, surface } = rows;
  const { model } = surface;
  const before = {
    governors: governorNumbers.length,
    fields: fieldNumbers.length,
    ids: [governors.length, fields.length],
  };
  const node = nodeAtRest(surface, first, end);
  const found = rows.work?.found ?? [];
  const slack = roundingOf(found.length, model.fieldCount);
  const at = extend(numbers, ROW.count);
  putNormals(surface, node, numbers.numbers, at + ROW.normals);
  const sums = putGovernors(rows, node, slack, at);
  addFields(surface, node, slack, fields, fieldNumbers);
  putWidenings(node, sums, slack, numbers.numbers, at);
  const isHeld =
    areFinite(numbers, at) && areFinite(governorNumbers, before.governors) && areFinite(fieldNumbers, before.fields);
  if (!isHeld) {
    numbers.length = at;
    governorNumbers.length = before.governors;
    fieldNumbers.length = before.fields;
    [governors.length, fields.length] = before.ids;
    return NO_BOUND;
  }
  starts.push(governors.length, fields.length);
  return at / ROW.count;
}

/** The rows, as the record has them. */
export function finishRows(rows: Rows): Omit<NormalBounds, 'fingerprint' | 'rows'> {
  return {
    rule: rows.rule,
    fieldCount: rows.surface.model.fieldCount,
    numbers: finish(rows.numbers),
    starts: Uint32Array.from(rows.starts),
    governors: Uint32Array.from(rows.governors),
    governorNumbers: finish(rows.governorNumbers),
    fields: Uint32Array.from(rows.fields),
    fieldNumbers: finish(rows.fieldNumbers),
  };
}

function areFinite({ length, numbers }: GrowingNumbers, first: number): boolean {
  for (let i = first; i < length; i++) if (!Number.isFinite(numbers[i])) return false;
  return true;
}

/** The box of normals at rest, which are exactly those of the frames. */
function putNormals({ frames }: RestSurface, { end, first }: NodeAtRest, out: Float32Array, at: number): void {
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let triangle = first; triangle < end; triangle++) {
      const value = frames.numbers[triangle * FRAME.count + FRAME.normal + axis];
      if (value < low) low = value;
      if (value > high) high = value;
    }
    out[at + axis] = roundDown32(low);
    out[at + 3 + axis] = roundUp32(high);
  }
}

/** Writes gradients at rest, and what governors need. */
function putGovernors(rows: Rows, node: NodeAtRest, slack: number, at: number): GovernorSums {
  const { governorNumbers, governors, numbers, rule, surface, work } = rows;
  const { model } = surface;
  const rest = restValue(model);
  const gradient = at + ROW.gradient;
  if (!work) {
    putGradient(surface, node, rest, surface.isWhole, 0, slack, numbers.numbers, gradient);
    return NO_SUMS;
  }
  for (const governor of work.found) governors.push(governor);
  const origin = putOrigin(surface, node, numbers.numbers, at + ROW.origin);
  measureGovernors(work, surface, node, origin);
  if (rule === BY_TRANSFORMS) {
    putGradient(surface, node, rest, surface.isWhole, 0, slack, numbers.numbers, gradient);
    const first = extend(governorNumbers, work.found.length * GOVERNOR.count);
    return putTransforms(work, extentsOf(surface, node, origin), slack, governorNumbers.numbers, first);
  }
  putGradient(surface, node, rest, false, 0, slack, numbers.numbers, at + ROW.left);
  putGradient(surface, node, carriedValue(rows), surface.isWhole, slack, slack, numbers.numbers, gradient);
  const first = extend(governorNumbers, work.found.length * POINT.count);
  return putPoints(work, rows.restPoints, slack, governorNumbers.numbers, first);
}

/** Where points that rest carry a vertex, from their mean: Σ_k w_k X_k. */
function carriedValue({ restPoints, work }: Rows): VertexValue {
  const { found, model, places } = work!;
  const { governors, influenceOffsets, weights } = model;
  const at = placesOf(found, restPoints);
  return (vertex, axis) => {
    let sum = 0;
    for (let i = influenceOffsets[vertex]; i < influenceOffsets[vertex + 1]; i++) {
      sum += weights[i] * at[(places[governors[i]] - 1) * 3 + axis];
    }
    return sum;
  };
}

/** The mean of the corners at rest, as float32. */
function putOrigin(
  { corners, model }: RestSurface,
  { end, first }: NodeAtRest,
  out: Float32Array,
  at: number,
): Float32Array {
  for (let axis = 0; axis < 3; axis++) {
    let sum = 0;
    for (let corner = first * 3; corner < end * 3; corner++) sum += model.rest[corners[corner] * 3 + axis];
    out[at + axis] = sum / ((end - first) * 3);
  }
  return out.slice(at, at + 3);
}

/** How far corners at rest are from the origin, at most, on each axis. */
function extentsOf({ corners, model }: RestSurface, { end, first }: NodeAtRest, origin: Float32Array): Float64Array {
  const extents = new Float64Array(3);
  for (let axis = 0; axis < 3; axis++) {
    for (let corner = first * 3; corner < end * 3; corner++) {
      extents[axis] = Math.max(extents[axis], Math.abs(model.rest[corners[corner] * 3 + axis] - origin[axis]));
    }
  }
  return extents;
}

/** What column by column widens a bound: the formula of normal-bounds.ts. */
function putWidenings({ columns }: NodeAtRest, sums: GovernorSums, slack: number, out: Float32Array, at: number): void {
  for (let column = 0; column < 3; column++) {
    const byReach = (2 * FLOAT32_ROUNDOFF + 16 * slack) * columns[column] + 16 * slack * sums.spreads[column];
    out[at + ROW.byStretch + column] = roundUp32(slack * sums.gradients[column]);
    out[at + ROW.byReach + column] = roundUp32(byReach);
  }
}
