/** Animations of a file, channel by channel. */
import type { GltfNumbers } from './accessors.js';
import type { GltfJson } from './needed.js';
import { pathOf } from './needed.js';
import type { SceneChannel, SceneClip, SceneObject, SceneWarning } from './scene.js';

/** Reads all animations. Channels that move nothing that is shown, or no property of a node, are left out. */
export function readClips(
  json: GltfJson,
  numbers: GltfNumbers,
  objects: readonly SceneObject[],
  warnings: SceneWarning[],
): SceneClip[] {
  const morphs = new Map(objects.map(({ node, defaultWeights }) => [node, defaultWeights.length]));
  return (json.animations ?? []).map(({ name, channels, samplers }, index) => {
    let duration = 0;
    let pointerCount = 0;
    const read: SceneChannel[] = [];
    for (const channel of channels) {
      const path = pathOf(channel);
      if (path === undefined) {
        if (channel.target.path === ('pointer' as string)) pointerCount++;
        continue;
      }
      const node = channel.target.node!;
      const { input, output, interpolation = 'LINEAR' } = samplers[channel.sampler];
      const times = numbers.floats(input);
      duration = Math.max(duration, times[times.length - 1]);
      if (path === 'weights' && !morphs.has(node)) continue;
      read.push({ node, path, interpolation, times, values: numbers.floats(output) });
    }
    if (pointerCount > 0) {
      const message = `${pointerCount} channels animate properties by KHR_animation_pointer; they are left out`;
      warnings.push({ code: 'channels-ignored', pointer: `/animations/${index}/channels`, message });
    }
    return { name: name || null, index, duration, channels: read };
  });
}
