/** A recorded motion that goes on for as long as one likes, to and fro, so that kinetic trees need not go back in time; and races along it. */
import { planKeyframes } from 'pliant/kinetic';
import type { Flightplan } from 'pliant/kinetic';
import type { Mesh } from 'pliant/parts';
import type { RecordedMotion } from './refit/keyed-refit-body.js';

/** One of those that race. `frame` does everything a user would do at a time, and returns a checksum of what it found. */
export interface ClipSide {
  readonly name: string;
  readonly frame: (time: number) => number;
}

/** A motion, to and fro. */
export interface MovingClip extends RecordedMotion {
  readonly mesh: Mesh;
  readonly plan: Flightplan;
  /** Pieces between two keys that one way has. */
  readonly pieces: number;
}

/** So many ways are timed, after some that are not. */
const TIMED = 5;
const WARM_UP = 3;
/** One more than is needed, so that the last key is never reached. */
const WAYS = TIMED + WARM_UP + 1;

/** Makes a clip of a recording. Frames are shared. */
export function createClip({ frames, mesh, times }: RecordedMotion): MovingClip {
  const pieces = frames.length - 1;
  const goes: Float32Array[] = [frames[0]];
  const at: number[] = [times[0]];
  for (let way = 0; way < WAYS; way++) {
    for (let i = 0; i < pieces; i++) {
      const [from, to] = way % 2 === 0 ? [i, i + 1] : [pieces - i, pieces - i - 1];
      goes.push(frames[to]);
      at.push(at[at.length - 1] + Math.abs(times[to] - times[from]));
    }
  }
  return { mesh, frames: goes, times: at, plan: planKeyframes({ times: at, frames: goes }), pieces };
}

/** Times of the frames of a way: so many of each piece, the key first. */
export function framesOf({ pieces, times }: MovingClip, way: number, framesPerKey: number): number[] {
  return Array.from({ length: pieces * framesPerKey }, (_, i) => {
    const key = way * pieces + Math.floor(i / framesPerKey);
    return times[key] + ((times[key + 1] - times[key]) * (i % framesPerKey)) / framesPerKey;
  });
}

/** Runs the sides against each other, frame by frame in turns; returns the median over the ways of the microseconds per frame of each. Refuses to report when their answers differ. */
export function raceAlong(clip: MovingClip, sides: readonly ClipSide[], framesPerKey: number, timed = TIMED): number[] {
  const totals = sides.map(() => [] as number[]);
  for (let way = 0; way < WARM_UP + timed; way++) {
    const frames = framesOf(clip, way, framesPerKey);
    const sums = sides.map(() => 0);
    frames.forEach((time, frame) => {
      let expected = NaN;
      for (let turn = 0; turn < sides.length; turn++) {
        const index = (turn + frame + way) % sides.length;
        performance.now();
        const begin = performance.now();
        const found = sides[index].frame(time);
        sums[index] += performance.now() - begin;
        if (turn === 0) expected = found;
        else if (found !== expected) {
          throw new Error(`time ${time}: ${sides[index].name} found ${found}, another ${expected}; the race is void`);
        }
      }
    });
    if (way >= WARM_UP) sums.forEach((sum, side) => totals[side].push((sum * 1000) / frames.length));
  }
  return totals.map((list) => list.toSorted((a, b) => a - b)[list.length >> 1]);
}
