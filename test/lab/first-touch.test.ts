import { APART, createRandom, meetTriangles } from 'pliant/exact';
import { createMesh } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import type { Film, MovingMesh } from '../../lab/model/film.js';
import { TICKS_PER_KEY, secondsOf, tickAt, ticksOf, wayTo } from '../../lab/model/film.js';
import { findTouches } from '../../lab/model/first-touch.js';
import { Tally } from '../../lab/model/tally.js';
import { bruteFirstTouch, nameVertices } from './brute-first-touch.js';

const names = { cloth: 'the cloth', obstacle: 'the table' };
const STANDING = { velocity: [0, 0, 0], wornWithin: 0 } as const;

/** Triangles that share no vertices, and where their corners are at each key. */
function soup(...frames: number[][]): MovingMesh {
  const triangles = Uint32Array.from({ length: frames[0].length / 3 }, (_, i) => i);
  const positions = frames.map((frame) => Float32Array.from(frame));
  return { mesh: createMesh({ positions: positions[0], triangles }), frames: positions };
}

function film(cloth: MovingMesh, obstacle: MovingMesh): Film {
  return { times: cloth.frames.map((_, key) => 10 + key * 2), cloth, obstacle, names, ...STANDING };
}

/** Whether two triangles meet at the first key. */
function isKnown({ cloth, obstacle }: Film, a: number, b: number): boolean {
  const [i, k] = [a * 3, b * 3];
  return meetTriangles(cloth.frames[0], i, i + 1, i + 2, obstacle.frames[0], k, k + 1, k + 2) !== APART;
}

const FLOOR = [-4, 0, -4, 4, 0, -4, 0, 0, 6];
const still = (count: number, frame: number[]): number[][] => Array.from({ length: count }, () => frame);

describe('the first touch of a film', () => {
  it('is where a corner comes to a face, at the time that follows from its fall', () => {
    const fall = (height: number): number[] => [0, height, 0, 1, height + 1, 0, 0, height + 1, 1];
    const { touch } = findTouches(film(soup(fall(5), fall(3), fall(-1)), soup(...still(3, FLOOR))));
    expect(touch).toMatchObject({ key: 1, share: 0.75, seconds: 13.5, cloth: [0], obstacle: [0, 1, 2] });
    expect(touch?.place).toEqual([0, 0, 0]);
  });

  it('is where an edge comes to an edge', () => {
    const upright = (x: number): number[] => [x, -1, 0, x, 1, 0, x - 1, 0, 0];
    const lying = [0.5, 0, -1, 0.5, 0, 1, 3, 0, 0];
    const { touch } = findTouches(film(soup(upright(-1), upright(1)), soup(...still(2, lying))));
    expect(touch).toMatchObject({ key: 0, share: 0.75, cloth: [0, 1], obstacle: [0, 1] });
    expect(touch?.place).toEqual([0.5, 0, 0]);
  });

  it('is not that of triangles that cross or touch from the beginning; those are counted', () => {
    const through = [0, -1, 0, 0, 1, 0, 0.5, 1, 0];
    const on = [1, 0, 0, 1, 1, 0, 1.5, 1, 0];
    const fall = (height: number): number[] => [2, height, -1, 2, height + 1, -1, 2.5, height + 1, -1];
    const cloth = soup([...through, ...on, ...fall(1)], [...through, ...on, ...fall(-1)]);
    const { metBefore, touch } = findTouches(film(cloth, soup(...still(2, FLOOR))));
    expect(metBefore).toBe(2);
    expect(touch).toMatchObject({ key: 0, share: 0.5, seconds: 11, cloth: [6], clothTriangle: 2, obstacleTriangle: 0 });
  });

  it('is not that of what is worn, nearer to the obstacle than the film says', () => {
    const worn = [0, 0.02, 0, 0, 0.5, 0, 0.5, 0.5, 0];
    const free = [1, 0.04, 0, 1, 0.5, 0, 1.5, 0.5, 0];
    const fallen = (corners: number[]): number[] => corners.map((value, i) => value - (i % 3 === 1 ? 0.08 : 0));
    const cloth = soup([...worn, ...free], fallen([...worn, ...free]));
    const scene = film(cloth, soup(...still(2, FLOOR)));
    expect(findTouches(scene)).toMatchObject({ worn: 0, touch: { share: 0.25, cloth: [0] } });
    const dressed = findTouches({ ...scene, wornWithin: 0.03 });
    expect(dressed).toMatchObject({ worn: 1, metBefore: 0, touch: { share: 0.5, cloth: [3], clothTriangle: 1 } });
    expect(findTouches({ ...scene, wornWithin: 0.05 })).toMatchObject({ worn: 2, touch: undefined });
  });

  it('is none where things pass by', () => {
    const above = [0, 1, 0, 1, 1, 0, 0, 1, 1];
    const beside = [9, -1, 0, 10, -1, 0, 9, -1, 1];
    const away = [9, 1, 0, 10, 1, 0, 9, 1, 1];
    expect(findTouches(film(soup(above, away, beside), soup(...still(3, FLOOR))))).toEqual({
      worn: 0,
      metBefore: 0,
      touch: undefined,
    });
  });

  it('is that which brute force finds among triangles that fly about', () => {
    let [found, none, knowing] = [0, 0, 0];
    for (let seed = 1; seed <= 60; seed++) {
      const random = createRandom(seed);
      const flight = (count: number): number[][] => {
        const places = Array.from({ length: count * 9 }, () => random.next() * 2.5);
        // Corners of a triangle are near each other, at any key.
        return Array.from({ length: 3 }, () => {
          const shift = Array.from({ length: count * 3 }, () => random.next() * 6 - 3);
          return places.map(
            (_, i) =>
              places[Math.floor(i / 9) * 9 + (i % 3)] + shift[Math.floor(i / 9) * 3 + (i % 3)] + 1.5 * random.next(),
          );
        });
      };
      const scene = film(soup(...flight(6)), soup(...flight(5)));
      const { metBefore, touch } = findTouches(scene);
      let known = 0;
      // Triangles share no vertices here: a feature is of one of them.
      const expected = bruteFirstTouch(scene, ([a], [b]) => isKnown(scene, Math.floor(a / 3), Math.floor(b / 3)));
      for (let a = 0; a < 6; a++) for (let b = 0; b < 5; b++) if (isKnown(scene, a, b)) known++;
      expect(metBefore, `seed ${seed}`).toBe(known);
      if (known > 0) knowing++;
      expect({ key: touch?.key, share: touch?.share }, `seed ${seed}`).toEqual({
        key: expected?.key,
        share: expected?.share,
      });
      if (touch === undefined) {
        none++;
        continue;
      }
      found++;
      const pair = (cloth: readonly number[], obstacle: readonly number[]): string =>
        `${nameVertices(cloth)} with ${nameVertices(obstacle)}`;
      const expectedPairs = expected!.features.map(({ cloth, obstacle }) => pair(cloth, obstacle));
      expect(expectedPairs, `seed ${seed}`).toContain(pair(touch.cloth, touch.obstacle));
    }
    expect(found).toBeGreaterThan(10);
    expect(none).toBeGreaterThan(0);
    expect(knowing).toBeGreaterThan(0);
  });
});

