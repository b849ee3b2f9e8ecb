// slow: audits a clip of ten seconds of a hundred thousand triangles
import { auditScene } from 'pliant/audit';
import { createSkinModel } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { createQuadruped } from '../../scenes/quadruped.js';
import { channel, clip, node } from './small-scenes.js';

declare const gc: () => void;

describe('the heap', () => {
  it('does not grow over a clip of ten seconds of a hundred thousand triangles and sixty bones', async () => {
    const animal = createQuadruped({ triangles: 100_000 });
    const boneCount = 60;
    const bones = Array.from({ length: boneCount }, (_, i) => i);
    // The animal has 40 bones; on its left, 20 others take the place of the first 20.
    const joints = animal.joints.map((joint, i) => {
      const vertex = Math.floor(i / animal.influencesPerVertex);
      return joint < 20 && animal.mesh.positions[3 * vertex + 2] > 0 ? joint + 40 : joint;
    });
    expect(new Set(joints.filter((_, i) => animal.weights[i] > 0)).size).toBe(boneCount);
    const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    // A little to and fro of every bone: enough for the skin to fold.
    const channels = bones.map((bone) => {
      const keys = Array.from({ length: 21 }, (_, k): [number, number[]] => {
        const half = 0.06 * Math.sin(0.9 * k + bone);
        return [k / 2, [0, 0, Math.sin(half), Math.cos(half)]];
      });
      return channel(bone, 'rotation', keys);
    });
    const scene = {
      objects: [
        {
          id: 0,
          name: 'Animal',
          node: boneCount,
          mesh: animal.mesh,
          model: createSkinModel(animal.mesh, { ...animal, joints, jointCount: boneCount }),
          skin: { joints: bones, inverseBinds: Float32Array.from(bones.flatMap(() => identity)) },
          defaultWeights: new Float32Array(0),
          notChecked: [],
        },
      ],
      clips: [clip('sway', 0, ...channels)],
      nodes: [...bones.map((bone) => node(`bone ${bone}`)), node('Animal')],
      warnings: [],
    };
    // Bytes that are still in use, every fiftieth instant.
    const used: number[] = [];
    const { instants } = await auditScene(scene, {
      clips: ['sway'],
      fps: 30,
      onProgress: ({ done, stage }) => {
        if (stage !== 'search' || done % 50 !== 0) return;
        gc();
        const { external, heapUsed } = process.memoryUsage();
        used.push(heapUsed + external);
      },
    });
    expect(instants).toHaveLength(301);
    expect(used).toHaveLength(7);
    // What the report keeps of an instant is some hundred bytes; one copy of the mesh would be millions. Before the first
    // instants nothing is there yet.
    const later = used.slice(1);
    expect(Math.max(...later) - Math.min(...later)).toBeLessThan(500_000);
    expect(instants.some(({ self }) => self > 0)).toBe(true);
  });
});
