/** Animations of a glTF file, and their values at a time, by the glTF 2.0 specification, appendix C. */
import type { AnimationChannel, Document, Node } from '@gltf-transform/core';
import { acos, sin } from 'pliant/exact';
import { readNumbers } from './gltf-objects.js';

/** What a channel drives. */
export type ChannelPath = 'translation' | 'rotation' | 'scale' | 'weights';

/** One property of one node over time. */
export interface GltfChannel {
  readonly node: number;
  readonly path: ChannelPath;
  readonly interpolation: 'LINEAR' | 'STEP' | 'CUBICSPLINE';
  /** Seconds, ascending. */
  readonly times: readonly number[];
  /** For each time a value; for cubic splines a tangent before it and one behind it. */
  readonly values: readonly number[];
}

/** A named animation. */
export interface GltfClip {
  readonly name: string;
  /** Seconds until the last key. */
  readonly duration: number;
  readonly channels: readonly GltfChannel[];
}

/** All animations of a file. */
export function readClips(document: Document, numberOf: ReadonlyMap<Node, number>): GltfClip[] {
  const animations = document.getRoot().listAnimations();
  return animations.map((animation, index) => {
    const channels = animation.listChannels().flatMap((channel) => readChannel(channel, numberOf));
    const duration = channels.reduce((longest, { times }) => Math.max(longest, times.at(-1)!), 0);
    return { name: animation.getName() || `clip ${index}`, duration, channels };
  });
}

function readChannel(channel: AnimationChannel, numberOf: ReadonlyMap<Node, number>): GltfChannel[] {
  const [node, path, sampler] = [channel.getTargetNode(), channel.getTargetPath(), channel.getSampler()];
  if (node === null || path === null || sampler === null) return [];
  return [
    {
      node: numberOf.get(node)!,
      path,
      interpolation: sampler.getInterpolation(),
      times: readNumbers(sampler.getInput()!),
      values: readNumbers(sampler.getOutput()!),
    },
  ];
}

/** The value of a channel at a time; before the first and behind the last key it stays as it is there. */
export function sampleChannel(channel: GltfChannel, time: number): number[] {
  const { times, values, interpolation } = channel;
  const last = times.length - 1;
  const perKey = interpolation === 'CUBICSPLINE' ? 3 : 1;
  const size = values.length / times.length / perKey;
  // Part 0, 1, 2 of a key of a spline: tangent before, value, tangent behind.
  const part = (key: number, which: number): readonly number[] =>
    values.slice((key * perKey + which) * size, (key * perKey + which + 1) * size);
  const valueAt = (key: number): number[] => [...part(key, perKey === 3 ? 1 : 0)];

  if (!(time > times[0])) return valueAt(0);
  if (time >= times[last]) return valueAt(last);
  let key = 0;
  while (times[key + 1] <= time) key++;
  if (interpolation === 'STEP') return valueAt(key);
  const length = times[key + 1] - times[key];
  const t = (time - times[key]) / length;
  const [from, to] = [valueAt(key), valueAt(key + 1)];
  if (interpolation === 'LINEAR') {
    return channel.path === 'rotation' ? slerp(from, to, t) : from.map((value, i) => value + (to[i] - value) * t);
  }
  const [leaving, arriving] = [part(key, 2), part(key + 1, 0)];
  const [t2, t3] = [t * t, t * t * t];
  const value = from.map(
    (start, i) =>
      (2 * t3 - 3 * t2 + 1) * start +
      length * (t3 - 2 * t2 + t) * leaving[i] +
      (3 * t2 - 2 * t3) * to[i] +
      length * (t3 - t2) * arriving[i],
  );
  return channel.path === 'rotation' ? normalized(value) : value;
}

/** The shorter way round; nearly equal rotations are mixed linearly, as the angle cannot be told. */
function slerp(from: readonly number[], to: readonly number[], t: number): number[] {
  const dot = from.reduce((sum, value, i) => sum + value * to[i], 0);
  const angle = acos(Math.min(1, Math.abs(dot)));
  const sine = sin(angle);
  const [a, b] = sine < 1e-6 ? [1 - t, t] : [sin((1 - t) * angle) / sine, sin(t * angle) / sine];
  const sign = dot < 0 ? -1 : 1;
  return normalized(from.map((value, i) => a * value + b * sign * to[i]));
}

function normalized(quaternion: readonly number[]): number[] {
  const length = Math.sqrt(quaternion.reduce((sum, value) => sum + value * value, 0));
  return quaternion.map((value) => value / length);
}
