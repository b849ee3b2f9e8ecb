/** Two animals that walk side by side. */
import { beginPair, createPairHits, createSearch, findPairHits, step } from 'pliant';
import type { Strategy } from 'pliant';

import { pairChecksum } from './checksum.js';
import { fastestOf, race } from './protocol.js';
import type { DisposableSide, Side } from './protocol.js';
import type { Figures, Print } from './report.js';
import { FRAMES, bodyOf, count, perFrame } from './skin-setup.js';
import type { Setup } from './skin-setup.js';
import { TmbSkinnedBody } from './tmb-skinned.js';
import type { Skinning } from './tmb-skinned.js';
import { TMB_LIGHT_CANDIDATES } from './tmb-surface.js';
import type { TmbOptions } from './tmb-surface.js';

/** How far to the side the second animal walks, in metres: flanks and paws graze. */
const LIGHT_TOUCH = 0.126;

/** All pairs of triangles that meet, against three-mesh-bvh. */
export function pairs(setup: Setup, print: Print): Figures {
  const { model, poses, quadruped } = setup;
  const others = poses.map((_, frame) => besides(poses, frame, LIGHT_TOUCH));
  const [a, b] = [bodyOf(setup), bodyOf(setup)];
  const search = createSearch();
  const hits = createPairHits(1 << 16);
  const counts = { blocks: 0, patches: 0, frames: 0 };
  let found = 0;
  let opened = 0;
  const lazy: Side = {
    name: 'lazy',
    frame: (frame) => {
      a.setTransforms(poses[frame]);
      b.setTransforms(others[frame]);
      beginPair(search, a, b, hits);
      step(search);
      count(counts, a);
      found += hits.count;
      opened += search.statistics.nodesVisited;
      return pairChecksum(hits);
    },
  };
  const tmbSide = (options: TmbOptions, skinning: Skinning): Side => {
    const [peerA, peerB] = [0, 1].map(() => new TmbSkinnedBody(quadruped.mesh, model, options, skinning));
    return {
      name: `three-mesh-bvh, ${skinning}`,
      frame: (frame) => {
        peerA.pose(poses[frame]);
        peerB.pose(others[frame]);
        return peerA.surface.pairChecksum(peerB.surface);
      },
    };
  };
  const tmbTree = fastestOf(TMB_LIGHT_CANDIDATES, (tree) => tmbSide(tree, 'flat'), FRAMES);
  const { microseconds, checksum } = race([lazy, tmbSide(tmbTree, 'three'), tmbSide(tmbTree, 'flat')], FRAMES);
  a.dispose();
  b.dispose();
  print(
    `pair: lazy ${microseconds[0].toFixed(1)} µs (${perFrame(counts)} of one, ${(opened / counts.frames).toFixed(0)} pairs ` +
      `of nodes opened, ${(found / counts.frames).toFixed(0)} pairs met), three-mesh-bvh ${microseconds[1].toFixed(0)} µs, ` +
      `with flat skinning ${microseconds[2].toFixed(0)} µs (${tmbTree.strategy}, leaves of ${tmbTree.leafSize}), checksum ${checksum}`,
  );
  return {
    pair_245k_vs_tmb: microseconds[1] / microseconds[0],
    pair_245k_vs_flat_tmb: microseconds[2] / microseconds[0],
  };
}

/** Two bodies so many metres apart. */
export function pairSide(setup: Setup, strategy: Strategy, distance: number): DisposableSide {
  const { poses } = setup;
  const others = poses.map((_, frame) => besides(poses, frame, distance));
  const [a, b] = [bodyOf(setup, strategy), bodyOf(setup, strategy)];
  const hits = createPairHits(1 << 20);
  return {
    name: strategy,
    frame: (frame) => {
      a.setTransforms(poses[frame]);
      b.setTransforms(others[frame]);
      findPairHits(a, b, hits);
      return pairChecksum(hits);
    },
    dispose: () => {
      a.dispose();
      b.dispose();
    },
  };
}

/** The pose of an animal that walks beside the first, half a step behind. */
function besides(poses: readonly Float32Array[], frame: number, distance: number): Float32Array {
  const transforms = poses[(frame + FRAMES / 2 + 5) % FRAMES].slice();
  for (let i = 11; i < transforms.length; i += 12) transforms[i] += distance;
  return transforms;
}
