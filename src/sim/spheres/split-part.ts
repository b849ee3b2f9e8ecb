/** Spheres for a part of a surface: centres on the medial axis, as many as it takes, then moved, with the pieces that each answers for. */
import { chooseCenters } from './choose-centers.js';
import type { Choice, Choices } from './choose-centers.js';
import { writeMedialCenter } from './medial-ball.js';
import { CENTER, moveCenter } from './move-center.js';
import { cutPiece, farthestCornerSquared } from './pieces.js';
import type { Pieces } from './pieces.js';
import { DISTANCE, measureDistance } from './solid.js';
import type { Solid } from './solid.js';
import type { Mesh } from '../../parts.js';

/** What spheres are fitted to. */
export interface Fitting {
  readonly mesh: Mesh;
  readonly solid: Solid;
  readonly pieces: Pieces;
}

/** Centres that may serve a part, and the best choices among them. */
export interface Plan {
  /** The pieces, cut to be small beside the part. */
  readonly part: Uint32Array;
  /** Four numbers each: a centre, and a bound of its signed distance. */
  readonly centers: Float64Array;
  readonly choices: Choices;
}

/** A sphere and its pieces. */
export interface Group {
  /** As {@link CENTER} says; the radius encloses all pieces. */
  readonly sphere: Float64Array;
  readonly part: Uint32Array;
}

/** Pieces are at most this share of the part they belong to. */
const CUT = 0.1;
const MOST_CANDIDATES = 64;
const MOST_SAMPLES = 400;
/** Corners that a centre is moved by; all of them count in the end. */
const MOST_CORNERS = 720;
const ROUNDS = 3;

/** Finds centres for a part: on the medial axis behind some of its pieces, on the pieces where nothing is inside, and the one that served so far. */
export function planPart(fitting: Fitting, uncut: Uint32Array, own: Float64Array, most: number): Plan {
  const { mesh, pieces } = fitting;
  const cut: number[] = [];
  const limit = CUT * diagonalOf(pieces, uncut);
  for (const piece of uncut) cutPiece(mesh, pieces, piece, limit, cut);
  const part = Uint32Array.from(cut);
  const centers = findCenters(fitting, part, own);
  const samples = Math.min(part.length, MOST_SAMPLES);
  const centerCount = centers.length / 4;
  const costs = new Float64Array(centerCount * samples);
  for (let center = 0; center < centerCount; center++) {
    for (let sample = 0; sample < samples; sample++) {
      costs[center * samples + sample] = costOf(pieces, spread(part, sample, samples), centers, 4 * center);
    }
  }
  return { part, centers, choices: chooseCenters(costs, centerCount, samples, most) };
}

/** Splits a part among the centres of a choice: each piece goes to the sphere that stands out least for it, then centres are moved, and again. */
export function* splitPart(fitting: Fitting, { centers, part }: Plan, choice: Choice): Generator<void, Group[], void> {
  const spheres = choice.centers.map((center) => {
    const sphere = new Float64Array(CENTER.count);
    sphere.set(centers.subarray(4 * center, 4 * center + 4));
    return sphere;
  });
  let groups: Group[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    groups = assignPieces(fitting.pieces, part, spheres);
    yield;
    for (const group of groups) moveGroup(fitting, group);
    yield;
  }
  for (const group of groups) enclose(fitting, group);
  return groups;
}

function assignPieces(pieces: Pieces, part: Uint32Array, spheres: readonly Float64Array[]): Group[] {
  const lists: number[][] = spheres.map(() => []);
  for (const piece of part) {
    let best = 0;
    let least = Infinity;
    for (let k = 0; k < spheres.length; k++) {
      const cost = costOf(pieces, piece, spheres[k], 0);
      if (!(cost < least)) continue;
      least = cost;
      best = k;
    }
    lists[best].push(piece);
  }
  const groups = spheres.map((sphere, k) => ({ sphere, part: Uint32Array.from(lists[k]) }));
  return groups.filter((group) => group.part.length > 0);
}

