/** Makes simulations of the animal, and keeps its parts for the next one of the same size. */
import { loadKernels } from 'pliant';
import { askWorker } from './ask-worker.js';
import type { LoadOptions } from './ask-worker.js';
import type { AnimalSize, QuadrupedParts } from './quadruped-parts.js';
import { QuadrupedSimulation } from './quadruped-simulation.js';
import type { LabState } from './state.js';

/** Loads simulations one after the other. */
export class QuadrupedLoader {
  #kept: { readonly size: AnimalSize; readonly parts: QuadrupedParts } | undefined;

  /** Makes what the choices ask for. Rejects with the signal's reason when called off. */
  async load({ animalSize, backend }: LabState, options: LoadOptions): Promise<QuadrupedSimulation> {
    if (this.#kept?.size !== animalSize) {
      const worker = new Worker(new URL('./quadruped-worker.ts', import.meta.url), { type: 'module' });
      const parts = await askWorker<AnimalSize, QuadrupedParts>(worker, 'animal', animalSize, options);
      this.#kept = { size: animalSize, parts };
    }
    const { parts } = this.#kept;
    // 'auto' falls back to TypeScript; the page says so.
    const kernels = await loadKernels({ backend: backend === 'wasm' ? 'auto' : 'typescript' });
    options.signal.throwIfAborted();
    return new QuadrupedSimulation(parts, kernels);
  }
}
