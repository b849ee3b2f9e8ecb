/** The quadruped of 245 k triangles with itself, walking and jumping: all methods, and spatial hashing. */
import { createBody, createPairHits } from 'pliant';
import type { Kernels, Shape } from 'pliant';
import { buildTree, createBlendTree, createSkinModel, fitRegions } from 'pliant/parts';

import { QUADRUPED_PERIODS, createQuadruped, writeQuadrupedPose } from '../scenes/quadruped.js';
import type { Quadruped, QuadrupedMotion } from '../scenes/quadruped.js';
import { raceCuts } from './bn-cut.js';
import { countFrames, printSide, selfSide, settle } from './bn-sides.js';
import type { SelfScene, SelfSide } from './bn-sides.js';
import { pairChecksum } from './checksum.js';
import { HASHING_CANDIDATES, HashingBody } from './hashing-body.js';
import type { HashingOptions } from './hashing-body.js';
import { fastestOf, race } from './protocol.js';
import type { DisposableSide } from './protocol.js';
import type { Figures, Print } from './report.js';

const FRAMES = 16;
const REPETITIONS = 9;
const HASHING_REPETITIONS = 5;
const LEAF_SIZE = 4;
const ROOM = 1 << 17;
/** What a walking frame may come to, on every machine. */
const MOST_NODE_PAIRS = 60_000;
const MOST_TRIANGLE_PAIRS = 5_000;
/** How many times as long as its tree the regions of a mesh may take to be found. */
const MOST_BUILD_TIMES = 10;

/** Races all methods on the animal. */
export function raceQuadruped(kernels: Kernels, print: Print): Figures {
  const quadruped = createQuadruped();
  const shape = makeShape(kernels, quadruped, print);
  timeFit(shape, print);
  const walk = raceMotion(kernels, sceneOf(quadruped, shape, 'walk'), print);
  const jump = raceMotion(kernels, sceneOf(quadruped, shape, 'jump'), print);
  return {
    self_245k_walk_vs_plain: walk.plain / walk.default,
    self_245k_jump_vs_plain: jump.plain / jump.default,
    hsc_245k_vs_plain: walk.plain / walk.hsc,
    self_245k_vs_hsc: walk.hsc / walk.default,
    borders_245k_walk_vs_plain: walk.plain / walk.borders,
    borders_245k_jump_vs_plain: jump.plain / jump.borders,
    ...raceCuts(kernels, quadruped, shape, print),
    walk_vs_hashing: raceHashing(kernels, sceneOf(quadruped, shape, 'walk'), print),
    pairs_missed: walk.missed + jump.missed,
  };
}

/** Builds all that is precomputed, regions included, and says what it takes. */
function makeShape(kernels: Kernels, quadruped: Quadruped, print: Print): Shape {
  const { mesh } = quadruped;
  const model = createSkinModel(mesh, quadruped);
  const start = performance.now();
  const tree = buildTree(mesh, { leafSize: LEAF_SIZE });
  const treeMs = performance.now() - start;
  const shape: Shape = { mesh, model, bounds: createBlendTree(mesh, model, tree) };
  const scene = sceneOf(quadruped, shape, 'walk');
  const before = kernels.arena.usedBytes;
  const [first, second] = [selfSide(kernels, scene, 'hsc'), selfSide(kernels, scene, 'hsc')];
  const bodies = kernels.arena.usedBytes;
  const firstMs = timeFrame(first);
  const both = kernels.arena.usedBytes;
  timeFrame(second);
  const own = kernels.arena.usedBytes - both;
  const regionsMs = firstMs - timeFrame(first);
  print(
    `${mesh.triangleCount} triangles: tree ${treeMs.toFixed(0)} ms, regions ${regionsMs.toFixed(0)} ms, found on demand; bytes per triangle: ` +
      `${((both - bodies - own) / mesh.triangleCount).toFixed(0)} shared for regions and ${(own / mesh.triangleCount).toFixed(0)} a body, ` +
      `beside ${((bodies - before) / 2 / mesh.triangleCount).toFixed(0)}`,
  );
  first.dispose();
  second.dispose();
  requireLimit('milliseconds for regions', regionsMs, MOST_BUILD_TIMES * treeMs);
  return shape;
}

