/** Contours where vertices and edges lie on vertices, edges and faces, and where surfaces only touch. */
import { TOUCHING } from 'pliant';
import { createRandom } from 'pliant/exact';
import { createContours, findContours } from 'pliant/meaning';
import type { Mesh } from 'pliant/parts';

import { describe, expect, it } from 'vitest';
import { meshOf, sheet } from '../mesh/make-meshes.js';
import { sharesPlanes } from './plain-triangles.js';
import { box, closedOf, contoursOf, hitsOf, latticeSolid, moved, sphere, together } from './surfaces.js';

describe('contours in special position', () => {
  const block = box([-2, -2, -2], [2, 2, 2]);

  it('run along edges that lie in a face where surfaces pass through each other there', () => {
    // Two pyramids on one square, which lies in the plane of the sheet, cut into triangles as it is.
    const double = meshOf(
      [1, 1, 0, -1, 1, 0, -1, -1, 0, 1, -1, 0, 0, 0, 1, 0, 0, -1],
      [0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4, 1, 0, 5, 2, 1, 5, 3, 2, 5, 0, 3, 5],
    );
    const plane = moved(sheet(1, 1), (x, y) => [6 * x - 3, 6 * y - 3, 0]);
    const contours = contoursOf(double, plane);
    expect(closedOf(contours)).toEqual([true]);
    expect(contours.totalLength).toBe(8);
    expect(contoursOf(plane, double).totalLength).toBe(8);
  });

  it('run along edges on edges where surfaces pass through each other there', () => {
    // Both are folded along the same line, and their folds cross like an X.
    const fold = (points: readonly number[]): Mesh => meshOf([0, 0, 0, 0, 0, 4, ...points], [0, 1, 2, 1, 0, 3]);
    const crossing = contoursOf(fold([1, 0, 2, -1, 0.5, 2]), fold([0, 1, 2, 0.5, -1, 2]));
    expect(closedOf(crossing)).toEqual([false]);
    expect(crossing.totalLength).toBe(4);
    expect(contoursOf(fold([1, 0, 2, -1, 0.5, 2]), fold([1, 0.5, 2, -1, 1, 2])).count).toBe(0);
  });

  it('pass through vertices that lie in a face, on an edge or on a vertex', () => {
    const octahedron = sphere([0, 0, 0], 1, 1);
    for (const offset of [0, 0.25]) {
      const plane = moved(sheet(2, 2), (x, y) => [(x - 1 + offset) * 4, (y - 1 + offset) * 4, 0]);
      const contours = contoursOf(octahedron, plane);
      expect(closedOf(contours)).toEqual([true]);
      expect(contours.totalLength).toBeCloseTo(4 * Math.SQRT2, 12);
    }
  });

  it('are none where surfaces only touch', () => {
    const touching: readonly (readonly [string, Mesh])[] = [
      ['a vertex on a face', moved(sphere([0, 0, 0], 1, 1), (x, y, z) => [x, y, z + 3])],
      ['an edge on a face', meshOf([-1, 0, 2, 1, 0, 2, 0, 1, 3, 0, -1, 3], [0, 1, 2, 1, 0, 3])],
      ['a face on a face', box([-1, -1, 2], [1, 1, 3])],
      ['an edge on an edge', box([2, 2, -1], [3, 3, 1])],
      ['a vertex on a vertex', box([2, 2, 2], [3, 3, 3])],
    ];
    for (const [name, other] of touching) {
      const hits = hitsOf(block, other);
      expect(hits.count, name).toBeGreaterThan(0);
      expect(contoursOf(block, other).count, name).toBe(0);
      expect(contoursOf(other, block).count, name).toBe(0);
    }
  });

  it('end where surfaces share a plane', () => {
    // Two bars of one height: upright lines where their walls cross, and nothing on top and below.
    const contours = contoursOf(box([-3, -1, 0], [3, 1, 1]), box([-1, -3, 0], [1, 3, 1]));
    expect(closedOf(contours)).toEqual([false, false, false, false]);
    expect(contours.totalLength).toBe(4);
  });

  it('are split into polylines where more than two segments meet in a point', () => {
    // Two wedges whose points meet on the sheet: four lines into one point of it.
    const twice = together(
      meshOf([0, 0, 0, 2, 1, 1, 2, 1, -1, 2, -1, 0], [0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2]),
      meshOf([0, 0, 0, -2, 1, 1, -2, 1, -1, -2, -1, 0], [0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3]),
    );
    const joined = meshOf(
      Array.from(twice.positions),
      Array.from(twice.triangles, (vertex) => (vertex === 4 ? 0 : vertex)),
    );
    const contours = contoursOf(
      joined,
      moved(sheet(1, 1), (x, y) => [8 * x - 4.5, 8 * y - 4, 0]),
    );
    expect(closedOf(contours).every(Boolean)).toBe(true);
    expect(contours.totalLength).toBeCloseTo(
      contoursOf(
        twice,
        moved(sheet(1, 1), (x, y) => [8 * x - 4.5, 8 * y - 4, 0]),
      ).totalLength,
      12,
    );
  });

  it('stay closed on lattices, where nearly everything is special, unless planes are shared', () => {
    let tried = 0;
    for (let seed = 0; seed < 2000; seed++) {
      const random = createRandom(seed);
      const [a, b] = [latticeSolid(random), latticeSolid(random)];
      const hits = hitsOf(a, b);
      if (sharesPlanes(a, b, hits) || !hits.meetings.includes(TOUCHING)) continue;
      tried++;
      const contours = createContours();
      findContours(a, b, hits, contours);
      expect(closedOf(contours), `seed ${seed}`).not.toContain(false);
    }
    expect(tried).toBeGreaterThan(500);
  });
});