describe('moments of a film', () => {
  it('lie on a way that everything goes together', () => {
    const frames = still(3, FLOOR);
    const scene: Film = { ...film(soup(...frames), soup(...frames)), velocity: [0, 0.5, -2] };
    expect(wayTo(scene, 10)).toEqual([0, 0, -0]);
    expect(wayTo(scene, 11.5)).toEqual([0, 0.75, -3]);
  });

  it('are at keys exactly when those are, and lead back from any time', () => {
    const frames = still(4, FLOOR);
    const scene: Film = {
      times: [0, 0.1, 0.7, 0.8],
      cloth: soup(...frames),
      obstacle: soup(...frames),
      names,
      ...STANDING,
    };
    expect(ticksOf(scene)).toBe(3 * TICKS_PER_KEY);
    scene.times.forEach((time, key) => expect(secondsOf(scene, key * TICKS_PER_KEY)).toBe(time));
    for (let tick = 0; tick <= ticksOf(scene); tick += 7) {
      const back = tickAt(scene, secondsOf(scene, tick));
      expect(Math.abs(back - tick)).toBeLessThanOrEqual(1);
    }
    expect(tickAt(scene, 5)).toBe(ticksOf(scene));
  });
});

describe('a tally', () => {
  it('tells of whole stretches alone', () => {
    const tally = new Tally(10);
    tally.begin(0, [100]);
    expect(tally.goOn(4, [103])).toBeUndefined();
    expect(tally.goOn(10, [108])).toEqual({ stretch: 0, growth: [8] });
    expect(tally.nextEnd).toBe(20);
    tally.begin(15, [108]);
    expect(tally.goOn(20, [120]), 'entered in the middle').toBeUndefined();
    expect(tally.goOn(30, [121])).toEqual({ stretch: 2, growth: [1] });
  });
});
