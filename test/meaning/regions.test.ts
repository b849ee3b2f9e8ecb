import type { PairHits } from 'pliant';
import { createRandom } from 'pliant/exact';
import { createContours, createRegions, findContours, findRegions } from 'pliant/meaning';
import type { Regions } from 'pliant/meaning';
import type { Mesh } from 'pliant/parts';

import { describe, expect, it } from 'vitest';
import { meshOf } from '../mesh/make-meshes.js';
import { latticeTangle } from '../support/sample-meshes.js';
import { box, figureEight, hitsOf, moved, shuffled, sphere, together } from './surfaces.js';

/** A bar along x through two boxes that stand apart. */
const bar = box([-5, -0.5, -0.5], [5, 0.5, 0.5]);
const boxes = together(box([-3, -1, -1], [-2, 1, 1]), box([2, -1, -1.1], [3, 1, 1.1]));

describe('regions', () => {
  it('are connected sets of hit triangles on each side', () => {
    const [ball, rain] = [sphere([0, 0, 0], 1, 8), sphere([0, 0, 0], 0.2, 3)];
    const drops = together(
      moved(rain, (x, y, z) => [x, y + 0.1, z + 1]),
      moved(rain, (x, y, z) => [x + 1, y + 0.1, z]),
    );
    const regions = regionsOf(ball, drops, hitsOf(ball, drops));
    expect(Array.from(regions.sides.subarray(0, regions.count))).toEqual([0, 0, 1, 1]);
    expect(regions.placeCount).toBe(2);
    // The region at the drop at (0, 0, 1) lies at high z, and is in one place with the first drop.
    const [top, right] = [placeAround(regions, ball, 2), placeAround(regions, ball, 0)];
    expect(top).not.toBe(right);
    expect(regions.places[2]).toBe(top);
    expect(regions.places[3]).toBe(right);
  });

  it('are joined to one place where one region meets several', () => {
    // The bar goes through two faces of each box, and its own triangles are all connected.
    const regions = regionsOf(bar, boxes, hitsOf(bar, boxes));
    expect(Array.from(regions.sides.subarray(0, regions.count))).toEqual([0, 1, 1, 1, 1]);
    expect(regions.placeCount).toBe(1);
  });

  it('count the pairs of each place, and those that cross', () => {
    const [a, b] = [together(box([0, 0, 0], [1, 1, 1]), box([5, 0, 0], [6, 1, 1])), touchingAndCrossing()];
    const hits = hitsOf(a, b);
    const regions = regionsOf(a, b, hits);
    expect(regions.placeCount).toBe(2);
    expect(regions.pairCounts[0] + regions.pairCounts[1]).toBe(hits.count);
    expect(regions.crossingCounts[0]).toBeGreaterThan(0);
    expect(regions.crossingCounts[1]).toBe(0);
  });

  it('are two at each contour of a surface with itself', () => {
    const bent = figureEight(120, 16);
    const hits = hitsOf(bent, bent);
    const contours = createContours();
    findContours(bent, bent, hits, contours);
    const regions = createRegions();
    findRegions(bent, bent, hits, regions, contours);
    expect(contours.count).toBe(1);
    expect(regions.placeCount).toBe(1);
    expect(regions.count).toBe(2);
    expect(Array.from(regions.contourRegions.subarray(0, 2))).toEqual([0, 1]);
    expect(Array.from(regions.sides.subarray(0, 2))).toEqual([0, 0]);
  });

  it('are one where a surface meets itself around a vertex', () => {
    const fan = meshOf([0, 0, 0, 1, -0.3, 0.1, 0, 1, 0.4, 1, -0.5, -0.5, 1, 0.5, 0.5], [0, 1, 2, 0, 3, 4]);
    const contours = createContours();
    const hits = hitsOf(fan, fan);
    findContours(fan, fan, hits, contours);
    const regions = createRegions();
    findRegions(fan, fan, hits, regions, contours);
    expect(regions.count).toBe(1);
    expect(Array.from(regions.triangles.subarray(0, regions.starts[1]))).toEqual([0, 1]);
    expect(Array.from(regions.contourRegions.subarray(0, 2))).toEqual([0, 0]);
  });

  it('say between which regions a contour runs', () => {
    const hits = hitsOf(bar, boxes);
    const contours = createContours();
    findContours(bar, boxes, hits, contours);
    const regions = createRegions();
    findRegions(bar, boxes, hits, regions, contours);
    expect(contours.count).toBe(4);
    const walls = Array.from({ length: 4 }, (_, contour) => {
      const [first, second] = regions.contourRegions.subarray(2 * contour, 2 * contour + 2);
      expect(first).toBe(0);
      const corner = boxes.triangles[3 * regions.triangles[regions.starts[second]]];
      const wall = boxes.positions[3 * corner];
      expect(contours.points[3 * contours.starts[contour]]).toBe(wall);
      return wall;
    });
    expect(walls.sort((p, q) => p - q)).toEqual([-3, -2, 2, 3]);
  });

  it('are those of a flood over hit triangles, in any order of the hits', () => {
    for (let seed = 0; seed < 30; seed++) {
      const random = createRandom(seed);
      const [a, b] = [latticeTangle(random, 60, 70, 5), latticeTangle(random, 60, 70, 5)];
      for (const [one, other] of [
        [a, b],
        [a, a],
      ] as const) {
        const hits = hitsOf(one, other);
        const expected =
          one === other
            ? flood(one, Array.from(hits.pairs))
            : [
                ...flood(
                  one,
                  Array.from(hits.pairs).filter((_, i) => i % 2 === 0),
                ),
                ...flood(
                  other,
                  Array.from(hits.pairs).filter((_, i) => i % 2 === 1),
                ),
              ];
        const regions = regionsOf(one, other, shuffled(random, hits, one === other));
        expect(listsOf(regions), `seed ${seed}`).toEqual(expected);
      }
    }
  });

  it('are none without hits', () => {
    const regions = regionsOf(bar, boxes, hitsOf(bar, boxes));
    const far = moved(boxes, (x, y, z) => [x, y + 100, z]);
    expect(findRegions(bar, far, hitsOf(bar, far), regions)).toBe(0);
    expect(regions.placeCount).toBe(0);
  });

  it('are refused of other surfaces', () => {
    const hits = hitsOf(bar, boxes);
    expect(() => findRegions(boxes, bar, hits, createRegions())).toThrow(/findRegions: pair \d+ names triangle/);
  });
});

