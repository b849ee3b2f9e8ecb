/**
 * Which triangles of several posed surfaces meet, each surface with itself and every two with each other: the exact test
 * on all pairs of triangles whose boxes overlap, found without any tree.
 */
import { type PairHits, CROSSING } from 'pliant';
import { APART, DEFECT, meetTriangles, meetTrianglesOfOneSurface } from 'pliant/exact';
import { expect } from 'vitest';
import { forEachClosePair } from '../oracle/close-boxes.js';

/** Triangles in their present place. */
export interface PosedSurface {
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
}

/** For each pair of surfaces "i j", i ≤ j, what meets: numbers of {@link pairKey}. */
export type Collisions = ReadonlyMap<string, Float64Array>;

/** Triangles `a` and `b` and how they meet as one number. */
function pairKey(a: number, b: number, meeting: number): number {
  return (a * 0x100000 + b) * 4 + meeting;
}

/** Both triangles and the meeting of a {@link pairKey}. */
function pairOfKey(key: number): { readonly a: number; readonly b: number; readonly meeting: number } {
  const pair = Math.floor(key / 4);
  return { a: Math.floor(pair / 0x100000), b: pair % 0x100000, meeting: key % 4 };
}

/** All collisions, by the definition of a collision of one surface and of two. */
export function bruteCollisions(surfaces: readonly PosedSurface[]): Collisions {
  const counts = surfaces.map(({ triangles }) => triangles.length / 3);
  const surfaceOf = Uint32Array.from(counts.flatMap((length, index) => Array.from({ length }, () => index)));
  const firsts = surfaces.map((_, index) => surfaceOf.indexOf(index));
  const found = surfaces.map(() => surfaces.map((): number[] => []));
  // Called millions of times: no arrays.
  forEachClosePair(boxesOf(surfaces), (p, q) => {
    const i = surfaceOf[p];
    const j = surfaceOf[q];
    const a = p - firsts[i];
    const b = q - firsts[j];
    const { positions, triangles } = surfaces[i];
    const a0 = triangles[a * 3];
    const a1 = triangles[a * 3 + 1];
    const a2 = triangles[a * 3 + 2];
    const other = surfaces[j];
    const b0 = other.triangles[b * 3];
    const b1 = other.triangles[b * 3 + 1];
    const b2 = other.triangles[b * 3 + 2];
    const meeting =
      i === j
        ? meetTrianglesOfOneSurface(positions, a0, a1, a2, b0, b1, b2)
        : meetTriangles(positions, a0, a1, a2, other.positions, b0, b1, b2);
    if (meeting !== APART && meeting !== DEFECT) found[i][j].push(pairKey(a, b, meeting));
  });
  return new Map(found.flatMap((row, i) => row.slice(i).map((keys, k) => [`${i} ${i + k}`, Float64Array.from(keys)])));
}

/**
 * Crossings of triangles that have no corner in common by `places`: a number for each vertex of each surface, the same
 * for vertices that are at the same place at rest. The shared data's table counts them so, and calls them *selfX*.
 */
export function countSelfX(
  collisions: Collisions,
  surfaces: readonly PosedSurface[],
  places: readonly Uint32Array[],
): number {
  let count = 0;
  for (const [name, keys] of collisions) {
    const [i, j] = name.split(' ').map(Number);
    const cornersOf = (surface: number, triangle: number): number[] =>
      [0, 1, 2].map((k) => places[surface][surfaces[surface].triangles[triangle * 3 + k]]);
    for (const { a, b, meeting } of Array.from(keys, pairOfKey)) {
      if (meeting !== CROSSING) continue;
      const corners = cornersOf(i, a);
      if (!cornersOf(j, b).some((place) => corners.includes(place))) count++;
    }
  }
  return count;
}

/** A number for the place of each vertex; -0 is 0. */
export function numberPlaces(surfaces: readonly PosedSurface[]): Uint32Array[] {
  const numbers = new Map<string, number>();
  return surfaces.map(({ positions }) =>
    Uint32Array.from({ length: positions.length / 3 }, (_, vertex) => {
      const place = positions.subarray(vertex * 3, vertex * 3 + 3).join(' ');
      if (!numbers.has(place)) numbers.set(place, numbers.size);
      return numbers.get(place)!;
    }),
  );
}

/** That a search found exactly these pairs, each once, and how each meets. */
export function expectSamePairs(hits: PairHits, expected: Float64Array, what: string): void {
  expect(hits.dropped, what).toBe(0);
  const found = Float64Array.from(hits.meetings.subarray(0, hits.count), (meeting, i) =>
    pairKey(hits.pairs[i * 2], hits.pairs[i * 2 + 1], meeting),
  );
  const [inFound, inExpected] = [new Set(found), new Set(expected)];
  expect(inFound.size, `${what}: no pair twice`).toBe(found.length);
  const missing = expected.filter((key) => !inFound.has(key));
  const wrong = found.filter((key) => !inExpected.has(key));
  // Some are enough for a message.
  expect([...missing.subarray(0, 9)].map(pairOfKey), `${what}: ${missing.length} pairs missed`).toEqual([]);
  expect([...wrong.subarray(0, 9)].map(pairOfKey), `${what}: ${wrong.length} pairs that do not meet so`).toEqual([]);
}

/** The boxes of all triangles, one surface after another. */
function boxesOf(surfaces: readonly PosedSurface[]): Float32Array {
  const count = surfaces.reduce((sum, { triangles }) => sum + triangles.length / 3, 0);
  const boxes = new Float32Array(count * 6);
  let at = 0;
  for (const { positions, triangles } of surfaces) {
    for (let t = 0; t < triangles.length; t += 3, at += 6) {
      for (let axis = 0; axis < 3; axis++) {
        const a = positions[triangles[t] * 3 + axis];
        const b = positions[triangles[t + 1] * 3 + axis];
        const c = positions[triangles[t + 2] * 3 + axis];
        boxes[at + axis] = Math.min(a, b, c);
        boxes[at + axis + 3] = Math.max(a, b, c);
      }
    }
  }
  return boxes;
}
