/**
 * The paper's second scene: two spheres that grow into each other, whose vertices turn back where triangles touch. Many flightplans change, and each change has its times computed anew; what that costs, in counts that are the same on
 * every machine, beside the six numbers per node and frame that refitting writes.
 */
import {
  SPHERES_DETAILS,
  SPHERES_DURATION,
  createSpheres,
  startSpheres,
  stepSpheres,
} from '../scenes/growing-spheres.js';
import type { Figures, Print } from './report.js';

const FRAMES_PER_SECOND = 60;

/** Prints a line for each size, and returns what the largest saves. */
export function benchSpheres(print: Print): Figures {
  const frames = SPHERES_DURATION * FRAMES_PER_SECOND;
  print(`\ntwo growing spheres, ${frames} frames, leaves of one triangle; per frame:`);
  let saved = 0;
  for (const detail of SPHERES_DETAILS) {
    const spheres = createSpheres({ detail });
    const run = startSpheres(spheres);
    for (let frame = 1; frame <= frames; frame++) stepSpheres(run, spheres, frame / FRAMES_PER_SECOND);
    const sum = (read: (tree: (typeof run.trees)[number]) => number): number => read(run.trees[0]) + read(run.trees[1]);
    const events = sum(({ counts }) => counts.leafEvents + counts.treeEvents + counts.renewals);
    const numbers = sum(({ counts }) => counts.numbersWritten);
    const refitted = sum(({ nodeCount }) => nodeCount * 6) * frames;
    const perFrame = (count: number): string => (count / frames).toFixed(0);
    saved = refitted / (numbers + events);
    print(
      `  2 x ${spheres[0].mesh.triangleCount} triangles: ${perFrame(run.turnedCount)} flightplans changed, ${perFrame(events)} events, ${perFrame(numbers)} numbers ` +
        `against ${perFrame(refitted)}: ${saved.toFixed(1)} x; ${perFrame(run.list.counts.leafBegins)} leaf pairs began to overlap`,
    );
  }
  return { spheres_40k_updates_saved: saved };
}
