/**
 * Surfaces of every kind that move in every way: pressed flat and turned inside out by fields, bent, folded and mirrored by bones, held by cages and tetrahedra; placed
 * anywhere. Each is there several times: with regions proved free on both backends, and without.
 */
import { type Body, type Shape, createBody } from 'pliant';
import { type Random, cos, sin } from 'pliant/exact';
import {
  type BlendModel,
  type Mesh,
  buildTree,
  createBdTree,
  createBlendTree,
  createLinearModel,
  createMesh,
  createSkinModel,
  poseMesh,
} from 'pliant/parts';
import { RULES, randomPlacement, worldPositions } from '../bounds/bd-samples.js';
import { BLEND_KINDS, randomBlend, restPoints } from '../support/blend-models.js';
import { definedPositions } from '../support/blend-oracle.js';
import { applyPose, randomPose } from '../support/blend-poses.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { changed } from '../support/sample-meshes.js';
import { randomPiece } from './make-pieces.js';
import { TRAPS, makeTrap } from './make-traps.js';

/** One surface, as several bodies. */
export interface Actor {
  readonly what: string;
  readonly mesh: Mesh;
  readonly wasm: Body;
  readonly twin: Body;
  /** Without regions. */
  readonly plain: Body;
  /** Gives all bodies another pose; says which, and where it has the vertices, by the definition. */
  move(random: Random): { readonly pose: string; readonly positions: Float32Array };
}

/** Kinds of poses of blends. Where all is flat everything meets everything, which brute force takes long for: so that is rare. */
const POSES = [
  'at rest',
  'turned',
  'turned',
  'turned',
  'mirrored',
  'mirrored',
  'mirrored',
  'sheared',
  'sheared',
  'sheared',
  'flat on one axis',
  'a thousand units away',
];
/** Weights of what presses a mesh flat. */
const PRESSURES = [0, 0, 0, 0.5, 0.5, 0.9, 0.9, 0.99, 1, 1.1, 1.5, 2];

/** How surfaces are made to move. */
export const ACTORS: Readonly<Record<string, (random: Random) => Actor>> = { linear, bones, blend };

function pick<T>(random: Random, list: readonly T[]): T {
  return list[random.integer(list.length)];
}

/** A piece of so many triangles at most; or, one time in four, a trap. */
function surface(random: Random, most: number): { mesh: Mesh; what: string; fields: Float32Array[] } {
  if (random.integer(4) === 0) {
    const kinds = Object.keys(TRAPS) as (keyof typeof TRAPS)[];
    const { field, positions, triangles, what } = makeTrap(random, pick(random, kinds));
    return { mesh: createMesh({ positions, triangles }), what, fields: [field] };
  }
  for (;;) {
    const { mesh, what } = randomPiece(random);
    if (mesh.triangleCount <= most) return { mesh, what, fields: [] };
  }
}

interface Box {
  readonly middle: readonly number[];
  readonly size: number;
  /** The axis along which the mesh is longest. */
  readonly axis: number;
}