function regionsOf(a: Mesh, b: Mesh, hits: PairHits): Regions {
  const regions = createRegions();
  findRegions(a, b, hits, regions);
  return regions;
}

function listsOf(regions: Regions): number[][] {
  return Array.from({ length: regions.count }, (_, region) =>
    Array.from(regions.triangles.subarray(regions.starts[region], regions.starts[region + 1])),
  );
}

/** The place of the region of side 0 whose triangles reach farthest along an axis. */
function placeAround(regions: Regions, mesh: Mesh, axis: number): number {
  const reach = listsOf(regions).map((triangles, region) =>
    regions.sides[region] === 0
      ? Math.max(
          ...triangles.flatMap((t) => [0, 1, 2].map((k) => mesh.positions[3 * mesh.triangles[3 * t + k] + axis])),
        )
      : -Infinity,
  );
  return regions.places[reach.indexOf(Math.max(...reach))];
}

/** A box that crosses the one at the origin, and one that stands on top of the one at x = 5. */
function touchingAndCrossing(): Mesh {
  return together(box([0.5, 0.5, 0.5], [2, 2, 2]), box([5.2, 0.2, 1], [5.8, 0.8, 2]));
}

/** Connected sets of the given triangles, by asking every triangle again and again. */
function flood(mesh: Mesh, triangles: readonly number[]): number[][] {
  const sorted = [...new Set(triangles)].sort((p, q) => p - q);
  const corners = (t: number): Uint32Array => mesh.triangles.subarray(3 * t, 3 * t + 3);
  const sets: number[][] = [];
  const left = new Set(sorted);
  for (const seed of sorted) {
    if (!left.delete(seed)) continue;
    const set = [seed];
    for (const member of set) {
      for (const other of left) {
        if (corners(other).some((vertex) => corners(member).includes(vertex)) && left.delete(other)) set.push(other);
      }
    }
    sets.push(set.sort((p, q) => p - q));
  }
  return sets;
}
