/** How much room a model takes while a clip is played: from some of its vertices at some of its instants. */
import { TRANSFORM_STRIDE, createPose, poseVertices, setTransforms, setWeights } from 'pliant/parts';
import { createSceneEvaluator, writeObjectPose } from 'pliant/audit';
import type { AnimatedScene, SceneObject } from 'pliant/audit';
import { REST_CLIP, goToMoment } from './model-moment.js';

/** A box: lowest and highest corner. */
export interface Extent {
  readonly low: [number, number, number];
  readonly high: [number, number, number];
}

/** Vertices of an object, and instants of a clip, that are looked at. */
const SAMPLED_VERTICES = 500;
const SAMPLED_INSTANTS = 12;

/** Measures the extent over a clip; what is infinite or nowhere does not count. */
export function measureExtent(scene: AnimatedScene, clip: number): Extent {
  const evaluator = createSceneEvaluator(scene);
  const extent: Extent = { low: [Infinity, Infinity, Infinity], high: [-Infinity, -Infinity, -Infinity] };
  const instants = clip === REST_CLIP ? 1 : SAMPLED_INSTANTS;
  const samplers = scene.objects.map(createSampler);
  for (let i = 0; i < instants; i++) {
    const time = clip === REST_CLIP ? 0 : (scene.clips[clip].duration * i) / (instants - 1);
    goToMoment(evaluator, { clip, time, weights: [] });
    for (const { object, transforms, weights, sample } of samplers) {
      writeObjectPose(evaluator, object, transforms, weights);
      grow(extent, sample());
    }
  }
  return extent.low[0] <= extent.high[0] ? extent : { low: [-1, -1, -1], high: [1, 1, 1] };
}

function createSampler(object: SceneObject): {
  object: SceneObject;
  transforms: Float32Array;
  weights: Float32Array;
  sample: () => Float32Array;
} {
  const { mesh, model } = object;
  const step = Math.max(1, Math.floor(mesh.vertexCount / SAMPLED_VERTICES));
  const vertices = Uint32Array.from({ length: Math.ceil(mesh.vertexCount / step) }, (_, i) => i * step);
  const transforms = new Float32Array(model.governorCount * TRANSFORM_STRIDE);
  const weights = new Float32Array(model.fieldCount);
  const pose = createPose(model.poseLayout);
  const points = new Float32Array(vertices.length * 3);
  const sample = (): Float32Array => {
    setTransforms(pose, transforms);
    setWeights(pose, weights);
    poseVertices(model, pose, vertices, vertices.length, points);
    return points;
  };
  return { object, transforms, weights, sample };
}

function grow({ low, high }: Extent, points: Float32Array): void {
  for (let i = 0; i < points.length; i++) {
    if (!Number.isFinite(points[i])) continue;
    low[i % 3] = Math.min(low[i % 3], points[i]);
    high[i % 3] = Math.max(high[i % 3], points[i]);
  }
}
