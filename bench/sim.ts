/** `npm run bench -- sim`: bodies that live. */
import type { Benchmark } from './report.js';
import { benchModes } from './sim-modes.js';

/** Runs all parts, one after the other. */
export const benchSim: Benchmark = (print) => ({
  ...benchModes(print),
});
/** `npm run bench -- sim`: bodies that live, and what they are met by. */
import type { Figures, Print } from './report.js';
import { benchSpheres } from './sim-spheres.js';

/** Runs all parts. */
export function benchSim(print: Print): Figures {
  return { ...benchSpheres(print) };
import { benchElements } from './sim-elements.js';

/** Runs all of them, one after the other. */
  return { ...benchElements(print) };
}
