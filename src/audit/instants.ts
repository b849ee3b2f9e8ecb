/** Which instants are checked. */
import { describe } from '../checks.js';
import { PliantError } from '../errors.js';
import type { SceneClip } from '../gltf/scene.js';
import { listNames } from './choice.js';
import { frameTimes, isRecorded } from './frames.js';
import { nameClips } from './clip-names.js';
import { matchesGlob } from './glob.js';
import { keyTimes } from './straight.js';

/** A moment of a clip, or the rest pose. */
export interface Instant {
  /** The clip's place among those of the scene; {@link REST} for the rest pose. */
  readonly clip: number;
  /** Seconds since its beginning; 0 for the rest pose. */
  readonly time: number;
}

/** Stands for the rest pose where a clip would be. */
export const REST = -1;

/** The rest pose. */
export const REST_INSTANT: Instant = { clip: REST, time: 0 };

/** What instants are chosen by: a part of `AuditOptions`. */
export interface InstantOptions {
  readonly clips: readonly string[] | undefined;
  readonly fps: number;
  readonly times: readonly number[] | undefined;
  /** Whether keys are instants as well. */
  readonly continuous: boolean;
}

/** More than anybody waits for; a mistaken rate would use up all memory before anything is said. */
const MOST_INSTANTS = 10_000_000;

/**
 * Lists instants: the rest pose unless clips are named, then the clips in file order, each by rising time. Of a recorded clip these are its frames, unless times are given.
 *
 * @throws PliantError `mismatch` for a name that no clip has, `bad-number` for a rate or a time that is none, or at which nothing was recorded, `bad-count` for
 *   too many instants.
 */
export function listInstants(clips: readonly SceneClip[], options: InstantOptions): Instant[] {
  const { fps, times } = options;
  if (!(fps > 0) || !Number.isFinite(fps)) {
    throw new PliantError('bad-number', `auditScene: fps is ${describe(fps)}; pass a number above 0`);
  }
  for (const time of times ?? []) {
    if (!(time >= 0) || !Number.isFinite(time)) {
      throw new PliantError('bad-number', `auditScene: times has ${describe(time)}; pass seconds from 0 on`);
    }
  }
  const instants: Instant[] = options.clips === undefined ? [REST_INSTANT] : [];
  for (const clip of chooseClips(clips, options.clips)) {
    const begin = instants.length;
    if (times !== undefined) {
      requireRecorded(clips, clip, times);
      for (const time of new Set(times.toSorted((a, b) => a - b))) instants.push({ clip, time });
    } else if (isRecorded(clips[clip])) {
      for (const time of frameTimes(clips[clip])) instants.push({ clip, time });
    } else addFrames(instants, clip, clips[clip].duration, fps);
    if (options.continuous) addKeys(instants, begin, clips[clip]);
  }
  return instants;
}

/** Which clips a pattern means, as places among those of the scene. */
export function clipsCalled(clips: readonly SceneClip[], pattern: string): number[] {
  const names = nameClips(clips);
  return [...clips.keys()].filter((i) => {
    const { index, name } = clips[i];
    return matchesGlob(pattern, names[i]) || matchesGlob(pattern, name ?? '') || pattern === `#${index}`;
  });
}

function chooseClips(clips: readonly SceneClip[], patterns: readonly string[] | undefined): number[] {
  if (patterns === undefined) return [...clips.keys()];
  const chosen = new Set<number>();
  for (const pattern of patterns) {
    const called = clipsCalled(clips, pattern);
    if (called.length === 0) {
      const found = `no clip is called ${JSON.stringify(pattern)}; there are ${listNames(nameClips(clips))}`;
      throw new PliantError('mismatch', `auditScene: ${found}`);
    }
    for (const clip of called) chosen.add(clip);
  }
  return [...clips.keys()].filter((clip) => chosen.has(clip));
}

/** Refuses times before the first frame of a recording and behind the last. Clips of models hold their first and last keys, as glTF has it; where recorded vertices are then, nobody knows. */
function requireRecorded(clips: readonly SceneClip[], clip: number, times: readonly number[]): void {
  if (!isRecorded(clips[clip])) return;
  const frames = frameTimes(clips[clip]);
  const [first, last] = [frames[0], frames[frames.length - 1]];
  for (const time of times) {
    if (time >= first && time <= last) continue;
    const where = time < first ? 'before the first frame of' : 'behind the last frame of';
    const found = `times has ${time}, which is ${where} ${JSON.stringify(nameClips(clips)[clip])}`;
    throw new PliantError('bad-number', `auditScene: ${found}; pass seconds from ${first} to ${last}`);
  }
}

/** Adds keys, and frames of a recording, between the first and the last instant of a clip, whose instants are the last from `begin` on. */
function addKeys(instants: Instant[], begin: number, clip: SceneClip): void {
  const chosen = instants.splice(begin);
  if (chosen.length === 0) return;
  const [first, last] = [chosen[0], chosen[chosen.length - 1]];
  const frames = frameTimes(clip).filter((time) => time > first.time && time < last.time);
  const keys = keyTimes(clip, first.time, last.time);
  const isKey = new Set(keys.map(roundTime));
  // Files keep keys as float32 numbers: what is meant to be at a key is at the key.
  const others = chosen.map(({ time }) => time).filter((time) => !isKey.has(roundTime(time)));
  const times = new Set([...keys, ...others, ...frames]);
  for (const time of [...times].sort((a, b) => a - b)) instants.push({ clip: first.clip, time });
}

/** A time to within a microsecond. */
function roundTime(time: number): number {
  return Math.round(time * 1e6);
}

/** All multiples of a frame before the end, and the end. */
function addFrames(instants: Instant[], clip: number, duration: number, fps: number): void {
  if (instants.length + duration * fps > MOST_INSTANTS) {
    throw new PliantError(
      'bad-count',
      `auditScene: a clip of ${duration} seconds at ${fps} frames a second has too many instants; lower fps`,
    );
  }
  for (let k = 0; k / fps < duration; k++) instants.push({ clip, time: k / fps });
  instants.push({ clip, time: duration });
}
