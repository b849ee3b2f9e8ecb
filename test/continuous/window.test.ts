/** When moving boxes may meet: the window is never too small, by not one bit, and hardly too large. */
import { createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { writeWindow } from '../../src/continuous/window.js';
import { exactFloat32 } from '../support/exact-floats.js';

const last = Float64Array.of(1);
const window = new Float64Array(2);

/** A point at x, as a box; of no interest on other axes. */
function box(x: number): Float64Array {
  return Float64Array.of(x, -1, -1, x, 1, 1);
}

/** The time when a coordinate that goes from `start` to `end` is 0, as a fraction of big integers that share a scale. */
function compareToRoot(time: number, start: number, end: number): number {
  const [a, b] = [exactFloat32(start), exactFloat32(end)];
  // time - a / (a - b), times a - b, which is not 0; a time in [0, 1] times 2^1074 is whole.
  const scaled = BigInt(time * 2 ** 1000) * (a - b) - a * BigInt(2 ** 1000);
  const sign = scaled < 0n ? -1 : scaled > 0n ? 1 : 0;
  return a - b < 0n ? -sign : sign;
}

describe('the window of two points that pass each other', () => {
  it('holds the very time, and opens and closes within a few bits of it', () => {
    const random = createRandom(8601);
    let opened = 0;
    let closed = 0;
    for (let i = 0; i < 4000; i++) {
      const size = 10 ** random.range(-6, 6);
      const start = Math.fround(-random.next() * size - 1e-9);
      const end = Math.fround(random.next() * size + 1e-9);
      // From below 0 to above it: side A is a point that stays at 0, and lies before B's way until B comes there.
      const zero = new Float64Array([0, -1, -1, 1e9, 1, 1]);
      expect(writeWindow(zero, zero, 0, box(start), box(end), 0, last, window)).toBe(true);
      expect(compareToRoot(window[0], start, end), `${start} to ${end} opens at ${window[0]}`).toBeLessThanOrEqual(0);
      expect(compareToRoot(window[0] * (1 + 2e-15), start, end)).toBeGreaterThan(0);
      if (window[0] > 0) opened++;
      expect(writeWindow(zero, zero, 0, box(end), box(start), 0, last, window)).toBe(true);
      expect(compareToRoot(window[1], end, start), `${end} to ${start} closes at ${window[1]}`).toBeGreaterThanOrEqual(
        0,
      );
      expect(compareToRoot(window[1] * (1 - 2e-15), end, start)).toBeLessThan(0);
      if (window[1] < 1) closed++;
    }
    expect(opened).toBeGreaterThan(3000);
    expect(closed).toBeGreaterThan(3000);
  });

  it('is not there where they never are level, and all of the time where numbers are not finite', () => {
    const [left, right] = [box(0), box(1)];
    expect(writeWindow(left, left, 0, right, right, 0, last, window)).toBe(false);
    for (const wild of [NaN, Infinity, -Infinity]) {
      const all = new Float64Array([-Infinity, -1, -1, wild, 1, 1]);
      expect(writeWindow(all, left, 0, right, right, 0, last, window), `${wild}`).toBe(wild !== -Infinity);
    }
    const unknown = new Float64Array(6).fill(NaN);
    expect(writeWindow(unknown, left, 0, right, unknown, 0, last, window)).toBe(true);
    expect([...window]).toEqual([0, 1]);
  });
});
