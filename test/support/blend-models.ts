/** Random models of every kind that blends transforms or points: skins, morphing skins, embeddings, cages. */
import type { Random } from 'pliant/exact';
import { type BlendModel, type Mesh, createCageModel, createSkinModel, createTetEmbedding } from 'pliant/parts';
import { randomFields, reachOf } from './sample-meshes.js';

/** How much of everything a model has. */
export interface BlendSize {
  /** Bones, or points. */
  readonly governorCount: number;
  /** Influences that a vertex has at most. */
  readonly influences: number;
  /** Morph targets before a skin. */
  readonly fieldCount: number;
}

/** Ways to share a vertex among its influences: each gives as many weights as it is asked for, at least one not zero. */
export const WEIGHTS: Readonly<Record<string, (random: Random, count: number) => number[]>> = {
  'one each': (random, count) => oneHot(random.integer(count), count),
  equal: (_, count) => Array.from({ length: count }, () => 1),
  random: (random, count) => Array.from({ length: count }, () => random.next() + 1e-3),
  'one strong, others tiny': (random, count) =>
    oneHot(random.integer(count), count).map((weight) => weight + 10 ** random.range(-30, -4)),
  'some zero': (random, count) => {
    const weights = Array.from({ length: count }, () => (random.integer(3) === 0 ? random.next() : 0));
    return weights.some((weight) => weight > 0) ? weights : oneHot(0, count);
  },
  'far from a sum of one': (random, count) => Array.from({ length: count }, () => 10 ** random.range(-12, 12)),
};
const WEIGHT_NAMES = Object.keys(WEIGHTS);

/** Kinds of models: the first two follow transforms, the others points. */
export const BLEND_KINDS = ['skin', 'morphing skin', 'embedding', 'cage'] as const;

/** A kind of model. */
export type BlendKind = (typeof BLEND_KINDS)[number];

/** A model of a kind, about as large as `size` says; one that follows points does so from where `points` has them. */
export function randomBlend(
  random: Random,
  mesh: Mesh,
  kind: BlendKind,
  size: BlendSize,
  points = restPoints(random, mesh, size.governorCount),
): BlendModel {
  const weightsName = WEIGHT_NAMES[random.integer(WEIGHT_NAMES.length)];
  if (kind === 'embedding') return embed(random, mesh, points);
  if (kind === 'cage') {
    const length = (mesh.vertexCount * points.length) / 3;
    return createCageModel(mesh, { points, weights: Float64Array.from({ length }, () => random.next() + 1e-3) });
  }
  const fieldCount = kind === 'skin' ? 0 : size.fieldCount;
  return randomSkin(random, mesh, { ...size, fieldCount }, weightsName);
}

/** A skin with weights of a kind. Bones beside those that it uses are there too, and move nothing. */
export function randomSkin(random: Random, mesh: Mesh, size: BlendSize, weightsName: string): BlendModel {
  const { governorCount, influences } = size;
  const used = Math.max(1, governorCount - random.integer(3));
  const isLocal = random.integer(2) === 0;
  const joints = new Uint16Array(mesh.vertexCount * influences);
  const weights = new Float64Array(mesh.vertexCount * influences);
  for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
    // Neighbours in the mesh share bones, as in a character; or nobody does.
    const home = isLocal ? Math.floor((vertex * used) / mesh.vertexCount) : random.integer(used);
    weights.set(WEIGHTS[weightsName](random, influences), vertex * influences);
    for (let k = 0; k < influences; k++) joints[vertex * influences + k] = (home + k * (isLocal ? 1 : 7)) % used;
  }
  return createSkinModel(mesh, {
    joints,
    weights,
    influencesPerVertex: influences,
    jointCount: governorCount,
    morphTargets: randomFields(random, mesh, size.fieldCount, reachOf(mesh)).map((field) => sparse(random, field)),
  });
}

/** Points all around a mesh, at least four; some inside it. */
export function restPoints(random: Random, mesh: Mesh, pointCount: number): Float32Array {
  const reach = reachOf(mesh);
  const [low, high] = [0, 1].map((end) => [0, 1, 2].map((axis) => extremeOf(mesh, axis, end)));
  return Float32Array.from({ length: Math.max(4, pointCount) * 3 }, (_, k) => {
    const axis = k % 3;
    const margin = 0.2 * (high[axis] - low[axis]) + 1e-3 * reach;
    return random.range(low[axis] - margin, high[axis] + margin);
  });
}

function extremeOf(mesh: Mesh, axis: number, end: number): number {
  let extreme = mesh.positions[axis];
  for (let k = axis; k < mesh.positions.length; k += 3) {
    extreme = end === 0 ? Math.min(extreme, mesh.positions[k]) : Math.max(extreme, mesh.positions[k]);
  }
  return extreme;
}

/** A mesh between points: in tetrahedra at random, which overlap and leave gaps, where those have a volume at all. */
function embed(random: Random, mesh: Mesh, points: Float32Array): BlendModel {
  const pointCount = points.length / 3;
  const reach = reachOf(mesh);
  if (reach > 1e-6 && reach < 1e6) {
    const tetrahedra = Uint32Array.from({ length: 4 * pointCount }, (_, i) =>
      i % 4 === 0 ? i / 4 : random.integer(pointCount),
    );
    // One that surely has a volume.
    const corner = points[0];
    tetrahedra.set([0, 1, 2, 3]);
    points.set([0, 0, 0, reach, 0, 0, 0, reach, 0, 0, 0, reach].map((value) => value + corner));
    return createTetEmbedding(mesh, { points, tetrahedra });
  }
  const count = mesh.vertexCount * 4;
  return createCageModel(mesh, {
    points,
    governors: Uint32Array.from({ length: count }, () => random.integer(pointCount)),
    weights: Float64Array.from({ length: count }, () => random.next() + 1e-3),
    influencesPerVertex: 4,
  });
}

/** Morph targets move a part of the mesh each, most of them. */
function sparse(random: Random, field: Float32Array): Float32Array {
  const begin = random.integer(field.length);
  const end = begin + random.integer(field.length);
  return random.integer(3) === 0 ? field : field.map((value, k) => (k >= begin && k < end ? value : 0));
}

function oneHot(at: number, count: number): number[] {
  return Array.from({ length: count }, (_, k) => (k === at ? 1 : 0));
}
