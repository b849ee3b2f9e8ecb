/** The earliest touch, picked out of all hits. */
import type { FirstTouch, MotionHits } from 'pliant/continuous';

/** The first touch among all hits: the earliest; of those at time 0 the first in order, else that of the lowest numbers. */
export function firstOf(all: MotionHits): Omit<FirstTouch, 'point'> {
  let first = -1;
  for (let i = 0; i < all.count; i++) {
    if (first < 0 || compare(all, i, first) < 0) first = i;
  }
  if (first < 0) return { triangleA: undefined, triangleB: undefined, time: Infinity, timeAbove: Infinity, featureA: 0, featureB: 0 }; // prettier-ignore
  return {
    triangleA: all.pairs[first * 2],
    triangleB: all.pairs[first * 2 + 1],
    time: all.times[first],
    timeAbove: all.timesAbove[first],
    featureA: all.features[first * 2],
    featureB: all.features[first * 2 + 1],
  };
}

function compare({ pairs, times, timesAbove }: MotionHits, i: number, j: number): number {
  if (times[i] !== times[j]) return times[i] - times[j];
  if (timesAbove[i] !== timesAbove[j]) return timesAbove[i] - timesAbove[j];
  if (timesAbove[i] === 0) return i - j;
  return pairs[i * 2] - pairs[j * 2] || pairs[i * 2 + 1] - pairs[j * 2 + 1];
}

/** A touch without what is rounded in it, as {@link firstOf} has it. */
export function withoutPoint(touch: FirstTouch): Omit<FirstTouch, 'point'> {
  const { featureA, featureB, time, timeAbove, triangleA, triangleB } = touch;
  const isThere = triangleA !== undefined;
  return { triangleA, triangleB, time, timeAbove, featureA: isThere ? featureA : 0, featureB: isThere ? featureB : 0 };
}
