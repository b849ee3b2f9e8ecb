/**
 * Flightplans: where every vertex is at every time. Either all vertices go straight from keyframe to keyframe, or each flies on from where it is, with
 * a velocity and perhaps a constant acceleration. What a tree is built over is a plan; the tree can then give any vertex another flight.
 *
 * **The formula.** On a piece of its path that begins at time b, a vertex has three numbers on each axis: p, v and h. Its position at time t is
 *
 *     float32( p + (t - b) * (v + (t - b) * h) )
 *
 * where every operation is one of float64, in this order, and the result is rounded to float32 once. Between two keyframes b is the time of the first,
 * p the coordinate there, v = (q - p) * (1 / (c - b)) with q the coordinate and c the time of the second, and h = 0. From time c on, the next piece holds: at keys,
 * positions are exactly the given ones. Of a flight, b is the time when it began, p and v are what was given, and h is half the acceleration.
 */
import { describe, requireArray, requireFinite, requireFloat32Array } from '../checks.js';
import { bakeFrames } from '../deform/bake.js';
import { LINEAR_MODEL } from '../deform/linear.js';
import type { LinearModel } from '../deform/linear.js';
import { createPose, setWeights } from '../deform/pose.js';
import { PliantError } from '../errors.js';

/** Times, velocities and accelerations are at most this, 2^100, so that nothing in the arithmetic of events overflows. */
export const MOTION_LIMIT = 1.2676506002282294e30;

/** Keys are at least this far apart, 2^-100. */
const SHORTEST_PIECE = 7.888609052210118e-31;

/** Numbers of a flight: on each axis position, velocity and half the acceleration. */
export const FLIGHT_STRIDE = 9;

/** Where all vertices are from a first time to a last. Plain data: it can be cloned, sent to a worker, and shared by any number of trees. */
export interface Flightplan {
  /** Number of vertices. */
  readonly vertexCount: number;
  /** The first time it knows of. */
  readonly start: number;
  /** The last one: that of the last key, or `Infinity`. */
  readonly end: number;
  /** Times of keys, ascending; none where vertices fly. */
  readonly times: Float64Array;
  /** Positions of all vertices at each key, three numbers each; none where vertices fly. */
  readonly frames: readonly Float32Array[];
  /** Of vertices that fly, from `start` on: position, velocity and half the acceleration on x, then on y and z. Empty where there are keys. */
  readonly flights: Float64Array;
}

/** A recorded motion: vertices go straight from key to key. */
export interface Keyframes {
  /** When each key is: ascending, at any distances. Two at least. */
  readonly times: ArrayLike<number>;
  /** Positions at each key: three numbers per vertex, the same vertices everywhere. Kept, not copied: leave them unchanged. */
  readonly frames: readonly Float32Array[];
}

/** How vertices begin to fly. */
export interface Flights {
  /** Where they are at first: three numbers per vertex. */
  readonly positions: ArrayLike<number>;
  /** Velocities: three numbers per vertex. */
  readonly velocities: ArrayLike<number>;
  /** Accelerations, which stay as they are: three numbers per vertex. None unless given. */
  readonly accelerations?: ArrayLike<number>;
  /** When they begin; 0 unless given. */
  readonly time?: number;
}

/** A plan of keyframes: a recorded sequence. */
export function planKeyframes(keyframes: Keyframes): Flightplan {
  return planKeys('planKeyframes', keyframes);
}

/**
 * A plan of a linear model whose weights go straight from key to key: `weights[k]` are those at `times[k]`. Vertices are at keys exactly where the
 * model poses them, and go straight between, as the model would take them but for the rounding of each pose.
 */
