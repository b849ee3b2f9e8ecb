/**
 * Deform + refit + ball query against three-mesh-bvh, on the gliding ball of the curtain scene at 12 k and 240 k
 * triangles. Each side uses the tree that is fastest for it.
 */
import { createHits } from 'pliant';
import { buildTree } from 'pliant/parts';
import type { BuildOptions } from 'pliant/parts';

import { LARGE_CURTAIN, createCurtainScene } from '../scenes/curtain.js';
import type { CurtainScene } from '../scenes/curtain.js';
import { checksumOf } from './checksum.js';
import { interleavedFieldsOf } from './fields.js';
import { fastestOf, race } from './protocol.js';
import type { Side } from './protocol.js';
import { BallWalk } from './refit/ball-hits.js';
import { RefitBody } from './refit/refit-body.js';
import type { Benchmark, Print } from './report.js';
import { TmbBody } from './tmb-body.js';
import { TMB_LIGHT_CANDIDATES } from './tmb-surface.js';
import type { TmbOptions } from './tmb-surface.js';

const TREE_CANDIDATES: readonly BuildOptions[] = [2, 4].flatMap((arity) =>
  [2, 4, 8, 16, 32, 64, 128, 255].map((leafSize) => ({ arity: arity as 2 | 4, leafSize })),
);

/** `npm run bench -- refit` */
export const benchRefit: Benchmark = (print) => ({
  ...compare('12k', createCurtainScene(), print),
  ...compare('240k', createCurtainScene(LARGE_CURTAIN), print),
});

function compare(size: string, scene: CurtainScene, print: Print) {
  const fields = interleavedFieldsOf(scene.model);
  const ours = fastestOf(TREE_CANDIDATES, (options) => refitSide(scene, options), scene.frameCount);
  const theirs = fastestOf(TMB_LIGHT_CANDIDATES, (options) => tmbSide(scene, fields, options), scene.frameCount);
  print(`${size}: ${scene.mesh.triangleCount} triangles, ${scene.model.fieldCount} fields, ${scene.frameCount} frames`);
  print(`  pliant: arity ${ours.arity}, leaves of ${ours.leafSize}`);
  print(`  three-mesh-bvh: ${theirs.strategy}, leaves of ${theirs.leafSize}`);
  const refit = refitSide(scene, ours);
  const { microseconds, checksum } = race([refit, tmbSide(scene, fields, theirs)], scene.frameCount);
  print(`  same triangles in every frame, checksum ${checksum}`);
  const [refitTime, tmbTime] = microseconds;
  return {
    [`refit_vs_tmb_${size}`]: tmbTime / refitTime,
    [`refit_microseconds_${size}`]: refitTime,
    [`tmb_microseconds_${size}`]: tmbTime,
  };
}

function refitSide(scene: CurtainScene, options: BuildOptions): Side {
  const body = new RefitBody(scene.mesh, scene.model, buildTree(scene.mesh, options));
  const walk = new BallWalk(body);
  const hits = createHits(1024);
  return {
    name: 'pliant refit',
    frame: (frame) => {
      body.pose(scene.weights[frame]);
      walk.find(scene.centers.glide[frame], scene.ballRadius, hits);
      return checksumOf(hits.triangles, hits.count);
    },
  };
}

function tmbSide(scene: CurtainScene, fields: Float32Array, options: TmbOptions): Side {
  const body = new TmbBody(scene.mesh, fields, options);
  return {
    name: 'three-mesh-bvh',
    frame: (frame) => {
      body.pose(scene.weights[frame]);
      return body.surface.ballChecksum(scene.centers.glide[frame], scene.ballRadius);
    },
  };
}
