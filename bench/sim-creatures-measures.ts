/** Where two surfaces meet, and whether an answer covers it: some answered pair has the place in both its spheres. */
import { CONTACT, createPairHits, findPairHits } from 'pliant';
import type { PairHits } from 'pliant';
import { poseMesh } from 'pliant/parts';
import type { WalkAnswer } from 'pliant/sim';
import { poseSurfaces } from '../scenes/soft-fall.js';
import type { FallingBody, SoftFall } from '../scenes/soft-fall.js';

/** Room for {@link findMeetings}. */
export interface Meetings {
  readonly hits: PairHits;
  /** Where the vertices of each surface are. */
  readonly positions: readonly Float32Array[];
}

/** Makes room for a scene. */
export function createMeetings({ bodies }: SoftFall): Meetings {
  return {
    hits: createPairHits(200_000),
    positions: bodies.map(({ kind }) => new Float32Array(kind.mesh.positions.length)),
  };
}

/** Poses both surfaces and answers a point of each pair of triangles that meet, three numbers each. */
export function findMeetings(fall: SoftFall, { hits, positions }: Meetings): Float64Array {
  poseSurfaces(fall);
  const [a, b] = fall.bodies;
  findPairHits(a.surface, b.surface, hits);
  if (hits.dropped > 0) throw new Error(`${hits.dropped} pairs of triangles have no room`);
  fall.bodies.forEach(({ surface }, side) => poseMesh(surface.model, surface.pose, positions[side]));
  const points = new Float64Array(hits.count * 3);
  for (let i = 0; i < hits.count; i++) {
    const first = cornersOf(a, positions[0], hits.pairs[i * 2]);
    const second = cornersOf(b, positions[1], hits.pairs[i * 2 + 1]);
    points.set(commonPoint(first, second), i * 3);
  }
  return points;
}

function cornersOf({ kind: { mesh } }: FallingBody, positions: Float32Array, triangle: number): number[][] {
  return [0, 1, 2].map((k) => Array.from(positions.subarray(mesh.triangles[triangle * 3 + k] * 3).subarray(0, 3)));
}

/** Where an edge of one crosses the other, by float64: of all six edges and two triangles the crossing that is deepest inside. */
function commonPoint(first: number[][], second: number[][]): number[] {
  let deepest = -Infinity;
  let found: number[] = [NaN, NaN, NaN];
  for (const [edges, face] of [
    [first, second],
    [second, first],
  ]) {
    const normal = cross(minus(face[1], face[0]), minus(face[2], face[0]));
    for (let k = 0; k < 3; k++) {
      const [p, q] = [edges[k], edges[(k + 1) % 3]];
      const [above, below] = [dot(normal, minus(p, face[0])), dot(normal, minus(q, face[0]))];
      if (above * below > 0 || above === below) continue;
      const share = above / (above - below);
      const point = p.map((x, axis) => x + share * (q[axis] - x));
      const inside = Math.min(
        ...[0, 1, 2].map((i) => {
          const along = minus(face[(i + 1) % 3], face[i]);
          return dot(cross(along, minus(point, face[i])), normal);
        }),
      );
      if (!(inside / dot(normal, normal) > deepest)) continue;
      deepest = inside / dot(normal, normal);
      found = point;
    }
  }
  return found;
}

/** What float64 loses where points are computed, of a size of about a metre. */
const ROUNDING = 1e-9;

/** How many of the points no answered pair has in both its spheres. */
export function countUncovered({ contacts: { count, numbers } }: WalkAnswer, points: Float64Array): number {
  let uncovered = 0;
  let last = 0;
  for (let i = 0; i < points.length; i += 3) {
    let isCovered = false;
    // Neighbours are often in the same pair.
    for (let k = 0; k < count && !isCovered; k++) {
      const pair = k === 0 ? last : k - 1 < last ? k - 1 : k;
      const at = pair * CONTACT.stride;
      isCovered =
        reaches(numbers, at + CONTACT.centerA, numbers[at + CONTACT.radiusA], points, i) &&
        reaches(numbers, at + CONTACT.centerB, numbers[at + CONTACT.radiusB], points, i);
      if (isCovered) last = pair;
    }
    if (!isCovered) uncovered++;
  }
  return uncovered;
}

function reaches(numbers: Float64Array, center: number, radius: number, points: Float64Array, i: number): boolean {
  const x = numbers[center] - points[i];
  const y = numbers[center + 1] - points[i + 1];
  const z = numbers[center + 2] - points[i + 2];
  return Math.sqrt(x * x + y * y + z * z) <= radius + ROUNDING;
}

function minus(a: readonly number[], b: readonly number[]): number[] {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
