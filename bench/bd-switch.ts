/** Is the switch to a refit made in time, and not too early? From curtains apart to curtains deep in each other. */
import type { Kernels } from 'pliant';

import { createCurtainScene } from '../scenes/curtain.js';
import { pairSide } from './bd-pairs.js';
import { setUp } from './bd-setup.js';
import { race } from './protocol.js';
import type { Figures, Print } from './report.js';

/** Distances of two curtains, from apart to deep in each other, in metres. */
const DEPTHS = [0.9, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05, 0.01];

/** How much longer the adaptive strategy takes than the better of the others, at worst. */
export function switching(kernels: Kernels, print: Print): Figures {
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
        pairSide(setup, strategy, weights, depthAt),
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
