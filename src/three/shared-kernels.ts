/** The kernels of all deform trees: one memory, so that any two can be searched against each other. */
import type { Kernels } from '../index.js';
import { loadKernelsNow } from '../internals.js';

/** Loaded once for the whole program: what may meet must be in one memory, and any two trees may. */
let kernels: Kernels | undefined;

/** The kernels, loaded when the first tree is made: in WebAssembly where it can be had, in TypeScript elsewhere. */
export function sharedKernels(): Kernels {
  kernels ??= loadKernelsNow();
  return kernels;
}
