/**
 * Lazy queries on a skinned quadruped of 245 k triangles against three-mesh-bvh, which bakes and refits, and against our own
 * SIMD bake and refit. All sides answer with the same triangles.
 */
import {
  buildTree,
  createBlendTree,
  createLazyBody,
  createPairHits,
  createPairSearch,
  createRayHits,
  createRaySearch,
  createRefitBody,
  createSelfSearch,
  createShapeSearch,
  createSkinModel,
  createTriangleHits,
  findBallHits,
  findPairHits,
  findRayHits,
  loadKernels,
  measureLazyTightness,
} from 'pliant';
import type { BlendModel, BlendTree, BuildOptions, Kernels, LazyBody, Strategy } from 'pliant';
import { QUADRUPED_PERIODS, createQuadruped, writeQuadrupedPose } from '../scenes/quadruped.js';
import type { Quadruped } from '../scenes/quadruped.js';
import { checksumOf, pairChecksum, triangleMark } from './checksum.js';
import { fastestOf, race } from './protocol.js';
import type { Side } from './protocol.js';
import type { Benchmark, Figures } from './report.js';
import { selfOverWorkers } from './skin-workers.js';
import { TmbSkinnedBody } from './tmb-skinned.js';
import type { Skinning } from './tmb-skinned.js';
import { TMB_CANDIDATES, TMB_LIGHT_CANDIDATES } from './tmb-surface.js';
import type { TmbOptions } from './tmb-surface.js';

type Print = (line: string) => void;
type DisposableSide = Side & { readonly dispose: () => void };

const FRAMES = 64;
const LEAF_SIZE = 4;
const REFIT_CANDIDATES: readonly BuildOptions[] = [4, 8, 16, 32, 64].map((leafSize) => ({ arity: 4, leafSize }));

/** The walking animal, its bounds, and the transforms of every frame. */
interface Setup {
  readonly quadruped: Quadruped;
  readonly model: BlendModel;
  readonly bounds: BlendTree;
  readonly kernels: Kernels;
  readonly poses: readonly Float32Array[];
}

/** `npm run bench -- skin` */
export const benchSkin: Benchmark = async (print) => {
  const setup = setUp(await loadKernels(), print);
  return {
    ...describeBounds(setup, print),
    ...rays(setup, print),
    ...spheres(setup, print),
    ...pairs(setup, print),
    ...switching(setup, print),
    ...selfCollisions(setup, print),
    ...(await selfOverWorkers({ mesh: setup.quadruped.mesh, ...setup }, print)),
  };
};

