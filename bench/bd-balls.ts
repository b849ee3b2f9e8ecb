/** A ball that passes through a curtain, or glides along it. */
import { createHits, findBallHits } from 'pliant';
import type { Kernels } from 'pliant';
import { buildTree } from 'pliant/parts';
import type { BuildOptions } from 'pliant/parts';

import type { CurtainScene, Flight } from '../scenes/curtain.js';
import { bodyOf, fastestTmb, setUp } from './bd-setup.js';
import type { LazySetup } from './bd-setup.js';
import { checksumOf } from './checksum.js';
import { interleavedFieldsOf } from './fields.js';
import { fastestOf, race, readNumbers } from './protocol.js';
import type { DisposableSide, Side } from './protocol.js';
import { BallWalk } from './refit/ball-hits.js';
import { RefitBody } from './refit/refit-body.js';
import type { Figures, Print } from './report.js';
import { TmbBody } from './tmb-body.js';
import type { TmbOptions } from './tmb-surface.js';

const REFIT_CANDIDATES: readonly BuildOptions[] = [4, 8, 16, 32, 64, 128, 255].map((leafSize) => ({
  arity: 4,
  leafSize,
}));

/** All triangles that the ball touches, against a refit and against three-mesh-bvh. */
export function balls(name: string, scene: CurtainScene, kernels: Kernels, print: Print): Figures {
  print(`${name}: a ball passes and glides`);
  const setup = setUp(scene, kernels, print);
  const fields = interleavedFieldsOf(scene.model);
  const figures: Record<string, number> = {};
  for (const flight of ['pass', 'glide'] as const) {
    const refitTree = fastestOf(REFIT_CANDIDATES, (tree) => refitSide(scene, tree, flight), scene.frameCount);
    print(`  ${flight}: refit with leaves of ${refitTree.leafSize}`);
    const lazy = lazySide(setup, flight);
    const refit = refitSide(scene, refitTree, flight);
    const tmb = fastestTmb((tree) => tmbSide(scene, fields, tree, flight), scene.frameCount, print);
    const { microseconds, checksum } = race([lazy, refit, tmb], scene.frameCount);
    lazy.dispose();
    const [lazyTime, refitTime, tmbTime] = microseconds;
    print(
      `  ${flight}: lazy ${lazyTime.toFixed(2)} µs, refit ${refitTime.toFixed(0)} µs, three-mesh-bvh ${tmbTime.toFixed(0)} µs, checksum ${checksum}`,
    );
    figures[`${name}_${flight}_vs_tmb`] = tmbTime / lazyTime;
    figures[`${name}_${flight}_vs_refit`] = refitTime / lazyTime;
  }
  return figures;
}

/** A body that is asked what the ball touches in its flight. */
export function lazySide(setup: LazySetup, flight: Flight): DisposableSide {
  const { scene } = setup;
  const body = bodyOf(setup);
  const hits = createHits(1024);
  return {
    name: 'lazy',
    prepare: (frame) => readNumbers(scene.weights[frame], scene.centers[flight][frame]),
    frame: (frame) => {
      body.setWeights(scene.weights[frame]);
      findBallHits(body, scene.centers[flight][frame], scene.ballRadius, hits);
      return checksumOf(hits.triangles, hits.count);
    },
    dispose: () => body.dispose(),
  };
}

function refitSide(scene: CurtainScene, options: BuildOptions, flight: Flight): Side {
  const body = new RefitBody(scene.mesh, scene.model, buildTree(scene.mesh, options));
  const walk = new BallWalk(body);
  const hits = createHits(1024);
  return {
    name: 'refit',
    prepare: (frame) => readNumbers(scene.weights[frame], scene.centers[flight][frame]),
    frame: (frame) => {
      body.pose(scene.weights[frame]);
      walk.find(scene.centers[flight][frame], scene.ballRadius, hits);
      return checksumOf(hits.triangles, hits.count);
    },
  };
}

function tmbSide(scene: CurtainScene, fields: Float32Array, options: TmbOptions, flight: Flight): Side {
  const body = new TmbBody(scene.mesh, fields, options);
  return {
    name: 'three-mesh-bvh',
    prepare: (frame) => readNumbers(scene.weights[frame], scene.centers[flight][frame]),
    frame: (frame) => {
      body.pose(scene.weights[frame]);
      return body.surface.ballChecksum(scene.centers[flight][frame], scene.ballRadius);
    },
  };
}
