/** Makes simulations of the curtain, and keeps the parts that the next one can use again: cloth, tree and bounds. */
import { loadKernels } from 'pliant';
import type { LoadOptions } from './ask-worker.js';
import type { CurtainChoice, CurtainParts } from './curtain-parts.js';
import { CurtainSimulation } from './curtain-simulation.js';
import { makeCurtain } from './make-curtain.js';
import type { LabState } from './state.js';

/** Loads simulations one after the other. */
export class CurtainLoader {
  #kept: { readonly choice: CurtainChoice; readonly parts: CurtainParts } | undefined;

  /** Makes what the choices ask for. Rejects with the signal's reason when called off. */
  async load({ arity, backend, bound, leafSize, size }: LabState, options: LoadOptions): Promise<CurtainSimulation> {
    const choice: CurtainChoice = { arity, bound, leafSize, size };
    const usable = this.#usableFor(choice);
    const parts = isComplete(usable) ? usable : await makeCurtain(choice, usable, options);
    this.#kept = { choice, parts };
    // 'auto' falls back to TypeScript; the page says so.
    const kernels = await loadKernels({ backend: backend === 'wasm' ? 'auto' : 'typescript' });
    options.signal.throwIfAborted();
    return new CurtainSimulation(parts, kernels);
  }

  /** Those of the parts at hand that the choices leave as they are. */
  #usableFor({ arity, bound, leafSize, size }: CurtainChoice): Partial<CurtainParts> {
    if (this.#kept?.choice.size !== size) return {};
    const { choice, parts } = this.#kept;
    if (choice.arity !== arity || choice.leafSize !== leafSize) return { scene: parts.scene };
    return choice.bound === bound ? parts : { scene: parts.scene, tree: parts.tree };
  }
}

function isComplete(parts: Partial<CurtainParts>): parts is CurtainParts {
  return parts.bounds !== undefined;
}