function setUp(kernels: Kernels, print: Print): Setup {
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
function describeBounds(setup: Setup, print: Print): Figures {
  const { bounds, poses, quadruped } = setup;
  const shared = Object.values(bounds).reduce(
    (sum: number, value: unknown) => sum + (ArrayBuffer.isView(value) ? value.byteLength : 0),
    0,
  );
  const body = createBody(setup, 'lazy');
  const levels = measureLazyTightness(
    body,
    poses.filter((_, frame) => frame % 16 === 0).map((transforms) => ({ transforms })),
  );
  body.dispose();
  const before = setup.kernels.arena.usedBytes;
  const other = [createBody(setup, 'lazy'), createBody(setup, 'lazy')];
  const own = (setup.kernels.arena.usedBytes - before - shared) / 2;
  for (const each of other) each.dispose();
  const { triangleCount } = quadruped.mesh;
  print(
    `  ${bounds.blockCount} blocks, ${bounds.patchCount} patches, ${bounds.governors.length / 9} governors in lists; ` +
      `bytes per triangle: ${(shared / triangleCount).toFixed(0)} shared, ${(own / triangleCount).toFixed(0)} a body`,
  );
  print(`  area over tightest by level: ${levels.map((level) => level.meanRatio.toFixed(2)).join(', ')}`);
  return { bytes_per_triangle: (shared + own) / triangleCount };
}

function createBody({ bounds, kernels, model, quadruped }: Setup, strategy: Strategy = 'adaptive'): LazyBody {
  return createLazyBody(kernels, { mesh: quadruped.mesh, model, bounds, strategy });
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

function rays(setup: Setup, print: Print): Figures {
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

interface RayTimes {
  readonly lazy: number;
  readonly refit: number;
  readonly tmb: number;
  /** three-mesh-bvh with flat skinning. */
  readonly flat: number;
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

interface Counts {
  blocks: number;
  patches: number;
  frames: number;
}

function perFrame({ blocks, frames, patches }: Counts): string {
  return `${(blocks / frames).toFixed(1)} blocks and ${(patches / frames).toFixed(1)} patches a frame`;
}

function count(counts: Counts, body: LazyBody): void {
  counts.blocks += body.blocksEvaluated;
  counts.patches += body.patchesBaked;
  counts.frames++;
}

function lazyRays(setup: Setup, rayCount: number, counts: Counts, strategy: Strategy = 'adaptive'): DisposableSide {
  const body = createBody(setup, strategy);
  const search = createRaySearch(body);
  const hits = createRayHits(1);
  const origin = new Float64Array(3);
  const direction = new Float64Array(3);
  return {
    name: strategy,
    frame: (frame) => {
      body.setTransforms(setup.poses[frame]);
      let sum = 0;
      for (let number = 0; number < rayCount; number++) {
        rayOf(frame, number, origin, direction);
        if (findRayHits(search, origin, direction, hits) > 0) sum += triangleMark(hits.triangles[0]);
      }
      count(counts, body);
      return sum;
    },
    dispose: () => body.dispose(),
  };
}

function refitRays(
  { kernels, model, poses, quadruped }: Setup,
  options: BuildOptions,
  rayCount: number,
): DisposableSide {
  const { mesh } = quadruped;
  const body = createRefitBody(kernels, { mesh, model, tree: buildTree(mesh, options) });
  const search = createRaySearch(body);
  const hits = createRayHits(1);
  const origin = new Float64Array(3);
  const direction = new Float64Array(3);
  return {
    name: 'refit',
    frame: (frame) => {
      body.setTransforms(poses[frame]);
      let sum = 0;
      for (let number = 0; number < rayCount; number++) {
        rayOf(frame, number, origin, direction);
        if (findRayHits(search, origin, direction, hits) > 0) sum += triangleMark(hits.triangles[0]);
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

const BALL_RADIUS = 0.02;

/** A ball that grazes the flank: it touches some dozens of triangles, or none. */
function ballOf(frame: number, center: Float64Array): void {
  center[0] = -0.1 + (0.2 * frame) / FRAMES;
  center[1] = 0.24;
  center[2] = 0.066;
}

function spheres(setup: Setup, print: Print): Figures {
  const { model, poses, quadruped } = setup;
  const body = createBody(setup);
  const search = createShapeSearch(body);
  const hits = createTriangleHits(1 << 14);
  const center = new Float64Array(3);
  const counts = { blocks: 0, patches: 0, frames: 0 };
  let found = 0;
  const lazy: Side = {
    name: 'lazy',
    frame: (frame) => {
      body.setTransforms(poses[frame]);
      ballOf(frame, center);
      findBallHits(search, center, BALL_RADIUS, hits);
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

/** How far to the side the second animal walks, in metres: flanks and paws graze. */
const LIGHT_CONTACT = 0.126;

/** The pose of an animal that walks beside the first, half a step behind. */
function besides(poses: readonly Float32Array[], frame: number, distance: number): Float32Array {
  const transforms = poses[(frame + FRAMES / 2 + 5) % FRAMES].slice();
  for (let i = 11; i < transforms.length; i += 12) transforms[i] += distance;
  return transforms;
}

function pairs(setup: Setup, print: Print): Figures {
  const { model, poses, quadruped } = setup;
  const others = poses.map((_, frame) => besides(poses, frame, LIGHT_CONTACT));
  const [a, b] = [createBody(setup), createBody(setup)];
  const search = createPairSearch(a, b);
  const hits = createPairHits(1 << 16);
  const counts = { blocks: 0, patches: 0, frames: 0 };
  let found = 0;
  let opened = 0;
  const lazy: Side = {
    name: 'lazy',
    frame: (frame) => {
      a.setTransforms(poses[frame]);
      b.setTransforms(others[frame]);
      findPairHits(search, hits);
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

const RAY_COUNTS = [1, 3, 10, 30, 100, 300, 1000, 3000, 10_000];
/** Distances of two animals, from apart to walking in each other's steps, in metres. */
const DISTANCES = [0.3, 0.15, 0.125, 0.11, 0.09, 0.06, 0.03, 0.01, 0.002];
const STRATEGIES = ['adaptive', 'lazy', 'refit'] as const;

function switching(setup: Setup, print: Print): Figures {
  print('switch: adaptive against the better of lazy and refit');
  let worst = 0;
  const judge = (name: string, sides: readonly DisposableSide[], frames: number): void => {
    const [adaptive, lazy, refit] = race(sides, frames, 7).microseconds;
    for (const side of sides) side.dispose();
    const ratio = adaptive / Math.min(lazy, refit);
    print(
      `  ${name}: adaptive ${adaptive.toFixed(0)}, lazy ${lazy.toFixed(0)}, refit ${refit.toFixed(0)} µs, ratio ${ratio.toFixed(2)}`,
    );
    worst = Math.max(worst, ratio);
  };
  const counts = { blocks: 0, patches: 0, frames: 0 };
  for (const rayCount of RAY_COUNTS) {
    judge(
      `${rayCount} rays`,
      STRATEGIES.map((strategy) => lazyRays(setup, rayCount, counts, strategy)),
      rayCount > 1000 ? 16 : FRAMES,
    );
  }
  for (const distance of DISTANCES) {
    judge(
      `${distance} m apart`,
      STRATEGIES.map((strategy) => contactSide(setup, strategy, distance)),
      distance < 0.1 ? 8 : 32,
    );
  }
  return { switch_worst_over_best: worst };
}

function contactSide(setup: Setup, strategy: Strategy, distance: number): DisposableSide {
  const { poses } = setup;
  const others = poses.map((_, frame) => besides(poses, frame, distance));
  const [a, b] = [createBody(setup, strategy), createBody(setup, strategy)];
  const search = createPairSearch(a, b);
  const hits = createPairHits(1 << 20);
  return {
    name: strategy,
    frame: (frame) => {
      a.setTransforms(poses[frame]);
      b.setTransforms(others[frame]);
      findPairHits(search, hits);
      return pairChecksum(hits);
    },
    dispose: () => {
      a.dispose();
      b.dispose();
    },
  };
}

function selfCollisions(setup: Setup, print: Print): Figures {
  const { model, poses, quadruped } = setup;
  const body = createBody(setup);
  const search = createSelfSearch(body);
  const hits = createPairHits(1 << 16);
  let found = 0;
  let tests = 0;
  let frames = 0;
  const lazy: Side = {
    name: 'lazy',
    frame: (frame) => {
      body.setTransforms(poses[frame * 4]);
      findPairHits(search, hits);
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
