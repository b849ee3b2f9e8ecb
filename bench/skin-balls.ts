/** A ball that grazes the walking animal. */
import { createHits, findBallHits } from 'pliant';
import { checksumOf } from './checksum.js';
import { fastestOf, race } from './protocol.js';
import type { Side } from './protocol.js';
import type { Figures, Print } from './report.js';
import { FRAMES, bodyOf, count, perFrame } from './skin-setup.js';
import type { Setup } from './skin-setup.js';
import { TmbSkinnedBody } from './tmb-skinned.js';
import type { Skinning } from './tmb-skinned.js';
import { TMB_LIGHT_CANDIDATES } from './tmb-surface.js';
import type { TmbOptions } from './tmb-surface.js';

const BALL_RADIUS = 0.02;

/** All triangles that the ball touches, against three-mesh-bvh. */
export function spheres(setup: Setup, print: Print): Figures {
  const { model, poses, quadruped } = setup;
  const body = bodyOf(setup);
  const hits = createHits(1 << 14);
  const center = new Float64Array(3);
  const counts = { blocks: 0, patches: 0, frames: 0 };
  let found = 0;
  const lazy: Side = {
    name: 'lazy',
    frame: (frame) => {
      body.setTransforms(poses[frame]);
      ballOf(frame, center);
      findBallHits(body, center, BALL_RADIUS, hits);
      found += hits.count;
      count(counts, body);
      return checksumOf(hits.triangles, hits.count);
    },
  };
  const tmbSide = (options: TmbOptions, skinning: Skinning): Side => {
    const peer = new TmbSkinnedBody(quadruped.mesh, model, options, skinning);
    return {
      name: `three-mesh-bvh, ${skinning}`,
      frame: (frame) => {
        peer.pose(poses[frame]);
        ballOf(frame, center);
        return peer.surface.ballChecksum(center, BALL_RADIUS);
      },
    };
  };
  const tmbTree = fastestOf(TMB_LIGHT_CANDIDATES, (tree) => tmbSide(tree, 'flat'), FRAMES);
  const { microseconds, checksum } = race([lazy, tmbSide(tmbTree, 'three'), tmbSide(tmbTree, 'flat')], FRAMES);
  body.dispose();
  print(
    `ball: lazy ${microseconds[0].toFixed(1)} µs (${perFrame(counts)}, ${(found / counts.frames).toFixed(0)} triangles), ` +
      `three-mesh-bvh ${microseconds[1].toFixed(0)} µs, with flat skinning ${microseconds[2].toFixed(0)} µs (${tmbTree.strategy}, leaves of ${tmbTree.leafSize}), checksum ${checksum}`,
  );
  return {
    sphere_245k_vs_tmb: microseconds[1] / microseconds[0],
    sphere_245k_vs_flat_tmb: microseconds[2] / microseconds[0],
  };
}

/** A ball that grazes the flank: it touches some dozens of triangles, or none. */
function ballOf(frame: number, center: Float64Array): void {
  center[0] = -0.1 + (0.2 * frame) / FRAMES;
  center[1] = 0.24;
  center[2] = 0.066;
}
