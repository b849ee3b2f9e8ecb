import { CROSSING, TOUCHING } from 'pliant';
import type { PairHits } from 'pliant';
import { createRandom } from 'pliant/exact';
import type { Random } from 'pliant/exact';
import { createContours, findContours } from 'pliant/meaning';
import type { Contours } from 'pliant/meaning';
import type { Mesh } from 'pliant/parts';

import { describe, expect, it } from 'vitest';
import { meshOf, sheet, tetrahedron } from '../mesh/make-meshes.js';
import { oracleCommonLength } from '../oracle/common-length.js';
import {
  box,
  closedOf,
  contoursOf,
  figureEight,
  hitsOf,
  moved,
  polylinesOf,
  shuffled,
  sphere,
  together,
  torus,
  turned,
} from './surfaces.js';

describe('contours of two surfaces', () => {
  it('of two spheres are one circle', () => {
    // Centres 1 apart, radius 1: a circle of radius √3 / 2. Both are polyhedra inside their spheres.
    const contours = contoursOf(sphere([0, 0, 0], 1, 24), sphere([0.6, 0, 0.8], 1, 24));
    expect(closedOf(contours)).toEqual([true]);
    const circle = Math.PI * Math.sqrt(3);
    expect(contours.totalLength).toBeLessThan(circle);
    expect(contours.totalLength).toBeGreaterThan(circle * 0.99);
    for (const [x, y, z] of polylinesOf(contours)[0]) {
      expect(Math.abs(x * 0.6 + z * 0.8 - 0.5)).toBeLessThan(0.01);
      expect(Math.hypot(x, y, z)).toBeGreaterThan(0.99);
    }
  });

  it('of crossed bars are the outlines of what passes through', () => {
    // A thin bar along x through a thick one along y: it enters and leaves through squares of side 1.
    const contours = contoursOf(box([-2, -0.5, -0.5], [2, 0.5, 0.5]), box([-0.75, -2, -0.75], [0.75, 2, 0.75]));
    expect(closedOf(contours)).toEqual([true, true]);
    expect(Array.from(contours.lengths.subarray(0, 2))).toEqual([4, 4]);
  });

  it('of crossed bars are right in any position', () => {
    const contours = contoursOf(
      turned(box([-2, -0.5, -0.5], [2, 0.5, 0.5])),
      turned(box([-0.75, -2, -0.75], [0.75, 2, 0.75])),
    );
    expect(closedOf(contours)).toEqual([true, true]);
    expect(contours.totalLength).toBeCloseTo(8, 5);
  });

  it('of a box with a corner in another run around the corner', () => {
    const contours = contoursOf(box([0, 0, 0], [2, 2, 2]), box([1, 1, 1], [3, 3, 3]));
    expect(closedOf(contours)).toEqual([true]);
    // The corner is a cube of side 1; six of its edges are where a face of one passes through a face of the other.
    expect(contours.totalLength).toBe(6);
  });

  it('of a box inside another are none', () => {
    expect(contoursOf(box([0, 0, 0], [4, 4, 4]), box([1, 1, 1], [3, 3, 3])).count).toBe(0);
  });

  it('of a torus and a plane are an outer and an inner circle', () => {
    const plane = moved(sheet(1, 1), (x, y) => [8 * x - 4.03, 8 * y - 3.98, 0.013]);
    const contours = contoursOf(torus(2, 0.5, 96, 40), plane);
    expect(closedOf(contours)).toEqual([true, true]);
    const radius = Math.sqrt(0.25 - 0.013 * 0.013);
    const circles = [2 + radius, 2 - radius].map((each) => 2 * Math.PI * each);
    const lengths = Array.from(contours.lengths.subarray(0, 2)).sort((p, q) => q - p);
    lengths.forEach((length, i) => expect(Math.abs(length / circles[i] - 1)).toBeLessThan(0.01));
  });

  it('are open where a surface ends', () => {
    // The edge of the sheet stands in the middle of the box.
    const contours = contoursOf(
      box([0, 0, 0], [2, 2, 2]),
      moved(sheet(1, 1), (x, y) => [4 * x - 3, 4 * y - 1, 1]),
    );
    expect(closedOf(contours)).toEqual([false]);
    expect(contours.totalLength).toBe(4);
  });

  it('run along the vector product of the normals', () => {
    const [a, b] = [sphere([0, 0, 0], 1, 9), sphere([0.6, 0.1, 0.8], 1, 9)];
    const contours = contoursOf(a, b);
    for (let i = 0; i < contours.pointCount; i++) {
      const next = i + 1 === contours.starts[1] ? 0 : i + 1;
      const step = [0, 1, 2].map((axis) => contours.points[3 * next + axis] - contours.points[3 * i + axis]);
      const [u, v] = [normalOf(a, contours.pairs[2 * i]), normalOf(b, contours.pairs[2 * i + 1])];
      expect(dot(step, cross(u, v))).toBeGreaterThan(0);
      expect(Math.abs(dot(step, u))).toBeLessThan(1e-9);
    }
  });
});

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

