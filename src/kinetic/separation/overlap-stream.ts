/** Leaves that begin and end to overlap, as they do: a buffer that belongs to the caller. Who has read it empties it with `clearOverlapStream`; a full one counts what it loses. */
import { requireInteger } from '../../checks.js';
import { CLOCK } from './layout.js';

/** Begins and ends that have not been read yet. */
export interface OverlapStream {
  /** When each of them was, in rising order unless a tree was built anew at an earlier time. */
  readonly times: Float64Array;
  /** Two leaves each, of the first and of the second tree. */
  readonly leaves: Uint32Array;
  /** 1 where they began to overlap, 0 where that ended. */
  readonly begins: Uint8Array;
  /** How many are stored. */
  count: number;
  /** Not stored for want of room. `readOverlaps` tells all the same what overlaps now. */
  dropped: number;
}

/** Most entries of a stream. */
const MOST_ENTRIES = 0x3fffffff;

/** Room for so many begins and ends. */
export function createOverlapStream(capacity: number): OverlapStream {
  requireInteger('createOverlapStream', 'capacity', capacity, 0, MOST_ENTRIES);
  return {
    times: new Float64Array(capacity),
    leaves: new Uint32Array(capacity * 2),
    begins: new Uint8Array(capacity),
    count: 0,
    dropped: 0,
  };
}

/** Makes room again, after everything was read. */
export function clearOverlapStream(stream: OverlapStream): void {
  stream.count = 0;
  stream.dropped = 0;
}

/** Stores a begin or an end at the present time of a clock, or counts it as dropped. */
export function addToStream(stream: OverlapStream, clock: Float64Array, a: number, b: number, begins: number): void {
  const at = stream.count;
  if (at === stream.begins.length) {
    stream.dropped++;
    return;
  }
  stream.times[at] = clock[CLOCK.time];
  stream.leaves[at * 2] = a;
  stream.leaves[at * 2 + 1] = b;
  stream.begins[at] = begins;
  stream.count++;
}
