/**
 * Depth: how far one surface has gone into another. It is the largest distance of an enclosed vertex of the one to the
 * other, and it is defined where the other is closed around the place: where its winding number is within
 * `CLOSED_WITHIN` of a whole number around the vertices of all hit triangles. Vertices around which that number is not zero are
 * enclosed, whichever way the normals point. A hole elsewhere, like the neck of a body whose hand meets something, does no
 * harm; a sheet, around which winding numbers are near ±1/2, has no inside. A surface has no depth in itself.
 *
 * A triangle that is not hit lies on one side of the other surface. So vertices that such triangles connect are on the
 * same side, and those where the surfaces meet speak for all: most vertices are never looked at. Should a hole join inside and
 * outside, the set counts as enclosed, and each vertex that would be the deepest is asked for itself. Around a surface
 * without a border winding numbers are whole everywhere, and one vertex speaks for a set; around others all are asked.
 */
import { findRoot, joinSets, separate } from '../mesh/union-find.js';
import { powerOfTwo } from '../math/big.js';
import { isCollinear } from '../narrow/coplanar.js';
import type { PairHits } from '../query/hits.js';
import type { Nearest } from './field-distance.js';
import { createNearest, findNearest } from './field-distance.js';
import { withRoom } from './growing.js';
import type { SurfaceField } from './surface-field.js';
import { isOneSurface, requireHitsOf } from './surface.js';
import { windingNumber } from './winding-number.js';

/** How deep two surfaces are in each other. */
export interface Depth {
  /**
   * The larger of both depths that are defined; `undefined` where none is, and where nothing is enclosed but one of the
   * surfaces is open: a ball half through a floor is not 0 deep in it.
   */
  depth: number | undefined;
  /**
   * How deep the first surface is in the second; 0 when no vertex of it is enclosed, `undefined` where the second is
   * open.
   */
  depthA: number | undefined;
  /** The vertex of the first surface that is that deep, or `undefined`. */
  vertexA: number | undefined;
  /** How deep the second surface is in the first, in the same way. */
  depthB: number | undefined;
  /** The vertex of the second surface that is that deep, or `undefined`. */
  vertexB: number | undefined;
  /**
   * What the search works with.
   * @internal
   */
  readonly work: DepthWork;
}

interface DepthWork {
  /** 1 for hit triangles of the surface in hand. */
  hit: Uint8Array<ArrayBuffer>;
  /** Sets of vertices that triangles without a hit connect, and on which side each set is, by its root. */
  parents: Uint32Array<ArrayBuffer>;
  sides: Uint8Array<ArrayBuffer>;
  /** 1 for vertices that have been looked at. */
  seen: Uint8Array<ArrayBuffer>;
  readonly nearest: Nearest;
}

/** A winding number within this of a whole number counts as that. Ten times what windingNumber may be off. */
const CLOSED_WITHIN = 0.1;
/** Positions are good to 2^-24 of themselves; what is nearer than a few times that may be on either side. */
const ON_SURFACE = powerOfTwo(-21);

const UNKNOWN = 0;
const OUTSIDE = 1;
const INSIDE = 2;
/** Of a vertex in the other surface, which cannot tell. */
const ON = 3;
/** The surface is not closed around the vertex. */
const OPEN = 4;

const point = new Float64Array(3);
/** Squares of distances: of the deepest vertex so far, and of what counts as in the surface. */
const deepestSquared = new Float64Array(1);
const onSquared = new Float64Array(1);

/** Room for an answer. */
export function createDepth(): Depth {
  return {
    depth: undefined,
    depthA: undefined,
    vertexA: undefined,
    depthB: undefined,
    vertexB: undefined,
    work: {
      hit: new Uint8Array(0),
      parents: new Uint32Array(0),
      sides: new Uint8Array(0),
      seen: new Uint8Array(0),
      nearest: createNearest(),
    },
  };
}

/**
 * Measures how deep two surfaces are in each other. Both fields are in the pose of the hits, and hold all vertices of
 * their surfaces; none of the hits may have been dropped. Returns the depth, `undefined` where there is none.
 */
export function measureDepth(a: SurfaceField, b: SurfaceField, hits: PairHits, result: Depth): number | undefined {
  requireHitsOf('measureDepth', a, b, hits);
  result.depth = undefined;
  result.depthA = result.vertexA = undefined;
  result.depthB = result.vertexB = undefined;
  if (isOneSurface(a, b)) return undefined;
  const { work } = result;
  if (sortSides(work, a, b, hits, 0)) {
    result.vertexA = findDeepest(work, a, b);
    result.depthA = result.vertexA === undefined ? 0 : Math.sqrt(deepestSquared[0]);
    result.depth = result.depthA;
  }
  if (sortSides(work, b, a, hits, 1)) {
    result.vertexB = findDeepest(work, b, a);
    result.depthB = result.vertexB === undefined ? 0 : Math.sqrt(deepestSquared[0]);
    result.depth = Math.max(result.depthB, result.depth ?? 0);
  }
  if (result.depth === 0 && (result.depthA === undefined || result.depthB === undefined)) result.depth = undefined;
  return result.depth;
}

