/** Where the nodes of a glTF file are, and what that makes of its objects. */
import { cos, sin } from 'pliant/exact';
import type { Random } from 'pliant/exact';

import type { ChannelPath, GltfClip } from './gltf-clips.js';
import { sampleChannel } from './gltf-clips.js';
import type { GltfFile } from './gltf-file.js';
import type { GltfObject } from './gltf-objects.js';

/** Every node in the space of its parent. */
export type GltfPose = readonly Readonly<Record<ChannelPath, readonly number[]>>[];

/** What drives one object. */
export interface ObjectPose {
  /** World transforms of its joints, each three rows of four: joint to world · inverse bind matrix. */
  readonly transforms: Float64Array;
  /** Weights of its morph targets. */
  readonly weights: readonly number[];
}

/** The file as it is without a clip, or within one. */
export function poseAt(file: GltfFile, clip?: GltfClip, time = 0): GltfPose {
  const pose = file.nodes.map(({ translation, rotation, scale, weights }) => ({
    translation,
    rotation,
    scale,
    weights,
  }));
  for (const channel of clip?.channels ?? []) pose[channel.node][channel.path] = sampleChannel(channel, time);
  return pose;
}

/** For files without clips: every joint turned by up to `angle` radians about any axis, and any morph weights. */
export function randomPose(file: GltfFile, random: Random, angle: number): GltfPose {
  const joints = new Set(file.objects.flatMap(({ isSkinned, jointNodes }) => (isSkinned ? jointNodes : [])));
  return poseAt(file).map((node, index) => {
    const axis = [0, 0, 0].map(() => random.range(-1, 1));
    const length = Math.sqrt(axis.reduce((sum, value) => sum + value * value, 0));
    const half = random.range(0, angle / 2);
    const turn = [...axis.map((value) => (value / length) * sin(half)), cos(half)];
    return {
      ...node,
      rotation: joints.has(index) ? multiplyQuaternions(node.rotation, turn) : node.rotation,
      weights: node.weights.map(() => (random.integer(2) === 0 ? 0 : random.next())),
    };
  });
}

/** What a pose of the nodes makes of each object. */
export function poseObjects(file: GltfFile, pose: GltfPose): ObjectPose[] {
  const worlds: (readonly number[] | undefined)[] = pose.map(() => undefined);
  const worldOf = (node: number): readonly number[] => {
    const parent = file.nodes[node].parent;
    return (worlds[node] ??= parent < 0 ? localMatrix(pose[node]) : multiply(worldOf(parent), localMatrix(pose[node])));
  };
  return file.objects.map((object) => ({
    transforms: jointTransforms(object, worldOf),
    weights: pose[object.node].weights,
  }));
}

/** A skinned mesh goes where its joints are; where its node is does not matter. */
function jointTransforms(object: GltfObject, worldOf: (node: number) => readonly number[]): Float64Array {
  const transforms = new Float64Array(object.jointNodes.length * 12);
  object.jointNodes.forEach((node, joint) => {
    const matrix = multiply(worldOf(node), [...object.inverseBindMatrices.subarray(joint * 16, joint * 16 + 16)]);
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 4; column++) transforms[joint * 12 + row * 4 + column] = matrix[column * 4 + row];
    }
  });
  return transforms;
}

/** Translation · rotation · scale, column by column. */
function localMatrix({ translation, rotation: [x, y, z, w], scale }: GltfPose[number]): readonly number[] {
  const columns = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ];
  return [...columns.flatMap((column, i) => [...column.map((value) => value * scale[i]), 0]), ...translation, 1];
}

function multiply(a: readonly number[], b: readonly number[]): readonly number[] {
  return Array.from({ length: 16 }, (_, i) => {
    const [column, row] = [i >> 2, i & 3];
    let sum = 0;
    for (let k = 0; k < 4; k++) sum += a[k * 4 + row] * b[column * 4 + k];
    return sum;
  });
}

function multiplyQuaternions(a: readonly number[], b: readonly number[]): number[] {
  const [ax, ay, az, aw] = a;
  const [bx, by, bz, bw] = b;
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}
