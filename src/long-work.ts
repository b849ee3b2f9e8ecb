/**
 * Work that takes seconds on a large mesh, written once and run two ways: at once, or in slices that leave the event
 * loop free, report progress and can be called off. It is a generator that yields the share done so far; generators are
 * too slow for inner loops and cost nothing at this grain.
 */

/** How to run long work without blocking. */
export interface LongWorkOptions {
  /** Calls the work off: the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Told the share of the work that is done, from 0 to 1, never falling, 1 exactly once, at the end. */
  readonly onProgress?: (share: number) => void;
}

/** Long work: yields the share done, returns the result. */
export type LongWork<Result> = Generator<number, Result, void>;

/** After how many milliseconds to give way, so that a page still draws 60 frames a second. Steps take one or two. */
const SLICE_MS = 8;

/** Runs the work to its end without a pause. */
export function runNow<Result>(work: LongWork<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Runs the work in slices of a few milliseconds and gives way between them. The result is the same as {@link runNow}'s. */
export async function runInSlices<Result>(work: LongWork<Result>, options: LongWorkOptions = {}): Promise<Result> {
  const { signal, onProgress } = options;
  let reported = 0;
  onProgress?.(0);
  for (;;) {
    // oxlint-disable-next-line same-bits/no-clock -- paces the work, never its result
    const sliceEnd = performance.now() + SLICE_MS;
    do {
      signal?.throwIfAborted();
      const step = work.next();
      if (step.done) {
        onProgress?.(1);
        return step.value;
      }
      if (step.value > reported && step.value < 1) reported = step.value;
      // oxlint-disable-next-line same-bits/no-clock -- paces the work, never its result
    } while (performance.now() < sliceEnd);
    onProgress?.(reported);
    await giveWay();
  }
}

/** Lets events be heard, at once where that can be had: a timer of 0 ms takes more than one. */
export async function giveWay(): Promise<void> {
  const { setImmediate } = globalThis as { setImmediate?: (callback: () => void) => unknown };
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}

/** Part of some longer work: what it yields is mapped to the stretch of `share` from `start` on. */
export function* rescale<Result>(work: LongWork<Result>, start: number, share: number): LongWork<Result> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    yield start + step.value * share;
  }
}
