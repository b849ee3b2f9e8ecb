/** The paths of all vertices of a tree, at its present time: the plan it began with, and what has been changed since. */
import { NO_INDEX } from '../mesh/mesh.js';
import { createChangeLog, noteChange } from './change-log.js';
import type { ChangeLog } from './change-log.js';
import { FLIGHT_STRIDE } from './flightplan.js';
import type { Flightplan } from './flightplan.js';
import { growNumbers, growWords } from './grow.js';

/** When an own flight began comes first, then its numbers; see `FLIGHT_STRIDE`. */
const OWN_STRIDE = 1 + FLIGHT_STRIDE;

/** How vertices move, and when it is. For reading: trees write it. */
export interface Paths {
  /** The plan of vertices that have no flight of their own. */
  readonly plan: Flightplan;
  /** One over the length of each piece between two keys. */
  readonly rates: Float64Array;
  /** The present. */
  time: number;
  /** The last key that is not later than the present; 0 where there are no keys. */
  key: number;
  /** Vertices, removed ones counted. */
  vertexCount: number;
  /** Which own flight each vertex has, or `NO_INDEX`. */
  ownOf: Uint32Array;
  /** Own flights. */
  own: Float64Array;
  /** How many there are. */
  ownCount: number;
  /** Which vertices were given a flight lately. */
  readonly redirected: ChangeLog;
  /** The largest absolute coordinate that a piece begins with, of all there have been since the tree was built. */
  reach: number;
  /** The largest speed along an axis at the beginning of a piece, likewise. */
  speed: number;
  /** The largest half acceleration along an axis, likewise. */
  curvature: number;
  /** `reach` of the keys alone. */
  readonly keyReach: number;
  /** `speed` of the keys alone. */
  readonly keySpeed: number;
}

/** The paths of a plan, at its start. */
export function createPaths(plan: Flightplan): Paths {
  const { flights, start, times, vertexCount } = plan;
  const rates = new Float64Array(times.length);
  for (let k = 0; k + 1 < times.length; k++) rates[k] = 1 / (times[k + 1] - times[k]);
  const [keyReach, keySpeed] = measureKeys(plan, rates);
  const paths: Paths = {
    plan,
    rates,
    time: start,
    key: 0,
    vertexCount,
    ownOf: new Uint32Array(vertexCount).fill(NO_INDEX),
    own: new Float64Array(flights.length === 0 ? 0 : vertexCount * OWN_STRIDE),
    ownCount: 0,
    redirected: createChangeLog(),
    reach: keyReach,
    speed: keySpeed,
    curvature: 0,
    keyReach,
    keySpeed,
  };
  for (let vertex = 0; vertex * FLIGHT_STRIDE < flights.length; vertex++) {
    setOwnFlight(paths, vertex, flights, vertex * FLIGHT_STRIDE);
  }
  return paths;
}

const present = new Float64Array(1);

/** Goes to a time of the plan. */
export function setPresent(paths: Paths, time: number): void {
  present[0] = time;
  setPresentFrom(paths, present, 0);
}

/** The same for loops, to the time at a place of an array: numbers that are passed to a function may be put on the heap. */
export function setPresentFrom(paths: Paths, events: Float64Array, at: number): void {
  const { times } = paths.plan;
  const time = events[at];
  if (time < paths.time) paths.key = 0;
  while (paths.key + 1 < times.length && times[paths.key + 1] <= time) paths.key++;
  paths.time = time;
}

/** A coordinate at present, before it is rounded to float32; see `flightplan.ts` for the formula. */
export function coordinateOf(paths: Paths, vertex: number, axis: number): number {
  const own = paths.ownOf[vertex];
  if (own !== NO_INDEX) {
    const numbers = paths.own;
    const at = own * OWN_STRIDE + 1 + axis * 3;
    const passed = paths.time - numbers[own * OWN_STRIDE];
    return numbers[at] + passed * (numbers[at + 1] + passed * numbers[at + 2]);
  }
  const { frames, times } = paths.plan;
  const { key } = paths;
  const from = frames[key][vertex * 3 + axis];
  if (key + 1 === frames.length) return from;
  const velocity = (frames[key + 1][vertex * 3 + axis] - from) * paths.rates[key];
  return from + (paths.time - times[key]) * velocity;
}

