/** What a film shows at a moment, from its keys alone; and a hand at the slider. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { LabSnapshot } from '../../lab/hook.js';
import { TICKS_PER_KEY, secondsOf } from '../../lab/model/film.js';
import type { Film, MovingMesh } from '../../lab/model/film.js';

/** Where vertices are, by the formula of flightplans. */
function positionsAt(film: Film, { frames }: MovingMesh, tick: number): Float32Array {
  const key = Math.min(Math.floor(tick / TICKS_PER_KEY), film.times.length - 2);
  const [from, to] = [film.times[key], film.times[key + 1]];
  const after = secondsOf(film, tick) - from;
  const [start, end] = [frames[key], frames[key + 1]];
  if (tick === (key + 1) * TICKS_PER_KEY) return end;
  return start.map((p, i) => p + after * ((end[i] - p) * (1 / (to - from))));
}

/** Boxes of triangles: lowest x, y, z, then highest. */
export function boxesOf(positions: ArrayLike<number>, triangles: Uint32Array): number[][] {
  return Array.from({ length: triangles.length / 3 }, (_, triangle) => {
    const corners = [...triangles.subarray(triangle * 3, triangle * 3 + 3)];
    const along = (axis: number): number[] => corners.map((vertex) => positions[vertex * 3 + axis]);
    return [...[0, 1, 2].map((axis) => Math.min(...along(axis))), ...[0, 1, 2].map((axis) => Math.max(...along(axis)))];
  });
}

/** Whether boxes are farther from each other than so much, on some axis. */
export function areApart(a: readonly number[], b: readonly number[], by = 0): boolean {
  for (let axis = 0; axis < 3; axis++) if (a[axis] > b[axis + 3] + by || b[axis] > a[axis + 3] + by) return true;
  return false;
}

/** Compares what is shown with what follows from the keys alone. */
export function expectTrue(
  film: Film,
  { apartPairs, boxes, clothPositions, overlappingPairs, overlappingTriangles }: LabSnapshot,
  tick: number,
): void {
  const positions = positionsAt(film, film.cloth, tick);
  expect(clothPositions).toEqual([...positions]);
  const others = boxesOf(positionsAt(film, film.obstacle, tick), film.obstacle.mesh.triangles);
  let pairCount = 0;
  const overlapping: number[] = [];
  boxesOf(positions, film.cloth.mesh.triangles).forEach((box, triangle) => {
    const met = others.filter((other) => !areApart(box, other)).length;
    pairCount += met;
    if (met > 0) overlapping.push(triangle);
  });
  expect(overlappingTriangles).toEqual(overlapping);
  expect(overlappingPairs).toBe(pairCount);
  expect(apartPairs).toBeGreaterThan(0);
  // Every vertex is in some box of the level, and boxes are no larger than what is in them all.
  for (let i = 0; i < positions.length; i += 3) {
    const isIn = Array.from({ length: boxes.length / 6 }, (_, box) => box * 6).some((box) =>
      [0, 1, 2].every(
        (axis) => boxes[box + axis] <= positions[i + axis] && positions[i + axis] <= boxes[box + 3 + axis],
      ),
    );
    if (!isIn) expect.fail(`vertex ${i / 3} is in no box at tick ${tick}`);
  }
  for (let axis = 0; axis < 3; axis++) {
    const along = positions.filter((_, i) => i % 3 === axis);
    expect(Math.min(...boxes.filter((_, i) => i % 6 === axis))).toBe(Math.min(...along));
    expect(Math.max(...boxes.filter((_, i) => i % 6 === axis + 3))).toBe(Math.max(...along));
  }
}

/** Moves the slider as a hand does. */
export async function scrub(page: Page, tick: number): Promise<void> {
  await page.locator('#frame').evaluate((slider, value) => {
    (slider as HTMLInputElement).valueAsNumber = value;
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  }, tick);
}
