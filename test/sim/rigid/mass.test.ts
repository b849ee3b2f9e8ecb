import type { PliantError } from 'pliant';
import { createRandom } from 'pliant/exact';
import { createMesh } from 'pliant/parts';
import type { Mesh } from 'pliant/parts';
import { measureMass } from 'pliant/sim';
import type { MassOptions } from 'pliant/sim';
import { describe, expect, it } from 'vitest';
import { meshOf, sheet, tetrahedron } from '../../mesh/make-meshes.js';

/** A box around the origin, seen from outside counter-clockwise. */
function box(width: number, height: number, depth: number): Mesh {
  const corners = Array.from({ length: 8 }, (_, i) => [
    ((i & 1) - 0.5) * width,
    (((i >> 1) & 1) - 0.5) * height,
    ((i >> 2) - 0.5) * depth,
  ]);
  const quads = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  return meshOf(
    corners.flat(),
    quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]),
  );
}

function moved({ positions, triangles }: Mesh, by: readonly number[]): Mesh {
  return createMesh({ positions: positions.map((x, i) => x + by[i % 3]), triangles });
}

function expectNear(found: ArrayLike<number>, expected: readonly number[], tolerance: number): void {
  const largest = Math.max(...expected.map(Math.abs), 1e-300);
  Array.from(found).forEach((value, i) => expect(Math.abs(value - expected[i]) / largest).toBeLessThan(tolerance));
}

describe('measureMass', () => {
  it('knows a solid box', () => {
    const { center, inertia, mass } = measureMass(box(2, 3, 5), { density: 7 });
    expect(mass).toBeCloseTo(210, 9);
    expectNear(center, [0, 0, 0], 1e-14);
    expectNear(inertia, [(210 / 12) * 34, 0, 0, 0, (210 / 12) * 29, 0, 0, 0, (210 / 12) * 13], 1e-13);
  });

  it('knows a hollow box', () => {
    const [a, b, c] = [2, 3, 5];
    const { inertia, mass } = measureMass(box(a, b, c), { areaDensity: 1 });
    expect(mass).toBeCloseTo(62, 9);
    // Two faces at half a width from the middle, and four across it.
    const xx =
      (c * b * b ** 2) / 6 +
      (b * c * c ** 2) / 6 +
      2 * (a * c * (b / 2) ** 2 + (a * c * c ** 2) / 12) +
      2 * (a * b * (c / 2) ** 2 + (a * b * b ** 2) / 12);
    expect(inertia[0]).toBeCloseTo(xx, 9);
  });

  it('knows a tetrahedron, by its closed form', () => {
    const { center, inertia, mass } = measureMass(tetrahedron(), { density: 6 });
    expect(mass).toBeCloseTo(1, 12);
    expectNear(center, [0.25, 0.25, 0.25], 1e-12);
    // Second moments about the corner are 1/10 and 1/20 of the mass; about the centre 1/16 less.
    const [square, product] = [1 / 10 - 1 / 16, 1 / 20 - 1 / 16];
    expectNear(
      inertia,
      [2 * square, -product, -product, -product, 2 * square, -product, -product, -product, 2 * square],
      1e-12,
    );
  });

  it('does not depend on where a mesh is, nor on which way it is turned out', () => {
    const random = createRandom(71);
    for (let run = 0; run < 50; run++) {
      const mesh = box(random.range(0.1, 2), random.range(0.1, 2), random.range(0.1, 2));
      const here = measureMass(mesh, { density: 3 });
      const by = [random.integer(9), -random.integer(9), random.integer(9)].map((x) => x * 64);
      const there = measureMass(moved(mesh, by), { density: 3 });
      // Coordinates themselves are rounded when they are moved.
      expectNear(there.inertia, Array.from(here.inertia), 1e-3);
      expectNear(
        there.center,
        Array.from(here.center, (x, axis) => x + by[axis]),
        1e-4,
      );
      const inverted = createMesh({ positions: mesh.positions, triangles: mesh.triangles.toReversed() });
      expectNear(measureMass(inverted, { density: 3 }).inertia, Array.from(here.inertia), 1e-12);
    }
  });

  it('adds up: a box and a box beside it weigh and turn like the longer box', () => {
    const whole = measureMass(box(4, 1, 1), { density: 1 });
    const half = measureMass(box(2, 1, 1), { density: 1 });
    expect(2 * half.mass).toBeCloseTo(whole.mass, 12);
    expect(2 * (half.inertia[4] + half.mass * 1)).toBeCloseTo(whole.inertia[4], 12);
  });

  it.each<[string, Mesh, MassOptions, string, RegExp]>([
    ['a border', sheet(2, 2), { density: 1 }, 'mismatch', /8 edges with one triangle.*areaDensity/],
    ['two densities', tetrahedron(), { density: 1, areaDensity: 1 }, 'mismatch', /either density/],
    ['no density', tetrahedron(), {}, 'mismatch', /either density/],
    ['a density of zero', tetrahedron(), { density: 0 }, 'bad-number', /density is 0/],
    ['a density that is no number', tetrahedron(), { areaDensity: NaN }, 'bad-number', /areaDensity is NaN/],
    ['no area', meshOf([0, 0, 0, 1, 1, 1, 2, 2, 2], [0, 1, 2]), { areaDensity: 1 }, 'mismatch', /weighs nothing/],
    ['no volume', meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2, 0, 2, 1]), { density: 1 }, 'mismatch', /no volume/],
  ])('refuses %s', (_, mesh, options, code, message) => {
    const measure = (): unknown => measureMass(mesh, options);
    expect(measure).toThrow(expect.objectContaining({ code }) as PliantError);
    expect(measure).toThrow(message);
  });
});
