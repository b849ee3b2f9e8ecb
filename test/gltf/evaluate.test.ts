/** Animation by the glTF specification: channels between keys, hierarchies, morph weights. */
import { PliantError } from 'pliant';
import { describe, expect, it } from 'vitest';
import { createSceneEvaluator, evaluateClip, evaluateRest, writeObjectPose } from '../../src/gltf/evaluate.js';
import { readGltf } from '../../src/gltf/read-gltf.js';
import { sampleChannel } from '../../src/gltf/sample-channel.js';
import type { AnimatedScene, SceneChannel } from '../../src/gltf/scene.js';
import { GltfMaker } from './make-gltf.js';
import type { Json } from './make-gltf.js';

type Given = Partial<Omit<SceneChannel, 'times' | 'values'>> & {
  readonly times?: number[];
  readonly values?: number[];
};

function sample({ times = [1, 3], values = [0, 0, 0, 2, 4, 6], ...given }: Given, time: number): number[] {
  const channel = { node: 0, path: 'translation', interpolation: 'LINEAR', ...given } as const;
  const parts = channel.interpolation === 'CUBICSPLINE' ? 3 : 1;
  const out = new Float64Array(values.length / times.length / parts + 2).fill(9);
  sampleChannel(
    { ...channel, times: new Float32Array(times), values: new Float32Array(values) },
    new Float64Array([time]),
    out,
    1,
  );
  expect([out[0], out.at(-1)]).toEqual([9, 9]);
  return Array.from(out.subarray(1, -1));
}

describe('a channel', () => {
  it('runs evenly from key to key, and holds before the first and behind the last', () => {
    expect([-5, 0, 1, 1.5, 3, 9].map((time) => sample({}, time))).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
      [0.5, 1, 1.5],
      [2, 4, 6],
      [2, 4, 6],
    ]);
  });

  it('finds its way among many keys', () => {
    const times = Array.from({ length: 100 }, (_, i) => i);
    const values = times.map((time) => time * time);
    for (const time of [0, 0.5, 1, 41, 41.25, 98.75, 99]) {
      const low = Math.floor(time);
      const expected = low * low + (time - low) * (2 * low + 1);
      expect(sample({ path: 'weights', times, values }, time)[0]).toBeCloseTo(expected, 9);
    }
  });

  it('may have a single key', () => {
    expect(sample({ times: [2], values: [1, 2, 3] }, 7)).toEqual([1, 2, 3]);
  });

  it('keeps a value until the next key in steps', () => {
    expect(sample({ interpolation: 'STEP' }, 2.999)).toEqual([0, 0, 0]);
    expect(sample({ interpolation: 'STEP' }, 3)).toEqual([2, 4, 6]);
  });

  it.each([1, -1])('turns by equal angles in equal times, the shorter way round (end times %d)', (sign) => {
    const half = Math.SQRT1_2;
    const [x, y, z, w] = sample({ path: 'rotation', values: [0, 0, 0, 1, 0, 0, sign * half, sign * half] }, 1 + 2 / 3);
    expect([x, y]).toEqual([0, 0]);
    expect(z).toBeCloseTo(Math.sin(Math.PI / 12), 7);
    expect(w).toBeCloseTo(Math.cos(Math.PI / 12), 7);
  });

  it('turns as sines of parts of the angle say, for every angle', () => {
    for (let degrees = 0.01; degrees <= 90; degrees += 0.73) {
      const angle = (degrees * Math.PI) / 180;
      const values = [0, 0, 0, 1, 0, 0, Math.sin(angle), Math.cos(angle)];
      for (const t of [0.001, 0.25, 0.5, 0.77, 0.999]) {
        const [, , z, w] = sample({ path: 'rotation', times: [0, 1], values }, t);
        expect(z, `${degrees} degrees, ${t}`).toBeCloseTo(Math.sin(t * angle), 7);
        expect(w, `${degrees} degrees, ${t}`).toBeCloseTo(Math.cos(t * angle), 7);
      }
    }
  });

  it('stays where both keys are the same rotation, whatever its sign', () => {
    const turn = [0.5, 0.5, 0.5, 0.5];
    expect(sample({ path: 'rotation', values: [...turn, ...turn] }, 1.3)).toEqual(turn);
    const back = sample({ path: 'rotation', values: [...turn, ...turn.map((value) => -value)] }, 1.3);
    back.forEach((value) => expect(value).toBeCloseTo(0.5, 12));
  });

  it('has unit rotations between keys of few digits that are close together', () => {
    const close = sample({ path: 'rotation', values: [0, 0, 0, 1, 0.01, 0, 0, 1] }, 2);
    expect(close.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1, 12);
  });

  it('follows the tangents of a spline, given per second', () => {
    // x = t² between times 0 and 2: slopes 0 and 4.
    const spline: Given = { path: 'weights', interpolation: 'CUBICSPLINE', times: [0, 2], values: [9, 0, 0, 4, 4, 9] };
    expect([0, 0.5, 1.5, 2].map((time) => sample(spline, time)[0])).toEqual([0, 0.25, 2.25, 4]);
  });

  it('makes rotations of a spline of unit length', () => {
    const values = [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0];
    const [, , z, w] = sample({ path: 'rotation', interpolation: 'CUBICSPLINE', values }, 2);
    expect(z).toBeCloseTo(Math.SQRT1_2, 12);
    expect(w).toBeCloseTo(Math.SQRT1_2, 12);
  });

  it('has one value for each morph target at each key', () => {
    expect(sample({ path: 'weights', values: [0, 1, 1, 0] }, 2)).toEqual([0.5, 0.5]);
  });
});

