/** `npm run bench -- sim`: bodies that live, and what they are met by. */
import type { Figures, Print } from './report.js';
import { benchElements } from './sim-elements.js';
import { benchModes } from './sim-modes.js';
import { benchSpheres } from './sim-spheres.js';

/** Runs all parts, one after the other. */
export function benchSim(print: Print): Figures {
  return { ...benchElements(print), ...benchModes(print), ...benchSpheres(print) };
}
