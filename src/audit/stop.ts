/** When to stop before everything is done: the caller says so, or the time is up. */

/** One signal for both. */
export class StopWatch {
  readonly #controller = new AbortController();
  readonly #forget: () => void;
  #reason: 'budget' | 'aborted' | undefined;

  constructor(signal: AbortSignal | undefined, budgetSeconds: number) {
    const abort = (): void => this.#stop('aborted');
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
    // No timer fires before a small scene is through.
    if (budgetSeconds <= 0) this.#stop('budget');
    // Longer ones do not fit into a timer, and are as good as none.
    const timer = budgetSeconds < 2_000_000 ? setTimeout(() => this.#stop('budget'), budgetSeconds * 1000) : undefined;
    this.#forget = () => {
      signal?.removeEventListener('abort', abort);
      clearTimeout(timer);
    };
  }

  /** Aborts when it is time to stop. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why, or undefined while there is no need to. */
  get reason(): 'budget' | 'aborted' | undefined {
    return this.#reason;
  }

  /** Lets go of the caller's signal and the timer. */
  dispose(): void {
    this.#forget();
  }

  #stop(reason: 'budget' | 'aborted'): void {
    this.#reason ??= reason;
    this.#controller.abort();
  }
}
