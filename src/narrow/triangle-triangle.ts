/**
 * Exact triangle against triangle, on float32 positions: do they meet, and do they merely touch or pierce each other?
 *
 * Only signs of determinants are used, each computed exactly, so order of triangles and vertices, mirror images and
 * scaling by powers of two cannot change an answer. Each triangle meets the plane of the other in nothing, a vertex, a
 * segment, or altogether; two segments on the common line L of both planes are compared end to end, after Guigue and
 * Devillers 2003 ("Fast and robust triangle-triangle overlap test using orientation predicates").
 *
 * The comparison. Let a be a vertex of A strictly on one side of plane B and its other vertices b, c not on that side,
 * so that ab and ac meet L in points i ≠ j; likewise p, q, r, k, l for B. With e the direction of L, b - a is a
 * multiple >= 1 of i - a and q - p of k - p, and for points x, y of L on those edges
 *     det(b - a, q - a, p - a) = det(b - a, q - p, p - a) ~ det(x - a, y - p, p - a) = (y - x)·W,
 *     W = det(x - a, e, p - a),
 * where ~ means equal up to a positive factor, y - x is counted along e, and W does not depend on the choice of x,
 * since moving x along e adds a multiple of e. So det(b - a, q - a, p - a) tells the order of i and k, and in the same
 * way that of any end of one segment and any end of the other. Further (b - a) × (c - a) ~ (i - a) × (j - a) = (j -
 * i)·(i - a) × e, so
 *     (j - i)·W has the sign of the side of p against plane A (a, b, c counter-clockwise seen from above), and
 *     (l - k)·W has the opposite of the side of a against plane B, the roles being exchanged.
 */
import {
  coplanarCornersMeet,
  coplanarTrianglesMeet,
  isCollinear,
  NO_AXIS,
  pointInTriangle,
  projectionAxis,
  turn,
} from './coplanar.js';
import { ALL_ABOVE, ALL_BELOW, ALL_ON, orientVertices, sideOf, sideOfPlane, sidesOfPlane } from './plane-sides.js';

/** They have no point in common beyond vertices and edges that they share by index. */
export const APART = 0;
/**
 * They meet, but their interiors do not pierce each other: vertices, edges or faces touch, coplanar overlap
 * included.
 */
export const TOUCHING = 1;
/**
 * Their interiors pierce each other: each has vertices strictly on both sides of the other, and they share a segment.
 */
export const CROSSING = 2;
/**
 * One of them is no triangle, as its vertices are collinear, or both have the same three vertices: never a collision.
 */
export const DEFECT = 3;

/** How two triangles meet: `APART`, `TOUCHING`, `CROSSING` or `DEFECT`. */
export type Meeting = typeof APART | typeof TOUCHING | typeof CROSSING | typeof DEFECT;

/** The answer of `apexOf` where no vertex stands alone. */
export const NO_APEX = -1;

/**
 * How a triangle of one surface and a triangle of another meet; touching counts. Vertices are indices into flat arrays
 * of finite x, y, z. Allocates nothing unless a sign is too close to call in doubles.
 */