/** Says how long it takes to fit all regions at once, for those who do not want to wait until searches have done it. */
function timeFit(shape: Shape, print: Print): void {
  const start = performance.now();
  fitRegions(shape);
  print(`regions fitted to bones, where that is asked for: ${(performance.now() - start).toFixed(0)} ms`);
}

function timeFrame(side: SelfSide): number {
  const start = performance.now();
  side.frame(0);
  return performance.now() - start;
}

function sceneOf(quadruped: Quadruped, shape: Shape, motion: QuadrupedMotion): SelfScene {
  const poses = Array.from({ length: FRAMES }, (_, frame) => {
    const transforms = new Float32Array(quadruped.jointCount * 12);
    writeQuadrupedPose(quadruped, motion, (frame * QUADRUPED_PERIODS[motion]) / FRAMES, transforms);
    return transforms;
  });
  return { name: motion, shape, frameCount: FRAMES, pose: (body, frame) => body.setTransforms(poses[frame]) };
}

/** Microseconds of a frame by method, and pairs that any of them misses. */
interface Outcome {
  readonly plain: number;
  readonly hsc: number;
  readonly borders: number;
  readonly default: number;
  readonly missed: number;
}

function raceMotion(kernels: Kernels, scene: SelfScene, print: Print): Outcome {
  // Shapes are told apart by their bounds: what searches of the one have fitted, the other does not know.
  const apart = { ...scene, shape: { ...scene.shape, bounds: { ...scene.shape.bounds } } };
  const chosen = selfSide(kernels, scene, 'default');
  if (scene.name === 'walk') settle(scene, chosen, print);
  const others = (['plain', 'hsc', 'borders'] as const).map((method) => selfSide(kernels, apart, method));
  const sides = [...others, chosen];
  const { checksum, microseconds } = race(sides, FRAMES, REPETITIONS);
  const missed = countFrames(scene, sides);
  print(`${scene.name}: checksum ${checksum}`);
  sides.forEach((side, i) => printSide(print, side, microseconds[i]));
  if (scene.name === 'walk') {
    for (const { counts } of sides.slice(1)) {
      requireLimit('pairs of nodes', counts.nodesVisited / counts.frames, MOST_NODE_PAIRS);
      requireLimit(
        'pairs of triangles with boxes that meet',
        counts.triangleTests / counts.frames,
        MOST_TRIANGLE_PAIRS,
      );
    }
  }
  for (const side of sides) side.dispose();
  const [plain, hsc, borders, settled] = microseconds;
  return { plain, hsc, borders, default: settled, missed };
}

/** How many times as long spatial hashing takes, with the cells and the table that are fastest. */
function raceHashing(kernels: Kernels, scene: SelfScene, print: Print): number {
  const best = fastestOf(HASHING_CANDIDATES, (options) => hashingSide(kernels, scene, options), 2);
  const sides = [selfSide(kernels, scene, 'default', false), hashingSide(kernels, scene, best)];
  const { microseconds } = race(sides, FRAMES, HASHING_REPETITIONS);
  for (const side of sides) side.dispose();
  print(
    `walk, spatial hashing: ${(microseconds[1] / 1000).toFixed(1)} ms with cells of ${best.cellShare} triangles and ${2 ** best.tableBits} places; ` +
      `default beside it ${(microseconds[0] / 1000).toFixed(2)} ms`,
  );
  return microseconds[1] / microseconds[0];
}

function hashingSide(kernels: Kernels, scene: SelfScene, options: HashingOptions): DisposableSide {
  const body = createBody(kernels, scene.shape, { strategy: 'lazy' });
  const hashing = new HashingBody(kernels, body, options);
  const hits = createPairHits(ROOM);
  return {
    name: 'hashing',
    frame: (frame) => {
      scene.pose(body, frame);
      hashing.findSelfHits(hits);
      return pairChecksum(hits);
    },
    dispose: () => {
      hashing.dispose();
      body.dispose();
    },
  };
}

/** Counts are the same on every machine, so one that is too large is no matter of chance. */
function requireLimit(what: string, value: number, limit: number): void {
  if (value > limit) throw new Error(`${value.toFixed(0)} ${what}, more than the ${limit.toFixed(0)} that are allowed`);
}
