/** Nothing is allocated per instant. */
import { expect, it } from 'vitest';
import { createSceneEvaluator, evaluateClip, writeObjectPose } from '../../src/gltf/evaluate.js';
import type { AnimatedScene, SceneChannel } from '../../src/gltf/scene.js';
import { bytesPerFrame } from '../allocation/count-allocations.js';

/** One object that two turning joints move, in all ways from key to key. */
const key = Math.SQRT1_2;
const turns = new Float32Array([0, 0, 0, 1, 0, 0, key, key, 0, 0, 1, 0]);
const times = new Float32Array([0, 1, 2]);
const channels: SceneChannel[] = [
  { node: 0, path: 'rotation', interpolation: 'LINEAR', times, values: turns },
  { node: 1, path: 'rotation', interpolation: 'CUBICSPLINE', times, values: new Float32Array(36).fill(0.5) },
  { node: 1, path: 'translation', interpolation: 'LINEAR', times, values: new Float32Array(9).fill(2) },
  { node: 0, path: 'scale', interpolation: 'STEP', times, values: new Float32Array(9).fill(1) },
  { node: 1, path: 'weights', interpolation: 'LINEAR', times, values: new Float32Array(6).fill(0.25) },
];
const node = { name: '', translation: [0, 1, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1], matrix: undefined } as const;
const object = {
  id: 0,
  name: 'object',
  node: 1,
  skin: { joints: [0, 1], inverseBinds: new Float32Array(32).fill(0.5) },
  defaultWeights: new Float32Array(2),
  notChecked: [],
} as unknown as AnimatedScene['objects'][number];
const clip = { name: 'clip', index: 0, duration: 2, channels };
const scene: AnimatedScene = {
  objects: [object],
  clips: [clip],
  nodes: [
    { ...node, parent: -1 },
    { ...node, parent: 0 },
  ],
  warnings: [],
};

it('evaluating a clip and posing an object allocates nothing', () => {
  const evaluator = createSceneEvaluator(scene);
  const transforms = new Float32Array(24);
  const weights = new Float32Array(2);
  const instants = Array.from({ length: 64 }, (_, i) => i / 32 + 0.01);
  const bytes = bytesPerFrame((frame) => {
    evaluateClip(evaluator, clip, instants[frame & 63]);
    writeObjectPose(evaluator, object, transforms, weights);
  }, 20_000);
  // The number of seconds that is passed may take 16 bytes itself.
  expect(bytes).toBeLessThan(17);
});
