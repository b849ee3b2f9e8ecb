/** What has changed lately, for whoever keeps a copy of a part of something: the last changes by number, and how many there have been in all. Looking at them costs as much as has happened, however large the thing is. */

/** So many changes are kept, a power of two; who comes later copies everything. */
const KEPT = 4096;

/** Changes, of which the last ones are kept. */
export interface ChangeLog {
  /** Changes so far. */
  count: number;
  /** What changed, by turns. */
  readonly entries: Uint32Array;
}

/** A log without a change. */
export function createChangeLog(): ChangeLog {
  return { count: 0, entries: new Uint32Array(KEPT) };
}

/** Notes that something changed. */
export function noteChange(log: ChangeLog, entry: number): void {
  log.entries[log.count++ & (KEPT - 1)] = entry;
}

/** Whether all changes are still there behind the first `seen`. */
export function isComplete(log: ChangeLog, seen: number): boolean {
  return log.count - seen <= KEPT;
}

/** What changed as the change number `i`, one of those that are still there. */
export function changeAt(log: ChangeLog, i: number): number {
  return log.entries[i & (KEPT - 1)];
}
