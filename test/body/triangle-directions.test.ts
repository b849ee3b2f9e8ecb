/** The directions that posed triangles face: never one that is not faced, in exact arithmetic, and hardly one left out. */
import { createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { directionsOfTriangle } from '../../src/body/normals/triangle-directions.js';
import { facedExactly } from '../bounds/normal-samples.js';

/** Ways to place a coordinate. */
const PLACES: Readonly<Record<string, (next: () => number) => number>> = {
  anywhere: (next) => next() - 0.5,
  'on a small grid, where many are level': (next) => Math.floor(next() * 3),
  'far from the origin': (next) => 1000 + next(),
  'so far that they are slivers': (next) => 1e6 + next(),
  tiny: (next) => next() * 1e-44,
  huge: (next) => (next() - 0.5) * 6e38,
};

describe('directions of triangles', () => {
  it.each(Object.keys(PLACES))('are those of exact arithmetic: corners %s', (name) => {
    const random = createRandom(4601);
    let faced = 0;
    let found = 0;
    for (let k = 0; k < 3000; k++) {
      const corners = Float32Array.from({ length: 9 }, () => PLACES[name](() => random.next()));
      const exact = facedExactly(corners, 0, 3, 6);
      const bits = directionsOfTriangle(corners, 0, 3, 6);
      expect(bits & ~exact, `seed 4601, ${k}`).toBe(0);
      for (let rest = exact; rest !== 0; rest &= rest - 1) faced++;
      for (let rest = bits; rest !== 0; rest &= rest - 1) found++;
    }
    expect(faced).toBeGreaterThan(1000);
    expect(found).toBeGreaterThan(0.99 * faced);
  });
});
