/**
 * The BN-Tree of Schvartzman, Gascón & Otaduy 2009, by name, beside the search that looks at everything: with contours, which misses nothing; with completed gradients too; and as the paper has it, without contours, and then
 * how many collisions it misses. One thread, sides in turns. It is written in TypeScript, and the plain search runs in WebAssembly.
 */
import { beginSelf, createBody, createPairHits, createSearch, step } from 'pliant';
import type { Kernels, PairHits, Search, Shape } from 'pliant';
import {
  beginPrunedSelf,
  buildTree,
  createBlendTree,
  createNormalBounds,
  createNormalPrune,
  createSkinModel,
} from 'pliant/parts';
import type { BlendModel, Mesh, NormalBounds, NormalStatistics } from 'pliant/parts';

import { createCloth } from '../scenes/cloth.js';
import type { ClothMotion } from '../scenes/cloth.js';
import { createCoil, writeCoilPose } from '../scenes/coil.js';
import type { CoilMotion } from '../scenes/coil.js';
import { QUADRUPED_PERIODS, createQuadruped, writeQuadrupedPose } from '../scenes/quadruped.js';
import type { Quadruped, QuadrupedMotion } from '../scenes/quadruped.js';
import { TEDDY_PERIOD, createTeddy, writeTeddyPose } from '../scenes/teddy.js';
import { orderedPairChecksum } from './checksum.js';
import { race } from './protocol.js';
import type { DisposableSide } from './protocol.js';
import type { Figures, Print } from './report.js';

const FRAMES = 16;
const REPETITIONS = 3;
const ROOM = 1 << 17;

/** A shape that moves: the transforms of its governors in each frame, or their points; and its normal bounds as the paper has them, and completed. */
interface Scene {
  readonly name: string;
  readonly shape: Shape;
  readonly poses: readonly Float32Array[];
  readonly tangent: NormalBounds;
  readonly whole: NormalBounds;
}

/** What a side has counted in one pass over all frames. */
interface Counts {
  pairs: number;
  triangles: number;
  found: number;
  missed: number;
  readonly normals: Record<keyof NormalStatistics, number> | undefined;
}

/** One way to look for collisions, and what it has counted. */
interface PaperSide extends DisposableSide {
  readonly hits: PairHits;
  readonly search: Search;
  readonly normals: Readonly<NormalStatistics> | undefined;
}

/** Runs all sides on the scenes of the paper, and on strips that face one way and collide. */
export function comparePaper(kernels: Kernels, print: Print): Figures {
  const quadruped = createQuadruped();
  const shape = shapeOf(quadruped.mesh, createSkinModel(quadruped.mesh, quadruped));
  const start = performance.now();
  const walk = sceneOf('245k_walk', shape, quadrupedPoses(quadruped, 'walk'));
  print(`normal bounds: ${((performance.now() - start) / 2).toFixed(0)} ms, ${bytesOf(walk.tangent, shape)}`);
  const scenes: Scene[] = [
    walk,
    { ...walk, name: '245k_jump', poses: quadrupedPoses(quadruped, 'jump') },
    ...clothScenes(),
    teddyScene(),
    ...(['ring', 'ramp'] as const).map(coilScene),
  ];
  const figures = scenes.map((scene) => compare(kernels, scene, print));
  const missed = figures.reduce((sum, { pairs_missed = 0 }) => sum + pairs_missed, 0);
  return Object.assign({}, ...figures, { pairs_missed: missed }) as Figures;
}

function sceneOf(name: string, shape: Shape, poses: readonly Float32Array[]): Scene {
  const whole = createNormalBounds(shape, { gradient: 'whole' });
  return { name, shape, poses, tangent: createNormalBounds(shape), whole };
}

function shapeOf(mesh: Mesh, model: BlendModel): Shape {
  return { mesh, model, bounds: createBlendTree(mesh, model, buildTree(mesh, { leafSize: 4 })) };
}

function bytesOf(
  { fieldNumbers, fields, governorNumbers, governors, numbers, rows, starts }: NormalBounds,
  { mesh }: Shape,
): string {
  const arrays = [fieldNumbers, fields, governorNumbers, governors, numbers, rows, starts];
  const bytes = arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return `${(bytes / mesh.triangleCount).toFixed(0)} bytes per triangle`;
}

function quadrupedPoses(quadruped: Quadruped, motion: QuadrupedMotion): Float32Array[] {
  return Array.from({ length: FRAMES }, (_, frame) => {
    const transforms = new Float32Array(quadruped.jointCount * 12);
    writeQuadrupedPose(quadruped, motion, (frame * QUADRUPED_PERIODS[motion]) / FRAMES, transforms);
    return transforms;
  });
}

function coilScene(motion: CoilMotion): Scene {
  const coil = createCoil();
  const poses = Array.from({ length: FRAMES }, (_, frame) => {
    const transforms = new Float32Array(coil.jointCount * 12);
    writeCoilPose(coil, motion, frame / (FRAMES - 1), transforms);
    return transforms;
  });
  return sceneOf(motion, shapeOf(coil.mesh, createSkinModel(coil.mesh, coil)), poses);
}

/** The cloth at the paper's finest: as it falls, and as it lies on itself. */
function clothScenes(): Scene[] {
  const cloth = createCloth();
  const posesOf = (motion: ClothMotion): Float32Array[] => {
    const frames = cloth.frames[motion];
    return frames.filter((_, frame) => frame % Math.ceil(frames.length / FRAMES) === 0);
  };
  const drape = sceneOf('cloth_drape', shapeOf(cloth.mesh, cloth.model), posesOf('drape'));
  return [drape, { ...drape, name: 'cloth_fold', poses: posesOf('fold') }];
}

