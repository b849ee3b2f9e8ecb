/** Where the nodes of a scene are at an instant, and what that makes of its objects. Nothing is allocated per instant. */
import { describe } from '../checks.js';
import { TRANSFORM_STRIDE } from '../parts.js';
import type { Pose } from '../parts.js';
import { PliantError } from '../errors.js';
import { sampleChannel } from './sample-channel.js';
import { sampleRecording } from './sample-recording.js';
import type { AnimatedScene, SceneClip, SceneNode, SceneObject, SceneRecording } from './scene.js';

/** Numbers of a node in {@link SceneEvaluator.local}: translation, rotation, scale. */
const LOCAL_STRIDE = 10;
const LOCAL_OFFSET = { translation: 0, rotation: 3, scale: 7 } as const;

/** The present instant of a scene. Belongs to one user at a time; any number may share the scene. */
export interface SceneEvaluator {
  /** What is evaluated. */
  readonly scene: AnimatedScene;
  /** Seconds into the clip that was evaluated last. */
  readonly clock: Float64Array;
  /** Nodes, parents before children. */
  readonly order: Uint32Array;
  /** Translation, rotation and scale of each node. */
  readonly local: Float64Array;
  /** The same at rest. */
  readonly restLocal: Float64Array;
  /** Three rows of four numbers of each node that has a matrix of its own; zeros for the others. */
  readonly matrices: Float64Array;
  /** Three rows of four numbers from each node to the world. */
  readonly world: Float64Array;
  /** Where the morph weights of each node begin. */
  readonly weightOffsets: Uint32Array;
  /** Morph weights of all objects. */
  readonly weights: Float64Array;
  /** The same at rest. */
  readonly restWeights: Float64Array;
  /** For each node, what was recorded of its vertices in the present clip. */
  readonly recordings: (SceneRecording | undefined)[];
}

/** Makes room for evaluating a scene, and poses it at rest. */
export function createSceneEvaluator(scene: AnimatedScene): SceneEvaluator {
  const { nodes, objects } = scene;
  const restLocal = new Float64Array(nodes.length * LOCAL_STRIDE);
  const matrices = new Float64Array(nodes.length * TRANSFORM_STRIDE);
  nodes.forEach(({ translation, rotation, scale, matrix }, i) => {
    restLocal.set([...translation, ...rotation, ...scale], i * LOCAL_STRIDE);
    if (matrix === undefined) return;
    for (let k = 0; k < TRANSFORM_STRIDE; k++) {
      matrices[i * TRANSFORM_STRIDE + k] = matrix[(k & 3) * 4 + (k >> 2)];
    }
  });

  const weightOffsets = new Uint32Array(nodes.length);
  let weightCount = 0;
  for (const { node, defaultWeights } of objects) {
    weightOffsets[node] = weightCount;
    weightCount += defaultWeights.length;
  }
  const restWeights = new Float64Array(weightCount);
  for (const { node, defaultWeights } of objects) restWeights.set(defaultWeights, weightOffsets[node]);

  const evaluator: SceneEvaluator = {
    scene,
    clock: new Float64Array(1),
    order: parentsFirst(nodes),
    local: restLocal.slice(),
    restLocal,
    matrices,
    world: new Float64Array(nodes.length * TRANSFORM_STRIDE),
    weightOffsets,
    weights: restWeights.slice(),
    restWeights,
    recordings: nodes.map(() => undefined),
  };
  evaluateRest(evaluator);
  return evaluator;
}

/** Goes to the stored transforms of the nodes and the default weights. */
export function evaluateRest(evaluator: SceneEvaluator): void {
  resetToRest(evaluator);
  updateWorld(evaluator);
}

/**
 * Goes to an instant of a clip, in seconds. Before the first and behind the last key of a channel, that key holds.
 *
 * @param jumpsAt Where channels that jump from key to key are, if not at `time` as well: at the end of a step that they jump at, what they
 *   have been since its beginning is where the step leads to.
 */
export function evaluateClip(evaluator: SceneEvaluator, clip: SceneClip, time: number, jumpsAt = time): void {
  if (!Number.isFinite(time)) {
    throw new PliantError('bad-number', `evaluateClip: time is ${describe(time)}; pass a finite number of seconds`);
  }
  resetToRest(evaluator);
  const { clock } = evaluator;
  const { channels } = clip;
  for (let i = 0; i < channels.length; i++) {
    const channel = channels[i];
    const { node, path } = channel;
    clock[0] = channel.interpolation === 'STEP' ? jumpsAt : time;
    if (path === 'weights') sampleChannel(channel, clock, evaluator.weights, evaluator.weightOffsets[node]);
    else sampleChannel(channel, clock, evaluator.local, node * LOCAL_STRIDE + LOCAL_OFFSET[path]);
  }
  clock[0] = time;
  if (clip.recordings !== undefined) {
    for (const recording of clip.recordings) evaluator.recordings[recording.node] = recording;
  }
  updateWorld(evaluator);
}

/**
 * Writes what drives an object's model at the present instant: for each joint, world times inverse bind matrix, three rows
 * of four numbers, computed in float64 and rounded once; and the weights of its morph targets. The node of a skinned mesh does
 * not matter (glTF 2.0, section 3.7.3.3). A recorded object has neither, but {@link writeObjectPoints points}.
 */
