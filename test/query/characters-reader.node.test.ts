/**
 * What the tests of characters rest on: that files are read and posed as others read and pose them, and that brute force
 * over a grid misses nothing.
 */
import { createPairHits } from 'pliant';
import { createRandom } from 'pliant/exact';
import { bruteSelfHits } from 'pliant/oracle';
import { describe, expect, it } from 'vitest';
import { forEachClosePair } from '../oracle/close-boxes.js';
import { oracleSkinning } from '../oracle/skinning.js';
import { sampleChannel } from '../support/gltf-clips.js';
import type { GltfChannel } from '../support/gltf-clips.js';
import { readGltf } from '../support/gltf-file.js';
import { poseAt, poseObjects } from '../support/gltf-pose.js';
import { readWithThree } from '../support/gltf-three.js';
import { sharedData } from '../support/shared-data.js';
import { momentsOf } from '../support/skinned-characters.js';
import { bruteCollisions, expectSamePairs } from '../support/surface-collisions.js';

describe('a channel', () => {
  const half = Math.sqrt(0.5);
  const channel = (given: Partial<GltfChannel>): GltfChannel => ({
    node: 0,
    path: 'translation',
    interpolation: 'LINEAR',
    times: [1, 3],
    values: [0, 0, 0, 2, 4, 6],
    ...given,
  });

  it('runs evenly from key to key, and stays where it is before and behind them', () => {
    expect([0, 1, 1.5, 3, 9].map((time) => sampleChannel(channel({}), time))).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [0.5, 1, 1.5],
      [2, 4, 6],
      [2, 4, 6],
    ]);
  });

  it('keeps a value until the next key in steps', () => {
    const steps = channel({ interpolation: 'STEP' });
    expect(sampleChannel(steps, 2.999)).toEqual([0, 0, 0]);
    expect(sampleChannel(steps, 3)).toEqual([2, 4, 6]);
  });

  it('turns by equal angles in equal times, the shorter way round', () => {
    const quarter = channel({ path: 'rotation', values: [0, 0, 0, 1, 0, 0, -half, -half] });
    const [x, y, z, w] = sampleChannel(quarter, 1 + 2 / 3);
    expect([x, y]).toEqual([0, 0]);
    expect(z).toBeCloseTo(Math.sin(Math.PI / 12), 12);
    expect(w).toBeCloseTo(Math.cos(Math.PI / 12), 12);
  });

  it('follows the tangents of a spline, given per second', () => {
    // x = t² between times 0 and 2: slopes 0 and 4.
    const spline = channel({
      path: 'weights',
      interpolation: 'CUBICSPLINE',
      times: [0, 2],
      values: [9, 0, 0, 4, 4, 9],
    });
    expect(sampleChannel(spline, 0.5)[0]).toBeCloseTo(0.25, 12);
    expect(sampleChannel(spline, 1.5)[0]).toBeCloseTo(2.25, 12);
  });

  it('has one value for each morph target at each key', () => {
    const weights = channel({ path: 'weights', values: [0, 1, 1, 0] });
    expect(sampleChannel(weights, 2)).toEqual([0.5, 0.5]);
  });
});

describe.skipIf(sharedData('conformance/khronos') === undefined)('the sample files of Khronos', () => {
  it.each([
    ['draco/RiggedFigure.gltf', 1, 256],
    ['quantized/AnimatedMorphCube.gltf', 1, 12],
    ['MorphPrimitivesTest.glb', 1, 32],
    ['RiggedFigure.glb', 1, 256],
    ['RiggedSimple.glb', 1, 188],
    ['SimpleSkin.gltf', 1, 8],
    ['SimpleSparseAccessor.gltf', 1, 12],
    ['MeshPrimitiveModes.gltf', 3, 16],
  ])('%s: %d objects, %d triangles', async (name, objectCount, triangleCount) => {
    const { objects } = await readGltf(sharedData(`conformance/khronos/${name}`)!);
    expect(objects.length).toBe(objectCount);
    expect(objects.reduce((sum, { mesh }) => sum + mesh.triangleCount, 0)).toBe(triangleCount);
  });
});