/** By how much a sphere around a centre stands out of the object at most when it encloses a piece. */
function costOf({ points }: Pieces, piece: number, centers: Float64Array, at: number): number {
  const squared = farthestCornerSquared(points, piece, centers[at], centers[at + 1], centers[at + 2]);
  return Math.max(Math.sqrt(squared) + centers[at + CENTER.distance], 0);
}

const corners = new Float64Array(3 * MOST_CORNERS);

function moveGroup({ pieces, solid }: Fitting, { part, sphere }: Group): void {
  const count = Math.min(part.length, MOST_CORNERS / 3);
  for (let i = 0; i < count; i++) {
    const at = 9 * spread(part, i, count);
    corners.set(pieces.points.subarray(at, at + 9), 9 * i);
  }
  moveCenter(solid, corners, 3 * count, sphere);
}

/**
 * Sets the radius so that the true corners are enclosed: those in hand are off by less than 2^-50 of the largest coordinate on each axis, and the distance by a few units in the
 * last place.
 */
function enclose({ pieces, solid }: Fitting, { part, sphere }: Group): void {
  let largest = 0;
  for (const piece of part) {
    const squared = farthestCornerSquared(pieces.points, piece, sphere[0], sphere[1], sphere[2]);
    if (squared > largest) largest = squared;
  }
  const reach = Math.max(solid.reach, Math.abs(sphere[0]), Math.abs(sphere[1]), Math.abs(sphere[2]));
  sphere[CENTER.radius] = Math.sqrt(largest) * (1 + ROUNDING) + ROUNDING * reach;
}

const ROUNDING = 3.552713678800501e-15; // 2^-48

const point = new Float64Array(3);
const normal = new Float64Array(3);
const center = new Float64Array(3);
const measured = new Float64Array(DISTANCE.count);

function findCenters({ pieces, solid }: Fitting, part: Uint32Array, own: Float64Array): Float64Array {
  const count = Math.min(part.length, MOST_CANDIDATES);
  const centers = new Float64Array(4 * (count + 1));
  centers.set(own.subarray(0, 4));
  for (let i = 0; i < count; i++) {
    const hasNormal = writeMiddle(pieces, spread(part, i, count));
    if (!hasNormal || !writeMedialCenter(solid, point, normal, center)) center.set(point);
    measureDistance(solid, center, 0, measured);
    centers.set(center, 4 * (i + 1));
    centers[4 * (i + 1) + CENTER.distance] = measured[DISTANCE.high];
  }
  return centers;
}

/** Leaves the middle of a piece and its unit normal; false where it has none. */
function writeMiddle({ points }: Pieces, piece: number): boolean {
  const [ax, ay, az, bx, by, bz, cx, cy, cz] = points.subarray(9 * piece, 9 * piece + 9);
  point[0] = (ax + bx + cx) / 3;
  point[1] = (ay + by + cy) / 3;
  point[2] = (az + bz + cz) / 3;
  const x = (by - ay) * (cz - az) - (bz - az) * (cy - ay);
  const y = (bz - az) * (cx - ax) - (bx - ax) * (cz - az);
  const z = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  const length = Math.sqrt(x * x + y * y + z * z);
  normal[0] = x / length;
  normal[1] = y / length;
  normal[2] = z / length;
  return length > 0;
}

/** The i-th of `count` members that are spread over a list. */
function spread(list: Uint32Array, i: number, count: number): number {
  return list[Math.floor(((i + 0.5) * list.length) / count)];
}

function diagonalOf({ points }: Pieces, part: Uint32Array): number {
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (const piece of part) {
      for (let at = 9 * piece + axis; at < 9 * piece + 9; at += 3) {
        low = Math.min(low, points[at]);
        high = Math.max(high, points[at]);
      }
    }
    squared += (high - low) * (high - low);
  }
  return Math.sqrt(squared);
}
