/** Tells how many frames of the film are due, from the times at which the screen is drawn. */

/**
 * Most frames that are made up for in one go. Every frame is computed, so that a touch that lasts one frame is never
 * missed; a slow machine, or a tab that was hidden, plays slower rather than falling behind more and more.
 */
const MOST_FRAMES = 4;

/** Counts frames. */
export interface Clock {
  /** Frames to move on since the last call, at `rate` frames a second; no more than `most`. */
  framesDue(nowMs: number, rate: number, most?: number): number;
  /** Forgets the past: the next call starts anew. */
  restart(): void;
}

/** A clock that has not been started yet. */
export function createClock(): Clock {
  let last: number | undefined;
  let owed = 0;
  return {
    framesDue(nowMs, rate, most = MOST_FRAMES) {
      owed += last === undefined ? 1 : ((nowMs - last) / 1000) * rate;
      last = nowMs;
      const due = Math.min(Math.floor(owed), most);
      owed = Math.min(owed - due, 1);
      return due;
    },
    restart() {
      last = undefined;
      owed = 0;
    },
  };
}
