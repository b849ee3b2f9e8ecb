/** Times of work that takes some microseconds, by a clock that may tell only tenths of a millisecond. */

/** Work is repeated until it has taken so long in all, but no more often than so many times. */
const SHORTEST_MS = 0.2;
const MOST_ROUNDS = 64;
/** Work that takes longer than this is long. */
const LONG_MS = 1;

/** Does the work, which must be the same every time, again and again; returns the milliseconds that one round took. */
export function timeWork(work: () => void): number {
  const start = performance.now();
  let end = start;
  let rounds = 0;
  while (end - start < SHORTEST_MS && rounds < MOST_ROUNDS) {
    work();
    rounds++;
    end = performance.now();
  }
  return (end - start) / rounds;
}

/** Times short work three times over, long work once, and returns the shortest: what else the machine does is not in it. */
export function timeSteadily(work: () => void): number {
  const end = performance.now() + LONG_MS;
  let shortest = timeWork(work);
  for (let i = 1; i < 3 && performance.now() < end; i++) shortest = Math.min(shortest, timeWork(work));
  return shortest;
}

/** The mean of the middle half of some times: neither single slow ones nor the steps of the clock show in it. */
export function typicalTime(times: readonly number[]): number {
  const quarter = times.length >> 2;
  const middle = times.toSorted((a, b) => a - b).slice(quarter, times.length - quarter);
  return middle.reduce((sum, time) => sum + time, 0) / Math.max(1, middle.length);
}

/** The last times of something, so many at most. */
export class RecentTimes {
  readonly #times: number[] = [];
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  add(time: number): void {
    this.#times.push(time);
    if (this.#times.length > this.#most) this.#times.shift();
  }

  get isEmpty(): boolean {
    return this.#times.length === 0;
  }

  /** See {@link typicalTime}; 0 while there are none. */
  get typical(): number {
    return typicalTime(this.#times);
  }

  clear(): void {
    this.#times.length = 0;
  }
}
