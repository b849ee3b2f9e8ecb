/**
 * Lazy queries on the BD-Tree against three-mesh-bvh, which deforms and refits, and against our own SIMD refit. All sides
 * answer with the same triangles.
 */
import {
  createBody,
  createHits,
  createPairHits,
  createSearch,
  beginBall,
  beginPair,
  findBallHits,
  findPairHits,
  findRayHits,
  step,
} from 'pliant';
import type { Body, Kernels, Shape, Strategy } from 'pliant';
import { measureTightness } from 'pliant/inspect';
import { QUINLAN_TREE, buildTree, createBdTree } from 'pliant/parts';
import type { BuildOptions } from 'pliant/parts';

import { LARGE_CURTAIN, createCurtainScene } from '../scenes/curtain.js';
import type { CurtainScene, Flight } from '../scenes/curtain.js';
import { checksumOf, pairChecksum, triangleMark } from './checksum.js';
import { fieldsOf, interleavedFieldsOf } from './fields.js';
import { fastestOf, race, readNumbers } from './protocol.js';
import type { Side } from './protocol.js';
import { BallWalk } from './refit/ball-hits.js';
import { RefitBody } from './refit/refit-body.js';
import type { Benchmark, Figures } from './report.js';
import { loadRoomyKernels } from './roomy-kernels.js';
import { TmbBody } from './tmb-body.js';
import { TMB_LIGHT_CANDIDATES } from './tmb-surface.js';
import type { TmbOptions } from './tmb-surface.js';

type Print = (line: string) => void;

const REFIT_CANDIDATES: readonly BuildOptions[] = [4, 8, 16, 32, 64, 128, 255].map((leafSize) => ({
  arity: 4,
  leafSize,
}));
const LEAF_SIZE = 2;

/** `npm run bench -- bd` */
export const benchBd: Benchmark = async (print) => {
  const kernels = await loadRoomyKernels();
  const curtain = createCurtainScene();
  const large = createCurtainScene(LARGE_CURTAIN);
  return {
    ...paperTables(curtain, kernels, print),
    ...balls('curtain', curtain, kernels, print),
    ...balls('large', large, kernels, print),
    ...pairs(large, kernels, print),
    ...rays(large, kernels, print),
    ...growth(large, kernels, print),
    ...switching(kernels, print),
  };
};

interface LazySetup {
  readonly scene: CurtainScene;
  readonly kernels: Kernels;
  readonly shape: Shape;
}

