/** A surface as its normal bounds are made of it: triangles in the order of the leaves, by the vertices of the mesh, what moves those, and frames at rest. */
import { BLEND_MODEL } from '../../deform/blend.js';
import type { BlendModel } from '../../deform/blend.js';
import { fieldIndex } from '../../deform/linear.js';
import type { Model } from '../../deform/model.js';
import { FLOAT64_ROUNDOFF } from '../../math/float.js';
import type { Shape } from '../shape.js';
import { createEnclosure, magnitudeOf, meet, putEnclosure } from './enclosure.js';
import type { Enclosure } from './enclosure.js';
import { FRAME, frameTriangles } from './triangle-frames.js';
import type { TriangleFrames } from './triangle-frames.js';

/** What rows are made from. */
export interface RestSurface {
  readonly model: Model;
  /** Three vertices of the mesh per triangle, in the order of the leaves. */
  readonly corners: Uint32Array;
  readonly frames: TriangleFrames;
  /** Whether gradients are completed by how normals move, so that the one of rest is the identity. */
  readonly isWhole: boolean;
}

/** A node: its triangles, which have frames all. */
export interface NodeAtRest {
  readonly first: number;
  readonly end: number;
  /** Per column, the largest sum of magnitudes of a triangle's three gradients. */
  readonly columns: Float64Array;
}

/** The surface of a shape. */
export function restSurfaceOf({ bounds, mesh, model }: Shape, isWhole: boolean): RestSurface {
  const corners = bounds.triangles.map((vertex) => bounds.vertexOrder[vertex]);
  return { model, corners, frames: frameTriangles(corners, mesh.positions), isWhole };
}

/** The node with these triangles. */
export function nodeAtRest({ frames: { numbers } }: RestSurface, first: number, end: number): NodeAtRest {
  const columns = new Float64Array(3);
  for (let triangle = first; triangle < end; triangle++) {
    for (let column = 0; column < 3; column++) {
      const a = numbers[triangle * FRAME.count + FRAME.a + column];
      const b = numbers[triangle * FRAME.count + FRAME.b + column];
      columns[column] = Math.max(columns[column], (Math.abs(a) + Math.abs(b) + Math.abs(a + b)) * (1 + 1e-12));
    }
  }
  return { first, end, columns };
}

/**
 * Of so many governors and fields, what sums of float64 may be off by, as a share of the magnitudes of what is summed: far more than 2^-53 for each of the products and
 * sums that a bound takes.
 */
export function roundingOf(governorCount: number, fieldCount: number): number {
  return roundingUnits(governorCount, fieldCount) * FLOAT64_ROUNDOFF;
}

/** The same in units of 2^-53. */
export function roundingUnits(governorCount: number, fieldCount: number): number {
  return 16 * (governorCount + fieldCount) + 256;
}

/** Where a vertex is, or how it is displaced, along an axis. */
export type VertexValue = (vertex: number, axis: number) => number;

/** Places at rest, or what points leave of them. */
export function restValue({ rest }: Model): VertexValue {
  return (vertex, axis) => rest[vertex * 3 + axis];
}

/** The displacements of a field. */
export function fieldValue({ fieldCount, fields }: Model, field: number): VertexValue {
  return (vertex, axis) => fields[fieldIndex(fieldCount, field, vertex * 3 + axis)];
}

/** Whether a model blends what governors make of a vertex. */
export function isBlend(model: Model): model is BlendModel {
  return model.kind === BLEND_MODEL;
}

const gradient = createEnclosure(9);
const values = createEnclosure(3);

/**
 * Writes the gradient of a value over the triangles of a node, Σ p_v g_vᵀ = (p_a - p_c) g_aᵀ + (p_b - p_c) g_bᵀ, with n nᵀ added where it is to be completed: nine centres,
 * nine radii. Differences, products and sums are off by less than 16u of the magnitudes, and those are at most 2 |p| times the column; values may be off
 * by `error` of their largest magnitude.
 */
export function putGradient(
  { corners, frames: { numbers } }: RestSurface,
  { columns, end, first }: NodeAtRest,
  value: VertexValue,
  isCompleted: boolean,
  error: number,
  slack: number,
  out: Float32Array,
  at: number,
): void {
  clear(gradient);
  clear(values);
  for (let triangle = first; triangle < end; triangle++) {
    const frame = triangle * FRAME.count;
    for (let axis = 0; axis < 3; axis++) {
      const a = value(corners[triangle * 3], axis);
      const b = value(corners[triangle * 3 + 1], axis);
      const c = value(corners[triangle * 3 + 2], axis);
      meet(values, axis, a);
      meet(values, axis, b);
      meet(values, axis, c);
      for (let column = 0; column < 3; column++) {
        let entry = (a - c) * numbers[frame + FRAME.a + column] + (b - c) * numbers[frame + FRAME.b + column];
        if (isCompleted) entry += numbers[frame + FRAME.normal + axis] * numbers[frame + FRAME.normal + column];
        meet(gradient, axis * 3 + column, entry);
      }
    }
  }
  for (let axis = 0; axis < 3; axis++) {
    const size = 2 * magnitudeOf(values, axis) * (error + 16 * FLOAT64_ROUNDOFF);
    for (let column = 0; column < 3; column++) {
      const off = size * columns[column] + (isCompleted ? 16 * FLOAT64_ROUNDOFF : 0);
      const entry = axis * 3 + column;
      putEnclosure(gradient, entry, off, slack, out, at + entry, at + 9 + entry);
    }
  }
}

function clear({ high, low }: Enclosure): void {
  low.fill(Infinity);
  high.fill(-Infinity);
}
