/**
 * Vertices, edges and triangles of a surface under one name. Every point of a triangle lies inside exactly one of them:
 * it is a vertex, or inside an edge, or inside the triangle. A point where two surfaces meet is told from all others by
 * the two that it lies in, without looking at its coordinates, and that is what joins segments to contours.
 */
import { NO_INDEX } from '../../mesh/mesh.js';

/** What a simplex is. */
export const VERTEX = 0;
/** See `VERTEX`. */
export const EDGE = 1;
/** See `VERTEX`. */
export const FACE = 2;

/**
 * A simplex is two numbers: vertex v is (v, v), an edge its two vertices, the lower first, and a triangle its number and
 * `NO_INDEX`. This is the kind that two such numbers mean.
 */
export function kindOf(first: number, second: number): typeof VERTEX | typeof EDGE | typeof FACE {
  return second === NO_INDEX ? FACE : first === second ? VERTEX : EDGE;
}

/** Writes vertex v. */
export function writeVertex(out: Uint32Array, at: number, v: number): void {
  out[at] = v;
  out[at + 1] = v;
}

/** Writes the edge between two vertices. */
export function writeEdge(out: Uint32Array, at: number, v: number, w: number): void {
  out[at] = Math.min(v, w);
  out[at + 1] = Math.max(v, w);
}

/** Writes a triangle. */
export function writeFace(out: Uint32Array, at: number, triangle: number): void {
  out[at] = triangle;
  out[at + 1] = NO_INDEX;
}

/** Writes the simplex that is written elsewhere. */
export function copySimplex(out: Uint32Array, at: number, from: Uint32Array, fromAt: number): void {
  out[at] = from[fromAt];
  out[at + 1] = from[fromAt + 1];
}
