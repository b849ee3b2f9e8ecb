/** Rays against the walking animal, one or many a frame. */
import { createBody, createHits, findRayHits } from 'pliant';
import type { Strategy } from 'pliant';
import { buildTree, createBlendTree } from 'pliant/parts';
import type { BuildOptions } from 'pliant/parts';

import { triangleMark } from './checksum.js';
import { fastestOf, race } from './protocol.js';
import type { DisposableSide, Side } from './protocol.js';
import type { Figures, Print } from './report.js';
import { FRAMES, bodyOf, count, perFrame } from './skin-setup.js';
import type { Counts, Setup } from './skin-setup.js';
import { TmbSkinnedBody } from './tmb-skinned.js';
import type { Skinning } from './tmb-skinned.js';
import { TMB_CANDIDATES, TMB_LIGHT_CANDIDATES } from './tmb-surface.js';
import type { TmbOptions } from './tmb-surface.js';

const REFIT_CANDIDATES: readonly BuildOptions[] = [2, 4, 8, 16].map((leafSize) => ({ leafSize }));

interface RayTimes {
  readonly lazy: number;
  readonly refit: number;
  readonly tmb: number;
  /** three-mesh-bvh with flat skinning. */
  readonly flat: number;
}

/** One ray, and a hundred, against a refit and against three-mesh-bvh. */
export function rays(setup: Setup, print: Print): Figures {
  const one = raceRays(setup, 1, print);
  const hundred = raceRays(setup, 100, print);
  return {
    ray_245k_vs_tmb: one.tmb / one.lazy,
    ray100_245k_vs_tmb: hundred.tmb / hundred.lazy,
    ray_245k_vs_flat_tmb: one.flat / one.lazy,
    ray100_245k_vs_flat_tmb: hundred.flat / hundred.lazy,
    ray_245k_vs_refit: one.refit / one.lazy,
    ray100_245k_vs_refit: hundred.refit / hundred.lazy,
  };
}

/** A body that is asked for the first hits of so many rays a frame. */
export function lazyRays(
  setup: Setup,
  rayCount: number,
  counts: Counts,
  strategy: Strategy = 'adaptive',
): DisposableSide {
  const body = bodyOf(setup, strategy);
  const hits = createHits(1);
  const origin = new Float64Array(3);
  const direction = new Float64Array(3);
  return {
    name: strategy,
    frame: (frame) => {
      body.setTransforms(setup.poses[frame]);
      let sum = 0;
      for (let number = 0; number < rayCount; number++) {
        rayOf(frame, number, origin, direction);
        if (findRayHits(body, origin, direction, hits) > 0) sum += triangleMark(hits.triangles[0]);
      }
      count(counts, body);
      return sum;
    },
    dispose: () => body.dispose(),
  };
}

function raceRays(setup: Setup, count: number, print: Print): RayTimes {
  const refitTree = fastestOf(REFIT_CANDIDATES, (tree) => refitRays(setup, tree, count), FRAMES);
  const candidates = count === 1 ? TMB_LIGHT_CANDIDATES : TMB_CANDIDATES;
  const tmbTree = fastestOf(candidates, (tree) => tmbRays(setup, tree, count, 'flat'), FRAMES);
  const counts = { blocks: 0, patches: 0, frames: 0 };
  const lazy = lazyRays(setup, count, counts);
  const refit = refitRays(setup, refitTree, count);
  const tmb = (['three', 'flat'] as const).map((skinning) => tmbRays(setup, tmbTree, count, skinning));
  const { microseconds, checksum } = race([lazy, refit, ...tmb], FRAMES);
  lazy.dispose();
  refit.dispose();
  print(
    `${count} ray${count === 1 ? '' : 's'}: lazy ${microseconds[0].toFixed(1)} µs (${perFrame(counts)}), refit ` +
      `${microseconds[1].toFixed(0)} µs (leaves of ${refitTree.leafSize}), three-mesh-bvh ${microseconds[2].toFixed(0)} µs, with ` +
      `flat skinning ${microseconds[3].toFixed(0)} µs (${tmbTree.strategy}, leaves of ${tmbTree.leafSize}), checksum ${checksum}`,
  );
  return { lazy: microseconds[0], refit: microseconds[1], tmb: microseconds[2], flat: microseconds[3] };
}

function refitRays(
  { kernels, model, poses, quadruped }: Setup,
  options: BuildOptions,
  rayCount: number,
): DisposableSide {
  const { mesh } = quadruped;
  const bounds = createBlendTree(mesh, model, buildTree(mesh, options));
  const body = createBody(kernels, { mesh, model, bounds }, { strategy: 'refit' });
  const hits = createHits(1);
  const origin = new Float64Array(3);
  const direction = new Float64Array(3);
  return {
    name: 'refit',
    frame: (frame) => {
      body.setTransforms(poses[frame]);
      let sum = 0;
      for (let number = 0; number < rayCount; number++) {
        rayOf(frame, number, origin, direction);
        if (findRayHits(body, origin, direction, hits) > 0) sum += triangleMark(hits.triangles[0]);
      }
      return sum;
    },
    dispose: () => body.dispose(),
  };
}

function tmbRays({ model, poses, quadruped }: Setup, options: TmbOptions, rayCount: number, skinning: Skinning): Side {
  const body = new TmbSkinnedBody(quadruped.mesh, model, options, skinning);
  const origin = new Float64Array(3);
  const direction = new Float64Array(3);
  return {
    name: `three-mesh-bvh, ${skinning}`,
    frame: (frame) => {
      body.pose(poses[frame]);
      let sum = 0;
      for (let number = 0; number < rayCount; number++) {
        rayOf(frame, number, origin, direction);
        sum += body.surface.rayChecksum(origin, direction);
      }
      return sum;
    },
  };
}

/** A ray from the side towards the animal, another one for every frame and number. */
function rayOf(frame: number, number: number, origin: Float64Array, direction: Float64Array): void {
  const along = ((frame * 37 + number * 101) % 997) / 997;
  const up = ((frame * 61 + number * 89) % 991) / 991;
  origin[0] = -0.35 + 0.55 * along;
  origin[1] = 0.02 + 0.33 * up;
  origin[2] = 1;
  direction[0] = 0.05 - 0.1 * up;
  direction[1] = 0.05 - 0.1 * along;
  direction[2] = -1;
}
