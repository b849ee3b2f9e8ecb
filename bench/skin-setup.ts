/** What the races of `npm run bench -- skin` have in common: the walking animal, bodies of it, and what they count. */
import { createBody } from 'pliant';
import type { Body, Kernels, Shape, Strategy } from 'pliant';
import { measureTightness } from 'pliant/inspect';
import { buildTree, createBlendTree, createSkinModel } from 'pliant/parts';
import type { BlendModel, BlendTree } from 'pliant/parts';

import { QUADRUPED_PERIODS, createQuadruped, writeQuadrupedPose } from '../scenes/quadruped.js';
import type { Quadruped } from '../scenes/quadruped.js';
import type { Figures, Print } from './report.js';

/** Frames of a walking step. */
export const FRAMES = 64;
const LEAF_SIZE = 4;

/** The walking animal, its bounds, and the transforms of every frame. */
export interface Setup {
  readonly quadruped: Quadruped;
  readonly model: BlendModel;
  readonly bounds: BlendTree;
  readonly kernels: Kernels;
  readonly poses: readonly Float32Array[];
}

/** What bodies have opened and baked. */
export interface Counts {
  blocks: number;
  patches: number;
  frames: number;
}

/** Makes the animal and its bounds. */
export function setUp(kernels: Kernels, print: Print): Setup {
  const quadruped = createQuadruped();
  const { mesh } = quadruped;
  const model = createSkinModel(mesh, quadruped);
  const start = performance.now();
  const tree = buildTree(mesh, { leafSize: LEAF_SIZE });
  const middle = performance.now();
  const bounds = createBlendTree(mesh, model, tree);
  print(
    `${mesh.triangleCount} triangles, ${mesh.vertexCount} vertices, ${model.governorCount} bones, ` +
      `${(model.weights.length / mesh.vertexCount).toFixed(1)} influences per vertex: tree ` +
      `${(middle - start).toFixed(0)} ms, bounds ${(performance.now() - middle).toFixed(0)} ms`,
  );
  const poses = Array.from({ length: FRAMES }, (_, frame) => {
    const transforms = new Float32Array(quadruped.jointCount * 12);
    writeQuadrupedPose(quadruped, 'walk', (frame * QUADRUPED_PERIODS.walk) / FRAMES, transforms);
    return transforms;
  });
  return { quadruped, model, bounds, kernels, poses };
}

/** What the bounds consist of, what they weigh, and how tight they are. */
export function describeBounds(setup: Setup, print: Print): Figures {
  const { bounds, poses, quadruped } = setup;
  const shared = Object.values(bounds).reduce(
    (sum: number, value: unknown) => sum + (ArrayBuffer.isView(value) ? value.byteLength : 0),
    0,
  );
  const body = bodyOf(setup, 'lazy');
  const levels = measureTightness(
    body,
    poses.filter((_, frame) => frame % 16 === 0).map((transforms) => ({ transforms })),
  );
  body.dispose();
  const before = setup.kernels.arena.usedBytes;
  const other = [bodyOf(setup, 'lazy'), bodyOf(setup, 'lazy')];
  const own = (setup.kernels.arena.usedBytes - before - shared) / 2;
  for (const each of other) each.dispose();
  const { triangleCount } = quadruped.mesh;
  print(
    `  ${bounds.blockCount} blocks, ${bounds.lazyBlockCount} of them above ${bounds.patchCount} patches with ` +
      `${bounds.listedGovernorCount} governors in their lists; ` +
      `bytes per triangle: ${(shared / triangleCount).toFixed(0)} shared, ${(own / triangleCount).toFixed(0)} a body`,
  );
  print(`  area over tightest by level: ${levels.map((level) => level.meanRatio.toFixed(2)).join(', ')}`);
  return { bytes_per_triangle: (shared + own) / triangleCount };
}

/** A body of the animal. */
export function bodyOf(setup: Setup, strategy: Strategy = 'adaptive'): Body {
  // Self-collisions are those of the search that looks at everything: what can be left out is measured by `bn`.
  return createBody(setup.kernels, shapeOf(setup), { strategy, pruning: 'never' });
}

/** All that is precomputed of the animal. */
export function shapeOf({ bounds, model, quadruped }: Setup): Shape {
  return { mesh: quadruped.mesh, model, bounds };
}

/** Counts what a body has done for the present pose. */
export function count(counts: Counts, body: Body): void {
  counts.blocks += body.blocksEvaluated;
  counts.patches += body.patchesBaked;
  counts.frames++;
}

/** Says what was counted. */
export function perFrame({ blocks, frames, patches }: Counts): string {
  return `${(blocks / frames).toFixed(1)} blocks and ${(patches / frames).toFixed(1)} patches a frame`;
}
