/** Which instants are checked. */
import { describe } from '../checks.js';
import { PliantError } from '../errors.js';
import type { SceneClip } from '../gltf/scene.js';
import { listNames } from './choice.js';
import { matchesGlob } from './glob.js';

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
}

/** More than anybody waits for; a mistaken rate would use up all memory before anything is said. */
const MOST_INSTANTS = 10_000_000;

/**
 * Lists instants: the rest pose unless clips are named, then the clips in file order, each by rising time.
 *
 * @throws PliantError `mismatch` for a name that no clip has, `bad-number` for a rate or a time that is none, `bad-count` for
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
    if (times !== undefined) {
      for (const time of new Set(times.toSorted((a, b) => a - b))) instants.push({ clip, time });
    } else addFrames(instants, clip, clips[clip].duration, fps);
  }
  return instants;
}

/**
 * Names for all clips, each different: `#k` for the k-th of the file when it has none, and `name#k` when an earlier one has
 * the same.
 */
export function nameClips(clips: readonly SceneClip[]): string[] {
  const used = new Set<string>();
  return clips.map(({ index, name }) => {
    const unnamed = name === null || name === '';
    const free = unnamed || used.has(name) ? `${name ?? ''}#${index}` : name;
    used.add(free);
    return free;
  });
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
