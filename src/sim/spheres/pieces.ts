/**
 * Pieces of a surface: triangles, halved where spheres are smaller than they are. Halves begin at the middle of the longest side, so corners have weights that are exact, and
 * the pieces of a triangle fill it.
 */
import type { Mesh } from '../../parts.js';

/** Pieces, those that were halved included: a list that grows. */
export interface Pieces {
  count: number;
  /** The triangle of each piece. */
  triangles: Uint32Array;
  /** Weights of the second and the third corner of the triangle, for each of three corners. */
  corners: Float64Array;
  /** Where the corners are: nine numbers. Off by less than 2^-50 of the largest coordinate. */
  points: Float64Array;
  /** Square of the longest side, and which one it is: from corner k to the next. */
  longest: Float64Array;
  longestSide: Uint8Array;
  /** The first half of a piece, the other one behind it; 0 for one that is whole. */
  halves: Uint32Array;
  /** How often it was halved. */
  generation: Uint8Array;
}

/** Weights are multiples of 2^-48 at most, and so are what remains to 1. */
const MOST_GENERATIONS = 48;

/** One piece for each triangle. */
export function createPieces(mesh: Mesh): Pieces {
  const pieces: Pieces = {
    count: mesh.triangleCount,
    triangles: Uint32Array.from({ length: mesh.triangleCount }, (_, triangle) => triangle),
    corners: new Float64Array(6 * mesh.triangleCount),
    points: new Float64Array(9 * mesh.triangleCount),
    longest: new Float64Array(mesh.triangleCount),
    longestSide: new Uint8Array(mesh.triangleCount),
    halves: new Uint32Array(mesh.triangleCount),
    generation: new Uint8Array(mesh.triangleCount),
  };
  for (let piece = 0; piece < mesh.triangleCount; piece++) {
    pieces.corners[6 * piece + 2] = 1;
    pieces.corners[6 * piece + 5] = 1;
    placePiece(mesh, pieces, piece);
  }
  return pieces;
}

/** Appends the pieces of a part that has none with sides longer than `limit`, where they can be halved so far, to `out`. */
export function cutPiece(mesh: Mesh, pieces: Pieces, piece: number, limit: number, out: number[]): void {
  if (!(pieces.longest[piece] > limit * limit) || pieces.generation[piece] >= MOST_GENERATIONS) {
    out.push(piece);
    return;
  }
  const first = halvePiece(mesh, pieces, piece);
  cutPiece(mesh, pieces, first, limit, out);
  cutPiece(mesh, pieces, first + 1, limit, out);
}

function halvePiece(mesh: Mesh, pieces: Pieces, piece: number): number {
  const first = pieces.count;
  if (first + 2 > pieces.triangles.length) growPieces(pieces);
  const from = pieces.longestSide[piece];
  const to = (from + 1) % 3;
  for (let half = first; half < first + 2; half++) {
    pieces.triangles[half] = pieces.triangles[piece];
    pieces.generation[half] = pieces.generation[piece] + 1;
    pieces.halves[half] = 0;
    pieces.corners.copyWithin(6 * half, 6 * piece, 6 * piece + 6);
    // The first half keeps the beginning of the side, the second its end.
    const moved = half === first ? to : from;
    for (let k = 0; k < 2; k++) {
      const middle = 0.5 * (pieces.corners[6 * piece + 2 * from + k] + pieces.corners[6 * piece + 2 * to + k]);
      pieces.corners[6 * half + 2 * moved + k] = middle;
    }
    placePiece(mesh, pieces, half);
  }
  pieces.halves[piece] = first;
  pieces.count += 2;
  return first;
}

function placePiece({ positions, triangles }: Mesh, pieces: Pieces, piece: number): void {
  const { corners, points } = pieces;
  const a = 3 * triangles[3 * pieces.triangles[piece]];
  const b = 3 * triangles[3 * pieces.triangles[piece] + 1];
  const c = 3 * triangles[3 * pieces.triangles[piece] + 2];
  for (let k = 0; k < 3; k++) {
    const v = corners[6 * piece + 2 * k];
    const w = corners[6 * piece + 2 * k + 1];
    for (let axis = 0; axis < 3; axis++) {
      points[9 * piece + 3 * k + axis] =
        (1 - v - w) * positions[a + axis] + v * positions[b + axis] + w * positions[c + axis];
    }
  }
  pieces.longest[piece] = -1;
  for (let k = 0; k < 3; k++) {
    const from = 9 * piece + 3 * k;
    const to = 9 * piece + 3 * ((k + 1) % 3);
    const x = points[to] - points[from];
    const y = points[to + 1] - points[from + 1];
    const z = points[to + 2] - points[from + 2];
    const squared = x * x + y * y + z * z;
    if (!(squared > pieces.longest[piece])) continue;
    pieces.longest[piece] = squared;
    pieces.longestSide[piece] = k;
  }
}

function growPieces(pieces: Pieces): void {
  const capacity = 2 * pieces.triangles.length + 16;
  pieces.triangles = grown(pieces.triangles, new Uint32Array(capacity));
  pieces.corners = grown(pieces.corners, new Float64Array(6 * capacity));
  pieces.points = grown(pieces.points, new Float64Array(9 * capacity));
  pieces.longest = grown(pieces.longest, new Float64Array(capacity));
  pieces.longestSide = grown(pieces.longestSide, new Uint8Array(capacity));
  pieces.halves = grown(pieces.halves, new Uint32Array(capacity));
  pieces.generation = grown(pieces.generation, new Uint8Array(capacity));
}

function grown<T extends Float64Array | Uint32Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** The square of the largest distance from a point to a corner of a piece. */
export function farthestCornerSquared(points: Float64Array, piece: number, x: number, y: number, z: number): number {
  let largest = 0;
  for (let at = 9 * piece; at < 9 * piece + 9; at += 3) {
    const dx = points[at] - x;
    const dy = points[at + 1] - y;
    const dz = points[at + 2] - z;
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared > largest) largest = squared;
  }
  return largest;
}

/** The i-th of `count` members that are spread over a list. */
export function spread(list: Uint32Array, i: number, count: number): number {
  return list[Math.floor(((i + 0.5) * list.length) / count)];
}