/** Finds out which sets of vertices are inside the other surface; false if that is open around where they meet. */
function sortSides(work: DepthWork, surface: SurfaceField, other: SurfaceField, hits: PairHits, side: number): boolean {
  const { triangles } = surface;
  const vertexCount = surface.positions.length / 3;
  work.hit = withRoom(work.hit, triangles.length / 3);
  work.parents = withRoom(work.parents, vertexCount);
  work.sides = withRoom(work.sides, vertexCount);
  work.seen = withRoom(work.seen, vertexCount);
  const { hit, parents, seen, sides } = work;
  hit.fill(0, 0, triangles.length / 3);
  sides.fill(UNKNOWN, 0, vertexCount);
  seen.fill(0, 0, vertexCount);
  for (let i = 0; i < hits.count; i++) hit[hits.pairs[2 * i + side]] = 1;
  separate(parents, vertexCount);
  for (let t = 0; t < triangles.length; t += 3) {
    // Triangles without area are never hit, and may lead anywhere.
    if (hit[t / 3] === 1 || isCollinear(surface.positions, triangles[t], triangles[t + 1], triangles[t + 2])) continue;
    joinSets(parents, triangles[t], triangles[t + 1]);
    joinSets(parents, triangles[t], triangles[t + 2]);
  }
  for (let i = 0; i < 3 * hits.count; i++) {
    const vertex = triangles[3 * hits.pairs[2 * Math.floor(i / 3) + side] + (i % 3)];
    if (seen[vertex] === 1) continue;
    seen[vertex] = 1;
    const root = findRoot(parents, vertex);
    if (other.isClosed && sides[root] !== UNKNOWN) continue;
    const found = sideOfVertex(work, surface, vertex, other);
    if (found === OPEN) return false;
    if (found !== ON && sides[root] !== INSIDE) sides[root] = found;
  }
  seen.fill(0, 0, vertexCount);
  return true;
}

/** The enclosed vertex that is farthest from the other surface; leaves the square of its distance in `deepestSquared`. */
function findDeepest(work: DepthWork, surface: SurfaceField, other: SurfaceField): number | undefined {
  const { nearest, parents, seen, sides } = work;
  let deepest: number | undefined;
  deepestSquared[0] = 0;
  for (let i = 0; i < surface.triangles.length; i++) {
    const vertex = surface.triangles[i];
    if (seen[vertex] === 1) continue;
    seen[vertex] = 1;
    const root = findRoot(parents, vertex);
    if (sides[root] === UNKNOWN) sides[root] = sideOfShell(work, surface, vertex, other);
    if (sides[root] !== INSIDE) continue;
    readVertex(surface, vertex);
    findNearest(other, point, deepestSquared, nearest);
    if (!(nearest.squared[0] > deepestSquared[0])) continue;
    if (sideOfPoint(other) !== INSIDE) continue;
    deepestSquared[0] = nearest.squared[0];
    deepest = vertex;
  }
  return deepest;
}

/** The side of vertices that are away from where they meet: around them the other surface may well be open. */
function sideOfShell(work: DepthWork, surface: SurfaceField, vertex: number, other: SurfaceField): number {
  const side = sideOfVertex(work, surface, vertex, other);
  return side === OPEN ? OUTSIDE : side === ON ? UNKNOWN : side;
}

function sideOfVertex(work: DepthWork, surface: SurfaceField, vertex: number, other: SurfaceField): number {
  readVertex(surface, vertex);
  const tolerance = ON_SURFACE * Math.max(Math.abs(point[0]), Math.abs(point[1]), Math.abs(point[2]));
  onSquared[0] = tolerance * tolerance;
  findNearest(other, point, onSquared, work.nearest);
  return work.nearest.squared[0] <= onSquared[0] ? ON : sideOfPoint(other);
}

function sideOfPoint(other: SurfaceField): number {
  const winding = windingNumber(other, point);
  const whole = Math.floor(winding + 0.5);
  return Math.abs(winding - whole) > CLOSED_WITHIN ? OPEN : whole === 0 ? OUTSIDE : INSIDE;
}

function readVertex(surface: SurfaceField, vertex: number): void {
  for (let axis = 0; axis < 3; axis++) point[axis] = surface.positions[3 * vertex + axis];
}