export function meetTriangles(
  positionsA: Float32Array,
  a0: number,
  a1: number,
  a2: number,
  positionsB: Float32Array,
  b0: number,
  b1: number,
  b2: number,
): Meeting {
  // Against collinear vertices every sign is zero: one that is not proves a triangle.
  const sidesA = sidesOfPlane(positionsA, a0, a1, a2, positionsB, b0, b1, b2);
  if (sidesA === ALL_ON) return meetInPlane(positionsA, a0, a1, a2, positionsB, b0, b1, b2);
  if (sidesA === ALL_ABOVE || sidesA === ALL_BELOW) return isCollinear(positionsA, a0, a1, a2) ? DEFECT : APART;
  const sidesB = sidesOfPlane(positionsB, b0, b1, b2, positionsA, a0, a1, a2);
  if (sidesB === ALL_ON) return DEFECT;
  if (sidesB === ALL_ABOVE || sidesB === ALL_BELOW) return APART;

  const apexA = apexOf(sidesA);
  if (apexA === NO_APEX) {
    const touching = vertexOnPlane(sidesA, a0, a1, a2);
    return pointInTriangle(positionsA, touching, positionsB, b0, b1, b2) ? TOUCHING : APART;
  }
  const apexB = apexOf(sidesB);
  if (apexB === NO_APEX) {
    const touching = vertexOnPlane(sidesB, b0, b1, b2);
    return pointInTriangle(positionsB, touching, positionsA, a0, a1, a2) ? TOUCHING : APART;
  }

  // a, b, c and p, q, r of the note above, b with c and q with r in such order that both segments run along W.
  const a = apexA === 0 ? a0 : apexA === 1 ? a1 : a2;
  const afterA = apexA === 0 ? a1 : apexA === 1 ? a2 : a0;
  const beforeA = apexA === 0 ? a2 : apexA === 1 ? a0 : a1;
  const p = apexB === 0 ? b0 : apexB === 1 ? b1 : b2;
  const afterB = apexB === 0 ? b1 : apexB === 1 ? b2 : b0;
  const beforeB = apexB === 0 ? b2 : apexB === 1 ? b0 : b1;
  const forwardA = sideOf(sidesB, apexB) > 0;
  const forwardB = sideOf(sidesA, apexA) < 0;
  const b = forwardA ? afterA : beforeA;
  const c = forwardA ? beforeA : afterA;
  const q = forwardB ? afterB : beforeB;
  const r = forwardB ? beforeB : afterB;
  // Each is det(· - a, · - a, p - a), the sign of an order on L.
  const endToStart = orientVertices(positionsA, c, positionsB, q, positionsB, p, positionsA, a);
  if (endToStart > 0) return APART;
  const startToEnd = orientVertices(positionsA, b, positionsB, r, positionsB, p, positionsA, a);
  if (startToEnd < 0) return APART;
  return endToStart < 0 && startToEnd > 0 && straddles(sidesA) && straddles(sidesB) ? CROSSING : TOUCHING;
}

/**
 * How two triangles of one surface meet, where vertices with the same index are the same vertex. Without a shared
 * vertex: as two surfaces. With one: whether they meet anywhere else. With a shared edge: whether they are coplanar and
 * overlap. Allocates nothing unless a sign is too close to call
 * in doubles.
 */
export function meetTrianglesOfOneSurface(
  positions: Float32Array,
  a0: number,
  a1: number,
  a2: number,
  b0: number,
  b1: number,
  b2: number,
): Meeting {
  const match0 = placeIn(a0, b0, b1, b2);
  const match1 = placeIn(a1, b0, b1, b2);
  const match2 = placeIn(a2, b0, b1, b2);
  const shared = (match0 >= 0 ? 1 : 0) + (match1 >= 0 ? 1 : 0) + (match2 >= 0 ? 1 : 0);
  if (shared === 0) return meetTriangles(positions, a0, a1, a2, positions, b0, b1, b2);
  if (shared === 3 || isCollinear(positions, a0, a1, a2) || isCollinear(positions, b0, b1, b2)) return DEFECT;

  if (shared === 1) {
    const place = match0 + match1 + match2 + 2;
    const c = place === 0 ? b1 : place === 1 ? b2 : b0;
    const d = place === 0 ? b2 : place === 1 ? b0 : b1;
    if (match0 >= 0) return meetAtVertex(positions, a0, a1, a2, c, d);
    if (match1 >= 0) return meetAtVertex(positions, a1, a2, a0, c, d);
    return meetAtVertex(positions, a2, a0, a1, c, d);
  }
  // The places of the two shared vertices and of the third add up to 0 + 1 + 2; the one without a match counts -1.
  const place = 3 - (match0 + match1 + match2 + 1);
  const opposite = place === 0 ? b0 : place === 1 ? b1 : b2;
  if (match2 < 0) return meetAtEdge(positions, a0, a1, a2, opposite);
  if (match0 < 0) return meetAtEdge(positions, a1, a2, a0, opposite);
  return meetAtEdge(positions, a2, a0, a1, opposite);
}

