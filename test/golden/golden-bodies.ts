/** The bodies that the golden hash asks, of every kind of deformation, and their poses. All calls to the library are plain. */
import { type Body, type BodyOptions, type Kernels, createBody } from 'pliant';
import { createRandom } from 'pliant/exact';
import {
  type BlendModel,
  type LinearModel,
  type Mesh,
  type Tree,
  buildTree,
  createBdTree,
  createBlendTree,
  createCageModel,
  createMorphModel,
  createSkinModel,
  createTetEmbedding,
} from 'pliant/parts';
import { createBlob } from '../../scenes/blob.js';
import { createCurtainScene } from '../../scenes/curtain.js';
import { QUADRUPED_PERIODS, createQuadruped, writeQuadrupedPose } from '../../scenes/quadruped.js';

/** A body, its shape, and how it is brought into its poses. */
export interface GoldenBody {
  readonly name: string;
  readonly mesh: Mesh;
  readonly tree: Tree;
  readonly body: Body;
  readonly poseCount: number;
  setPose(pose: number): void;
}

/** Makes a body. Each has two of the same shape: see golden.ts. */
export type GoldenMaker = (kernels: Kernels) => GoldenBody;

const CURTAIN = createCurtainScene({ columns: 16, rows: 32, hooks: 3, fieldCount: 6, frameCount: 60, ballRadius: 0.2 });
export const BLOB = createBlob(8);
const ANIMAL = createQuadruped({ triangles: 8000, seed: 7 });
export const POSES = 3;

/** Everything that is asked, by name. */
export const GOLDEN_BODIES: Readonly<Record<string, GoldenMaker>> = {
  'curtain, boxes': (kernels) => curtain(kernels, 'box', { strategy: 'lazy' }),
  'curtain, spheres': (kernels) => curtain(kernels, 'sphere', { strategy: 'adaptive' }),
  'curtain, oriented boxes': (kernels) => curtain(kernels, 'oriented-box', { strategy: 'lazy' }),
  'curtain, all refitted': (kernels) => curtain(kernels, 'box', { strategy: 'refit' }),
  'morphing blob': morphingBlob,
  'walking animal': (kernels) => animal(kernels, 'walk', { strategy: 'lazy' }),
  'jumping animal, all refitted': (kernels) => animal(kernels, 'jump', { strategy: 'refit' }),
  'curtain, regions proved free': (kernels) => curtain(kernels, 'box', { pruning: 'always' }),
  'jumping animal, regions proved free': (kernels) => animal(kernels, 'jump', { pruning: 'always' }),
  'morphing skin': morphingSkin,
  'embedded blob': embeddedBlob,
  'caged blob': cagedBlob,
};

function curtain(kernels: Kernels, bound: 'box' | 'sphere' | 'oriented-box', options: BodyOptions): GoldenBody {
  const { mesh, model, weights } = CURTAIN;
  const made = linear(kernels, mesh, model, { bound, morph: false }, options);
  return { name: `curtain of ${bound}`, ...made, setPose: (pose) => made.body.setWeights(weights[7 + 19 * pose]) };
}

function morphingBlob(kernels: Kernels): GoldenBody {
  const { mesh } = BLOB;
  // Whole shapes: one stretched, one squashed, one bent.
  const targets = [0, 1, 2].map((axis) =>
    mesh.positions.map((value, k) => {
      const along = mesh.positions[k - (k % 3) + axis];
      return k % 3 === axis ? value * 1.5 : value * (1 - 0.4 * along * along);
    }),
  );
  const model = createMorphModel(mesh, targets);
  const made = linear(kernels, mesh, model, { bound: 'box', morph: true }, { strategy: 'lazy' });
  const weights = randomNumbers(31, POSES * 3, 0, 0.6);
  return { name: 'blob', ...made, setPose: (pose) => made.body.setWeights(weights.subarray(pose * 3, pose * 3 + 3)) };
}

function animal(kernels: Kernels, motion: 'walk' | 'jump', options: BodyOptions): GoldenBody {
  const { mesh, jointCount } = ANIMAL;
  const made = blend(kernels, mesh, createSkinModel(mesh, ANIMAL), options);
  const matrices = new Float32Array(jointCount * 12);
  const setPose = (pose: number): void => {
    writeQuadrupedPose(ANIMAL, motion, ((pose + 0.37) / POSES) * QUADRUPED_PERIODS[motion], matrices);
    made.body.setTransforms(matrices);
  };
  return { name: motion, ...made, setPose };
}

