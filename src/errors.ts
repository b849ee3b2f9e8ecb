/**
 * What was wrong, in one word that code can branch on. The message carries the rest: which function, which place, which
 * value, and what to do.
 */
export type PliantErrorCode =
  /** An argument has the wrong type: an array of another kind, a missing field. */
  | 'bad-type'
  /** An array has the wrong length, or a count is fractional, negative or out of range. */
  | 'bad-count'
  /** An index points outside what it indexes. */
  | 'bad-index'
  /** A number is NaN, infinite, or outside the range it must lie in. */
  | 'bad-number'
  /** A file or text does not follow its format. */
  | 'bad-file'
  /** A file or buffer ends before what it announces. */
  | 'cut-short'
  /** A serialised buffer was not written by Pliant. */
  | 'foreign-buffer'
  /** A serialised buffer was written by a newer version of Pliant. */
  | 'newer-version'
  /** Two things that must belong together do not. */
  | 'mismatch'
  /** Something was used after `dispose()`. */
  | 'disposed'
  /** A simulation has blown up, or would at the step that was asked for. */
  | 'unstable'
  /** A worker ended, or could not be started, before it had answered. */
  | 'worker-lost'
  /** This machine, or this release of Pliant, cannot do what was asked. */
  | 'unsupported';

/** Every error that Pliant raises on purpose. The message names the function, the place, the value and the remedy. */
export class PliantError extends Error {
  /** Always `PliantError`. */
  override readonly name = 'PliantError';

  constructor(
    /** What was wrong, for code to branch on. */
    readonly code: PliantErrorCode,
    message: string,
  ) {
    super(message);
  }
}
