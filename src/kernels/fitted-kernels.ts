/** The hot loop over the regions of fitted bodies: compiled when a search first needs it, in the calling thread, since it does not wait. Who fits nothing does not load it. */
import { KERNELS_WASM_TEXT } from './generated/fitted-wasm.js';
import type { FittedFunctions } from './kernel-functions.js';
import type { Kernels } from './kernels.js';
import { decodeWasm } from './wasm-text.js';

/** Loads it, if that has not been tried. Where the module cannot be compiled, there is none. */
export function loadFittedKernels(kernels: Kernels): FittedFunctions | null {
  if (kernels.fitted === undefined) kernels.fitted = compile(kernels);
  return kernels.fitted;
}

function compile({ memory, regions }: Kernels): FittedFunctions | null {
  if (!memory) return regions?.walkFitted ? { walkFitted: regions.walkFitted } : null;
  try {
    const module = new WebAssembly.Module(decodeWasm(KERNELS_WASM_TEXT));
    return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as FittedFunctions;
  } catch {
    return null;
  }
}
