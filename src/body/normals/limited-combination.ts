/**
 * The least and the largest Σ_k w_k x_k over weights with least_k ≤ w_k ≤ most_k and Σ_k w_k = 1 (Steinemann, Otaduy & Gross 2008): everyone gets the least, and what is left of 1 goes to
 * the largest x first, or to the smallest, each up to the most.
 */

/** Room for weights, and for values in rising order. */
export interface Combination {
  least: Float64Array;
  /** How much more each may get. */
  more: Float64Array;
  /** Values in rising order, and how much more each of them may get. */
  sorted: Float64Array;
  sortedMore: Float64Array;
  /** The least and the largest value found last. */
  readonly ends: Float64Array;
  /** What is left of 1. */
  readonly left: Float64Array;
}

/** Room for no weights yet. */
export function createCombination(): Combination {
  const none = new Float64Array(0);
  return {
    least: none,
    more: none,
    sorted: none,
    sortedMore: none,
    ends: new Float64Array(2),
    left: new Float64Array(1),
  };
}

/** Makes room for so many weights. */
export function makeRoom(combination: Combination, count: number): void {
  if (combination.least.length >= count) return;
  combination.least = new Float64Array(count * 2);
  combination.more = new Float64Array(count * 2);
  combination.sorted = new Float64Array(count * 2);
  combination.sortedMore = new Float64Array(count * 2);
}

/** Finds both ends for `count` values, the first of which is at `first`, and the next ones `stride` apart each. */
export function combine(
  { ends, least, left, more, sorted, sortedMore }: Combination,
  values: Float64Array,
  first: number,
  stride: number,
  count: number,
): void {
  let sum = 0;
  for (let k = 0, at = first; k < count; k++, at += stride) {
    const value = values[at];
    sum += least[k] * value;
    let place = k;
    for (; place > 0 && sorted[place - 1] > value; place--) {
      sorted[place] = sorted[place - 1];
      sortedMore[place] = sortedMore[place - 1];
    }
    sorted[place] = value;
    sortedMore[place] = more[k];
  }
  let lowest = sum;
  let rest = left[0];
  for (let i = 0; i < count && rest > 0; i++) {
    lowest += Math.min(rest, sortedMore[i]) * sorted[i];
    rest -= sortedMore[i];
  }
  let highest = sum;
  rest = left[0];
  for (let i = count - 1; i >= 0 && rest > 0; i--) {
    highest += Math.min(rest, sortedMore[i]) * sorted[i];
    rest -= sortedMore[i];
  }
  ends[0] = lowest;
  ends[1] = highest;
}