/** Two bones along x, one for each end, with morph targets before them. */
function morphingSkin(kernels: Kernels): GoldenBody {
  const { mesh } = BLOB;
  const joints = new Uint8Array(mesh.vertexCount * 2).map((_, k) => k % 2);
  const weights = new Float32Array(mesh.vertexCount * 2);
  for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
    const share = Math.min(1, Math.max(0, mesh.positions[vertex * 3] + 0.5));
    weights.set([1 - share, share], vertex * 2);
  }
  const morphTargets = [0, 1].map((axis) => mesh.positions.map((value, k) => (k % 3 === axis ? value * 0.3 : 0)));
  const model = createSkinModel(mesh, { joints, weights, influencesPerVertex: 2, jointCount: 2, morphTargets });
  const made = blend(kernels, mesh, model, { strategy: 'lazy' });
  const setPose = (pose: number): void => {
    made.body.setWeights([0.3 + 0.2 * pose, 0.8 - 0.5 * pose]);
    // Three, four, five make a right angle: turns without a sine.
    const turn = [0.8, -0.6, 0, 0.05 * pose, 0.6, 0.8, 0, 0.1, 0, 0, 1, 0];
    made.body.setTransforms([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...turn]);
  };
  return { name: 'morphing skin', ...made, setPose };
}

/** In the six tetrahedra of a cube. */
function embeddedBlob(kernels: Kernels): GoldenBody {
  const { mesh } = BLOB;
  const points = cubeCorners(0.9);
  const orders = [[1, 2], [1, 4], [2, 1], [2, 4], [4, 1], [4, 2]]; // prettier-ignore
  const tetrahedra = Uint8Array.from(orders.flatMap(([a, b]) => [0, a, a + b, 7]));
  const made = blend(kernels, mesh, createTetEmbedding(mesh, { points, tetrahedra }), { strategy: 'lazy' });
  return { name: 'embedded blob', ...made, setPose: (pose) => made.body.setPoints(shaken(points, pose)) };
}

/** In a cube, by the products of distances along each axis. */
function cagedBlob(kernels: Kernels): GoldenBody {
  const { mesh } = BLOB;
  const points = cubeCorners(0.9);
  const weights = new Float64Array(mesh.vertexCount * 8);
  for (let k = 0; k < weights.length; k++) {
    const vertex = (k >> 3) * 3;
    weights[k] = [0, 1, 2].reduce((product, axis) => {
      const share = mesh.positions[vertex + axis] / 1.8 + 0.5;
      return product * ((k >> axis) & 1 ? share : 1 - share);
    }, 1);
  }
  const made = blend(kernels, mesh, createCageModel(mesh, { points, weights }), { strategy: 'adaptive' });
  return { name: 'caged blob', ...made, setPose: (pose) => made.body.setPoints(shaken(points, pose)) };
}

type Made = Pick<GoldenBody, 'mesh' | 'tree' | 'body' | 'poseCount'>;

function linear(
  kernels: Kernels,
  mesh: Mesh,
  model: LinearModel,
  { bound, morph }: { bound: 'box' | 'sphere' | 'oriented-box'; morph: boolean },
  options: BodyOptions,
): Made {
  const tree = buildTree(mesh);
  const bounds = createBdTree(mesh, model, tree, { bound, morph });
  return { mesh, tree, body: createBody(kernels, { mesh, model, bounds }, options), poseCount: POSES };
}

export function blend(kernels: Kernels, mesh: Mesh, model: BlendModel, options: BodyOptions): Made {
  const tree = buildTree(mesh);
  const bounds = createBlendTree(mesh, model, tree);
  return { mesh, tree, body: createBody(kernels, { mesh, model, bounds }, options), poseCount: POSES };
}

export function cubeCorners(half: number): Float32Array {
  return Float32Array.from({ length: 24 }, (_, k) => (((k / 3) >> (k % 3)) & 1 ? half : -half));
}

export function shaken(points: Float32Array, pose: number): Float32Array {
  const shifts = randomNumbers(53 + pose, points.length, -0.25, 0.25);
  return points.map((value, k) => value + shifts[k]);
}

function randomNumbers(seed: number, length: number, low: number, high: number): Float32Array {
  const random = createRandom(seed);
  return Float32Array.from({ length }, () => random.range(low, high));
}
