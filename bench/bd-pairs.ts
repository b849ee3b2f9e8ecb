/** Two curtains that touch. */
import { beginPair, createPairHits, createSearch, findPairHits, step } from 'pliant';
import type { Kernels, Strategy } from 'pliant';

import type { CurtainScene } from '../scenes/curtain.js';
import { bodyOf, fastestTmb, setUp } from './bd-setup.js';
import type { LazySetup } from './bd-setup.js';
import { pairChecksum } from './checksum.js';
import { interleavedFieldsOf } from './fields.js';
import { race, readNumbers } from './protocol.js';
import type { DisposableSide, Side } from './protocol.js';
import type { Figures, Print } from './report.js';
import { TmbBody } from './tmb-body.js';
import type { TmbOptions } from './tmb-surface.js';

/** Where the second curtain hangs, in metres: some five hundred pairs of triangles have bounds that meet, about thirty do. */
const LIGHT_TOUCH = 0.49;

/** All pairs of triangles that meet, against three-mesh-bvh. */
export function pairs(scene: CurtainScene, kernels: Kernels, print: Print): Figures {
  print('pair: two large curtains that barely touch');
  const setup = setUp(scene, kernels);
  const [a, b] = [bodyOf(setup), bodyOf(setup)];
  const shift = [0.013, 0, LIGHT_TOUCH];
  b.setPlacement(translation(shift));
  const search = createSearch();
  const hits = createPairHits(1 << 16);
  const other = (frame: number): Float32Array => scene.weights[(frame + 37) % scene.frameCount];
  let exactTests = 0;
  let frames = 0;
  const lazy: Side = {
    name: 'lazy',
    prepare: (frame) => readNumbers(scene.weights[frame], other(frame)),
    frame: (frame) => {
      a.setWeights(scene.weights[frame]);
      b.setWeights(other(frame));
      beginPair(search, a, b, hits);
      step(search);
      exactTests += search.statistics.triangleTests;
      frames++;
      return pairChecksum(hits);
    },
  };
  const fields = interleavedFieldsOf(scene.model);
  const tmbSideOf = (options: TmbOptions): Side => {
    const [tmbA, tmbB] = [new TmbBody(scene.mesh, fields, options), new TmbBody(scene.mesh, fields, options)];
    return {
      name: 'three-mesh-bvh',
      prepare: (frame) => readNumbers(scene.weights[frame], other(frame)),
      frame: (frame) => {
        tmbA.pose(scene.weights[frame]);
        tmbB.pose(other(frame), shift);
        return tmbA.surface.pairChecksum(tmbB.surface);
      },
    };
  };
  const tmb = fastestTmb(tmbSideOf, scene.frameCount, print);
  const { microseconds, checksum } = race([lazy, tmb], scene.frameCount);
  a.dispose();
  b.dispose();
  const [lazyTime, tmbTime] = microseconds;
  print(
    `  lazy ${lazyTime.toFixed(1)} µs, three-mesh-bvh ${tmbTime.toFixed(0)} µs, ` +
      `${(exactTests / frames).toFixed(0)} exact tests a frame, checksum ${checksum}`,
  );
  return { pair_large_vs_tmb: tmbTime / lazyTime };
}

/** Two bodies, the second of them as far behind the first in each frame as `depthAt` says, in metres. */
export function pairSide(
  setup: LazySetup,
  strategy: Strategy,
  weights: readonly Float32Array[],
  depthAt: (frame: number) => number,
): DisposableSide {
  const [a, b] = [bodyOf(setup, strategy), bodyOf(setup, strategy)];
  const hits = createPairHits(1 << 16);
  const placements = weights.map((_, frame) => translation([0.013, 0, depthAt(frame)]));
  return {
    name: strategy,
    prepare: (frame) => readNumbers(weights[frame], weights[(frame + 37) % weights.length], placements[frame]),
    frame: (frame) => {
      a.setWeights(weights[frame]);
      b.setWeights(weights[(frame + 37) % weights.length]);
      b.setPlacement(placements[frame]);
      findPairHits(a, b, hits);
      return pairChecksum(hits);
    },
    dispose: () => {
      a.dispose();
      b.dispose();
    },
  };
}

function translation([x, y, z]: readonly number[]): number[] {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
}