function boxOf({ positions }: Mesh): Box {
  const ends = [0, 1, 2].map((axis) => {
    const values = positions.filter((_, k) => k % 3 === axis);
    return [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
  });
  const sizes = ends.map(([low, high]) => high - low);
  const size = Math.max(...sizes);
  return { middle: ends.map(([low, high]) => (low + high) / 2), size, axis: sizes.indexOf(size) };
}

function actorOf(
  what: string,
  shape: Shape,
  coherence: number,
  strategy: 'adaptive' | 'refit',
  pose: (random: Random, bodies: readonly Body[]) => string,
): Actor {
  const make = (backend: keyof typeof BACKENDS, pruning: 'always' | 'never'): Body =>
    createBody(BACKENDS[backend], shape, { coherence, pruning, strategy });
  const [wasm, twin, plain] = [make('wasm', 'always'), make('typescript', 'always'), make('wasm', 'never')];
  const bodies = [wasm, twin, plain];
  const { size } = boxOf(shape.mesh);
  let placement: number[] | undefined;
  const move = (random: Random): { pose: string; positions: Float32Array } => {
    const named = pose(random, bodies);
    if (random.integer(4) === 0) {
      placement = randomPlacement(random, size * pick(random, [1, 1, 1000]), random.integer(4) === 0);
      for (const body of bodies) body.setPlacement(placement);
    }
    return { pose: placement ? `${named}, placed` : named, positions: positionsOf(wasm, placement) };
  };
  return { what, mesh: shape.mesh, wasm, twin, plain, move };
}

/** Where the vertices of a body are. */
function positionsOf(body: Body, placement: readonly number[] | undefined): Float32Array {
  const { model, pose } = body;
  if (!placement) {
    const positions = new Float32Array(body.mesh.positions.length);
    poseMesh(model, pose, positions);
    return positions;
  }
  return 'governorCount' in model ? definedPositions(model, pose, placement) : worldPositions(body, placement);
}

function strategyOf(random: Random): 'adaptive' | 'refit' {
  return random.integer(3) === 0 ? 'refit' : 'adaptive';
}

/** Fields: what presses the mesh flat along an axis, at weight 1, and turns it inside out beyond; waves; and noise. */
function linear(random: Random): Actor {
  const { fields, mesh, what } = surface(random, 500);
  const { middle, size } = boxOf(mesh);
  const flat = random.integer(3);
  const wave = random.integer(3);
  const times = random.range(1, 9) / size;
  fields.push(
    mesh.positions.map((value, k) => (k % 3 === flat ? middle[flat] - value : 0)),
    mesh.positions.map((_, k) => {
      const along = mesh.positions[k - (k % 3) + ((wave + 1) % 3)];
      return k % 3 === wave ? 0.3 * size * sin(times * (along - middle[(wave + 1) % 3])) : 0;
    }),
    mesh.positions.map(() => random.range(-0.02, 0.02) * size),
  );
  const rule = pick(random, Object.keys(RULES));
  const model = createLinearModel(mesh, fields);
  const tree = buildTree(mesh, { arity: pick(random, [2, 4] as const), leafSize: 1 + random.integer(8) });
  const bounds = createBdTree(mesh, model, tree, RULES[rule].bounds);
  const name = `${what}, ${rule}`;
  return actorOf(name, { mesh, model, bounds }, RULES[rule].coherence ?? 0, strategyOf(random), (source, bodies) => {
    const weights = fields.map((_, j) =>
      j + 3 === fields.length ? pick(source, PRESSURES) : pick(source, [0, 0, 1, -1, source.next()]),
    );
    if (fields.length === 4) weights[0] = pick(source, [0, 1, 1, 0.9]);
    for (const body of bodies) body.setWeights(weights);
    return `weights ${weights.join(' ')}`;
  });
}

/** Three bones in a row, each of which turns about where it begins, as far as round; one of them mirrored, or flat, now and then. */
function bones(random: Random): Actor {
  const { mesh: piece, what } = surface(random, 500);
  const { axis, middle, size } = boxOf(piece);
  const mesh = changed(piece, (value, k) => value - middle[k % 3]);
  const joints = new Uint16Array(mesh.vertexCount * 3).map((_, k) => k % 3);
  const soft = pick(random, [0.02, 0.3, 1]);
  const weights = Float64Array.from(joints, (joint, k) => {
    const along = mesh.positions[Math.floor(k / 3) * 3 + axis] / size + 0.5 - (joint + 0.5) / 3;
    return Math.max(0, 1 - Math.abs(along) / (1 / 6 + soft)) + (joint === 1 ? 1e-3 : 0);
  });
  const model = createSkinModel(mesh, { joints, weights, influencesPerVertex: 3, jointCount: 3 });
  const tree = buildTree(mesh, { arity: pick(random, [2, 4] as const), leafSize: 1 + random.integer(8) });
  const bounds = createBlendTree(mesh, model, tree, { patchSize: pick(random, [4, 16, 64]) });
  return actorOf(`${what}, bones`, { mesh, model, bounds }, 0, strategyOf(random), (source, bodies) => {
    const across = (axis + 1 + source.integer(2)) % 3;
    const stretch = pick(source, ['none', 'none', 'none', 'mirrored', 'mirrored', 'flat'] as const);
    const odd = source.integer(3);
    const turns = [0, 1, 2].map(() => source.range(-1, 1) * pick(source, [0.3, 2, Math.PI]));
    const transforms = turns.flatMap((turn, bone) => {
      const pivot = [0, 0, 0];
      pivot[axis] = (bone / 3 - 0.5) * size;
      const scale = bone === odd && stretch !== 'none' ? (stretch === 'mirrored' ? -1 : 0) : 1;
      return turned(across, turn, scale, source.integer(3), pivot);
    });
    for (const body of bodies) body.setTransforms(transforms);
    return `turns ${turns.join(' ')}, ${stretch}`;
  });
}

/** A rotation about an axis and a pivot, with one column scaled, as rows of a 3 x 4 matrix. */
function turned(axis: number, angle: number, scale: number, column: number, pivot: readonly number[]): number[] {
  const [from, to] = [(axis + 1) % 3, (axis + 2) % 3];
  const rows = [0, 1, 2].map((row) => [0, 1, 2].map((k): number => (row === k ? 1 : 0)));
  rows[from][from] = cos(angle);
  rows[from][to] = -sin(angle);
  rows[to][from] = sin(angle);
  rows[to][to] = cos(angle);
  return rows.flatMap((row, i) => {
    const scaled = row.map((value, k) => (k === column ? value * scale : value));
    return [...scaled, pivot[i] - scaled.reduce((sum, value, k) => sum + value * pivot[k], 0)];
  });
}

/** Skins with and without morph targets, embeddings and cages, with weights and poses of any kind: most are tangles, so they are small. */
function blend(random: Random): Actor {
  const { mesh, what } = surface(random, 120);
  const { middle, size } = boxOf(mesh);
  const kind = pick(random, BLEND_KINDS);
  const governorCount = pick(random, [1, 2, 5]);
  const points = restPoints(random, mesh, governorCount);
  const amount = { governorCount, influences: 1 + random.integer(4), fieldCount: 2 };
  const model: BlendModel = randomBlend(random, mesh, kind, amount, points);
  const tree = buildTree(mesh, { arity: pick(random, [2, 4] as const), leafSize: 1 + random.integer(8) });
  const bounds = createBlendTree(mesh, model, tree, { patchSize: pick(random, [4, 16, 64]) });
  return actorOf(`${what}, ${kind}`, { mesh, model, bounds }, 0, strategyOf(random), (source, bodies) => {
    const poseKind = pick(source, POSES);
    const pose = randomPose(source, model, poseKind, size, points, middle);
    for (const body of bodies) applyPose(body, pose);
    return poseKind;
  });
}
