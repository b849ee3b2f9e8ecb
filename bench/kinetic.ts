/**
 * `npm run bench -- kinetic`: what a kinetic tree does on a falling tablecloth, in counts that are the same on every machine. Beside it is what a bottom-up refit writes: six numbers per
 * node and frame.
 */
import { advance, createKineticTree, planKeyframes } from 'pliant/kinetic';
import type { KineticOptions, KineticTree } from 'pliant/kinetic';
import { createTablecloth, tableclothFrames } from '../scenes/tablecloth.js';
import type { Tablecloth } from '../scenes/tablecloth.js';
import { benchBoxTree } from './kinetic-box-tree.js';
import { benchTouches } from './kinetic-ccd.js';
import { benchChecks } from './kinetic-checks.js';
import { benchFirstTouch } from './kinetic-first-touch.js';
import { benchGarments } from './kinetic-garments.js';
import { benchLists } from './kinetic-lists.js';
import { benchSpheres } from './kinetic-spheres.js';
import type { Figures, Print } from './report.js';

/** Squares along a side: 2 k to 16 k triangles. */
const RESOLUTIONS = [32, 45, 64, 90] as const;
const LEAF_SIZES = [1, 4, 32, 64] as const;
const FRAMES_PER_KEY = 10;

/** Prints the paper's table of events and updates, and returns the figures. */
export async function benchKinetic(print: Print): Promise<Figures> {
  const figures: Record<string, number> = {};
  for (const squares of RESOLUTIONS) {
    const cloth = createTablecloth({ squares });
    print(`\ntablecloth, ${cloth.mesh.triangleCount} triangles, ${FRAMES_PER_KEY} frames a key; per frame:`);
    for (const arity of [2, 4] as const) {
      for (const leafSize of LEAF_SIZES) {
        const { saved, line } = follow(cloth, { arity, leafSize });
        print(`  ${arity} children, leaves of ${leafSize}: ${line}`);
        if (arity === 2 && leafSize === 1) figures[`tablecloth_${name(squares)}_updates_saved`] = saved;
      }
    }
    if (squares === RESOLUTIONS[0]) figures.events_at_100_over_1 = compareFrameRates(cloth);
  }
  benchLists(print);
  return {
    ...figures,
    ...benchSpheres(print),
    ...benchBoxTree(print),
    ...(await benchTouches(print)),
    ...(await benchFirstTouch(print)),
    ...benchGarments(print),
    ...benchChecks(print),
  };
}

function follow(cloth: Tablecloth, options: KineticOptions): { readonly saved: number; readonly line: string } {
  const tree = createKineticTree(planKeyframes(cloth), cloth.mesh.triangles, options);
  const built = tree.counts.certificatesComputed;
  const frames = tableclothFrames(cloth, FRAMES_PER_KEY).slice(1);
  for (const time of frames) advance(tree, time);
  const { certificatesComputed, numbersWritten } = tree.counts;
  const perFrame = (count: number): string => (count / frames.length).toFixed(0);
  const refitted = tree.nodeCount * 6 * frames.length;
  const saved = refitted / (numbersWritten + eventsOf(tree));
  const withTimes = refitted / (numbersWritten + eventsOf(tree) + certificatesComputed - built);
  const line =
    `${perFrame(eventsOf(tree))} events, ${perFrame(numbersWritten)} numbers, ${perFrame(certificatesComputed - built)} times of events ` +
    `against ${tree.nodeCount * 6} numbers: ${saved.toFixed(1)} x (${withTimes.toFixed(1)} x with times)`;
  return { saved, line };
}

function compareFrameRates(cloth: Tablecloth): number {
  const [once, often] = [1, 100].map((framesPerKey) => {
    const tree = createKineticTree(planKeyframes(cloth), cloth.mesh.triangles);
    for (const time of tableclothFrames(cloth, framesPerKey)) advance(tree, time);
    return eventsOf(tree);
  });
  return often / once;
}

function eventsOf({ counts }: KineticTree): number {
  return counts.leafEvents + counts.treeEvents + counts.renewals;
}

function name(squares: number): string {
  return `${Math.round((squares * squares * 2) / 1000)}k`;
}
