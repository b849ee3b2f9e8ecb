/** Spheres for a part of a surface: centres on the medial axis, as many as it takes, then moved, with the pieces that each answers for. */
import { chooseCenters } from './choose-centers.js';
import type { Choice, Choices } from './choose-centers.js';
import { costOf, fillPool } from './candidate-pool.js';
import type { Fitting } from './candidate-pool.js';
import { CENTER, moveCenter } from './move-center.js';
import { cutPiece, farthestCornerSquared, spread } from './pieces.js';
import type { Pieces } from './pieces.js';

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
/** Corners that a centre is moved by; all of them count in the end. */
const MOST_CORNERS = 3000;
const ROUNDS = 3;

/** Finds centres for a part: on the medial axis behind some of its pieces, on the pieces where nothing is inside, and the one that served so far. */
export function planPart(fitting: Fitting, uncut: Uint32Array, own: Float64Array, most: number): Plan {
  const { mesh, pieces } = fitting;
  const cut: number[] = [];
  const limit = CUT * Math.min(diagonalOf(pieces, uncut), stripOf(own));
  for (const piece of uncut) cutPiece(mesh, pieces, piece, limit, cut);
  const part = Uint32Array.from(cut);
  const pool = fillPool(fitting, part, own);
  const { centers, costs, count, samples } = pool;
  return { part, centers: centers.slice(0, 4 * count), choices: chooseCenters(costs, count, samples.length, most) };
}

/** Splits a part among the centres of a choice: each piece goes to the sphere that stands out least for it, then centres are moved, and again. */
export function* splitPart(
  fitting: Fitting,
  { centers, part }: Plan,
  choice: Choice,
): Generator<void, readonly Group[], void> {
  const spheres = choice.centers.map((center) => {
    const sphere = new Float64Array(CENTER.count);
    sphere.set(centers.subarray(4 * center, 4 * center + 4));
    return sphere;
  });
  let best: readonly Group[] = [];
  let least = Infinity;
  for (let round = 0; round <= ROUNDS; round++) {
    const groups = assignPieces(fitting.pieces, part, spheres);
    yield;
    let largest = 0;
    for (const group of groups) {
      enclose(fitting, group);
      largest = Math.max(largest, group.sphere[CENTER.radius] + group.sphere[CENTER.distance]);
    }
    // Moving the centres makes each sphere better for its pieces, but not always all of them together.
    if (largest < least) {
      least = largest;
      best = groups.map((group) => ({ sphere: group.sphere.slice(), part: group.part }));
    }
    if (round === ROUNDS) break;
    for (const group of groups) moveGroup(fitting, group);
    yield;
  }
  return best;
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

/**
 * How wide the strip is that a sphere covers of a surface which bends as it does: one that stands out by e leaves it √(2 r e) beside the place where the surface is as deep inside as
 * can be. Without a radius there is no limit.
 */
function stripOf(sphere: Float64Array): number {
  const radius = sphere[CENTER.radius] ?? Infinity;
  return Math.sqrt(2 * radius * Math.max(radius + sphere[CENTER.distance], 0));
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
