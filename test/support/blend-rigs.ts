/** Small skins, morphing skins, embeddings and cages as rigs: see ../query/lazy-rigs.ts. */
import { type Body, type Kernels, type Shape, type Strategy, createBody } from 'pliant';
import type { Random } from 'pliant/exact';
import { type BlendModel, type Mesh, buildTree, createBlendTree } from 'pliant/parts';
import { randomPlacement } from '../bounds/bd-samples.js';
import { RIG_MESHES, type Rig, STRATEGIES, pick } from '../query/lazy-rigs.js';
import { BLEND_KINDS, type BlendKind, randomBlend, restPoints } from './blend-models.js';
import { definedPositions } from './blend-oracle.js';
import { CALM_KINDS, POSE_KINDS, applyPose, randomPose } from './blend-poses.js';
import { BACKENDS, refittedBody } from './sample-bodies.js';
import { changed, reachOf } from './sample-meshes.js';

/** A rig that follows a blend. */
export interface BlendRig extends Rig {
  readonly model: BlendModel;
  /** Where the points of an embedding or a cage rest. */
  readonly points: Float32Array;
  /** About how large the mesh is, and where its middle is. */
  readonly size: number;
  readonly pivot: readonly number[];
}

const PATCH_SIZES = [1, 4, 16, 64, 4096];

/** A rig of a random kind with up to about `most` triangles, all coordinates multiplied and moved. */
export function randomBlendRig(
  random: Random,
  most: number,
  scale: { readonly factor: number; readonly shift: number },
  kind = pick<BlendKind>(random, BLEND_KINDS),
): BlendRig {
  const meshName = pick(random, Object.keys(RIG_MESHES));
  const mesh = changed(RIG_MESHES[meshName](random, most), (value) => value * scale.factor + scale.shift);
  const governorCount = pick(random, [1, 2, 5, 20]);
  const points = restPoints(random, mesh, governorCount);
  const size = { governorCount, influences: 1 + random.integer(8), fieldCount: pick(random, [1, 3, 12]) };
  const model = randomBlend(random, mesh, kind, size, points);
  const strategy = pick(random, STRATEGIES);
  const [leafSize, patchSize] = [1 + random.integer(5), pick(random, PATCH_SIZES)];
  const what =
    `${kind} of ${governorCount} on ${meshName} (times ${scale.factor}, plus ${scale.shift}), ${strategy}, ` +
    `leaves of ${leafSize}, patches of ${patchSize}`;
  return makeBlendRig(what, mesh, model, points, { strategy, leafSize, patchSize, scale: scale.factor });
}

/** A rig of given parts. */
export function makeBlendRig(
  what: string,
  mesh: Mesh,
  model: BlendModel,
  points: Float32Array,
  options: { strategy: Strategy; leafSize: number; patchSize: number; scale?: number },
): BlendRig {
  const { leafSize, patchSize, strategy } = options;
  const tree = buildTree(mesh, { leafSize, arity: leafSize % 2 === 0 ? 4 : 2 });
  const bounds = createBlendTree(mesh, model, tree, { patchSize });
  const pruning = leafSize % 2 === 0 ? 'never' : 'always';
  const make = (kernels: Kernels): Body & Shape => createBody(kernels, { mesh, model, bounds }, { strategy, pruning });
  const lazy = [make(BACKENDS.wasm), make(BACKENDS.typescript)] as const;
  const refit = refittedBody(leafSize % 3 === 0 ? BACKENDS.typescript : BACKENDS.wasm, {
    mesh,
    model,
    tree,
    bound: leafSize % 2 === 0 ? 'box' : 'sphere',
  });
  const pivot = [...mesh.positions.subarray(0, 3)];
  const size = (options.scale ?? reachOf(mesh)) * 1.5;
  const rig = { what, mesh, model, points, size, pivot, lazy, refit, placement: undefined };
  const world = definedPositions(model, lazy[0].pose);
  return { ...rig, world };
}

/** A new pose, mostly one in which parts stay near each other; now and then a new placement. */
export function moveBlendRig(random: Random, rig: BlendRig, distance = 1): void {
  const kind = random.integer(6) === 0 ? pick(random, POSE_KINDS) : pick(random, CALM_KINDS);
  const pose = randomPose(random, rig.model, kind, rig.size, rig.points, rig.pivot);
  for (const body of [...rig.lazy, rig.refit]) applyPose(body, pose);
  if (random.integer(4) === 0) {
    rig.placement = randomPlacement(random, rig.size * distance, random.integer(4) === 0);
    for (const body of rig.lazy) body.setPlacement(rig.placement);
  }
  rig.world = definedPositions(rig.model, rig.lazy[0].pose, rig.placement);
}
