/**
 * The first touch in a film: of all vertices with all faces, and of all edges with all edges, exactly. From key to key, pairs of triangles are left out whose boxes around the whole way do not meet.
 */
import {
  TOUCH_FIRST,
  TOUCH_LENGTH,
  TOUCH_TIME,
  CROSSING,
  TOUCHING,
  findEdgeEdgeTouch,
  findVertexFaceTouch,
  meetTriangles,
} from 'pliant/exact';
import type { Film, MovingMesh } from './film.js';
import { findBoxPairs, sweptBoxes } from './swept-boxes.js';

/** A first touch. */
export interface FirstTouch {
  /** The key before it, the share of the way from there to the next key, and the time in seconds. */
  readonly key: number;
  readonly share: number;
  readonly seconds: number;
  /** Vertices of what meets: one, the two of an edge, or the three of a triangle. */
  readonly cloth: readonly number[];
  readonly obstacle: readonly number[];
  /** The triangles that have them. */
  readonly clothTriangle: number;
  readonly obstacleTriangle: number;
  /** Where it is. */
  readonly place: readonly number[];
}

/** What meets in a film. */
export interface FilmTouches {
  /** Triangles of the cloth that are worn, as the film says. They touch the obstacle all the time, and are left out. */
  readonly worn: number;
  /** Pairs of other triangles that meet at the first key already. They have no first touch, and are left out. */
  readonly metBefore: number;
  /** The first touch of all others, if there is any. */
  readonly touch: FirstTouch | undefined;
}

const FACE = [0, 1, 2] as const;
const EDGES = [
  [0, 1],
  [1, 2],
  [2, 0],
] as const;

/** Corners of a triangle of the cloth and of one of the obstacle that may meet first: a vertex and a face, or two edges. */
const ENCOUNTERS: readonly (readonly [cloth: readonly number[], obstacle: readonly number[]])[] = [
  ...FACE.map((corner) => [[corner], FACE] as const),
  ...FACE.map((corner) => [FACE, [corner]] as const),
  ...EDGES.flatMap((a) => EDGES.map((b) => [a, b] as const)),
];

const start = new Float64Array(12);
const end = new Float64Array(12);
const touch = new Float64Array(TOUCH_LENGTH);

/** Looks from key to key. `onKey` is told the share of keys that have been looked at. */
export function findTouches(film: Film, onKey: (share: number) => void = () => {}): FilmTouches {
  const steps = film.times.length - 1;
  const isWorn = findWorn(film);
  const known = new Set<number>();
  let touch: FirstTouch | undefined;
  for (let key = 0; key < steps && touch === undefined; key++) {
    const all = findBoxPairs(sweptBoxes(film.cloth, key, key + 1), sweptBoxes(film.obstacle, key, key + 1));
    const pairs = all.filter((_, i) => isWorn[all[i - (i % 2)]] === 0);
    if (key === 0) findKnown(film, pairs, known);
    touch = findEarliest(film, key, pairs, known);
    onKey((key + 1) / steps);
  }
  return { worn: isWorn.reduce((sum, value) => sum + value, 0), metBefore: known.size, touch };
}

/** For each triangle of the cloth 1 if it is worn: by its box, so that some are which are a little farther away. */
function findWorn({ cloth, obstacle, wornWithin }: Film): Uint8Array {
  const isWorn = new Uint8Array(cloth.mesh.triangleCount);
  if (wornWithin === 0) return isWorn;
  const boxes = sweptBoxes(cloth, 0, 0).map((side, i) => side + (i % 6 < 3 ? -wornWithin : wornWithin));
  findBoxPairs(boxes, sweptBoxes(obstacle, 0, 0)).forEach((triangle, i) => {
    if (i % 2 === 0) isWorn[triangle] = 1;
  });
  return isWorn;
}

/** Adds pairs of triangles that meet at the first key. */
function findKnown({ cloth, obstacle }: Film, pairs: Uint32Array, known: Set<number>): void {
  for (let i = 0; i < pairs.length; i += 2) {
    const a = verticesOf(cloth, pairs[i], FACE);
    const b = verticesOf(obstacle, pairs[i + 1], FACE);
    const meeting = meetTriangles(cloth.frames[0], a[0], a[1], a[2], obstacle.frames[0], b[0], b[1], b[2]);
    if (meeting === CROSSING || meeting === TOUCHING) known.add(pairs[i] * obstacle.mesh.triangleCount + pairs[i + 1]);
  }
}

/** The earliest touch between a key and the next; of several at once, the first that is come to. */
function findEarliest(
  { cloth, obstacle, times }: Film,
  key: number,
  pairs: Uint32Array,
  known: ReadonlySet<number>,
): FirstTouch | undefined {
  let earliest: FirstTouch | undefined;
  for (let i = 0; i < pairs.length; i += 2) {
    const [clothTriangle, obstacleTriangle] = [pairs[i], pairs[i + 1]];
    if (known.has(clothTriangle * obstacle.mesh.triangleCount + obstacleTriangle)) continue;
    for (const [cornersA, cornersB] of ENCOUNTERS) {
      const a = verticesOf(cloth, clothTriangle, cornersA);
      const b = verticesOf(obstacle, obstacleTriangle, cornersB);
      // The exact tests take the vertex first, then the face.
      const isTurned = a.length > b.length;
      gather(cloth, a, key, isTurned ? b.length : 0);
      gather(obstacle, b, key, isTurned ? 0 : a.length);
      const isEdges = a.length === b.length;
      if (!(isEdges ? findEdgeEdgeTouch : findVertexFaceTouch)(start, end, touch)) continue;
      const share = touch[TOUCH_TIME];
      if (earliest !== undefined && share >= earliest.share) continue;
      // Rounded, but not beyond the key.
      const seconds = Math.min(times[key + 1], times[key] + share * (times[key + 1] - times[key]));
      const place = placeOf(isEdges);
      earliest = { key, share, seconds, cloth: a, obstacle: b, clothTriangle, obstacleTriangle, place };
    }
  }
  return earliest;
}

function verticesOf({ mesh }: MovingMesh, triangle: number, corners: readonly number[]): number[] {
  return corners.map((corner) => mesh.triangles[triangle * 3 + corner]);
}

/** Writes where vertices are at a key and at the next, from the point `at` on. */
function gather({ frames }: MovingMesh, vertices: readonly number[], key: number, at: number): void {
  vertices.forEach((vertex, i) => {
    for (let axis = 0; axis < 3; axis++) {
      start[(at + i) * 3 + axis] = frames[key][vertex * 3 + axis];
      end[(at + i) * 3 + axis] = frames[key + 1][vertex * 3 + axis];
    }
  });
}

/** Where the touch that was found is: on the first edge, or where the vertex is. */
function placeOf(isEdges: boolean): number[] {
  const at = (point: number, axis: number): number => {
    const from = start[point * 3 + axis];
    return from + touch[TOUCH_TIME] * (end[point * 3 + axis] - from);
  };
  const along = isEdges ? touch[TOUCH_FIRST] : 0;
  return [0, 1, 2].map((axis) => at(0, axis) + along * (at(1, axis) - at(0, axis)));
}
