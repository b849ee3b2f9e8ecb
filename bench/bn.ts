/**
 * Self-collision that leaves out what is proved free, against the search that looks at everything. One thread, sides in turns, the same pairs in the same order.
 */
import { beginSelf, createBody, createPairHits, createSearch, step } from 'pliant';
import type { Kernels, SearchStatistics, Shape } from 'pliant';
import { buildTree, createBlendTree, createSkinModel } from 'pliant/parts';

import { QUADRUPED_PERIODS, createQuadruped, writeQuadrupedPose } from '../scenes/quadruped.js';
import type { Quadruped, QuadrupedMotion } from '../scenes/quadruped.js';
import { orderedPairChecksum } from './checksum.js';
import { race } from './protocol.js';
import type { DisposableSide } from './protocol.js';
import type { Benchmark, Figures, Print } from './report.js';
import { loadRoomyKernels } from './roomy-kernels.js';

const FRAMES = 16;
const REPETITIONS = 9;
const LEAF_SIZE = 4;
const ROOM = 1 << 17;

/** `npm run bench -- bn` */
export const benchBn: Benchmark = async (print) => {
  const kernels = await loadRoomyKernels();
  const quadruped = createQuadruped();
  const shape = shapeOf(quadruped, print);
  return {
    ...selfCollisions(kernels, quadruped, shape, 'walk', print),
    ...selfCollisions(kernels, quadruped, shape, 'jump', print),
  };
};

function shapeOf(quadruped: Quadruped, print: Print): Shape {
  const { mesh } = quadruped;
  const model = createSkinModel(mesh, quadruped);
  const start = performance.now();
  const tree = buildTree(mesh, { leafSize: LEAF_SIZE });
  print(`${mesh.triangleCount} triangles: tree ${(performance.now() - start).toFixed(0)} ms`);
  return { mesh, model, bounds: createBlendTree(mesh, model, tree) };
}

/** What a side has counted over all its frames. */
interface Counts extends SearchStatistics {
  frames: number;
  found: number;
}

function selfCollisions(
  kernels: Kernels,
  quadruped: Quadruped,
  shape: Shape,
  motion: QuadrupedMotion,
  print: Print,
): Figures {
  const poses = Array.from({ length: FRAMES }, (_, frame) => {
    const transforms = new Float32Array(quadruped.jointCount * 12);
    writeQuadrupedPose(quadruped, motion, (frame * QUADRUPED_PERIODS[motion]) / FRAMES, transforms);
    return transforms;
  });
  const counts: Counts[] = [];
  const sideOf = (pruning: 'always' | 'never'): DisposableSide => {
    const body = createBody(kernels, shape, { pruning });
    const search = createSearch();
    const hits = createPairHits(ROOM);
    const count: Counts = { ...search.statistics, frames: 0, found: 0 };
    counts.push(count);
    return {
      name: pruning === 'always' ? 'regions' : 'plain',
      frame: (frame) => {
        body.setTransforms(poses[frame]);
        beginSelf(search, body, hits);
        step(search);
        count.frames++;
        count.found += hits.count;
        for (const key of COUNTED) count[key] += search.statistics[key];
        return orderedPairChecksum(hits);
      },
      dispose: () => body.dispose(),
    };
  };
  const sides = [sideOf('never'), sideOf('always')];
  const { checksum, microseconds } = race(sides, FRAMES, REPETITIONS);
  for (const side of sides) side.dispose();
  print(`${motion}: checksum ${checksum}`);
  sides.forEach(({ name }, i) => print(`  ${name}: ${(microseconds[i] / 1000).toFixed(2)} ms, ${describe(counts[i])}`));
  return { [`self_245k_${motion}_vs_plain`]: microseconds[0] / microseconds[1] };
}

const COUNTED = ['nodesVisited', 'triangleTests', 'regionsFree', 'bordersSeen', 'borderEdges'] as const;

function describe(counts: Counts): string {
  const mean = (value: number): string => (value / counts.frames).toFixed(0);
  return (
    `${mean(counts.nodesVisited)} pairs of nodes, ${mean(counts.triangleTests)} pairs of triangles with boxes that meet, ${mean(counts.found)} found; ` +
    `${mean(counts.regionsFree)} regions free of ${mean(counts.bordersSeen)} looked at, with ${mean(counts.borderEdges)} edges of borders`
  );
}
