/** The modes of points that are tied together, whatever ties them. */
import { describe, requireInteger } from '../../checks.js';
import { PliantError } from '../../errors.js';
import { rescale } from '../../long-work.js';
import type { LongWork } from '../../long-work.js';
import { factorSystem } from './factor.js';
import { searchModes } from './search-modes.js';
import { assembleSystem } from './system.js';
import type { System, Ties } from './system.js';

/** Which modes to find. */
export interface TiedOptions {
  /** How many modes: those of the lowest frequencies, rigid motions left out. Default 20. */
  readonly modeCount?: number;
  /** Points that do not move. None by default. */
  readonly pinned?: ArrayLike<number>;
}

/** Used where {@link TiedOptions} are left out. */
export const VIBRATION_DEFAULTS: Required<Pick<TiedOptions, 'modeCount'>> = { modeCount: 20 };

/** Modes, whatever ties the points together. */
export interface TiedModes {
  /** How many modes there are. */
  readonly modeCount: number;
  /** Points of the body. */
  readonly pointCount: number;
  /** Square of the angular frequency of each mode, in 1/s^2, rising. */
  readonly eigenvalues: Float64Array;
  /** Displacements, three per point, for each mode; 0 where a point is pinned. The sum of mass times squared displacement is 1, so an amplitude is in metres times the root of kilograms. */
  readonly shapes: readonly Float64Array[];
  /** The mass of each point, in kilograms. */
  readonly masses: Float64Array;
  /** Motions without any strain, left out of the modes: six for each piece that nothing holds. */
  readonly rigidCount: number;
  /** How far each mode is from a solution: the size of K x - w^2 M x beside that of w^2 M x, both in the inverse of M. */
  readonly residuals: Float64Array;
}

/** Finds the lowest modes. `speed` is about the square of the speed of waves, in m^2/s^2: only how fast modes are found depends on it. */
export function* solveTied(
  caller: string,
  points: Float32Array,
  ties: Ties,
  masses: Float64Array,
  speed: number,
  { modeCount = VIBRATION_DEFAULTS.modeCount, pinned = [] }: TiedOptions,
): LongWork<TiedModes> {
  const { pointCount } = ties;
  const isPinned = markPinned(caller, pinned, pointCount);
  const freeCount = pointCount - isPinned.reduce((sum, flag) => sum + flag, 0);
  requireInteger(caller, 'modeCount', modeCount, 1, 3 * freeCount);
  const system = assembleSystem(ties, masses, isPinned);
  const positions = Float32Array.from({ length: freeCount * 3 }, (_, i) => {
    return points[system.points[Math.floor(i / 3)] * 3 + (i % 3)];
  });
  yield 0.02;
  const shift = chooseShift(points, speed);
  const factor = yield* rescale(factorSystem(caller, system, positions, shift), 0.02, 0.38);
  const found = yield* rescale(searchModes(caller, system, factor, shift, modeCount, countPieces(ties)), 0.4, 0.59);
  return {
    modeCount,
    pointCount,
    eigenvalues: found.eigenvalues,
    shapes: found.vectors.map((vector) => spread(vector, system, pointCount)),
    masses,
    rigidCount: found.rigidCount,
    residuals: found.residuals,
  };
}

/**
 * What is added to K, as a multiple of M, so that it can be factored although rigid motions have no stiffness: a hundredth of the squared rate at which a wave of shear
 * runs through the whole body. Well below the lowest mode of a compact body, where the method is fastest, and far enough from 0 that rigid motions drown nothing.
 */
function chooseShift(points: Float32Array, speed: number): number {
  let diagonal = 0;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let k = axis; k < points.length; k += 3) {
      low = Math.min(low, points[k]);
      high = Math.max(high, points[k]);
    }
    diagonal += (high - low) * (high - low);
  }
  return (0.01 * speed) / diagonal;
}

/** Pieces that have no point in common. */
function countPieces({ corners, pointCount, width }: Ties): number {
  const parent = Uint32Array.from({ length: pointCount }, (_, point) => point);
  const rootOf = (point: number): number => {
    let at = point;
    while (parent[at] !== at) at = parent[at] = parent[parent[at]];
    return at;
  };
  let count = pointCount;
  for (let i = 0; i < corners.length; i++) {
    const a = rootOf(corners[i]);
    const b = rootOf(corners[i - (i % width)]);
    if (a === b) continue;
    parent[Math.max(a, b)] = Math.min(a, b);
    count--;
  }
  return count;
}

function spread(vector: Float64Array, { points }: System, pointCount: number): Float64Array {
  const shape = new Float64Array(pointCount * 3);
  points.forEach((point, row) => shape.set(vector.subarray(row * 3, row * 3 + 3), point * 3));
  return shape;
}

function markPinned(caller: string, pinned: ArrayLike<number>, pointCount: number): Uint8Array {
  const isPinned = new Uint8Array(pointCount);
  for (let k = 0; k < pinned.length; k++) {
    const point = pinned[k];
    if (!Number.isInteger(point) || point < 0 || point >= pointCount) {
      throw new PliantError(
        'bad-index',
        `${caller}: pinned[${k}] is ${describe(point)}; pass a whole number from 0 to ${pointCount - 1}`,
      );
    }
    isPinned[point] = 1;
  }
  if (isPinned.includes(0)) return isPinned;
  throw new PliantError('mismatch', `${caller}: all ${pointCount} points are pinned, so nothing can swing; pin fewer`);
}