/** Numbers of {@link readMotion}: the time that is asked for; coordinate, velocity and half the acceleration then. */
export const MOTION = { time: 0, coordinate: 1, velocity: 2, curvature: 3, stride: 4 } as const;

/**
 * Completes, of a vertex on one axis, what it does at the time that `motion` has already, on the piece that begins with `key`, which is any number for own
 * flights.
 */
export function readMotion(paths: Paths, vertex: number, axis: number, key: number, motion: Float64Array): void {
  const own = paths.ownOf[vertex];
  if (own !== NO_INDEX) {
    const numbers = paths.own;
    const at = own * OWN_STRIDE + 1 + axis * 3;
    const passed = motion[MOTION.time] - numbers[own * OWN_STRIDE];
    motion[MOTION.coordinate] = numbers[at] + passed * (numbers[at + 1] + passed * numbers[at + 2]);
    motion[MOTION.velocity] = numbers[at + 1] + 2 * passed * numbers[at + 2];
    motion[MOTION.curvature] = numbers[at + 2];
    return;
  }
  const { frames, times } = paths.plan;
  const isLast = key + 1 === frames.length;
  const from = frames[key][vertex * 3 + axis];
  const velocity = isLast ? 0 : (frames[key + 1][vertex * 3 + axis] - from) * paths.rates[key];
  motion[MOTION.coordinate] = from + (motion[MOTION.time] - times[key]) * velocity;
  motion[MOTION.velocity] = velocity;
  motion[MOTION.curvature] = 0;
}

/** Makes a vertex fly from now on; a vertex behind the last one is a new one. `flight` has `FLIGHT_STRIDE` numbers from `at` on. */
export function setOwnFlight(paths: Paths, vertex: number, flight: Float64Array, at: number): void {
  if (vertex === paths.vertexCount) {
    paths.ownOf = growWords(paths.ownOf, vertex + 1, NO_INDEX);
    paths.vertexCount++;
  }
  if (paths.ownOf[vertex] === NO_INDEX) {
    paths.ownOf[vertex] = paths.ownCount++;
    paths.own = growNumbers(paths.own, paths.ownCount * OWN_STRIDE);
  }
  const begin = paths.ownOf[vertex] * OWN_STRIDE;
  paths.own[begin] = paths.time;
  for (let i = 0; i < FLIGHT_STRIDE; i++) paths.own[begin + 1 + i] = flight[at + i];
  measureFlight(paths, begin + 1);
  noteChange(paths.redirected, vertex);
}

/** Forgets how far and how fast vertices were that have been given another flight, or been removed. */
export function measurePaths(paths: Paths, isRemoved: Uint32Array): void {
  paths.reach = paths.keyReach;
  paths.speed = paths.keySpeed;
  paths.curvature = 0;
  for (let vertex = 0; vertex < paths.vertexCount; vertex++) {
    const own = paths.ownOf[vertex];
    if (own !== NO_INDEX && isRemoved[vertex] === 0) measureFlight(paths, own * OWN_STRIDE + 1);
  }
}

/** When the present path of a vertex began. */
export function beginOf(paths: Paths, vertex: number): number {
  const own = paths.ownOf[vertex];
  return own === NO_INDEX ? paths.plan.start : paths.own[own * OWN_STRIDE];
}

function measureFlight(paths: Paths, at: number): void {
  for (let i = at; i < at + FLIGHT_STRIDE; i += 3) {
    paths.reach = Math.max(paths.reach, Math.abs(paths.own[i]));
    paths.speed = Math.max(paths.speed, Math.abs(paths.own[i + 1]));
    paths.curvature = Math.max(paths.curvature, Math.abs(paths.own[i + 2]));
  }
}

function measureKeys({ frames }: Flightplan, rates: Float64Array): [reach: number, speed: number] {
  let reach = 0;
  let speed = 0;
  frames.forEach((frame, key) => {
    const next = frames[key + 1] ?? frame;
    for (let i = 0; i < frame.length; i++) {
      reach = Math.max(reach, Math.abs(frame[i]));
      speed = Math.max(speed, Math.abs((next[i] - frame[i]) * rates[key]));
    }
  });
  return [reach, speed];
}
