import { PliantError } from 'pliant';
import { createRandom } from 'pliant/exact';
import { createSurfaceField, refitSurfaceField, windingNumber } from 'pliant/meaning';
import type { SurfaceField } from 'pliant/meaning';
import { buildTree, createMesh } from 'pliant/parts';
import type { BuildOptions, Mesh } from 'pliant/parts';

import { describe, expect, it } from 'vitest';
import { meshOf, sheet } from '../mesh/make-meshes.js';
import { cross, dot } from './plain-triangles.js';
import { box, moved, sphere, together, torus } from './surfaces.js';

describe('the winding number', () => {
  it('is 1 inside a closed surface and 0 outside', () => {
    const field = fieldOf(box([-1, -2, -3], [1, 2, 3]));
    expect(windingAt(field, 0, 0, 0)).toBeCloseTo(1, 12);
    expect(windingAt(field, 0.99, 1.99, 2.99)).toBeCloseTo(1, 4);
    expect(windingAt(field, 1.01, 0, 0)).toBeCloseTo(0, 12);
    expect(windingAt(field, 50, 60, 70)).toBeCloseTo(0, 9);
  });

  it('counts how often surfaces lie around the point, with their orientation', () => {
    const [small, large] = [box([-1, -1, -1], [1, 1, 1]), box([-2, -2, -2], [2, 2, 2])];
    const inward = createMesh({ positions: small.positions, triangles: small.triangles.slice().reverse() });
    expect(windingAt(fieldOf(together(small, large)), 0, 0, 0)).toBeCloseTo(2, 12);
    expect(windingAt(fieldOf(inward), 0, 0.5, 0)).toBeCloseTo(-1, 12);
    expect(windingAt(fieldOf(together(inward, large)), 0, 0, 0)).toBeCloseTo(0, 12);
    const shells = Array.from({ length: 5 }, (_, i) => sphere([0, 0, 0], 1 + 0.01 * i, 4)).reduce(together);
    expect(windingAt(fieldOf(shells), 0.1, 0.2, 0.3)).toBeCloseTo(5, 2);
  });

  it('is the share of directions in which an open surface is seen', () => {
    // Each face of a cube takes a sixth of what is seen from the middle; a large sheet takes half.
    const square = moved(sheet(1, 1), (x, y) => [2 * x - 1, 2 * y - 1, 1]);
    expect(windingAt(fieldOf(square), 0, 0, 0)).toBeCloseTo(1 / 6, 12);
    expect(windingAt(fieldOf(square), 0, 0, 2)).toBeCloseTo(-1 / 6, 12);
    const plane = moved(sheet(8, 8), (x, y) => [1000 * (x - 4), 1000 * (y - 4), 0]);
    expect(windingAt(fieldOf(plane), 10, 20, -0.5)).toBeCloseTo(0.5, 2);
    expect(windingAt(fieldOf(plane), 10, 20, 0.5)).toBeCloseTo(-0.5, 2);
  });

  it.each<BuildOptions>([
    { leafSize: 1, arity: 2 },
    { leafSize: 4, arity: 4 },
    { leafSize: 255, arity: 2 },
  ])('differs by less than 0.01 from the sum of all solid angles, with the tree %o', (options) => {
    const random = createRandom(1);
    const open = moved(sheet(30, 20), (x, y) => [
      x / 10 - 1.5,
      y / 10 - 1,
      0.3 * Math.sin(x / 3) + 0.1 * random.next(),
    ]);
    for (const mesh of [torus(1, 0.4, 60, 30), sphere([0.3, 0, 0], 1, 20), open]) {
      const field = fieldOf(mesh, options);
      for (let i = 0; i < 50; i++) {
        const point = [random.range(-1.6, 1.6), random.range(-1.2, 1.2), random.range(-0.6, 0.6)] as const;
        expect(Math.abs(windingAt(field, ...point) - exactWinding(mesh, point)), `point ${i}`).toBeLessThan(0.01);
      }
    }
  });

  it('follows the pose, with the tree of the surface at rest', () => {
    const rest = sphere([0, 0, 0], 1, 12);
    const field = fieldOf(rest);
    const posed = moved(rest, (x, y, z) => [3 * x + 7, y, z * z * z - x]);
    refitSurfaceField(field, posed.positions);
    for (const [x, inside] of [
      [7, 1],
      [9, 1],
      [0, 0],
      [11, 0],
    ] as const) {
      expect(windingAt(field, x, 0, -(x - 7) / 3)).toBeCloseTo(inside, 1);
    }
  });

  it('is the same in any unit, and finite where triangles have no area', () => {
    const mesh = sphere([0, 0, 0], 1, 8);
    for (const scale of [2 ** -120, 2 ** 100]) {
      const field = fieldOf(moved(mesh, (x, y, z) => [x * scale, y * scale, z * scale]));
      expect(windingAt(field, 0.9 * scale, 0.1 * scale, 0)).toBe(windingAt(fieldOf(mesh), 0.9, 0.1, 0));
    }
    const flat = fieldOf(meshOf([0, 0, 0, 1, 0, 0, 2, 0, 0], [0, 1, 2, 0, 0, 0]));
    for (const x of [0, 0.5, 5, 1000]) expect(Math.abs(windingAt(flat, x, x === 0.5 ? 1e-3 : 0, 0))).toBe(0);
  });

  it('refuses the tree and the positions of another surface', () => {
    const tree = buildTree(sphere([0, 0, 0], 1, 3));
    expect(() => createSurfaceField(sphere([0, 0, 0], 1, 4), tree)).toThrow(PliantError);
    const field = fieldOf(sphere([0, 0, 0], 1, 4));
    expect(() => refitSurfaceField(field, new Float32Array(3))).toThrow(/refitSurfaceField: positions has 3 numbers/);
  });
});

function fieldOf(mesh: Mesh, options: BuildOptions = {}): SurfaceField {
  return createSurfaceField(mesh, buildTree(mesh, options));
}

function windingAt(field: SurfaceField, ...point: readonly [x: number, y: number, z: number]): number {
  return windingNumber(field, Float64Array.from(point));
}

/** The sum over all triangles, each by its spherical excess: the angles of its image on the unit sphere less π. */
function exactWinding(mesh: Mesh, point: readonly number[]): number {
  let sum = 0;
  for (let t = 0; t < mesh.triangleCount; t++) {
    const [a, b, c] = [0, 1, 2].map((k) => {
      const offset = [0, 1, 2].map((axis) => mesh.positions[3 * mesh.triangles[3 * t + k] + axis] - point[axis]);
      return offset.map((value) => value / Math.hypot(...offset));
    });
    const excess = cornerAngle(a, b, c) + cornerAngle(b, c, a) + cornerAngle(c, a, b) - Math.PI;
    sum += excess * Math.sign(dot(a, cross(b, c)));
  }
  return sum / (4 * Math.PI);
}

/** The angle at a between the great circles to b and to c. */
function cornerAngle(a: readonly number[], b: readonly number[], c: readonly number[]): number {
  const [u, v] = [cross(a, b), cross(a, c)];
  return Math.atan2(Math.hypot(...cross(u, v)), dot(u, v));
}
