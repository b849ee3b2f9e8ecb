/** Centres that spheres of a part may have, with what each costs for pieces that stand for the part. */
import { climbMedialAxis, writeMedialCenter } from './medial-ball.js';
import { CENTER } from './move-center.js';
import { farthestCornerSquared, spread } from './pieces.js';
import type { Pieces } from './pieces.js';
import { DISTANCE, measureDistance } from './solid.js';
import type { SphereObject } from './solid.js';
import type { Mesh } from '../../parts.js';

/** What spheres are fitted to. */
export interface Fitting {
  readonly mesh: Mesh;
  readonly solid: SphereObject;
  readonly pieces: Pieces;
}

const SPREAD_CANDIDATES = 16;
const MOST_CANDIDATES = 64;
const MOST_SAMPLES = 256;

/** Centres that may be chosen. */
export interface Pool {
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

/** Finds candidates for a part: first behind pieces here and there, then where all of them are worst, again and again. `own` is the centre that served so far. */
export function fillPool(fitting: Fitting, part: Uint32Array, own: Float64Array): Pool {
  const pool = createPool(fitting, part, own);
  const count = Math.min(SPREAD_CANDIDATES, part.length);
  for (let i = 0; i < count; i++) addCandidate(fitting, pool, spread(part, i, count));
  while (pool.count < MOST_CANDIDATES && addAtWorst(fitting, pool));
  return pool;
}

function createPool(fitting: Fitting, part: Uint32Array, own: Float64Array): Pool {
  const samples = chooseSamples(fitting.pieces, part);
  const pool: Pool = {
    count: 0,
    centers: new Float64Array(4 * MOST_CANDIDATES),
    samples,
    costs: new Float64Array(MOST_CANDIDATES * samples.length),
    least: new Float64Array(samples.length).fill(Infinity),
    isTried: new Uint8Array(samples.length),
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

/** Pieces that stand for a part: each next one is the farthest from all before, so that nothing is far from all of them. */
function chooseSamples({ points }: Pieces, part: Uint32Array): Uint32Array {
  if (part.length <= MOST_SAMPLES) return part;
  const samples = new Uint32Array(MOST_SAMPLES);
  const squares = new Float64Array(part.length).fill(Infinity);
  let next = 0;
  for (let k = 0; k < MOST_SAMPLES; k++) {
    samples[k] = part[next];
    const x = points[9 * part[next]];
    const y = points[9 * part[next] + 1];
    const z = points[9 * part[next] + 2];
    let farthest = -1;
    for (let i = 0; i < part.length; i++) {
      const dx = points[9 * part[i]] - x;
      const dy = points[9 * part[i] + 1] - y;
      const dz = points[9 * part[i] + 2] - z;
      const squared = dx * dx + dy * dy + dz * dz;
      if (squared < squares[i]) squares[i] = squared;
      if (squares[i] > farthest) {
        farthest = squares[i];
        next = i;
      }
    }
  }
  return samples;
}

/** By how much a sphere around a centre stands out of the object at most when it encloses a piece. */
export function costOf({ points }: Pieces, piece: number, centers: Float64Array, at: number): number {
  const squared = farthestCornerSquared(points, piece, centers[at], centers[at + 1], centers[at + 2]);
  return Math.max(Math.sqrt(squared) + centers[at + CENTER.distance], 0);
}

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
