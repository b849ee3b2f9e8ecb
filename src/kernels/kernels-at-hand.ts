/**
 * Kernels with the loops in TypeScript at hand: for those who cannot wait, and for workers, which not every bundler lets import
 * anything later.
 */
import { kernelsOver, loadKernelsBy, wasmKernelsNow } from './kernels.js';
import type { Kernels, LoadKernelsOptions } from './kernels.js';
import { twinLoops } from './twin-loops.js';
import { runTwins } from './twins.js';

/** `loadKernels` in a worker. */
export async function loadKernelsInWorker(options: LoadKernelsOptions): Promise<Kernels> {
  return loadKernelsBy(options, async () => twinLoops(runTwins));
}

/**
 * `loadKernels` without waiting: compiles in the calling thread, which takes a few milliseconds. Browsers allow that for
 * modules as small as this one; where one does not, TypeScript serves.
 */
export function loadKernelsNow(): Kernels {
  try {
    return wasmKernelsNow();
  } catch {
    return kernelsOver(twinLoops(runTwins));
  }
}