function setUp(scene: CurtainScene, kernels: Kernels, print?: Print): LazySetup {
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

function bodyOf({ kernels, shape }: LazySetup, strategy: Strategy = 'adaptive'): Body {
  return createBody(kernels, shape, { strategy });
}

/** What the paper's tables say of its sphere trees: counts, tests, tightness, growth by level. */
function paperTables(scene: CurtainScene, kernels: Kernels, print: Print): Figures {
  const start = performance.now();
  const tree = buildTree(scene.mesh, QUINLAN_TREE);
  const bounds = createBdTree(scene.mesh, scene.model, tree, { bound: 'sphere' });
  const buildTime = performance.now() - start;
  const body = createBody(kernels, { mesh: scene.mesh, model: scene.model, bounds }, { strategy: 'lazy' });
  const search = createSearch();
  const hits = createHits(1024);
  let tests = 0;
  scene.weights.forEach((weights, frame) => {
    body.setWeights(weights);
    beginBall(search, body, scene.centers.pass[frame], scene.ballRadius, hits);
    step(search);
    tests += search.statistics.boundTests;
  });
  const poses = scene.weights.filter((_, frame) => frame % 10 === 0);
  const levels = measureTightness(
    body,
    poses.map((weights) => ({ weights })),
  );
  body.dispose();
  const nodeCount = levels.reduce((sum, level) => sum + level.nodeCount, 0);
  const meanRatio = levels.reduce((sum, level) => sum + level.meanRatio * level.nodeCount, 0) / nodeCount;
  const largestGrowth = levels[0].meanGrowth;
  print(`sphere tree: ${nodeCount} spheres, ${levels.length} levels, built in ${buildTime.toFixed(0)} ms`);
  print(`  a ball passes: ${tests} sphere tests in ${scene.frameCount} frames`);
  print(`  mean radius ratio deformed/tight ${meanRatio.toFixed(2)}`);
  print(`  mean dR by level: ${levels.map((level) => (level.meanGrowth / largestGrowth).toFixed(3)).join(', ')}`);
  return { sphere_radius_ratio: meanRatio, sphere_tests_per_frame: tests / scene.frameCount };
}

function balls(name: string, scene: CurtainScene, kernels: Kernels, print: Print): Figures {
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

function lazySide(setup: LazySetup, flight: Flight): Side & { dispose: () => void } {
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

/** three-mesh-bvh with the tree that is fastest for it in this very race. */
function fastestTmb(sideOf: (options: TmbOptions) => Side, frameCount: number, print: Print): Side {
  const tree = fastestOf(TMB_LIGHT_CANDIDATES, sideOf, frameCount);
  print(`  three-mesh-bvh: ${tree.strategy}, leaves of ${tree.leafSize}`);
  return sideOf(tree);
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

/** Where the second curtain hangs, in metres: some five hundred pairs of triangles have bounds that meet, about thirty do. */
const LIGHT_CONTACT = 0.49;

function pairs(scene: CurtainScene, kernels: Kernels, print: Print): Figures {
  print('pair: two large curtains in light contact');
  const setup = setUp(scene, kernels);
  const [a, b] = [bodyOf(setup), bodyOf(setup)];
  const shift = [0.013, 0, LIGHT_CONTACT];
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

function rays(scene: CurtainScene, kernels: Kernels, print: Print): Figures {
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

const GROWTH_REPETITIONS = 201;

/** The same cloth at both resolutions, ten fields, a ball that touches about as many triangles. */
function growth(large: CurtainScene, kernels: Kernels, print: Print): Figures {
  const small = createCurtainScene({ fieldCount: 10 });
  const sides = [small, large].map((scene) => lazySide(setUp(scene, kernels), 'glide'));
  // Not a race of equals: what each side finds is its own, and so little that it takes many repetitions to measure.
  const unequal = sides.map((side): Side => {
    const frame = (number: number): number => {
      side.frame(number);
      return 0;
    };
    return { ...side, frame };
  });
  const [smallTime, largeTime] = race(unequal, small.frameCount, GROWTH_REPETITIONS).microseconds;
  for (const side of sides) side.dispose();
  print(`growth: ${smallTime.toFixed(2)} µs at 12 k, ${largeTime.toFixed(2)} µs at 240 k`);
  return { growth_12k_to_240k: largeTime / smallTime };
}

/** Distances of two curtains, from apart to deep in each other, in metres. */
const DEPTHS = [0.9, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05, 0.01];

function switching(kernels: Kernels, print: Print): Figures {
  print('switch: adaptive against the better of lazy and refit');
  const scene = createCurtainScene();
  const setup = setUp(scene, kernels);
  let worst = 0;
  for (const amplitude of [1, 0.2]) {
    const weights = scene.weights.map((row) => row.map((weight) => weight * amplitude));
    const scenarios = [
      ...DEPTHS.map((depth) => ({ name: `${depth} m`, depthAt: () => depth })),
      { name: 'alternating', depthAt: (frame: number) => (frame % 2 === 0 ? 0.01 : 0.9) },
    ];
    for (const { name, depthAt } of scenarios) {
      const sides = (['adaptive', 'lazy', 'refit'] as const).map((strategy) =>
        contactSide(setup, strategy, weights, depthAt),
      );
      const [adaptive, lazy, refit] = race(sides, scene.frameCount, 7).microseconds;
      for (const side of sides) side.dispose();
      const ratio = adaptive / Math.min(lazy, refit);
      print(
        `  amplitude ${amplitude}, ${name}: adaptive ${adaptive.toFixed(1)}, lazy ${lazy.toFixed(1)}, refit ${refit.toFixed(1)} µs, ratio ${ratio.toFixed(2)}`,
      );
      worst = Math.max(worst, ratio);
    }
  }
  return { switch_worst_over_best: worst };
}

function contactSide(
  setup: LazySetup,
  strategy: Strategy,
  weights: readonly Float32Array[],
  depthAt: (frame: number) => number,
): Side & { dispose: () => void } {
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
