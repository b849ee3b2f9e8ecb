/** Spheres for a part of a surface: centres on the medial axis, as many as it takes, then moved, with the pieces that each answers for. */
import { chooseCenters } from './choose-centers.js';
import type { Choice, Choices } from './choose-centers.js';
import { climbMedialAxis, writeMedialCenter } from './medial-ball.js';
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
const CUT = 0.25;
const SPREAD_CANDIDATES = 24;
const MOST_CANDIDATES = 128;
const MOST_SAMPLES = 400;
/** Corners that a centre is moved by; all of them count in the end. */
const MOST_CORNERS = 720;
const ROUNDS = 3;

/** Finds centres for a part: on the medial axis behind some of its pieces, on the pieces where nothing is inside, and the one that served so far. */
export function planPart(fitting: Fitting, uncut: Uint32Array, own: Float64Array, most: number): Plan {
  const { mesh, pieces } = fitting;
  const cut: number[] = [];
  const limit = CUT * Math.min(diagonalOf(pieces, uncut), stripOf(own));
  for (const piece of uncut) cutPiece(mesh, pieces, piece, limit, cut);
  const part = Uint32Array.from(cut);
  const pool = createPool(fitting, part, own);
  for (let i = 0; i < SPREAD_CANDIDATES && i < part.length; i++)
    addCandidate(fitting, pool, spread(part, i, Math.min(SPREAD_CANDIDATES, part.length)));
  while (pool.count < MOST_CANDIDATES && addAtWorst(fitting, pool));
  const { centers, costs, count, samples } = pool;
  return { part, centers: centers.slice(0, 4 * count), choices: chooseCenters(costs, count, samples.length, most) };
}

/** Centres that may be chosen. */
interface Pool {
  count: number;
  readonly centers: Float64Array;
  /** Pieces that stand for the part. */
  readonly samples: Uint32Array;
  /** The cost of each sample with each centre, row by row; and with the best of them. */
  readonly costs: Float64Array;
  readonly least: Float64Array;
  /** Samples behind which a centre was looked for. */
  readonly isTried: Uint8Array;
}

function createPool(fitting: Fitting, part: Uint32Array, own: Float64Array): Pool {
  const count = Math.min(part.length, MOST_SAMPLES);
  const pool: Pool = {
    count: 0,
    centers: new Float64Array(4 * MOST_CANDIDATES),
    samples: Uint32Array.from({ length: count }, (_, i) => spread(part, i, count)),
    costs: new Float64Array(MOST_CANDIDATES * count),
    least: new Float64Array(count).fill(Infinity),
    isTried: new Uint8Array(count),
  };
  pool.centers.set(own.subarray(0, 4));
  noteCandidate(fitting, pool);
  return pool;
}

/** Looks for a centre where the pool is worst; false when there is nothing left to try. */
function addAtWorst(fitting: Fitting, pool: Pool): boolean {
  let worst = -1;
  for (let i = 0; i < pool.samples.length; i++) {
    if (pool.isTried[i] === 0 && (worst < 0 || pool.least[i] > pool.least[worst])) worst = i;
  }
  if (worst < 0) return false;
  pool.isTried[worst] = 1;
  addCandidate(fitting, pool, pool.samples[worst]);
  return true;
}

/** Adds the medial centre behind a piece, or its middle where there is none; the stem of the axis there comes first, and is often enough. */
function addCandidate(fitting: Fitting, pool: Pool, piece: number): void {
  const { pieces, solid } = fitting;
  const isInside = writeMiddle(pieces, piece) && writeMedialCenter(solid, point, normal, center);
  if (!isInside) center.set(point);
  stem.set(center);
  const hasStem = isInside && climbMedialAxis(solid, stem);
  if (hasStem) placeCandidate(fitting, pool, stem);
  placeCandidate(fitting, pool, center);
}

const stem = new Float64Array(3);

function placeCandidate(fitting: Fitting, pool: Pool, place: Float64Array): void {
  if (pool.count === MOST_CANDIDATES) return;
  const at = 4 * pool.count;
  measureDistance(fitting.solid, place, 0, measured);
  pool.centers.set(place, at);
  pool.centers[at + CENTER.distance] = measured[DISTANCE.high];
  noteCandidate(fitting, pool);
}

function noteCandidate({ pieces }: Fitting, pool: Pool): void {
  const { centers, costs, least, samples } = pool;
  const row = pool.count * samples.length;
  for (let i = 0; i < samples.length; i++) {
    const cost = costOf(pieces, samples[i], centers, 4 * pool.count);
    costs[row + i] = cost;
    if (cost < least[i]) least[i] = cost;
  }
  pool.count++;
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

/**
 * How wide the strip is that a sphere covers of a surface which bends as it does: one that stands out by e leaves it √(2 r e) beside the place where the surface is as deep inside as
 * can be. Without a radius there is no limit.
 */
function stripOf(sphere: Float64Array): number {
  const radius = sphere[CENTER.radius] ?? Infinity;
  return Math.sqrt(2 * radius * Math.max(radius + sphere[CENTER.distance], 0));
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
