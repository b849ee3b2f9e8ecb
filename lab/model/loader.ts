/** Makes simulations, and keeps the parts that the next one can use again: the curtain and its tree. */
import { buildTreeAsync, loadKernels } from 'pliant';
import type { Tree } from 'pliant';
import type { CurtainScene } from '../../scenes/curtain.js';
import { formatCount } from './format.js';
import { loadScene } from './load-scene.js';
import { Simulation } from './simulation.js';
import type { LabState } from './state.js';

/** The choices that need another simulation when they change. */
export const LOADED_KEYS = [
  'size',
  'arity',
  'leafSize',
  'bound',
  'backend',
] as const satisfies readonly (keyof LabState)[];

/** How to load. */
export interface LoadOptions {
  /** Calls the loading off. */
  readonly signal: AbortSignal;
  /** Told what is being done, and the share done where that is known. */
  readonly onProgress: (what: string, share?: number) => void;
}

/** Loads simulations one after the other. */
export class Loader {
  #scene: { readonly key: string; readonly value: CurtainScene } | undefined;
  #tree: { readonly key: string; readonly value: Tree } | undefined;

  /** Makes what the choices ask for. Rejects with the signal's reason when called off. */
  async load(state: LabState, options: LoadOptions): Promise<Simulation> {
    const scene = await this.#sceneOf(state, options);
    const tree = await this.#treeOf(state, scene, options);
    // 'auto' falls back to TypeScript; the page says so.
    const kernels = await loadKernels({ backend: state.backend === 'wasm' ? 'auto' : 'typescript' });
    options.signal.throwIfAborted();
    return new Simulation(scene, tree, kernels, state.bound);
  }

  async #sceneOf({ size }: LabState, { signal, onProgress }: LoadOptions): Promise<CurtainScene> {
    if (this.#scene?.key === size) return this.#scene.value;
    onProgress('Weaving the curtain…');
    const value = await loadScene(size, signal);
    this.#scene = { key: size, value };
    return value;
  }

  async #treeOf(state: LabState, scene: CurtainScene, { signal, onProgress }: LoadOptions): Promise<Tree> {
    const { size, arity, leafSize } = state;
    const key = [size, arity, leafSize].join();
    if (this.#tree?.key === key) return this.#tree.value;
    const what = `Building a tree over ${formatCount(scene.mesh.triangleCount)} triangles…`;
    const value = await buildTreeAsync(scene.mesh, {
      arity,
      leafSize,
      signal,
      onProgress: (share) => onProgress(what, share),
    });
    this.#tree = { key, value };
    return value;
  }
}
