/** One surface after the other that is fitted when someone wants that, and called off when nobody does any more. */
import type { Shape } from 'pliant';
import { areGovernorsPoints } from './surface-parts.js';
import type { SurfaceParts } from './surface-parts.js';
import type { SurfaceSimulation } from './surface-simulation.js';

/** Whether there may be anything to fit. Points do not turn what they move, so a cloth is left to its borders. */
export function canFit({ model }: SurfaceParts): boolean {
  return !areGovernorsPoints(model);
}

/** Sees to it that a simulation has a fitted shape. */
export class Fitting {
  readonly #onProgress: (share: number) => void;
  readonly #onEnd: () => void;
  /** What has been fitted, and what cannot be. */
  readonly #shapes = new WeakMap<SurfaceParts, Shape | 'none'>();
  #controller: AbortController | undefined;
  #parts: SurfaceParts | undefined;
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
    return !self.isFitted && canFit(parts) && this.#shapes.get(parts) !== 'none';
  }

  /** Begins, goes on or stops; returns whether the simulation has just got its shape. */
  update(simulation: SurfaceSimulation, isWanted: boolean): boolean {
    const { parts, self } = simulation;
    if (!isWanted || parts !== this.#parts) this.stop();
    if (!isWanted || !this.isDue(simulation)) return false;
    const shape = this.#shapes.get(parts);
    if (shape !== undefined && shape !== 'none') {
      self.adoptFitted(shape);
      return true;
    }
    if (this.#controller === undefined) void this.#fit(parts);
    return false;
  }

  /** Calls off what is under way. */
  stop(): void {
    this.#controller?.abort();
    this.#controller = undefined;
  }

  async #fit(parts: SurfaceParts): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    this.#controller = controller;
    this.#parts = parts;
    this.#share = 0;
    try {
      const { fitSurface } = await import('./fit-surface.js');
      const shape = await fitSurface(parts, { signal, onProgress: (_, share = 0) => this.#tell(share) });
      this.#shapes.set(parts, shape ?? 'none');
    } catch (error) {
      if (signal.aborted) return;
      // Nor is it tried again; the page says what went wrong.
      this.#shapes.set(parts, 'none');
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
