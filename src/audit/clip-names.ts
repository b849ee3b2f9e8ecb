/** What clips are called. */
import type { SceneClip } from '../gltf/scene.js';

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
