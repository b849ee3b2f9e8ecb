import { createRandom } from 'pliant/exact';
import { createSurfaceField, windingNumber } from 'pliant/meaning';
import { type Mesh, buildTree } from 'pliant/parts';
import { type Lattice, createLattice } from 'pliant/sim';
import { describe, expect, it } from 'vitest';
import { holds } from './expect-lattice.js';
import { box, bunnyMesh, moved, sphere, together, torus, turned } from './solids.js';

const SEED = 12;
const CUBE = box([0, 0, 0], [1, 1, 1]);

const SURFACES: readonly (readonly [name: string, mesh: Mesh])[] = [
  ['the bunny', bunnyMesh()],
  ['a torus', torus(1, 0.4, 40, 20)],
  ['a shell', together(sphere(1, 20), turned(sphere(0.7, 20)))],
  ['boxes that cross, one of them inside out', together(CUBE, turned(moved(CUBE, [0.55, 0.21, -0.37])))],
  ['a box whose corners lie below each other', moved(CUBE, [0, 0, 0], [1, 3, 0.1])],
  ['a thin wall', box([0, 0, 0], [1, 1, 0.02])],
];

/** Boxes of tetrahedra, so that few are tested. */
function findHolder(lattice: Lattice, point: readonly number[]): number {
  const { points, tetrahedra } = lattice;
  for (let t = 0; t < tetrahedra.length / 4; t++) {
    let isNear = true;
    for (let axis = 0; axis < 3 && isNear; axis++) {
      let low = Infinity;
      let high = -Infinity;
      for (let k = 0; k < 4; k++) {
        const value = points[tetrahedra[t * 4 + k] * 3 + axis];
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
      isNear = point[axis] >= low && point[axis] <= high;
    }
    if (isNear && holds(lattice, t, point)) return t;
  }
  return -1;
}

describe('the inside of a lattice', () => {
  it.each(SURFACES)('holds every point with a winding number, and full tetrahedra lie inside (%s)', (_name, mesh) => {
    const field = createSurfaceField({ positions: mesh.positions, triangles: mesh.triangles }, buildTree(mesh));
    const lattice = createLattice(mesh, { cells: 10 });
    const random = createRandom(SEED);
    const windingAt = (point: readonly number[]): number => Math.abs(windingNumber(field, Float64Array.from(point)));
    const low = [0, 1, 2].map((axis) =>
      mesh.positions.reduce((least, v, k) => (k % 3 === axis ? Math.min(least, v) : least), Infinity),
    );
    const high = [0, 1, 2].map((axis) =>
      mesh.positions.reduce((most, v, k) => (k % 3 === axis ? Math.max(most, v) : most), -Infinity),
    );
    let inside = 0;
    let full = 0;
    for (let round = 0; round < 600; round++) {
      const point = low.map((lowest, axis) => random.range(lowest, high[axis]));
      const isInside = windingAt(point) > 0.5;
      const holder = findHolder(lattice, point);
      if (isInside) {
        inside++;
        expect(holder, `seed ${SEED}, point ${point.join(', ')}`).toBeGreaterThanOrEqual(0);
      }
      if (holder >= 0 && lattice.fills[holder] === 1) full += isInside ? 1 : -20;
    }
    expect(inside, `seed ${SEED}`).toBeGreaterThan(20);
    // Where all samples are inside, hardly a point is not.
    expect(full, `seed ${SEED}`).toBeGreaterThanOrEqual(0);
  });
});
