/** Small shapes of every kind, with poses for them, and where their vertices are by the definition: see random-sequences.test.ts. */
import type { BodyOptions, ProxyShape, Shape } from 'pliant';
import type { Random } from 'pliant/exact';
import {
  type LinearModel,
  type Mesh,
  type Model,
  type PoseLayout,
  BLEND_MODEL,
  buildTree,
  createBdTree,
  createBlendTree,
  createLinearModel,
  createPose,
  createProxyShape,
  fieldIndex,
  setPoints,
  setTransforms,
  setWeights,
} from 'pliant/parts';
import { RULES } from '../bounds/bd-samples.js';
import { sheet } from '../mesh/make-meshes.js';
import { RIG_MESHES, pick } from '../query/lazy-rigs.js';
import { BLEND_KINDS, type BlendKind, randomBlend, restPoints } from '../support/blend-models.js';
import { definedPositions } from '../support/blend-oracle.js';
import { type BlendPose, CALM_KINDS, randomPose } from '../support/blend-poses.js';
import { changed, randomFields } from '../support/sample-meshes.js';

/** A shape, and what drives and judges bodies of it. */
export interface Kind {
  readonly what: string;
  readonly mesh: Mesh;
  readonly shape: Shape | ProxyShape;
  readonly options: BodyOptions;
  readonly layout: PoseLayout;
  /** A pose in which the body stays near the others. */
  randomPose(random: Random): BlendPose;
  /** Where all vertices are. */
  worldOf(pose: BlendPose, placement: readonly number[] | undefined): Float32Array;
}

/** Kinds of shapes: how nodes are bounded, or what drives the mesh. */
export const KIND_NAMES: readonly string[] = [...Object.keys(RULES), ...BLEND_KINDS, 'proxies'];

const MOST_TRIANGLES = 48;

/** A shape of a kind with a random mesh of a few dozen triangles, or a given one. */
export function makeKind(random: Random, name: string, mesh = randomMesh(random)): Kind {
  const blend = BLEND_KINDS.find((kind) => kind === name);
  if (blend) return makeBlendKind(random, blend, mesh);
  const model = createLinearModel(mesh, randomFields(random, mesh, pick(random, [0, 1, 3]), 0.3));
  const tree = buildTree(mesh, { leafSize: 1 + random.integer(3), arity: pick(random, [2, 4]) });
  const linear = linearKind(mesh, model);
  if (name === 'proxies') {
    return { ...linear, what: name, shape: createProxyShape(mesh, model, tree, { level: 2 + random.integer(3) }) };
  }
  const { bounds: options, coherence = 0 } = RULES[name];
  const bounds = createBdTree(mesh, model, tree, options);
  return { ...linear, what: name, shape: { mesh, model, bounds }, options: { coherence } };
}

/** Small sheets too: their patches have many vertices on their borders. */
function randomMesh(random: Random): Mesh {
  if (random.integer(3) === 0) {
    return changed(sheet(5, 4), (value, k) => (k % 3 === 2 ? random.range(-0.1, 0.1) : value * 0.3 - 0.7));
  }
  return RIG_MESHES[pick(random, ['soup', 'cloth', 'sphere', 'lattice', 'soup', 'one triangle'])](
    random,
    MOST_TRIANGLES,
  );
}

function makeBlendKind(random: Random, kind: BlendKind, mesh: Mesh): Kind {
  const size = { governorCount: pick(random, [1, 3, 6]), influences: 1 + random.integer(4), fieldCount: 2 };
  const points = restPoints(random, mesh, size.governorCount);
  const model = randomBlend(random, mesh, kind, size, points);
  const tree = buildTree(mesh, { leafSize: 1 + random.integer(3), arity: pick(random, [2, 4]) });
  const bounds = createBlendTree(mesh, model, tree, { patchSize: pick(random, [1, 4, 8, 64]) });
  const pivot = [...mesh.positions.subarray(0, 3)];
  return {
    what: kind,
    mesh,
    shape: { mesh, model, bounds },
    options: {},
    layout: model.poseLayout,
    randomPose: (source) => randomPose(source, model, pick(source, CALM_KINDS), 1.5, points, pivot),
    worldOf: (pose, placement) => definedPositions(model, poseOf(model, pose), placement),
  };
}

function linearKind(mesh: Mesh, model: LinearModel): Omit<Kind, 'what' | 'shape'> {
  return {
    mesh,
    options: {},
    layout: model.poseLayout,
    randomPose: (random) => {
      const amplitude = pick(random, [0.1, 1, 3]);
      const weights = Array.from({ length: model.fieldCount }, () =>
        random.integer(3) === 0 ? 0 : random.range(-amplitude, amplitude),
      );
      return { weights, transforms: [], points: [] };
    },
    worldOf: (pose, placement) => linearPositions(model, poseOf(model, pose).weights, placement),
  };
}

function poseOf(model: Model, { weights, transforms, points }: BlendPose): ReturnType<typeof createPose> {
  const pose = createPose(model.poseLayout);
  setWeights(pose, weights);
  if (model.kind === BLEND_MODEL) {
    setTransforms(pose, transforms);
    setPoints(pose, points);
  }
  return pose;
}

/** The definition: float64 sums over fields of a weight, rounded; placed, and rounded again. */
function linearPositions(model: LinearModel, weights: Float32Array, m: readonly number[] | undefined): Float32Array {
  const posed = model.rest.slice();
  for (let k = 0; k < posed.length; k++) {
    let sum = model.rest[k];
    for (let j = 0; j < model.fieldCount; j++) {
      if (weights[j] !== 0) sum += model.fields[fieldIndex(model.fieldCount, j, k)] * weights[j];
    }
    posed[k] = sum;
  }
  if (!m) return posed;
  return posed.map((_, k) => {
    const [x, y, z] = posed.subarray(k - (k % 3), k - (k % 3) + 3);
    const row = k % 3;
    return m[row] * x + m[row + 4] * y + m[row + 8] * z + m[row + 12];
  });
}
