/** The walking animal with itself. */
import { beginSelf, createPairHits, createSearch, step } from 'pliant';
import { pairChecksum } from './checksum.js';
import { fastestOf, race } from './protocol.js';
import type { Side } from './protocol.js';
import type { Figures, Print } from './report.js';
import { FRAMES, bodyOf } from './skin-setup.js';
import type { Setup } from './skin-setup.js';
import { TmbSkinnedBody } from './tmb-skinned.js';
import { TMB_CANDIDATES } from './tmb-surface.js';
import type { TmbOptions } from './tmb-surface.js';

/** All pairs of its triangles that meet, against three-mesh-bvh. */
export function selfCollisions(setup: Setup, print: Print): Figures {
  const { model, poses, quadruped } = setup;
  const body = bodyOf(setup);
  const search = createSearch();
  const hits = createPairHits(1 << 16);
  let found = 0;
  let tests = 0;
  let frames = 0;
  const lazy: Side = {
    name: 'lazy',
    frame: (frame) => {
      body.setTransforms(poses[frame * 4]);
      beginSelf(search, body, hits);
      step(search);
      found += hits.count;
      tests += search.statistics.triangleTests;
      frames++;
      return pairChecksum(hits);
    },
  };
  const tmbSide = (options: TmbOptions): Side => {
    const peer = new TmbSkinnedBody(quadruped.mesh, model, options);
    return {
      name: 'three-mesh-bvh',
      frame: (frame) => {
        peer.pose(poses[frame * 4]);
        return peer.surface.selfChecksum();
      },
    };
  };
  const tmbTree = fastestOf(TMB_CANDIDATES, tmbSide, 4);
  const { microseconds, checksum } = race([lazy, tmbSide(tmbTree)], FRAMES / 4, 7);
  body.dispose();
  print(
    `self: lazy ${(microseconds[0] / 1000).toFixed(1)} ms (${(tests / frames).toFixed(0)} pairs of triangles compared, ` +
      `${(found / frames).toFixed(0)} pairs met), three-mesh-bvh ${(microseconds[1] / 1000).toFixed(0)} ms ` +
      `(${tmbTree.strategy}, leaves of ${tmbTree.leafSize}), checksum ${checksum}`,
  );
  return { self_245k_vs_tmb: microseconds[1] / microseconds[0] };
}
