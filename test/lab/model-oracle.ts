/** What the page should show of a model: found in Node from the same file, with every vertex posed and every triangle tested. */
import { createHits } from 'pliant';
import { bruteRayHits } from 'pliant/oracle';
import { createPose, poseMesh, setTransforms, setWeights } from 'pliant/parts';
import { auditScene, createSceneEvaluator, evaluateClip, readGltf, writeObjectPose } from 'pliant/audit';
import type { AnimatedScene, SceneObject } from 'pliant/audit';
import { createExampleModel } from '../../scenes/example-models.js';
import type { ExampleModel } from '../../scenes/example-names.js';

/** Reads an example. */
export function readExample(name: ExampleModel): Promise<AnimatedScene> {
  return readGltf(createExampleModel(name));
}

/** Pairs that newly meet at a moment, and how many triangles are in them. */
export async function newPairsAt(
  scene: AnimatedScene,
  clip: number,
  time: number,
): Promise<{ readonly pairs: number; readonly triangles: number }> {
  const options = { listPairs: true, baseline: 'none', times: [time] } as const;
  const [rest] = (await auditScene({ ...scene, clips: [] }, options)).instants;
  const report = await auditScene(scene, { ...options, clips: [`#${clip}`] });
  const known = new Set(rest.trianglePairs!.map(String));
  const added = report.instants[0].trianglePairs!.filter((pair) => !known.has(String(pair)));
  const triangles = new Set(added.flatMap(([a, first, b, second]) => [`${a} ${first}`, `${b} ${second}`]));
  return { pairs: added.length, triangles: triangles.size };
}

/** What a ray hits first at a moment: object, triangle, and how far away. */
export function castRay(scene: AnimatedScene, clip: number, time: number, ray: readonly number[]): number[] {
  const evaluator = createSceneEvaluator(scene);
  evaluateClip(evaluator, scene.clips[clip], time);
  const hits = scene.objects.flatMap((object) => {
    const found = createHits(1);
    const positions = poseObject(object, evaluator);
    const { triangles } = object.mesh;
    return bruteRayHits(positions, triangles, ray.slice(0, 3), ray.slice(3), found) === 0
      ? []
      : [[object.id, found.triangles[0], found.parameters[0]]];
  });
  return hits.sort((a, b) => a[2] - b[2])[0] ?? [];
}

function poseObject(object: SceneObject, evaluator: ReturnType<typeof createSceneEvaluator>): Float32Array {
  const { mesh, model } = object;
  const pose = createPose(model.poseLayout);
  const transforms = new Float32Array(pose.transforms.length);
  const weights = new Float32Array(pose.weights.length);
  writeObjectPose(evaluator, object, transforms, weights);
  setTransforms(pose, transforms);
  setWeights(pose, weights);
  const positions = new Float32Array(mesh.vertexCount * 3);
  poseMesh(model, pose, positions);
  return positions;
}
