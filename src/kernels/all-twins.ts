/** All loops in TypeScript: imported only where WebAssembly with SIMD cannot be had, or is not wanted. */
import type { Loops } from './kernel-functions.js';
import { runRegionTwins } from './region-twins.js';
import { twinLoops } from './twin-loops.js';
import { runTwins } from './twins.js';

/** The loops, with a memory. */
export function runAllTwins(): Loops {
  return twinLoops(runTwins, runRegionTwins);
}