describe.skipIf(sharedData('skinned') === undefined)('vertices are where three.js has them', () => {
  it.each([
    'skinned/CesiumMan.glb',
    'skinned/Fox.glb',
    'skinned/RobotExpressive.glb',
    'skinned/Soldier.glb',
    'skinned/HVGirl.glb',
    'skinned/Godette_vrm_v4.vrm',
    'morph/Horse.glb',
    'morph/MorphStressTest.glb',
    'face/facecap-plain.glb',
    'conformance/khronos/InterpolationTest.glb',
    'conformance/khronos/RecursiveSkeletons.glb',
    'conformance/khronos/NegativeScaleTest.glb',
    'conformance/asset-generator/Animation_Skin_02.gltf',
    'conformance/asset-generator/Animation_Skin_05.gltf',
  ])('%s', async (path) => {
    const file = await readGltf(sharedData(path)!);
    const three = await readWithThree(sharedData(path)!);
    const moments = [
      { clip: undefined, time: 0 },
      ...file.clips.map(({ duration }, clip) => ({ clip, time: duration * 0.37 })),
    ];
    for (const { clip, time } of moments) {
      const poses = poseObjects(file, poseAt(file, clip === undefined ? undefined : file.clips[clip], time));
      three.pose(clip, time);
      file.objects.forEach((object, i) => {
        const { positions } = oracleSkinning(object.original, poses[i].transforms, poses[i].weights);
        const theirs = three.positionsOf(object.node);
        expect(theirs.length).toBe(positions.length);
        // Keys and weights are rounded to float32 on their way, and sums of products cancel.
        const tolerance = 1e-5 * positions.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
        const far = positions.findIndex((value, k) => !(Math.abs(theirs[k] - value) <= tolerance));
        expect(far, `${object.name}, clip ${clip} at ${time}: ${theirs[far]}, not ${positions[far]}`).toBe(-1);
      });
    }
  });
});

describe('brute force over a grid', () => {
  it('finds every pair of boxes that overlap, once', () => {
    const seed = 31;
    const random = createRandom(seed);
    for (let round = 0; round < 300; round++) {
      const count = 1 + random.integer(60);
      const isFlat = random.integer(4) === 0;
      const largest = [0, 0.05, 0.5, 2][random.integer(4)];
      const boxes = new Float32Array(count * 6);
      for (let i = 0; i < boxes.length; i += 6) {
        for (let axis = 0; axis < 3; axis++) {
          // Multiples of a sixteenth, so that many boxes only touch.
          const low = isFlat && axis === 1 ? 0 : random.integer(33) / 16 - 1;
          boxes[i + axis] = low;
          boxes[i + axis + 3] = low + Math.round(random.range(0, largest) * 16) / 16;
        }
      }
      const found: string[] = [];
      forEachClosePair(boxes, (a, b) => found.push(`${a} ${b}`));
      const expected: string[] = [];
      for (let a = 0; a < count; a++) {
        for (let b = a + 1; b < count; b++) {
          const overlap = [0, 1, 2].every(
            (axis) => boxes[a * 6 + axis] <= boxes[b * 6 + axis + 3] && boxes[b * 6 + axis] <= boxes[a * 6 + axis + 3],
          );
          if (overlap) expected.push(`${a} ${b}`);
        }
      }
      expect(found.sort(), `seed ${seed}, round ${round}`).toEqual(expected.sort());
    }
  });

  it.skipIf(sharedData('skinned') === undefined)('finds what brute force over all pairs finds on a fox', async () => {
    const file = await readGltf(sharedData('skinned/Fox.glb')!);
    const [{ mesh, vertices }] = file.objects;
    const hits = createPairHits(1000);
    let most = 0;
    for (const { what, poses } of momentsOf(file)) {
      const positions = Float32Array.from(oracleSkinning(vertices, poses[0].transforms, poses[0].weights).positions);
      most = Math.max(most, bruteSelfHits(positions, mesh.triangles, hits));
      expectSamePairs(hits, bruteCollisions([{ positions, triangles: mesh.triangles }]).get('0 0')!, what);
    }
    expect(most).toBeGreaterThan(50);
  });
});
