/** Contours of two surfaces whose lengths and shapes are known. */
import { describe, expect, it } from 'vitest';
import { sheet } from '../mesh/make-meshes.js';
import { cross, dot, normalOf } from './plain-triangles.js';
import { box, closedOf, contoursOf, moved, polylinesOf, sphere, torus, turned } from './surfaces.js';

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
