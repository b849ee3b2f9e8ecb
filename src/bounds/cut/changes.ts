/** What a cut has written, so that it can be written to where the kernels read it as well. */

/** Arrays that are copied to the kernels. */
export type SharedWords = Float32Array | Uint32Array;

/** A part of an array. */
export interface ChangedRange {
  readonly words: SharedWords;
  readonly from: number;
  readonly to: number;
}

/** Parts of arrays, and slots of the tree whose words changed, each any number of times. */
export interface Changes {
  readonly ranges: ChangedRange[];
  readonly slots: number[];
}

/** Nothing yet. */
export function createChanges(): Changes {
  return { ranges: [], slots: [] };
}

/** Notes that so many numbers of an array were written. */
export function noteRange({ ranges }: Changes, words: SharedWords, from: number, count: number): void {
  if (count > 0) ranges.push({ words, from, to: from + count });
}