describe('contours of a surface with itself', () => {
  it('of a tube bent through itself are the loop of two tubes that cross', () => {
    const bent = figureEight(120, 16);
    const contours = contoursOf(bent, bent);
    expect(closedOf(contours)).toEqual([true]);
    expect(contours.totalLength).toBeCloseTo(segmentSum(bent, bent, hitsOf(bent, bent)), 9);
  });

  it('ends at a vertex around which the surface passes through itself', () => {
    // A fan around the origin that goes around it and through itself: its first and last triangle cross.
    const fan = meshOf(
      [0, 0, 0, 1, -0.3, 0.1, 0, 1, 0.4, -1, 0, 0.4, 0, -1, 0.2, 1, -0.5, -0.5, 1, 0.5, 0.5],
      [0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 5, 6],
    );
    const contours = contoursOf(fan, fan);
    expect(closedOf(contours)).toEqual([false]);
    const [line] = polylinesOf(contours);
    expect([line[0], line.at(-1)]).toContainEqual([0, 0, 0]);
  });

  it('end nowhere else, even on lattices, unless planes are shared', () => {
    let [tried, open] = [0, 0];
    for (let seed = 0; seed < 1500; seed++) {
      const mesh = latticeSolid(createRandom(seed));
      const hits = hitsOf(mesh, mesh);
      if (hits.count === 0 || sharesPlanes(mesh, mesh, hits)) continue;
      tried++;
      const vertices = new Set(Array.from({ length: mesh.vertexCount }, (_, v) => vertexOf(mesh, v).join(' ')));
      const contours = contoursOf(mesh, mesh);
      polylinesOf(contours).forEach((line, i) => {
        if (contours.closed[i] === 1) return;
        open++;
        for (const end of [line[0], line.at(-1)!]) expect(vertices, `seed ${seed}`).toContain(end.join(' '));
      });
    }
    expect(Math.min(tried, open)).toBeGreaterThan(100);
  });

  it('equals that of two surfaces when it has two pieces', () => {
    const [a, b] = [sphere([0, 0, 0], 1, 6), sphere([0.6, 0.1, 0.8], 1, 6)];
    const both = together(a, b);
    expect(polylinesOf(contoursOf(both, both))).toEqual(polylinesOf(contoursOf(a, b)));
  });
});

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

/** An octahedron, a tetrahedron or a torus with vertices anywhere on a lattice: closed, whatever it looks like. */
function latticeSolid(random: Random): Mesh {
  const shape = [() => sphere([0, 0, 0], 1, 1), tetrahedron, () => torus(1, 0.5, 3, 3)][random.integer(3)]();
  return moved(shape, () => [random.integer(6), random.integer(6), random.integer(6)]);
}

/** Whether there is a defect, or a pair of triangles in one plane. */
function sharesPlanes(a: Mesh, b: Mesh, hits: PairHits): boolean {
  const collinear = (mesh: Mesh): boolean =>
    Array.from({ length: mesh.triangleCount }, (_, t) => normalOf(mesh, t)).some((normal) => dot(normal, normal) === 0);
  if (collinear(a) || collinear(b)) return true;
  return pairsOf(hits.pairs, hits.count).some((pair) => {
    const [s, t] = pair.split(' ').map(Number);
    const across = cross(normalOf(a, s), normalOf(b, t));
    return dot(across, across) === 0;
  });
}

function segmentSum(a: Mesh, b: Mesh, hits: PairHits): number {
  let sum = 0;
  for (let i = 0; i < hits.count; i++) {
    if (hits.meetings[i] !== CROSSING) continue;
    sum += oracleCommonLength([...cornersOf(a, hits.pairs[2 * i]), ...cornersOf(b, hits.pairs[2 * i + 1])]);
  }
  return sum;
}

function expectSame(one: Contours, other: Contours): void {
  expect(one.count).toBe(other.count);
  expect(polylinesOf(one)).toEqual(polylinesOf(other));
  expect(pairsOf(one.pairs, one.pointCount)).toEqual(pairsOf(other.pairs, other.pointCount));
  expect(closedOf(one)).toEqual(closedOf(other));
}

function pairsOf(pairs: Uint32Array, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${pairs[2 * i]} ${pairs[2 * i + 1]}`);
}

function cornersOf(mesh: Mesh, triangle: number): number[] {
  return Array.from(mesh.triangles.subarray(3 * triangle, 3 * triangle + 3)).flatMap((vertex) =>
    vertexOf(mesh, vertex),
  );
}

function vertexOf(mesh: Mesh, vertex: number): number[] {
  return Array.from(mesh.positions.subarray(3 * vertex, 3 * vertex + 3));
}

function normalOf(mesh: Mesh, triangle: number): number[] {
  const corners = cornersOf(mesh, triangle);
  const side = (k: number): number[] => [0, 1, 2].map((axis) => corners[3 * k + axis] - corners[axis]);
  return cross(side(1), side(2));
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
