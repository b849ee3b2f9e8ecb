/**
 * Convex polygons in space cut by half-spaces, in rational numbers: a corner is a point (x, y, z) / w with w > 0.
 * Polygons may be as thin as a segment or a point; what remains is always exactly the intersection.
 */
import type { BigVector } from './vectors.js';
import { dot } from './vectors.js';

/** A rational point: the vector divided by the weight, which is positive. */
export interface Corner {
  readonly point: BigVector;
  readonly weight: bigint;
}

/** All x with normal · x >= offset. */
export interface HalfSpace {
  readonly normal: BigVector;
  readonly offset: bigint;
}

/** The half-space beyond the plane through a point, to the side that the normal shows. */
export function halfSpaceAt(point: BigVector, normal: BigVector): HalfSpace {
  return { normal, offset: dot(normal, point) };
}

/** How far a corner lies inside a half-space, up to a positive factor of the corner's own. */
export function depth(corner: Corner, halfSpace: HalfSpace): bigint {
  return dot(halfSpace.normal, corner.point) - halfSpace.offset * corner.weight;
}

/** The corners of the intersection of a convex polygon and a half-space; none when they are disjoint. */
function clip(polygon: readonly Corner[], halfSpace: HalfSpace): Corner[] {
  const kept: Corner[] = [];
  const depths = polygon.map((corner) => depth(corner, halfSpace));
  for (let i = 0; i < polygon.length; i++) {
    const next = i + 1 === polygon.length ? 0 : i + 1;
    if (depths[i] >= 0n) kept.push(polygon[i]);
    if (depths[i] > 0n && depths[next] < 0n) kept.push(between(polygon[i], depths[i], polygon[next], -depths[next]));
    if (depths[i] < 0n && depths[next] > 0n) kept.push(between(polygon[next], depths[next], polygon[i], -depths[i]));
  }
  return kept;
}

/** A polygon cut by several half-spaces. */
export function clipAll(polygon: readonly Corner[], halfSpaces: readonly HalfSpace[]): readonly Corner[] {
  let remaining = polygon;
  for (const halfSpace of halfSpaces) {
    if (remaining.length === 0) break;
    remaining = clip(remaining, halfSpace);
  }
  return remaining;
}

/** A point of the relative interior of the hull of the corners: their sum, which weighs each by its own weight. */
export function innerPoint(polygon: readonly Corner[]): Corner {
  let [x, y, z, weight] = [0n, 0n, 0n, 0n];
  for (const corner of polygon) {
    x += corner.point[0];
    y += corner.point[1];
    z += corner.point[2];
    weight += corner.weight;
  }
  return { point: [x, y, z], weight };
}

/** Where the depth is zero between two corners, one `inside` deep and the other `outside` beyond (both positive). */
function between(a: Corner, inside: bigint, b: Corner, outside: bigint): Corner {
  return {
    point: [
      a.point[0] * outside + b.point[0] * inside,
      a.point[1] * outside + b.point[1] * inside,
      a.point[2] * outside + b.point[2] * inside,
    ],
    weight: a.weight * outside + b.weight * inside,
  };
}
