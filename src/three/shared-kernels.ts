/** The kernels of all deform trees: one memory, so that any two can be searched against each other. */
import { loadKernelsNow } from '../kernels/kernels.js';
import type { Kernels } from '../kernels/kernels.js';

let kernels: Kernels | undefined;

/** The kernels, loaded when the first tree is made: in WebAssembly where it can be had, in TypeScript elsewhere. */
export function sharedKernels(): Kernels {
  kernels ??= loadKernelsNow();
  return kernels;
}
