/** `npm run bench -- sim`: bodies that live. */
import type { Benchmark } from './report.js';
import { benchModes } from './sim-modes.js';

/** Runs all parts, one after the other. */
export const benchSim: Benchmark = (print) => ({
  ...benchModes(print),
});
