/** Rays against a curtain. */
import { createHits, findRayHits } from 'pliant';
import type { Kernels } from 'pliant';

import type { CurtainScene } from '../scenes/curtain.js';
import { bodyOf, fastestTmb, setUp } from './bd-setup.js';
import { triangleMark } from './checksum.js';
import { interleavedFieldsOf } from './fields.js';
import { race, readNumbers } from './protocol.js';
import type { Side } from './protocol.js';
import type { Figures, Print } from './report.js';
import { TmbBody } from './tmb-body.js';
import type { TmbOptions } from './tmb-surface.js';

/** The first hit of one ray a frame, against three-mesh-bvh. */
export function rays(scene: CurtainScene, kernels: Kernels, print: Print): Figures {
  print('ray: first hit on the large curtain');
  const body = bodyOf(setUp(scene, kernels));
  const hits = createHits(1);
  const origin = (frame: number): number[] => {
    const target = scene.centers.glide[frame];
    return [target[0] + 0.3, target[1] + 0.2, 3];
  };
  const direction = (frame: number): number[] => {
    const start = origin(frame);
    return [...scene.centers.glide[frame]].map((coordinate, axis) => coordinate - start[axis]);
  };
  const origins = scene.weights.map((_, frame) => origin(frame));
  const directions = scene.weights.map((_, frame) => direction(frame));
  const lazy: Side = {
    name: 'lazy',
    prepare: (frame) => readNumbers(scene.weights[frame], origins[frame], directions[frame]),
    frame: (frame) => {
      body.setWeights(scene.weights[frame]);
      return findRayHits(body, origins[frame], directions[frame], hits) > 0 ? triangleMark(hits.triangles[0]) : 0;
    },
  };
  const fields = interleavedFieldsOf(scene.model);
  const tmbSideOf = (options: TmbOptions): Side => {
    const tmbBody = new TmbBody(scene.mesh, fields, options);
    return {
      name: 'three-mesh-bvh',
      prepare: (frame) => readNumbers(scene.weights[frame], origins[frame], directions[frame]),
      frame: (frame) => {
        tmbBody.pose(scene.weights[frame]);
        return tmbBody.surface.rayChecksum(origins[frame], directions[frame]);
      },
    };
  };
  const tmb = fastestTmb(tmbSideOf, scene.frameCount, print);
  const { microseconds, checksum } = race([lazy, tmb], scene.frameCount);
  body.dispose();
  const [lazyTime, tmbTime] = microseconds;
  print(`  lazy ${lazyTime.toFixed(2)} µs, three-mesh-bvh ${tmbTime.toFixed(0)} µs, checksum ${checksum}`);
  return { ray_240k_vs_tmb: tmbTime / lazyTime };
}
