/** What the races of `npm run bench -- bd` have in common: a curtain with its bounds, bodies of it, and the tree of the others. */
import { createBody } from 'pliant';
import type { Body, Kernels, Shape, Strategy } from 'pliant';
import { buildTree, createBdTree } from 'pliant/parts';

import type { CurtainScene } from '../scenes/curtain.js';
import { fieldsOf } from './fields.js';
import { fastestOf } from './protocol.js';
import type { Side } from './protocol.js';
import type { Print } from './report.js';
import { TMB_LIGHT_CANDIDATES } from './tmb-surface.js';
import type { TmbOptions } from './tmb-surface.js';

/** What `createShape` takes for linear deformations. */
const LEAF_SIZE = 4;

/** A curtain, and all that is precomputed of it. */
export interface LazySetup {
  readonly scene: CurtainScene;
  readonly kernels: Kernels;
  readonly shape: Shape;
}

/** Makes the bounds of a curtain; says what they weigh and how long that took, if somebody listens. */
export function setUp(scene: CurtainScene, kernels: Kernels, print?: Print): LazySetup {
  const start = performance.now();
  const tree = buildTree(scene.mesh, { leafSize: LEAF_SIZE, motion: fieldsOf(scene.model) });
  const middle = performance.now();
  const bounds = createBdTree(scene.mesh, scene.model, tree);
  const bytes = bounds.rows.byteLength + bounds.words.byteLength + bounds.triangles.byteLength;
  print?.(
    `  ${scene.mesh.triangleCount} triangles: tree ${(middle - start).toFixed(0)} ms, ` +
      `coefficients ${(performance.now() - middle).toFixed(0)} ms, ${bounds.blockCount} blocks, depth ${bounds.depth}, ` +
      `${(bytes / scene.mesh.triangleCount).toFixed(0)} bytes per triangle`,
  );
  return { scene, kernels, shape: { mesh: scene.mesh, model: scene.model, bounds } };
}

/** A body of the curtain. */
export function bodyOf({ kernels, shape }: LazySetup, strategy: Strategy = 'adaptive'): Body {
  return createBody(kernels, shape, { strategy });
}

/** three-mesh-bvh with the tree that is fastest for it in this very race. */
export function fastestTmb(sideOf: (options: TmbOptions) => Side, frameCount: number, print: Print): Side {
  const tree = fastestOf(TMB_LIGHT_CANDIDATES, sideOf, frameCount);
  print(`  three-mesh-bvh: ${tree.strategy}, leaves of ${tree.leafSize}`);
  return sideOf(tree);
}
