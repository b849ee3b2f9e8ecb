/** Counts by stretches of time that are all as long: only stretches that were gone through as a whole tell how much happens in one. */

/** Numbers that only grow, such as events. */
type Totals = readonly number[];

/** Goes along with time. */
export class Tally {
  readonly #length: number;
  #tick = 0;
  /** The totals when the present stretch began, unless it was entered in the middle. */
  #atBegin: Totals | undefined;

  /** Stretches of so many ticks. */
  constructor(length: number) {
    this.#length = length;
  }

  /** The end of the present stretch. */
  get nextEnd(): number {
    return (Math.floor(this.#tick / this.#length) + 1) * this.#length;
  }

  /** Jumps to a tick. */
  begin(tick: number, totals: Totals): void {
    this.#tick = tick;
    this.#atBegin = tick % this.#length === 0 ? totals : undefined;
  }

  /** Goes on to a tick within the present stretch, or at its end; then, if it was gone through as a whole, returns how much the totals have grown in it. */
  goOn(tick: number, totals: Totals): { readonly stretch: number; readonly growth: readonly number[] } | undefined {
    const stretch = Math.floor(this.#tick / this.#length);
    const before = this.#atBegin;
    const isEnd = tick >= this.nextEnd;
    if (isEnd) this.begin(tick, totals);
    else this.#tick = tick;
    if (!isEnd || before === undefined) return undefined;
    return { stretch, growth: totals.map((total, i) => total - before[i]) };
  }
}