export function writeObjectPose(
  evaluator: SceneEvaluator,
  object: SceneObject,
  transforms: Float32Array,
  weights: Float32Array,
): void {
  const { world } = evaluator;
  const { skin, node } = object;
  if (transforms.length === 0) return;
  const count = object.defaultWeights.length;
  const firstWeight = evaluator.weightOffsets[node];
  for (let i = 0; i < count; i++) weights[i] = evaluator.weights[firstWeight + i];
  if (skin === undefined) {
    for (let i = 0; i < TRANSFORM_STRIDE; i++) transforms[i] = world[node * TRANSFORM_STRIDE + i];
    return;
  }
  const { joints, inverseBinds } = skin;
  for (let joint = 0; joint < joints.length; joint++) {
    const bind = joint * 16;
    for (let row = 0; row < 3; row++) {
      const from = joints[joint] * TRANSFORM_STRIDE + row * 4;
      const to = joint * TRANSFORM_STRIDE + row * 4;
      for (let column = 0; column < 4; column++) {
        const at = bind + column * 4;
        let sum = world[from] * inverseBinds[at];
        sum += world[from + 1] * inverseBinds[at + 1];
        sum += world[from + 2] * inverseBinds[at + 2];
        if (column === 3) sum += world[from + 3];
        transforms[to + column] = sum;
      }
    }
  }
}

/** Writes where the vertices of a recorded object are at the present instant: x, y, z each. */
export function writeObjectPoints(evaluator: SceneEvaluator, object: SceneObject, points: Float32Array): void {
  const recording = evaluator.recordings[object.node];
  if (recording === undefined) points.set(object.mesh.positions);
  else sampleRecording(recording, evaluator.clock, points);
}

/** Writes all that drives an object's model at the present instant to a pose of it. */
export function writePoseOf(evaluator: SceneEvaluator, object: SceneObject, pose: Pose): void {
  writeObjectPose(evaluator, object, pose.transforms, pose.weights);
  if (pose.points.length > 0) writeObjectPoints(evaluator, object, pose.points);
  pose.stamp++;
}

function resetToRest({ local, restLocal, weights, restWeights, recordings }: SceneEvaluator): void {
  local.set(restLocal);
  weights.set(restWeights);
  recordings.fill(undefined);
}

/** Roots first, then their children, and so on. */
function parentsFirst(nodes: readonly SceneNode[]): Uint32Array {
  const depths = new Uint32Array(nodes.length);
  nodes.forEach((_, i) => {
    for (let { parent } = nodes[i]; parent >= 0; { parent } = nodes[parent]) depths[i]++;
  });
  return Uint32Array.from(nodes.keys()).sort((a, b) => depths[a] - depths[b] || a - b);
}

function updateWorld(evaluator: SceneEvaluator): void {
  const { scene, order, local, matrices, world } = evaluator;
  const { nodes } = scene;
  for (let i = 0; i < order.length; i++) {
    const index = order[i];
    const node = nodes[index];
    const at = index * TRANSFORM_STRIDE;
    if (node.matrix === undefined) composeMatrix(world, at, local, index * LOCAL_STRIDE);
    else for (let k = 0; k < TRANSFORM_STRIDE; k++) world[at + k] = matrices[at + k];
    if (node.parent >= 0) multiplyFromLeft(world, at, node.parent * TRANSFORM_STRIDE);
  }
}

/** Translation · rotation · scale, for a quaternion that is taken to be of unit length, as the specification has it. */
function composeMatrix(out: Float64Array, at: number, local: Float64Array, from: number): void {
  const x = local[from + 3];
  const y = local[from + 4];
  const z = local[from + 5];
  const w = local[from + 6];
  const sx = local[from + 7];
  const sy = local[from + 8];
  const sz = local[from + 9];
  out[at] = (1 - 2 * (y * y + z * z)) * sx;
  out[at + 1] = 2 * (x * y - w * z) * sy;
  out[at + 2] = 2 * (x * z + w * y) * sz;
  out[at + 3] = local[from];
  out[at + 4] = 2 * (x * y + w * z) * sx;
  out[at + 5] = (1 - 2 * (x * x + z * z)) * sy;
  out[at + 6] = 2 * (y * z - w * x) * sz;
  out[at + 7] = local[from + 1];
  out[at + 8] = 2 * (x * z - w * y) * sx;
  out[at + 9] = 2 * (y * z + w * x) * sy;
  out[at + 10] = (1 - 2 * (x * x + y * y)) * sz;
  out[at + 11] = local[from + 2];
}

/** out[at] = out[left] · out[at], both three rows of four over a last row of 0 0 0 1. */
function multiplyFromLeft(out: Float64Array, at: number, left: number): void {
  for (let column = 0; column < 4; column++) {
    const x = out[at + column];
    const y = out[at + 4 + column];
    const z = out[at + 8 + column];
    const w = column === 3 ? 1 : 0;
    out[at + column] = out[left] * x + out[left + 1] * y + out[left + 2] * z + out[left + 3] * w;
    out[at + 4 + column] = out[left + 4] * x + out[left + 5] * y + out[left + 6] * z + out[left + 7] * w;
    out[at + 8 + column] = out[left + 8] * x + out[left + 9] * y + out[left + 10] * z + out[left + 11] * w;
  }
}