/** When every vertex of A is on the plane of B: they share a plane, or one of them has none. */
function meetInPlane(
  positionsA: Float32Array,
  a0: number,
  a1: number,
  a2: number,
  positionsB: Float32Array,
  b0: number,
  b1: number,
  b2: number,
): Meeting {
  const axis = projectionAxis(positionsA, a0, a1, a2);
  if (axis === NO_AXIS || isCollinear(positionsB, b0, b1, b2)) return DEFECT;
  return coplanarTrianglesMeet(positionsA, a0, a1, a2, positionsB, b0, b1, b2, axis) ? TOUCHING : APART;
}

/** Triangles v, a, b and v, c, d: neither collinear, no other vertex shared. */
function meetAtVertex(positions: Float32Array, v: number, a: number, b: number, c: number, d: number): Meeting {
  const sideOfA = sideOfPlane(positions, a, positions, v, c, d);
  const sideOfB = sideOfPlane(positions, b, positions, v, c, d);
  if (sideOfA === sideOfB) {
    // Beyond v itself, the first triangle does not reach the plane of the second; or it lies in it.
    if (sideOfA !== 0) return APART;
    return coplanarCornersMeet(positions, v, a, b, c, d, projectionAxis(positions, v, a, b)) ? TOUCHING : APART;
  }
  const sideOfC = sideOfPlane(positions, c, positions, v, a, b);
  const sideOfD = sideOfPlane(positions, d, positions, v, a, b);
  if (sideOfC === sideOfD) return APART;

  // Both meet L in a segment that starts at v: they share more exactly when both run the same way. In the note above, v
  // is the far end j of the segment when the apex is a (order a, b, v), the near end i when it is b (order b, v, a).
  const apexSideA = sideOfA !== 0 ? sideOfA : sideOfB;
  const apexSideC = sideOfC !== 0 ? sideOfC : sideOfD;
  const alongA = sideOfA !== 0 ? -apexSideC : apexSideC;
  const alongC = sideOfC !== 0 ? apexSideA : -apexSideA;
  if (alongA !== alongC) return APART;
  return sideOfA === -sideOfB && sideOfC === -sideOfD ? CROSSING : TOUCHING;
}

/** Triangles u, v, a and u, v, b: neither collinear, a and b different vertices. */
function meetAtEdge(positions: Float32Array, u: number, v: number, a: number, b: number): Meeting {
  if (sideOfPlane(positions, b, positions, u, v, a) !== 0) return APART;
  const axis = projectionAxis(positions, u, v, a);
  return turn(positions, u, v, positions, a, axis) === turn(positions, u, v, positions, b, axis) ? TOUCHING : APART;
}

/**
 * The place of a vertex strictly on one side of the plane while the two others are not on that side. `NO_APEX` when one
 * vertex is on the plane and the others on one side of it. For sides that are neither all on the plane nor all on one
 * side.
 */
export function apexOf(sides: number): number {
  const side0 = sideOf(sides, 0);
  const side1 = sideOf(sides, 1);
  const side2 = sideOf(sides, 2);
  if (side0 !== 0 && side0 !== side1 && side0 !== side2) return 0;
  if (side1 !== 0 && side1 !== side0 && side1 !== side2) return 1;
  if (side2 !== 0 && side2 !== side0 && side2 !== side1) return 2;
  return NO_APEX;
}

function vertexOnPlane(sides: number, i0: number, i1: number, i2: number): number {
  return sideOf(sides, 0) === 0 ? i0 : sideOf(sides, 1) === 0 ? i1 : i2;
}

/** Whether vertices lie strictly on both sides of the plane. */
export function straddles(sides: number): boolean {
  const side0 = sideOf(sides, 0);
  const side1 = sideOf(sides, 1);
  const side2 = sideOf(sides, 2);
  return side0 * side1 < 0 || side1 * side2 < 0 || side2 * side0 < 0;
}

function placeIn(vertex: number, i0: number, i1: number, i2: number): number {
  return vertex === i0 ? 0 : vertex === i1 ? 1 : vertex === i2 ? 2 : -1;
}
