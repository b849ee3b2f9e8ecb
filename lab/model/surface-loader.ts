/** Makes simulations of surfaces, and keeps the parts of the last one for the next of the same kind. */
import { loadKernels } from 'pliant';
import { askWorker } from './ask-worker.js';
import type { LoadOptions } from './ask-worker.js';
import { formatCount } from './format.js';
import type { LabState } from './state.js';
import { motionOf } from './subjects.js';
import type { SurfaceOrder, SurfaceParts } from './surface-parts.js';
import { SurfaceSimulation } from './surface-simulation.js';

/** Regions of a surface with more triangles are not listed while it is shown, but before; and a notice of it needs so long to be seen. */
const MOST_AT_ONCE = 30_000;
const TO_BE_SEEN_MS = 50;

/** Loads simulations one after the other. */
export class SurfaceLoader {
  #kept: { readonly name: string; readonly parts: SurfaceParts } | undefined;

  /** Makes what the choices ask for. Rejects with the signal's reason when called off. */
  async load(state: LabState, options: LoadOptions): Promise<SurfaceSimulation> {
    const { animalSize, backend, clothLevels, subject } = state;
    const name = `${subject} ${subject === 'quadruped' ? animalSize : subject === 'cloth' ? clothLevels : ''}`;
    if (this.#kept?.name !== name) {
      const worker = new Worker(new URL('./surface-worker.ts', import.meta.url), { type: 'module' });
      const order: SurfaceOrder = { subject, animalSize, clothLevels };
      const parts = await askWorker<SurfaceOrder, SurfaceParts>(worker, subject, order, options);
      this.#kept = { name, parts };
    }
    const { parts } = this.#kept;
    // 'auto' falls back to TypeScript; the page says so.
    const kernels = await loadKernels({ backend: backend === 'wasm' ? 'auto' : 'typescript' });
    const { triangleCount } = parts.mesh;
    const isLong = state.selfCollisions && state.pruning && triangleCount > MOST_AT_ONCE;
    if (isLong) {
      options.onProgress(`Listing the regions of ${formatCount(triangleCount)} triangles…`);
      await new Promise((resolve) => setTimeout(resolve, TO_BE_SEEN_MS));
    }
    options.signal.throwIfAborted();
    const simulation = new SurfaceSimulation(parts, kernels, motionOf(subject, state));
    if (isLong) simulation.self.listRegions();
    return simulation;
  }
}
