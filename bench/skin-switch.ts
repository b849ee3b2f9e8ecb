/** Is the switch to a refit made in time, and not too early? From light work to heavy. */
import { race } from './protocol.js';
import type { DisposableSide } from './protocol.js';
import type { Figures, Print } from './report.js';
import { pairSide } from './skin-pairs.js';
import { lazyRays } from './skin-rays.js';
import { FRAMES } from './skin-setup.js';
import type { Setup } from './skin-setup.js';

const RAY_COUNTS = [1, 3, 10, 30, 100, 300, 1000, 3000, 10_000];
/** Distances of two animals, from apart to walking in each other's steps, in metres. */
const DISTANCES = [0.3, 0.15, 0.125, 0.11, 0.09, 0.06, 0.03, 0.01, 0.002];
const STRATEGIES = ['adaptive', 'lazy', 'refit'] as const;

/** How much longer the adaptive strategy takes than the better of the others, at worst. */
export function switching(setup: Setup, print: Print): Figures {
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
      STRATEGIES.map((strategy) => pairSide(setup, strategy, distance)),
      distance < 0.1 ? 8 : 32,
    );
  }
  return { switch_worst_over_best: worst };
}
