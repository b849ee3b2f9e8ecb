import { createRandom } from 'pliant/exact';
import { bakeFrames, bakeFramesAsync, createLinearModel, createPose, poseMesh, setWeights } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../mesh/expect-refused.js';
import { randomFields, soup } from '../support/sample-meshes.js';
import { expectSameWords } from '../support/same-words.js';

const random = createRandom(61);
const MESH = soup(random, 2000, 0.1);
const MODEL = createLinearModel(MESH, randomFields(random, MESH, 3, 1));
const POSES = Array.from({ length: 6 }, () => {
  const pose = createPose(MODEL.poseLayout);
  setWeights(pose, [random.range(-1, 1), random.range(-1, 1), 0]);
  return pose;
});

describe('baking', () => {
  it('writes each posed mesh, at once or in slices', async () => {
    const now = bakeFrames(MODEL, POSES);
    const later = await bakeFramesAsync(MODEL, POSES);
    expect([now.length, later.length]).toEqual([6, 6]);
    POSES.forEach((pose, t) => {
      const expected = new Float32Array(MESH.vertexCount * 3);
      poseMesh(MODEL, pose, expected);
      expectSameWords(now[t], expected, `frame ${t}`);
      expectSameWords(later[t], expected, `frame ${t} in slices`);
    });
    expect(bakeFrames(MODEL, [])).toEqual([]);
  });

  it('is called off between slices with the reason of the signal', async () => {
    const controller = new AbortController();
    const reason = new Error('stop');
    const poses = Array.from({ length: 100_000 }, () => POSES[0]);
    const work = bakeFramesAsync(MODEL, poses, {
      signal: controller.signal,
      onProgress: () => controller.abort(reason),
    });
    await expect(work).rejects.toBe(reason);
  });

  it('refuses a pose of another model, and one that reaches beyond float32, before it writes anything', async () => {
    const foreign = createPose({ weightCount: 2, transformCount: 0, pointCount: 0 });
    expectRefused(() => bakeFrames(MODEL, [POSES[0], foreign]), 'mismatch', 'bakeFrames', 'poses[1]', '2', '3');
    const wild = createPose(MODEL.poseLayout);
    setWeights(wild, [3e38, 3e38, 0]);
    expectRefused(() => bakeFrames(MODEL, [wild]), 'bad-number', 'bakeFrames', 'float32');
    await expect(bakeFramesAsync(MODEL, [wild])).rejects.toMatchObject({ code: 'bad-number' });
    expectRefused(() => bakeFrames(MODEL, undefined as unknown as []), 'bad-type', 'bakeFrames', 'poses');
  });
});
