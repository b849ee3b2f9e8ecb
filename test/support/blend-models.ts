/** Random models of every kind that blends transforms or points: skins, morphing skins, embeddings, cages. */
import { type BlendModel, type Mesh, type Random, createSkinModel } from 'pliant';
import { BLEND_MODEL } from '../../src/deform/blend.js';
import { gatherInfluences } from '../../src/deform/influences.js';
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

/** A model of a kind, about as large as `size` says. Bones and points have homes, and vertices prefer those nearby. */
export function randomBlend(random: Random, mesh: Mesh, kind: BlendKind, size: BlendSize): BlendModel {
  const weightsName = WEIGHT_NAMES[random.integer(WEIGHT_NAMES.length)];
  if (kind === 'embedding') return pointModel(random, mesh, size.governorCount, Math.min(4, size.governorCount));
  if (kind === 'cage') return pointModel(random, mesh, size.governorCount, size.governorCount);
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

/** A model of points: each vertex is a mean of some of them, or of all, and carries what is left along. */
export function pointModel(random: Random, mesh: Mesh, pointCount: number, perVertex: number): BlendModel {
  const points = restPoints(random, mesh, pointCount);
  const isInside = random.integer(2) === 0;
  const weights = Float64Array.from({ length: mesh.vertexCount * perVertex }, () => random.next() + 1e-3);
  const governors = Uint32Array.from({ length: mesh.vertexCount * perVertex }, (_, i) =>
    perVertex === pointCount ? i % perVertex : random.integer(pointCount),
  );
  const influences = gatherInfluences({
    caller: 'pointModel',
    noun: 'point',
    vertexCount: mesh.vertexCount,
    perVertex,
    governors,
    weights,
    governorCount: pointCount,
  });
  const rest = mesh.positions.map((value, k) => {
    const vertex = Math.floor(k / 3);
    let left = value;
    for (let i = influences.influenceOffsets[vertex]; i < influences.influenceOffsets[vertex + 1]; i++) {
      left -= influences.weights[i] * points[influences.governors[i] * 3 + (k % 3)];
    }
    return isInside ? 0 : left;
  });
  return {
    kind: BLEND_MODEL,
    vertexCount: mesh.vertexCount,
    ...influences,
    rest,
    restReach: rest.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0),
    fieldCount: 0,
    fields: new Float32Array(0),
    fieldReach: new Float64Array(0),
    poseLayout: { weightCount: 0, transformCount: 0, pointCount },
  };
}

/** Points all around and inside a mesh. */
export function restPoints(random: Random, mesh: Mesh, pointCount: number): Float32Array {
  const picked = Array.from({ length: pointCount }, () => mesh.triangles[random.integer(mesh.triangles.length)]);
  return Float32Array.from({ length: pointCount * 3 }, (_, k) => {
    const value = mesh.positions[picked[Math.floor(k / 3)] * 3 + (k % 3)];
    return value + random.range(-0.3, 0.3) * Math.abs(value);
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
