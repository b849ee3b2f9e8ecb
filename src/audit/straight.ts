/**
 * Which clips move vertices straight from instant to instant. Recorded vertices go straight from frame to frame. A vertex of a model is a sum over joints of a matrix times a
 * rest position with displacements: straight, between two keys, while matrices keep their first three columns and displacements their directions, so that nothing but
 * translations and morph weights changes, evenly. What jumps at a key stands still before it.
 */
import { PliantError } from '../errors.js';
import type { AnimatedScene, SceneChannel, SceneClip } from '../gltf/scene.js';
import { nameClips } from './clip-names.js';

/**
 * Refuses clips whose vertices go along curves.
 *
 * @throws PliantError `unsupported`, with a clip, the reason, and the clips that are straight.
 */
export function requireStraight(scene: AnimatedScene, clips: readonly number[]): void {
  const names = nameClips(scene.clips);
  const nodes = nodesThatMatter(scene);
  for (const clip of clips) {
    const channel = scene.clips[clip].channels.find((one) => nodes.has(one.node) && bends(one));
    if (channel === undefined) continue;
    const straight = scene.clips.flatMap(({ channels }, i) =>
      channels.some((one) => nodes.has(one.node) && bends(one)) ? [] : [JSON.stringify(names[i])],
    );
    const node = scene.nodes[channel.node].name || `node ${channel.node}`;
    const why = `in ${JSON.stringify(names[clip])}, ${channel.path} of ${JSON.stringify(node)} takes vertices along curves between instants`;
    const remedy =
      straight.length > 0
        ? `name clips that go straight: ${straight.join(', ')}`
        : 'check its instants alone, at a higher rate, or bake it and check what was baked as a recording';
    throw new PliantError('unsupported', `auditScene: ${why}, and continuous needs straight ways; ${remedy}`);
  }
}

/** Whether something in a clip jumps from key to key. */
export function jumps({ channels }: SceneClip): boolean {
  return channels.some((channel) => channel.interpolation === 'STEP' && !isConstant(channel));
}

/** The keys of a clip between its first and its last instant: what goes straight does so from key to key. */
export function keyTimes({ channels }: SceneClip, first: number, last: number): number[] {
  const times = channels.flatMap((channel) => (isConstant(channel) ? [] : [...channel.times]));
  return times.filter((time) => time > first && time < last);
}

/** Whether a channel bends the ways of vertices. */
function bends(channel: SceneChannel): boolean {
  if (channel.interpolation === 'STEP' || isConstant(channel)) return false;
  return channel.interpolation === 'CUBICSPLINE' || channel.path === 'rotation' || channel.path === 'scale';
}

/** Whether all keys have the same value; of a spline, all tangents are zero as well. */
function isConstant({ interpolation, times, values }: SceneChannel): boolean {
  const isSpline = interpolation === 'CUBICSPLINE';
  const stride = values.length / times.length;
  const size = isSpline ? stride / 3 : stride;
  return values.every((value, i) => {
    const part = Math.floor((i % stride) / size);
    return isSpline && part !== 1 ? value === 0 : value === values[i % stride];
  });
}

/** Joints of objects, or the nodes of objects themselves, and all above them. */
function nodesThatMatter({ nodes, objects }: AnimatedScene): Set<number> {
  const found = new Set<number>();
  for (const { node, skin } of objects) {
    found.add(node);
    for (const start of skin?.joints ?? [node]) {
      for (let at = start; at >= 0 && !found.has(at); at = nodes[at].parent) found.add(at);
      // The node itself may have been there before those above it.
      for (let at = nodes[start].parent; at >= 0; at = nodes[at].parent) found.add(at);
    }
  }
  return found;
}
