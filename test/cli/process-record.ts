/** What a watched process writes down when it ends. */

/** The environment variable that says where to. */
export const RECORD_VARIABLE = 'PLIANT_TEST_RECORD';

/** What it took, and what it touched. */
export interface ProcessRecord {
  /** The largest size that it had in memory, in megabytes. */
  readonly largestMb: number;
  /** Files that it opened, but for those of modules. */
  readonly opened: readonly string[];
  /** Connections that it tried to make. */
  readonly connections: number;
}
