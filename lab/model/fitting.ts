/** One surface after the other that is fitted when someone wants that, and called off when nobody does any more. */
import { canFit, fitSurface, fittedShapeOf } from './fit-surface.js';
import type { SurfaceSimulation } from './surface-simulation.js';

/** Sees to it that a simulation has a fitted shape. */
export class Fitting {
  readonly #onProgress: (share: number) => void;
  readonly #onEnd: () => void;
  #controller: AbortController | undefined;
  #simulation: SurfaceSimulation | undefined;
  /** The surface that cannot be fitted: it is not tried again. */
  #failed: object | undefined;
  #share = 0;

  /** `onProgress` is told the share that is done, so often that it had better do little; `onEnd`, that there is nothing more to be done. */
  constructor(onProgress: (share: number) => void, onEnd: () => void) {
    this.#onProgress = onProgress;
    this.#onEnd = onEnd;
  }

  /** The share that is done while a surface is fitted. */
  get share(): number | undefined {
    return this.#controller === undefined ? undefined : this.#share;
  }

  /** Whether a simulation is without its shape, and may have one. */
  isDue({ parts, self }: SurfaceSimulation): boolean {
    return !self.isFitted && canFit(parts) && this.#failed !== parts;
  }

  /** Begins, goes on or stops; returns whether the simulation has just got its shape. */
  update(simulation: SurfaceSimulation, isWanted: boolean): boolean {
    if (this.#controller !== undefined && (!isWanted || simulation !== this.#simulation)) this.stop();
    if (!isWanted || !this.isDue(simulation)) return false;
    const { parts, self } = simulation;
    const shape = fittedShapeOf(parts);
    if (shape !== undefined) {
      self.adoptFitted(shape);
      return true;
    }
    if (this.#controller === undefined) void this.#fit(simulation);
    return false;
  }

  /** Calls off what is under way. */
  stop(): void {
    this.#controller?.abort();
    this.#controller = undefined;
  }

  async #fit(simulation: SurfaceSimulation): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    this.#controller = controller;
    this.#simulation = simulation;
    this.#share = 0;
    try {
      await fitSurface(simulation.parts, { signal, onProgress: (_, share = 0) => this.#tell(share) });
      // What has nothing to fit is not asked again.
      if (fittedShapeOf(simulation.parts) === undefined) this.#failed = simulation.parts;
    } catch (error) {
      if (signal.aborted) return;
      this.#failed = simulation.parts;
      throw error;
    } finally {
      if (this.#controller === controller) this.#controller = undefined;
      this.#onEnd();
    }
  }

  #tell(share: number): void {
    this.#share = share;
    this.#onProgress(share);
  }
}
