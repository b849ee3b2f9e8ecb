/** When moving triangles may meet by their normals: never later than they do, exactly asked, and much later than their boxes say where they hang askew. */
import { createRandom } from 'pliant/exact';
import type { Random } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { createTriangleTouch, findTriangleTouch } from '../../src/continuous/triangle-touch.js';
import { narrowWindow } from '../../src/continuous/triangle-window.js';
import { createPosedTriangles } from '../../src/query/pair/leaf-pairs.js';
import type { PosedTriangles } from '../../src/query/pair/leaf-pairs.js';

const last = Float64Array.of(1);
const touch = createTriangleTouch();

/** Two triangles at one end of the time. */
function posed(coordinate: (k: number) => number): PosedTriangles {
  return {
    ...createPosedTriangles(),
    positions: Float32Array.from({ length: 18 }, (_, k) => coordinate(k)),
    corners: Uint32Array.of(0, 1, 2, 3, 4, 5),
  };
}

/** The window that is left of the whole step, or nothing. */
function windowOf(from: PosedTriangles, to: PosedTriangles): Float64Array | undefined {
  const window = Float64Array.of(0, 1);
  return narrowWindow(from, to, 0, from, to, 1, window) ? window : undefined;
}

/** Coordinates of one kind: of any size, far away from the origin, few whole numbers, flat, or with triangles that are points. */
function chooseCoordinates(random: Random, kind: number): (k: number) => number {
  const size = 10 ** random.range(-18, 18);
  const away = random.range(-1e4, 1e4);
  const flat = random.integer(3);
  if (kind === 0) return () => random.range(-size, size);
  if (kind === 1) return (k) => away + Math.floor(k / 9) * 1e-3 + random.range(-1e-3, 1e-3);
  if (kind === 2) return () => random.integer(5) - 2;
  if (kind === 3) return (k) => (k % 3 === flat ? 0 : random.integer(7) - 3);
  const points = Array.from({ length: 6 }, () => random.integer(3) - 1);
  return (k) => points[Math.floor(k / 9) * 3 + (k % 3)];
}

describe('the window of two triangles by their normals', () => {
  it('holds the first touch, however they lie and move, and is there wherever they meet', () => {
    const random = createRandom(8617);
    const counts = { met: 0, later: 0, apart: 0 };
    for (let i = 0; i < 1000; i++) {
      const kind = i % 5;
      const from = posed(chooseCoordinates(random, kind));
      const to = random.integer(6) === 0 ? from : posed(chooseCoordinates(random, kind));
      const window = windowOf(from, to);
      const doMeet = findTriangleTouch(from, to, 0, from, to, 1, false, last, touch);
      if (!window) {
        expect(doMeet, `seed 8617, pair ${i}`).toBe(false);
        counts.apart++;
      } else if (doMeet) {
        expect(window[0], `seed 8617, pair ${i}`).toBeLessThanOrEqual(touch.times[0]);
        expect(window[1], `seed 8617, pair ${i}`).toBeGreaterThanOrEqual(touch.times[0]);
        counts.met++;
        if (window[0] > 0) counts.later++;
      }
    }
    expect(counts.met).toBeGreaterThan(150);
    expect(counts.later).toBeGreaterThan(15);
    expect(counts.apart).toBeGreaterThan(15);
  });

  it('opens when a corner comes to a triangle that hangs askew, to a few bits', () => {
    const askew = [0, 0, 0, 4, 0, 4, 0, 4, 0];
    // A small triangle over its plane x = z, along whose normal it comes nearer: level with it at 3/4 of the step.
    const small = [0, 0, 0, 0.125, 0, 0.125, 0, 0.125, 0];
    const moved = (by: number) => (k: number) => {
      const place = [1 - by, 1, 1 + by];
      return k < 9 ? askew[k] : small[k - 9] + place[k % 3];
    };
    const window = windowOf(posed(moved(3)), posed(moved(-1)))!;
    expect(window[0]).toBeLessThanOrEqual(0.75);
    expect(window[0]).toBeGreaterThan(0.75 * (1 - 1e-13));
    expect(windowOf(posed(moved(3)), posed(moved(1)))).toBeUndefined();
  });

  it('stays as it is where numbers are not finite', () => {
    const from = posed((k) => (k < 9 ? k % 4 : 100 + (k % 4)));
    for (const wild of [NaN, Infinity, -Infinity]) {
      const to = posed((k) => (k === 13 ? wild : from.positions[k]));
      expect([...windowOf(to, to)!], `${wild}`).toEqual([0, 1]);
    }
  });
});
