/** The world-space vertices of a scene at an instant: the numbers that an audit checks. */
import { createPose, poseMesh } from '../parts.js';
import type { Pose } from '../parts.js';
import { createSceneEvaluator, evaluateClip, evaluateRest, writePoseOf } from '../gltf/evaluate.js';
import type { SceneEvaluator } from '../gltf/evaluate.js';
import type { AnimatedScene, SceneClip } from '../gltf/scene.js';

/** A scene, and where its vertices are. */
export interface PosedScene {
  readonly evaluator: SceneEvaluator;
  /** For each object, x, y, z of its vertices in the world. */
  readonly positions: readonly Float32Array[];
  readonly poses: readonly Pose[];
}

/** Room for the vertices of a scene. */
export function createPosedScene(scene: AnimatedScene): PosedScene {
  return {
    evaluator: createSceneEvaluator(scene),
    positions: scene.objects.map(({ mesh }) => new Float32Array(mesh.vertexCount * 3)),
    poses: scene.objects.map(({ model }) => createPose(model.poseLayout)),
  };
}

/** Goes to an instant of a clip, or to the rest pose without one. */
export function poseScene(posed: PosedScene, clip: SceneClip | undefined, time: number): void {
  const { evaluator, poses, positions } = posed;
  if (clip === undefined) evaluateRest(evaluator);
  else evaluateClip(evaluator, clip, time);
  for (const object of evaluator.scene.objects) {
    const pose = poses[object.id];
    writePoseOf(evaluator, object, pose);
    poseMesh(object.model, pose, positions[object.id]);
  }
}
