/** Frames of clips whose vertices were recorded. */
import type { SceneClip } from '../gltf/scene.js';

/** Whether a clip has frames. */
export function isRecorded({ recordings = [] }: SceneClip): boolean {
  return recordings.length > 0;
}

/** The times of all frames, ascending and each once. */
export function frameTimes({ recordings = [] }: SceneClip): number[] {
  return [...new Set(recordings.flatMap(({ times }) => [...times]))].sort((a, b) => a - b);
}

/** What the frame at a time is called; undefined where there is none. */
export function frameNameAt({ recordings = [] }: SceneClip, time: number): string | undefined {
  for (const { names, times } of recordings) {
    const frame = times.indexOf(time);
    if (frame >= 0) return names[frame];
  }
  return undefined;
}