function teddyScene(): Scene {
  const teddy = createTeddy();
  const { mesh, particles } = teddy;
  const model = createSkinModel(mesh, particles);
  const poses = Array.from({ length: FRAMES }, (_, frame) => {
    const transforms = new Float32Array(model.governorCount * 12);
    writeTeddyPose(teddy, (frame * TEDDY_PERIOD) / FRAMES, transforms);
    return transforms;
  });
  return sceneOf('teddy', shapeOf(mesh, model), poses);
}

function compare(kernels: Kernels, scene: Scene, print: Print): Figures {
  const { name, poses, tangent, whole } = scene;
  const plain = sideOf(kernels, scene, 'plain', undefined, true);
  const sides = [
    plain,
    sideOf(kernels, scene, 'normals and contours', tangent, true),
    sideOf(kernels, scene, 'the same, completed', whole, true),
    sideOf(kernels, scene, 'normals alone', tangent, false),
  ];
  const counts = sides.map((side) => count(side, plain, poses.length));
  // The last side misses what it misses, so it is not held to what the others find.
  const checksums = poses.map((_, frame) => plain.frame(frame));
  const last = sides[sides.length - 1];
  const raced = sides.map((side) => (side === last ? { ...side, frame: misreport(side, checksums) } : side));
  const { microseconds } = race(raced, poses.length, REPETITIONS);
  for (const side of sides) side.dispose();
  print(`${name}: ${scene.shape.mesh.triangleCount} triangles, means of ${poses.length} frames`);
  sides.forEach((side, i) => print(describe(side.name, microseconds[i], counts[i], poses.length)));
  return {
    [`normals_${name}_vs_plain`]: microseconds[0] / microseconds[1],
    [`normals_alone_${name}_missed`]: counts[3].missed,
    // By those that may miss nothing.
    pairs_missed: counts[1].missed + counts[2].missed,
  };
}

function misreport(side: PaperSide, checksums: readonly number[]): (frame: number) => number {
  return (frame) => {
    side.frame(frame);
    return checksums[frame];
  };
}

function sideOf(
  kernels: Kernels,
  { poses, shape }: Scene,
  name: string,
  normals: NormalBounds | undefined,
  conservative: boolean,
): PaperSide {
  // Without normals as the default does it; with them nothing is refitted, as in the paper.
  const body = createBody(kernels, shape, { pruning: 'never', strategy: normals ? 'lazy' : 'adaptive' });
  const prune = normals && createNormalPrune(body, normals, { conservative });
  const arePoints = shape.model.poseLayout.pointCount > 0;
  const search = createSearch();
  const hits = createPairHits(ROOM);
  return {
    name,
    hits,
    search,
    normals: prune?.statistics,
    frame: (frame) => {
      if (arePoints) body.setPoints(poses[frame]);
      else body.setTransforms(poses[frame]);
      if (prune) beginPrunedSelf(search, body, hits, prune);
      else beginSelf(search, body, hits);
      step(search);
      return orderedPairChecksum(hits);
    },
    dispose: () => body.dispose(),
  };
}

/** Goes over all frames twice, so that fronts are where they will be, and counts in the second pass. */
function count(side: PaperSide, plain: PaperSide, frameCount: number): Counts {
  const { normals, search } = side;
  const sums = normals && Object.fromEntries(Object.keys(normals).map((key) => [key, 0]));
  const counts: Counts = { pairs: 0, triangles: 0, found: 0, missed: 0, normals: sums as Counts['normals'] };
  for (let frame = 0; frame < frameCount; frame++) side.frame(frame);
  for (let frame = 0; frame < frameCount; frame++) {
    side.frame(frame);
    counts.pairs += search.statistics.nodesVisited;
    counts.triangles += search.statistics.triangleTests;
    counts.found += side.hits.count;
    if (normals && counts.normals) {
      for (const key of Object.keys(normals) as (keyof NormalStatistics)[]) counts.normals[key] += normals[key];
      counts.pairs += normals.nodesPruned + normals.pairsPruned;
    }
    if (side === plain) continue;
    const found = namesOf(side.hits);
    plain.frame(frame);
    for (const pair of namesOf(plain.hits)) if (!found.has(pair)) counts.missed++;
  }
  return counts;
}

function namesOf({ count: hitCount, pairs }: PairHits): Set<number> {
  return new Set(Array.from({ length: hitCount }, (_, i) => pairs[i * 2] * 0x4000000 + pairs[i * 2 + 1]));
}

function describe(name: string, microseconds: number, counts: Counts, frames: number): string {
  const mean = (value: number): string => (value / frames).toFixed(0);
  const { normals } = counts;
  const line =
    `  ${name.padEnd(20)} ${(microseconds / 1000).toFixed(2).padStart(7)} ms, ${mean(counts.pairs)} pairs of nodes, ` +
    `${mean(counts.triangles)} pairs of triangles with boxes that meet, ${mean(counts.found)} found, ${counts.missed} missed in all`;
  if (!normals) return line;
  return (
    `${line}; ${mean(normals.masks)} masks from governors, ${mean(normals.tileMasks)} from triangles, ${mean(normals.joinedMasks)} joined, ` +
    `front of ${mean(normals.frontSize)}, ${mean(normals.ascents)} ascents and ${mean(normals.refusedAscents)} refused, ` +
    `${mean(normals.nodesPruned)} nodes and ${mean(normals.pairsPruned)} pairs pruned, ` +
    `${mean(normals.contours)} contours with ${mean(normals.contourEdges)} edges, of which ${mean(normals.contoursRefused)} turned down`
  );
}
