/** `npm run bench -- sim`: bodies that live, and what they are met by. */
import type { Figures, Print } from './report.js';
import { loadRoomyKernels } from './roomy-kernels.js';
import { benchChairs } from './sim-chairs.js';
import { benchSimBudget } from './sim-budget.js';
import { benchCreatures } from './sim-creatures.js';
import { benchElements } from './sim-elements.js';
import { benchFish } from './sim-fish.js';
import { benchModes } from './sim-modes.js';
import { benchSpheres } from './sim-spheres.js';

/** Runs all parts, one after the other. */
export async function benchSim(print: Print): Promise<Figures> {
  const figures = {
    ...benchElements(print),
    ...benchModes(print),
    ...benchSpheres(print),
    ...benchChairs(await loadRoomyKernels(), print),
    ...benchFish(await loadRoomyKernels(), print),
  };
  const budget = await benchSimBudget(print);
  const creatures = benchCreatures(await loadRoomyKernels(), print);
  return {
    ...figures,
    ...budget,
    ...creatures,
    // Of all scenes.
    conservative_missed: budget.conservative_missed + creatures.conservative_missed,
  };
}
