/** Who is audited: the largest shared characters, or, where those are absent, two animals of our own. */
import { basename } from 'node:path';
import { createSkinModel } from 'pliant/parts';
import type { Mesh } from 'pliant/parts';

import { readGltfFile } from 'pliant/audit';
import type { AnimatedScene, SceneChannel, SceneNode, SceneObject } from 'pliant/audit';
import { QUADRUPED_PERIODS, createQuadruped, writeQuadrupedPose } from '../scenes/quadruped.js';
import type { Quadruped } from '../scenes/quadruped.js';
import { sharedData } from './shared-data.js';

/** A character and the clip that is audited. */
export interface Character {
  readonly name: string;
  readonly scene: AnimatedScene;
  /** Its longest clip. */
  readonly clip: number;
}

/** The two largest skinned characters of the shared data. */
const LARGEST = ['skinned/Xbot.glb', 'skinned/elephant-bbw15.glb'];
const KEYS = 33;

/** Reads or makes the characters. */
export async function loadCharacters(): Promise<Character[]> {
  const files = LARGEST.map(sharedData);
  const scenes = files.includes(undefined)
    ? [['quadrupeds', quadrupeds()] as const]
    : await Promise.all(files.map(async (file) => [basename(file!), await readGltfFile(file!)] as const));
  return scenes.map(([name, scene]) => {
    const durations = scene.clips.map(({ duration }) => duration);
    return { name, scene, clip: durations.indexOf(Math.max(...durations)) };
  });
}

/** Two animals that walk side by side, close enough to graze. */
function quadrupeds(): AnimatedScene {
  const nodes: SceneNode[] = [];
  const channels: SceneChannel[] = [];
  const objects = (['medium', 'small'] as const).map((triangles, id): SceneObject => {
    const animal = createQuadruped({ triangles });
    const first = nodes.length;
    nodes.push(...animal.bones.map((_, bone) => nodeOf(`${triangles} ${bone}`)), nodeOf(triangles));
    channels.push(...channelsOf(animal, first, 0.126 * id));
    return {
      id,
      name: triangles,
      node: nodes.length - 1,
      mesh: animal.mesh,
      model: createSkinModel(animal.mesh, animal),
      skin: {
        joints: animal.bones.map((_, bone) => first + bone),
        inverseBinds: Float32Array.from({ length: 16 * animal.jointCount }, (_, i) => ((i % 16) % 5 === 0 ? 1 : 0)),
      },
      defaultWeights: new Float32Array(0),
      notChecked: [],
    };
  });
  return {
    objects,
    clips: [{ name: 'walk', index: 0, duration: QUADRUPED_PERIODS.walk, channels }],
    nodes,
    warnings: [],
  };
}

function nodeOf(name: string): SceneNode {
  const rest = { translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] } as const;
  return { name, parent: -1, ...rest, matrix: undefined };
}

/** A step as rotations and translations of every bone. */
function channelsOf(animal: Quadruped, firstNode: number, aside: number): SceneChannel[] {
  const times = Float32Array.from({ length: KEYS }, (_, key) => (QUADRUPED_PERIODS.walk * key) / (KEYS - 1));
  const poses = Array.from(times, (time) => {
    const transforms = new Float32Array(animal.jointCount * 12);
    writeQuadrupedPose(animal, 'walk', time, transforms);
    return transforms;
  });
  return animal.bones.flatMap((_, bone): SceneChannel[] => {
    const common = { node: firstNode + bone, interpolation: 'LINEAR', times } as const;
    const rows = poses.map((pose) => pose.subarray(bone * 12, bone * 12 + 12));
    return [
      { ...common, path: 'translation', values: Float32Array.from(rows.flatMap((m) => [m[3], m[7], m[11] + aside])) },
      { ...common, path: 'rotation', values: Float32Array.from(rows.flatMap(quaternionOf)) },
    ];
  });
}

/** The rotation of a matrix in rows; bones never turn by half a turn here. */
function quaternionOf(m: Float32Array): number[] {
  const w = 0.5 * Math.sqrt(Math.max(1e-12, 1 + m[0] + m[5] + m[10]));
  return [(m[9] - m[6]) / (4 * w), (m[2] - m[8]) / (4 * w), (m[4] - m[1]) / (4 * w), w];
}

/** Triangles of all objects together. */
export function countTriangles({ objects }: AnimatedScene): number {
  return objects.reduce((sum, { mesh }: { readonly mesh: Mesh }) => sum + mesh.triangleCount, 0);
}
