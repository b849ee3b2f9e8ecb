/** Contours of random surfaces, against the segments of their pairs of triangles, and in any order and unit. */
import { CROSSING } from 'pliant';
import { createRandom } from 'pliant/exact';
import type { Random } from 'pliant/exact';
import { createContours, findContours } from 'pliant/meaning';
import type { Contours } from 'pliant/meaning';
import type { Mesh } from 'pliant/parts';

import { describe, expect, it } from 'vitest';
import { meshOf } from '../mesh/make-meshes.js';
import { pairsOf, segmentSum } from './plain-triangles.js';
import { box, closedOf, contoursOf, hitsOf, moved, polylinesOf, shuffled, sphere, together } from './surfaces.js';

describe('contours of random surfaces', () => {
  it('close, and are as long as all segments of crossing pairs together', () => {
    for (let seed = 0; seed < 40; seed++) {
      const random = createRandom(seed);
      const [a, b] = [randomSolid(random), randomSolid(random)];
      const hits = hitsOf(a, b);
      const contours = contoursOf(a, b);
      expect(closedOf(contours), `seed ${seed}`).not.toContain(false);
      const sum = segmentSum(a, b, hits);
      expect(Math.abs(contours.totalLength - sum), `seed ${seed}`).toBeLessThanOrEqual(1e-9 * sum);
    }
  });

  it('are right where planes are all but parallel', () => {
    for (let seed = 0; seed < 60; seed++) {
      const random = createRandom(seed);
      const slope = 2 ** -random.integer(60);
      const flat = (): Mesh =>
        meshOf(
          Array.from({ length: 9 }, (_, i) => (i % 3 === 2 ? slope * random.range(-1, 1) : random.range(-1, 1))),
          [0, 1, 2],
        );
      const [a, b] = [flat(), flat()];
      const sum = segmentSum(a, b, hitsOf(a, b));
      expect(Math.abs(contoursOf(a, b).totalLength - sum), `seed ${seed}`).toBeLessThanOrEqual(1e-9 * sum);
    }
  });

  it('hold every crossing pair once', () => {
    const random = createRandom(77);
    const [a, b] = [randomSolid(random), randomSolid(random)];
    const hits = hitsOf(a, b);
    const contours = contoursOf(a, b);
    expect(pairsOf(contours.pairs, contours.pointCount).sort()).toEqual(
      pairsOf(hits.pairs, hits.count)
        .filter((_, i) => hits.meetings[i] === CROSSING)
        .sort(),
    );
  });

  it('do not depend on the order of the pairs, nor on what was there before', () => {
    for (let seed = 100; seed < 110; seed++) {
      const random = createRandom(seed);
      const [a, b] = [randomSolid(random), randomSolid(random)];
      const hits = hitsOf(a, b);
      const contours = createContours();
      findContours(b, a, hitsOf(b, a), contours);
      findContours(a, b, shuffled(random, hits), contours);
      expectSame(contours, contoursOf(a, b));
      const both = together(a, b);
      findContours(both, both, shuffled(random, hitsOf(both, both), true), contours);
      expectSame(contours, contoursOf(both, both));
    }
  });

  it('are the same in any unit', () => {
    const random = createRandom(5);
    const [a, b] = [randomSolid(random), randomSolid(random)];
    const lengths = contoursOf(a, b).lengths;
    for (const scale of [2 ** -60, 2 ** 40]) {
      const larger = (mesh: Mesh): Mesh => moved(mesh, (x, y, z) => [x * scale, y * scale, z * scale]);
      expect(contoursOf(larger(a), larger(b)).lengths.map((length) => length / scale)).toEqual(lengths);
    }
  });

  it('refuses pairs of other surfaces', () => {
    const [a, b] = [sphere([0, 0, 0], 1, 4), box([0, 0, 0], [2, 2, 2])];
    expect(() => findContours(b, a, hitsOf(a, b), createContours())).toThrow(/findContours: pair \d+ names triangle/);
  });
});

/** A sphere with every vertex moved about: closed, and passing through itself. */
function randomSolid(random: Random): Mesh {
  return moved(sphere([0, 0, 0], 1, 3), (x, y, z) => [
    x + random.range(-0.4, 0.4),
    y + random.range(-0.4, 0.4),
    z + random.range(-0.4, 0.4),
  ]);
}

function expectSame(one: Contours, other: Contours): void {
  expect(one.count).toBe(other.count);
  expect(polylinesOf(one)).toEqual(polylinesOf(other));
  expect(pairsOf(one.pairs, one.pointCount)).toEqual(pairsOf(other.pairs, other.pointCount));
  expect(closedOf(one)).toEqual(closedOf(other));
}