export function planWeights(
  model: LinearModel,
  times: ArrayLike<number>,
  weights: readonly ArrayLike<number>[],
): Flightplan {
  if (model?.kind !== LINEAR_MODEL) {
    throw new PliantError(
      'unsupported',
      'planWeights: the model is not linear, so its vertices do not go straight between keys; bake it at as many times as you need, and use planKeyframes',
    );
  }
  requireArray('planWeights', 'weights', weights, 2);
  const poses = Array.from(weights, (ofKey, k) => {
    if (ofKey === undefined || ofKey.length !== model.fieldCount) {
      throw new PliantError(
        'bad-count',
        `planWeights: weights[${k}] has ${ofKey?.length ?? 0} numbers, but the model has ${model.fieldCount} fields`,
      );
    }
    requireFinite('planWeights', `weights[${k}]`, ofKey);
    const pose = createPose(model.poseLayout);
    setWeights(pose, ofKey);
    return pose;
  });
  return planKeys('planWeights', { times, frames: bakeFrames(model, poses) });
}

/** A plan of vertices that fly, each with its velocity and acceleration, for ever. */
export function planFlights({ positions, velocities, accelerations, time = 0 }: Flights): Flightplan {
  const caller = 'planFlights';
  requireMotion(caller, 'time', time);
  const vertexCount = positions.length / 3;
  if (vertexCount < 1 || !Number.isInteger(vertexCount)) {
    throw new PliantError('bad-count', `${caller}: positions has ${positions.length} numbers; pass three per vertex`);
  }
  const given = [positions, velocities, accelerations ?? new Float64Array(positions.length)];
  ['positions', 'velocities', 'accelerations'].forEach((name, part) => {
    if (given[part].length !== positions.length) {
      throw new PliantError(
        'bad-count',
        `${caller}: ${name} has ${given[part].length} numbers, but ${positions.length} are needed`,
      );
    }
    for (let i = 0; i < positions.length; i++) {
      if (!(Math.abs(given[part][i]) <= MOTION_LIMIT)) requireMotion(caller, `${name}[${i}]`, given[part][i]);
    }
  });
  const flights = new Float64Array(vertexCount * FLIGHT_STRIDE);
  for (let i = 0; i < positions.length; i++) {
    flights[i * 3] = given[0][i];
    flights[i * 3 + 1] = given[1][i];
    flights[i * 3 + 2] = given[2][i] / 2;
  }
  return { vertexCount, start: time, end: Infinity, times: new Float64Array(0), frames: [], flights };
}

/** Refuses what is not a number of at most 2^100. */
export function requireMotion(caller: string, name: string, value: unknown): void {
  if (typeof value === 'number' && Math.abs(value) <= MOTION_LIMIT) return;
  throw new PliantError(
    typeof value === 'number' ? 'bad-number' : 'bad-type',
    `${caller}: ${name} is ${describe(value)}; pass a number of at most 2^100`,
  );
}

function planKeys(caller: string, { times, frames }: Keyframes): Flightplan {
  requireArray(caller, 'frames', frames, 2);
  if (times.length !== frames.length) {
    throw new PliantError(
      'bad-count',
      `${caller}: there are ${times.length} times for ${frames.length} keys; pass one each`,
    );
  }
  for (let k = 0; k < times.length; k++) {
    requireMotion(caller, `times[${k}]`, times[k]);
    if (k > 0 && !(times[k] - times[k - 1] >= SHORTEST_PIECE)) {
      throw new PliantError(
        'bad-number',
        `${caller}: times[${k}] is ${times[k]}, after ${times[k - 1]}; keys must be in order, and 2^-100 apart at least`,
      );
    }
    requireFloat32Array(caller, `frames[${k}]`, frames[k], frames[0]?.length);
    requireFinite(caller, `frames[${k}]`, frames[k]);
  }
  const vertexCount = frames[0].length / 3;
  if (vertexCount < 1 || !Number.isInteger(vertexCount)) {
    throw new PliantError('bad-count', `${caller}: frames[0] has ${frames[0].length} numbers; pass three per vertex`);
  }
  const copied = Float64Array.from(times);
  return {
    vertexCount,
    start: copied[0],
    end: copied[copied.length - 1],
    times: copied,
    frames: [...frames],
    flights: new Float64Array(0),
  };
}
