/** Long loops, in stretches that each take less than a millisecond or two, so that whoever waits can be served between them. */

/** Has `work` done for the numbers from 0 up to a count, from one up to, not including, another at a time; yields the share done after each. */
export function* inStretches(
  count: number,
  stretch: number,
  work: (from: number, to: number) => void,
): Generator<number, void, void> {
  for (let from = 0; from < count; from += stretch) {
    work(from, Math.min(from + stretch, count));
    yield Math.min(from + stretch, count) / count;
  }
}

/** Yields a share that stays the same, for a part of the work that is too small to count. */
export function* staying(work: Generator<number, void, void>, share: number): Generator<number, void, void> {
  while (work.next().done !== true) yield share;
}
