/**
 * What a push at a place of the surface does to modes: each takes the part of it that its field has there. The place and the push are in the body's own frame, that of its rest shape.
 *
 * Written to `vibration.velocities` it is an impulse, in newton seconds; written to `vibration.forces`, a force in newtons, for as long as it stays there.
 */
import { fieldIndex } from '../../parts.js';
import type { LinearModel } from '../../parts.js';

/** Adds a push at a vertex of the surface to each mode's number in `out`. Creates no objects. */
export function pushVertex(
  model: LinearModel,
  vertex: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): void {
  const { fieldCount, fields } = model;
  const atX = fieldIndex(fieldCount, 0, vertex * 3);
  const atY = fieldIndex(fieldCount, 0, vertex * 3 + 1);
  const atZ = fieldIndex(fieldCount, 0, vertex * 3 + 2);
  // From field to field within a block of four coordinates.
  const step = fieldIndex(fieldCount, 1, 0);
  for (let mode = 0; mode < fieldCount; mode++) {
    const at = mode * step;
    out[mode] += fields[atX + at] * x + fields[atY + at] * y + fields[atZ + at] * z;
  }
}

/** Adds a push at a place of a triangle, which is `u` of its second corner, `v` of its third and the rest of its first. */
export function pushTriangle(
  model: LinearModel,
  triangles: Uint32Array,
  triangle: number,
  u: number,
  v: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): void {
  const w = 1 - u - v;
  pushVertex(model, triangles[triangle * 3], w * x, w * y, w * z, out);
  pushVertex(model, triangles[triangle * 3 + 1], u * x, u * y, u * z, out);
  pushVertex(model, triangles[triangle * 3 + 2], v * x, v * y, v * z, out);
}
