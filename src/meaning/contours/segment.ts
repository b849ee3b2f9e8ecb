/**
 * The segment that two triangles have in common, by signs alone: in which vertices, edges and triangles its ends lie, and
 * in which ones all the rest of it. Nothing is computed but exact signs, so neighbours agree on the ends that they share.
 *
 * Notation and proof are those of narrow/triangle-triangle.ts. Triangle A meets plane B between i on ab and j on ac, B
 * meets plane A between k on pq and l on pr, both segments on the common line of the planes and, b with c and q with r
 * in the right order, running the same way along it. The common segment runs from the later of i and k to the earlier of
 * j and l; where i = k, the end lies in what i lies in on A and in what k lies in on B, and where k comes first, the end
 * i lies in whatever the segment from k to l lies in as a whole: inside B, or inside an edge of it that is on plane A.
 */
import { ALL_ABOVE, ALL_BELOW, ALL_ON, orientVertices, sideOf, sidesOfPlane } from '../../narrow/plane-sides.js';
import { NO_APEX, apexOf, straddles } from '../../narrow/triangle-triangle.js';
import { copySimplex, writeEdge, writeFace, writeVertex } from './simplices.js';
import type { PosedSurface } from '../surface.js';

/** Where in a segment its simplices are: of A and of B at the start, at the end, and in between. Two numbers each. */
export const START_A = 0;
/** See `START_A`. */
export const START_B = 2;
/** See `START_A`. */
export const END_A = 4;
/** See `START_A`. */
export const END_B = 6;
/** See `START_A`. */
export const INSIDE_A = 8;
/** See `START_A`. */
export const INSIDE_B = 10;
/** A vertex of A that is not on plane B, and 1 if it is above it or 0 if below; then likewise of B. */
export const APEX_A = 12;
/** See `APEX_A`. */
export const ABOVE_A = 13;
/** See `APEX_A`. */
export const APEX_B = 14;
/** See `APEX_A`. */
export const ABOVE_B = 15;
/** Numbers that describe a segment. */
export const SEGMENT_LENGTH = 16;

/** What i, j, k and l lie in, two numbers each: i and j of A, k and l of B. */
const ends = new Uint32Array(8);

/**
 * Writes the segment that triangle `triangleA` of one surface and `triangleB` of another, or of the same, have in common
 * to `out`, so that it runs along the vector product of their normals. Returns false when there is none: they are apart,
 * or have a single point in common, or lie in one plane.
 */
export function findSegment(
  a: PosedSurface,
  triangleA: number,
  b: PosedSurface,
  triangleB: number,
  out: Uint32Array,
): boolean {
  const pa = a.positions;
  const pb = b.positions;
  const a0 = a.triangles[3 * triangleA];
  const a1 = a.triangles[3 * triangleA + 1];
  const a2 = a.triangles[3 * triangleA + 2];
  const b0 = b.triangles[3 * triangleB];
  const b1 = b.triangles[3 * triangleB + 1];
  const b2 = b.triangles[3 * triangleB + 2];
  const sidesA = sidesOfPlane(pa, a0, a1, a2, pb, b0, b1, b2);
  if (sidesA === ALL_ON || sidesA === ALL_ABOVE || sidesA === ALL_BELOW) return false;
  const sidesB = sidesOfPlane(pb, b0, b1, b2, pa, a0, a1, a2);
  if (sidesB === ALL_ON || sidesB === ALL_ABOVE || sidesB === ALL_BELOW) return false;
  const placeA = apexOf(sidesA);
  const placeB = apexOf(sidesB);
  if (placeA === NO_APEX || placeB === NO_APEX) return false;

  const sideA = sideOf(sidesA, placeA);
  const sideB = sideOf(sidesB, placeB);
  const apexA = cornerAt(placeA, a0, a1, a2);
  const apexB = cornerAt(placeB, b0, b1, b2);
  // The places of the corners to the start and to the end of each segment.
  const startA = sideB > 0 ? after(placeA) : before(placeA);
  const endA = sideB > 0 ? before(placeA) : after(placeA);
  const startB = sideA < 0 ? after(placeB) : before(placeB);
  const endB = sideA < 0 ? before(placeB) : after(placeB);
  const cornerI = cornerAt(startA, a0, a1, a2);
  const cornerJ = cornerAt(endA, a0, a1, a2);
  const cornerK = cornerAt(startB, b0, b1, b2);
  const cornerL = cornerAt(endB, b0, b1, b2);
  // Each says which comes later along the line: 1 for the point of B, -1 for that of A.
  if (orientVertices(pa, cornerJ, pb, cornerK, pb, apexB, pa, apexA) >= 0) return false;
  if (orientVertices(pa, cornerI, pb, cornerL, pb, apexB, pa, apexA) <= 0) return false;
  const starts = orientVertices(pa, cornerI, pb, cornerK, pb, apexB, pa, apexA);
  const finishes = orientVertices(pa, cornerJ, pb, cornerL, pb, apexB, pa, apexA);

  writeCut(0, sideOf(sidesA, startA), apexA, cornerI);
  writeCut(2, sideOf(sidesA, endA), apexA, cornerJ);
  writeCut(4, sideOf(sidesB, startB), apexB, cornerK);
  writeCut(6, sideOf(sidesB, endB), apexB, cornerL);
  if (straddles(sidesA)) writeFace(out, INSIDE_A, triangleA);
  else writeEdge(out, INSIDE_A, cornerI, cornerJ);
  if (straddles(sidesB)) writeFace(out, INSIDE_B, triangleB);
  else writeEdge(out, INSIDE_B, cornerK, cornerL);

  // Along e from i to j the normal of A is ~ sideB (i - a) × e, so its product with the normal n of B, upright on e, is
  // ~ sideB ((i - a)·n) e ~ -sideB sideA e.
  const turned = sideA * sideB > 0;
  writeEnd(out, turned ? END_A : START_A, starts <= 0, 0, starts >= 0, 4);
  writeEnd(out, turned ? START_A : END_A, finishes >= 0, 2, finishes <= 0, 6);
  out[APEX_A] = apexA;
  out[ABOVE_A] = sideA > 0 ? 1 : 0;
  out[APEX_B] = apexB;
  out[ABOVE_B] = sideB > 0 ? 1 : 0;
  return true;
}

/** Where the side from the apex to a corner meets the plane: in that corner, if it is on the plane, or before. */
function writeCut(at: number, side: number, apex: number, corner: number): void {
  if (side === 0) writeVertex(ends, at, corner);
  else writeEdge(ends, at, apex, corner);
}

/** An end of the common segment: that of A's, that of B's, or both. */
function writeEnd(out: Uint32Array, at: number, ofA: boolean, endA: number, ofB: boolean, endB: number): void {
  copySimplex(out, at, ofA ? ends : out, ofA ? endA : INSIDE_A);
  copySimplex(out, at + 2, ofB ? ends : out, ofB ? endB : INSIDE_B);
}

function cornerAt(place: number, i0: number, i1: number, i2: number): number {
  return place === 0 ? i0 : place === 1 ? i1 : i2;
}

function after(place: number): number {
  return place === 2 ? 0 : place + 1;
}

function before(place: number): number {
  return place === 0 ? 2 : place - 1;
}
