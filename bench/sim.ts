/** `npm run bench -- sim`: bodies that live, and what they are met by. */
import type { Figures, Print } from './report.js';
import { loadRoomyKernels } from './roomy-kernels.js';
import { benchChairs } from './sim-chairs.js';
import { benchSimBudget } from './sim-budget.js';
import { benchElements } from './sim-elements.js';
import { benchFish } from './sim-fish.js';
import { benchModes } from './sim-modes.js';
import { benchSpheres } from './sim-spheres.js';

/** Runs all parts, one after the other. */
export async function benchSim(print: Print): Promise<Figures> {
  return {
    ...benchElements(print),
    ...benchModes(print),
    ...benchSpheres(print),
    ...benchChairs(await loadRoomyKernels(), print),
    ...benchFish(await loadRoomyKernels(), print),
    ...(await benchSimBudget(print)),
  };
}
