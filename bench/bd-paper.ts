/** What the tables of the paper say of its sphere trees, for ours. */
import { beginBall, createBody, createHits, createSearch, step } from 'pliant';
import type { Kernels } from 'pliant';
import { measureTightness } from 'pliant/inspect';
import { QUINLAN_TREE, buildTree, createBdTree } from 'pliant/parts';

import type { CurtainScene } from '../scenes/curtain.js';
import type { Figures, Print } from './report.js';

/** Counts, tests, tightness, growth by level. */
export function paperTables(scene: CurtainScene, kernels: Kernels, print: Print): Figures {
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
