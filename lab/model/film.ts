/** A film: a surface that moves and what it meets, from key to key. All that the room of time needs to know of a scene. */
import type { Mesh } from 'pliant/parts';

/** A mesh, and where its vertices are at each key; between keys they go straight. */
export interface MovingMesh {
  readonly mesh: Mesh;
  /** One for each key; all the same one where it stands still. */
  readonly frames: readonly Float32Array[];
}

/** Plain data, all of it. */
export interface Film {
  /** Seconds, of each key. */
  readonly times: readonly number[];
  readonly cloth: MovingMesh;
  readonly obstacle: MovingMesh;
  /** What they are called: the cloth, the table. */
  readonly names: { readonly cloth: string; readonly obstacle: string };
  /** How everything gets on, in metres per second: whoever looks goes along. */
  readonly velocity: readonly [x: number, y: number, z: number];
  /** How near to the obstacle, in metres, parts of the cloth are at the first key that are worn: they touch it all the time. 0 where nothing is. */
  readonly wornWithin: number;
}

/** Moments of a film between one key and the next: divisible by every number of frames per key that can be chosen. */
export const TICKS_PER_KEY = 1200;

/** Moments of a film from the first key to the last, the first one not counted. */
export function ticksOf({ times }: Film): number {
  return (times.length - 1) * TICKS_PER_KEY;
}

/** When a moment is, in seconds. */
export function secondsOf({ times }: Film, tick: number): number {
  const key = Math.min(Math.floor(tick / TICKS_PER_KEY), times.length - 2);
  const share = tick / TICKS_PER_KEY - key;
  return share === 1 ? times[key + 1] : times[key] + (times[key + 1] - times[key]) * share;
}

/** How far everything has got on at a time. */
export function wayTo({ times, velocity }: Film, seconds: number): [x: number, y: number, z: number] {
  const gone = seconds - times[0];
  return [velocity[0] * gone, velocity[1] * gone, velocity[2] * gone];
}

/** The last moment that is not after a time. */
export function tickAt(film: Film, seconds: number): number {
  const { times } = film;
  const after = times.findIndex((time) => time > seconds);
  if (after < 0) return ticksOf(film);
  const key = Math.max(0, after - 1);
  return Math.floor(TICKS_PER_KEY * (key + (seconds - times[key]) / (times[key + 1] - times[key])));
}
