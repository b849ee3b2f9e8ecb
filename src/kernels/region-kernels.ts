/** The hot loops over regions: compiled when a search of a body with itself first needs them, in the calling thread, since it does not wait. */
import type { Kernels } from './kernels.js';
import type { RegionFunctions } from './kernel-functions.js';
import { KERNELS_WASM_TEXT } from './generated/regions-wasm.js';
import { decodeWasm } from './wasm-text.js';

/** Loads them, if that has not been tried. Browsers allow it for modules as small as this one; where one does not, there are none. */
export function loadRegionKernels(kernels: Kernels): RegionFunctions | null {
  if (kernels.regions === undefined) {
    try {
      const module = new WebAssembly.Module(decodeWasm(KERNELS_WASM_TEXT));
      const instance = new WebAssembly.Instance(module, { env: { memory: kernels.memory! } });
      kernels.regions = instance.exports as unknown as RegionFunctions;
    } catch {
      kernels.regions = null;
    }
  }
  return kernels.regions;
}
