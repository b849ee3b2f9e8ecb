import { auditScene } from 'pliant/audit';
import { createSkinModel } from 'pliant';
import { describe, expect, it } from 'vitest';
import { createQuadruped } from '../../scenes/quadruped.js';
import { channel, clip, node } from './small-scenes.js';

declare const gc: () => void;

describe('the heap', () => {
  it('does not grow over a clip of a hundred thousand triangles and sixty bones', async () => {
    const animal = createQuadruped({ triangles: 100_000 });
    const boneCount = 60;
    const bones = Array.from({ length: boneCount }, (_, i) => i);
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
          model: createSkinModel(animal.mesh, { ...animal, jointCount: boneCount }),
          skin: { joints: bones, inverseBinds: Float32Array.from(bones.flatMap(() => identity)) },
          defaultWeights: new Float32Array(0),
          notChecked: [],
        },
      ],
      clips: [clip('sway', 0, ...channels)],
      nodes: [...bones.map((bone) => node(`bone ${bone}`)), node('Animal')],
      warnings: [],
    };
    // Bytes that are still in use, every tenth instant.
    const used: number[] = [];
    const { instants } = await auditScene(scene, {
      clips: ['sway'],
      fps: 6,
      onProgress: ({ done, stage }) => {
        if (stage !== 'search' || done % 10 !== 0) return;
        gc();
        const { arrayBuffers, heapUsed } = process.memoryUsage();
        used.push(heapUsed + arrayBuffers);
      },
    });
    expect(instants).toHaveLength(61);
    expect(used).toHaveLength(7);
    // What the report keeps of an instant is some hundred bytes; one copy of the mesh would be millions.
    const later = used.slice(2);
    expect(Math.max(...later) - Math.min(...later)).toBeLessThan(1_000_000);
    expect(instants.some(({ self }) => self > 0)).toBe(true);
  });
});
