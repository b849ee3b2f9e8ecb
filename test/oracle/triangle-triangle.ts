/**
 * How two triangles meet, from the definition: the intersection of both is computed as a polygon in rational numbers,
 * by cutting one triangle with the plane and the edges of the other, and then looked at. No case is told from another
 * by signs.
 */
import { clipAll, depth, halfSpaceAt, innerPoint } from './clip.js';
import type { HalfSpace } from './clip.js';
import { exactIntegers } from './exact-integers.js';
import type { BigVector } from './vectors.js';
import { bigVector, cross, isZero, minus, times } from './vectors.js';

export type OracleMeeting = 'apart' | 'touching' | 'crossing' | 'defect';

type Triangle = readonly [BigVector, BigVector, BigVector];

/**
 * @param coordinates x, y, z of the three vertices of A, then of B: 18 numbers.
 * @param shared Which vertices of A (0, 1, 2) are also vertices of B: the same vertex, not only the same place.
 */
export function oracleMeeting(coordinates: readonly number[], shared: readonly number[]): OracleMeeting {
  const integers = exactIntegers(coordinates);
  const a = triangleAt(integers, 0);
  const b = triangleAt(integers, 9);
  const normalA = normalOf(a);
  const normalB = normalOf(b);
  if (isZero(normalA) || isZero(normalB) || shared.length === 3) return 'defect';

  const planeB = halfSpaceAt(b[0], normalB);
  const edgesB = edgesOf(b, normalB);
  const corners = a.map((point) => ({ point, weight: 1n }));
  const common = clipAll(corners, [planeB, halfSpaceAt(b[0], times(normalB, -1n)), ...edgesB]);

  const sharedPoints = shared.map((place) => a[place]);
  // All that they share by name is left out: a corner, or everything on the line of a common edge.
  const meet = common.some(({ point, weight }) => {
    if (sharedPoints.length === 0) return true;
    const offset = minus(point, times(sharedPoints[0], weight));
    if (sharedPoints.length === 1) return !isZero(offset);
    return !isZero(cross(offset, minus(sharedPoints[1], sharedPoints[0])));
  });
  if (!meet) return 'apart';

  const coplanar = corners.every((corner) => depth(corner, planeB) === 0n);
  const inner = innerPoint(common);
  const edges = [...edgesOf(a, normalA), ...edgesB];
  return !coplanar && edges.every((edge) => depth(inner, edge) > 0n) ? 'crossing' : 'touching';
}

function triangleAt(integers: readonly bigint[], start: number): Triangle {
  return [bigVector(integers, start), bigVector(integers, start + 3), bigVector(integers, start + 6)];
}

function normalOf([a, b, c]: Triangle): BigVector {
  return cross(minus(b, a), minus(c, a));
}

/** For each edge, the half-space through it and upright on the triangle, in which the triangle lies. */
function edgesOf([a, b, c]: Triangle, normal: BigVector): HalfSpace[] {
  return [
    halfSpaceAt(a, cross(normal, minus(b, a))),
    halfSpaceAt(b, cross(normal, minus(c, b))),
    halfSpaceAt(c, cross(normal, minus(a, c))),
  ];
}
