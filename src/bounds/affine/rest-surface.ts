/** A surface at rest, with what is needed of each triangle to tell how steep a function is on it that is linear there. */
import { rescale, runNow } from '../../long-work.js';
import type { LongWork } from '../../long-work.js';
import { SIDES, writeSides } from '../../math/triangle-sides.js';
import { distanceSquared, dot, lengthSquared } from '../../math/vec3.js';
import { NO_INDEX } from '../../mesh/mesh.js';
import { inStretches, staying } from './stretches.js';

/** A surface at rest. Triangles and vertices are in the order of the tree. */
export interface RestSurface {
  readonly vertexCount: number;
  readonly triangleCount: number;
  readonly corners: Uint32Array;
  /** Float32 numbers, kept as doubles. */
  readonly positions: Float64Array;
  /** The largest magnitude of a coordinate. */
  readonly reach: number;
  /** For each side of each triangle the triangle across it, where there is exactly one and it runs the other way; else `NO_INDEX`. */
  readonly neighbours: Uint32Array;
  /** Three numbers per triangle: its unit normal. Not a number where it has no area. */
  readonly normals: Float64Array;
  readonly areas: Float64Array;
  /** The smallest altitude of each triangle; 0 where it is too thin for what is computed on it to be trusted. */
  readonly altitudes: Float64Array;
  /**
   * Three numbers per triangle, with e and f its sides from the first corner: 1 / |e|, the share of e in f along e, and 1 over the altitude on e.
   * Of a function that changes by E along e and by F along f, the slopes along e and across it, in the plane of the triangle, are E / |e| and (F - share E) / altitude.
   */
  readonly frames: Float64Array;
}

/** A triangle whose longest side is more than so many altitudes is too thin. */
const THINNEST = 1024;

/** Sides or triangles between two chances to give way. */
const STRETCH = 16384;

/** Describes a surface at rest. */
export function createRestSurface(corners: Uint32Array, positions: Float32Array): RestSurface {
  return runNow(restSurfaceSteps(corners, positions));
}

/** The same, step by step. */
export function* restSurfaceSteps(corners: Uint32Array, positions: Float32Array): LongWork<RestSurface> {
  const triangleCount = corners.length / 3;
  const vertexCount = positions.length / 3;
  let reach = 0;
  const measureReach = inStretches(positions.length, STRETCH * 4, (from, to) => {
    for (let i = from; i < to; i++) reach = Math.max(reach, Math.abs(positions[i]));
  });
  yield* staying(measureReach, 0);
  const neighbours = yield* rescale(oppositeSteps(corners, vertexCount), 0, 0.7);
  const surface: RestSurface = {
    vertexCount,
    triangleCount,
    corners,
    positions: new Float64Array(positions),
    reach,
    neighbours,
    normals: new Float64Array(triangleCount * 3),
    areas: new Float64Array(triangleCount),
    altitudes: new Float64Array(triangleCount),
    frames: new Float64Array(triangleCount * 3),
  };
  const sides = new Float64Array(SIDES.count);
  const measure = inStretches(triangleCount, STRETCH, (from, to) => {
    for (let triangle = from; triangle < to; triangle++) measureTriangle(surface, triangle, sides);
  });
  for (const share of measure) yield 0.7 + 0.3 * share;
  return surface;
}

/** The triangle across each side. Sides are sorted by their lower vertex, then by the higher one, counting both times; those of one edge are then side by side. */
function* oppositeSteps(corners: Uint32Array, vertexCount: number): LongWork<Uint32Array> {
  const sideCount = corners.length;
  const neighbours = new Uint32Array(sideCount).fill(NO_INDEX);
  const lower = new Uint32Array(sideCount);
  const higher = new Uint32Array(sideCount);
  let sides = new Uint32Array(sideCount);
  yield* staying(
    inStretches(sideCount, STRETCH * 3, (from, to) => {
      for (let side = from; side < to; side++) {
        const a = corners[side];
        const b = corners[side % 3 === 2 ? side - 2 : side + 1];
        lower[side] = Math.min(a, b);
        higher[side] = Math.max(a, b);
        sides[side] = side;
      }
    }),
    0.1,
  );
  for (const keys of [lower, higher]) {
    const sorted = new Uint32Array(sideCount);
    const next = new Uint32Array(vertexCount + 1);
    yield* staying(
      inStretches(sideCount, STRETCH * 2, (from, to) => {
        for (let i = from; i < to; i++) next[keys[i] + 1]++;
      }),
      keys === lower ? 0.2 : 0.5,
    );
    for (let vertex = 0; vertex < vertexCount; vertex++) next[vertex + 1] += next[vertex];
    const before = sides;
    yield* staying(
      inStretches(sideCount, STRETCH * 2, (from, to) => {
        for (let i = from; i < to; i++) sorted[next[keys[before[i]]]++] = before[i];
      }),
      keys === lower ? 0.4 : 0.7,
    );
    sides = sorted;
  }
  const isEdge = (i: number, j: number): boolean =>
    j < sideCount && lower[sides[i]] === lower[sides[j]] && higher[sides[i]] === higher[sides[j]];
  for (let i = 0, left = STRETCH; i < sideCount;) {
    let end = i + 1;
    while (isEdge(i, end)) end++;
    const a = sides[i];
    const b = sides[i + 1];
    // A triangle that names a vertex twice, and so may get itself for a neighbour, is part of nothing that is proved.
    if (end === i + 2 && corners[a] !== corners[b]) {
      neighbours[a] = Math.floor(b / 3);
      neighbours[b] = Math.floor(a / 3);
    }
    i = end;
    if (--left === 0) {
      left = STRETCH;
      yield 0.8 + (0.2 * i) / sideCount;
    }
  }
  return neighbours;
}

function measureTriangle(surface: RestSurface, triangle: number, sides: Float64Array): void {
  const { altitudes, areas, corners, frames, normals, positions } = surface;
  const a = corners[triangle * 3] * 3;
  const b = corners[triangle * 3 + 1] * 3;
  const c = corners[triangle * 3 + 2] * 3;
  writeSides(sides, positions, a, b, c);
  const doubled = Math.sqrt(lengthSquared(sides, SIDES.normal));
  const e = lengthSquared(sides, SIDES.e);
  const longest = Math.sqrt(
    Math.max(e, lengthSquared(sides, SIDES.f), distanceSquared(sides, SIDES.f, sides, SIDES.e)),
  );
  for (let axis = 0; axis < 3; axis++) normals[triangle * 3 + axis] = sides[SIDES.normal + axis] / doubled;
  areas[triangle] = doubled / 2;
  const altitude = doubled / longest;
  altitudes[triangle] = altitude * THINNEST > longest ? altitude : 0;
  frames[triangle * 3] = 1 / Math.sqrt(e);
  frames[triangle * 3 + 1] = dot(sides, SIDES.e, sides, SIDES.f) / e;
  frames[triangle * 3 + 2] = Math.sqrt(e) / doubled;
}