/** A triangle under a node, animated; more channels and nodes as given. */
async function readAnimated(
  more: (maker: GltfMaker, input: number) => { channels: Json[]; samplers: Json[] } & Json,
): Promise<AnimatedScene> {
  const maker = new GltfMaker();
  const POSITION = maker.add('VEC3', new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]));
  const input = maker.add('SCALAR', new Float32Array([0, 2]));
  const { channels, samplers, ...rest } = more(maker, input);
  return readGltf(
    maker.glb({
      // The parent comes last, so that order in the file is no help.
      nodes: [{ mesh: 0 }, { children: [0], translation: [0, 5, 0], scale: [2, 2, 2] }],
      scenes: [{ nodes: [1] }],
      meshes: [
        { primitives: [{ attributes: { POSITION }, targets: [{ POSITION }, { POSITION }] }], weights: [0.5, 0] },
      ],
      animations: [{ name: 'move', channels, samplers }],
      ...rest,
    }),
  );
}

function poseOf(scene: AnimatedScene, time?: number): { transform: number[]; weights: number[] } {
  const evaluator = createSceneEvaluator(scene);
  if (time === undefined) evaluateRest(evaluator);
  else evaluateClip(evaluator, scene.clips[0], time);
  const transforms = new Float32Array(12);
  const weights = new Float32Array(2);
  writeObjectPose(evaluator, scene.objects[0], transforms, weights);
  return { transform: [...transforms], weights: [...weights] };
}

describe('a scene', () => {
  it('moves nodes with their parents, and comes back to rest', async () => {
    const scene = await readAnimated((maker, input) => ({
      channels: [
        { sampler: 0, target: { node: 0, path: 'translation' } },
        { sampler: 1, target: { node: 0, path: 'weights' } },
      ],
      samplers: [
        { input, output: maker.add('VEC3', new Float32Array([0, 0, 0, 4, 0, 0])) },
        { input, output: maker.add('SCALAR', new Float32Array([0, 0, 1, 2])) },
      ],
    }));
    expect(scene.clips.map(({ name, duration, index }) => [name, duration, index])).toEqual([['move', 2, 0]]);
    expect(poseOf(scene)).toEqual({ transform: [2, 0, 0, 0, 0, 2, 0, 5, 0, 0, 2, 0], weights: [0.5, 0] });
    expect(poseOf(scene, 1)).toEqual({ transform: [2, 0, 0, 4, 0, 2, 0, 5, 0, 0, 2, 0], weights: [0.5, 1] });
    const evaluator = createSceneEvaluator(scene);
    evaluateClip(evaluator, scene.clips[0], 2);
    evaluateRest(evaluator);
    expect(evaluator.world).toEqual(createSceneEvaluator(scene).world);
    expect(() => evaluateClip(evaluator, scene.clips[0], NaN)).toThrow(PliantError);
  });

  it('reads keys that are normalised integers', async () => {
    const scene = await readAnimated((maker, input) => ({
      channels: [{ sampler: 0, target: { node: 0, path: 'rotation' } }],
      samplers: [
        { input, output: maker.add('VEC4', new Int8Array([0, 0, 0, 127, 0, 0, 127, 0]), { normalized: true }) },
      ],
    }));
    const { transform } = poseOf(scene, 1);
    [0, -2, 0, 0, 2, 0, 0, 5, 0, 0, 2, 0].forEach((value, i) => expect(transform[i]).toBeCloseTo(value, 6));
  });

  it('leaves out channels that animate something else, with a warning', async () => {
    const pointer = { path: 'pointer', extensions: { KHR_animation_pointer: { pointer: '/materials/0/alphaCutoff' } } };
    const scene = await readAnimated((maker, input) => ({
      extensionsUsed: ['KHR_animation_pointer'],
      materials: [{ alphaMode: 'MASK' }],
      channels: [
        { sampler: 0, target: pointer },
        { sampler: 1, target: { node: 1, path: 'scale' } },
      ],
      samplers: [
        { input, output: maker.add('SCALAR', new Float32Array([0, 1])) },
        { input, output: maker.add('VEC3', new Float32Array([1, 1, 1, 3, 3, 3])) },
      ],
    }));
    expect(scene.clips[0].channels.map(({ path }) => path)).toEqual(['scale']);
    expect(scene.warnings.map(({ code, pointer: at }) => `${code} ${at}`)).toEqual([
      'channels-ignored /animations/0/channels',
    ]);
  });
});
