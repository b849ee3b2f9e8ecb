import { createClosestPoint } from 'pliant';
import { createRandom } from 'pliant/exact';
import { createDepth, createSurfaceField, measureDepth } from 'pliant/meaning';
import type { Depth, SurfaceField } from 'pliant/meaning';
import { bruteClosestPoint } from 'pliant/oracle';
import { buildTree, createMesh } from 'pliant/parts';
import type { Mesh } from 'pliant/parts';

import { describe, expect, it } from 'vitest';
import { sheet } from '../mesh/make-meshes.js';
import { box, hitsOf, moved, sphere, together, torus, turned } from './surfaces.js';

describe('depth', () => {
  it('of two spheres is how far they overlap', () => {
    // Radii 1 and 0.5, centres 1.2 apart along x, with vertices on the axis: each is 0.3 deep in the other, less what the
    // facets of the other are below its sphere.
    const result = depthOf(sphere([0, 0, 0], 1, 20), sphere([1.2, 0, 0], 0.5, 20));
    expect(result.depthA).toBeCloseTo(0.3, 3);
    expect(result.depthB).toBeCloseTo(0.3, 3);
    expect(result.depth).toBeLessThanOrEqual(0.3);
    expect(result.depth).toBe(Math.max(result.depthA!, result.depthB!));
  });

  it('of two spheres is right in any direction, up to their facets', () => {
    const result = depthOf(turned(sphere([0, 0, 0], 1, 24)), sphere([0.3, 0.5, 0.9], 0.6, 24));
    const overlap = 1.6 - Math.hypot(0.3, 0.5, 0.9);
    expect(Math.abs(result.depth! - overlap)).toBeLessThan(0.01);
  });

  it('of a box with a corner in another is the least way out', () => {
    const result = depthOf(box([0, 0, 0], [4, 4, 4]), box([3.25, 3, 3.5], [8, 8, 8]));
    expect(result.depth).toBe(0.5);
    expect(result.vertexA).toBe(7);
    expect(result.vertexB).toBe(0);
  });

  it('of a box inside another is that of its innermost corner', () => {
    const result = depthOf(box([0, 0, 0], [10, 10, 10]), box([1, 2, 3], [7, 6, 5]));
    // The corner (7, 6, 5) is 3 from x = 10, the corner (7, 6, 3) 3 from the same and z = 0, and (1, …) only 1 from x = 0.
    expect(result.depthB).toBe(3);
    expect(result.depthA).toBe(0);
    expect(result.vertexA).toBe(undefined);
  });

  it('of crossed bars is 0 without a vertex inside, and half the width of one with a vertex of the other in its middle', () => {
    const [along, across] = [box([-2, -0.5, -0.5], [2, 0.5, 0.5]), box([-0.75, -2, -0.75], [0.75, 2, 0.75])];
    expect(depthOf(along, across).depth).toBe(0);
    expect(depthOf(cutInSix(along), across).depthA).toBe(0.75);
  });

  it('is absent where the other surface is open, and there in the other direction', () => {
    const ball = sphere([0, 0, 0], 1, 10);
    const cloth = moved(sheet(20, 20), (x, y) => [x / 5 - 2.03, y / 5 - 1.98, 0.6]);
    const result = depthOf(ball, cloth);
    expect(result.depthA).toBe(undefined);
    expect(result.depthB).toBeCloseTo(0.4, 2);
    expect(result.depth).toBe(result.depthB);
    expect(
      depthOf(
        cloth,
        moved(cloth, (x, y, z) => [x, z, y]),
      ).depth,
    ).toBe(undefined);
  });

  it('is absent of a ball half through a floor, whose corners are far away', () => {
    const floor = moved(sheet(1, 1), (x, y) => [20 * x - 10, 20 * y - 10, 0]);
    const result = depthOf(sphere([0, 0, 0], 1, 10), floor);
    expect([result.depthA, result.depthB, result.depth]).toEqual([undefined, 0, undefined]);
  });

  it('does not mind a hole far from the place', () => {
    // A long bottle without a bottom, touched at its closed end.
    const bottle = longTube();
    const ball = sphere([0, 0, 20], 0.5, 8);
    const result = depthOf(ball, bottle);
    expect(result.depthA).toBeCloseTo(0.5, 1);
    // At the hole there is no inside.
    expect(depthOf(sphere([1, 0, 0], 0.5, 8), bottle).depthA).toBe(undefined);
  });

  it('is not taken from what has left through a hole again', () => {
    // A stick that pierces the closed end and comes out of the open one, far beyond it.
    const stick = cutInSix(box([-0.1, -0.1, -30], [0.1, 0.1, 21]));
    const result = depthOf(stick, longTube());
    expect(result.depthA).toBeGreaterThan(0.5);
    expect(result.depthA).toBeLessThan(1);
  });

  it('is 0 where surfaces touch', () => {
    const result = depthOf(box([0, 0, 0], [2, 2, 2]), box([0.5, 0.5, 2], [1.5, 1.5, 3]));
    expect(result.depthA).toBe(0);
    expect(result.depthB).toBe(0);
    expect(result.vertexB).toBe(undefined);
  });

  it('does not depend on which way the normals point', () => {
    const [a, b] = [sphere([0, 0, 0], 1, 8), sphere([1.1, 0.2, 0], 0.5, 8)];
    const inward = createMesh({ positions: b.positions, triangles: b.triangles.slice().reverse() });
    expect(depthOf(a, inward).depth).toBe(depthOf(a, b).depth);
  });

  it('is absent of a surface in itself', () => {
    const field = fieldOf(sphere([0, 0, 0], 1, 4));
    expect(measureDepth(field, field, hitsOf(field, field), createDepth())).toBe(undefined);
  });

  it('is the largest distance among all enclosed vertices', () => {
    for (let seed = 0; seed < 12; seed++) {
      const random = createRandom(seed);
      const shift = [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)] as const;
      const ring = torus(1, 0.45, 24, 12);
      const ball = sphere(shift, random.range(0.2, 0.8), 6);
      const result = depthOf(ball, ring);
      let deepest = 0;
      const closest = createClosestPoint();
      for (let v = 0; v < ball.vertexCount; v++) {
        const vertex = ball.positions.subarray(3 * v, 3 * v + 3);
        bruteClosestPoint(ring.positions, ring.triangles, vertex, closest);
        const within = Math.hypot(Math.hypot(vertex[0], vertex[1]) - 1, vertex[2]);
        // Between the round torus and its facets, the formula cannot tell.
        if (within < 0.44 && closest.distance > deepest) deepest = closest.distance;
      }
      expect(result.depthA, `seed ${seed}`).toBeCloseTo(deepest, deepest > 0.02 ? 12 : 1);
    }
  });

  it('is not led astray by triangles without area, which nothing hits', () => {
    // Two balls, one inside and one far away, joined by a needle of no width that pierces the other surface.
    const [inner, outer] = [sphere([0, 0, 0], 0.5, 3), sphere([5, 0, 0], 0.5, 3)];
    for (const [first, second] of [
      [inner, outer],
      [outer, inner],
    ]) {
      const both = together(first, second);
      const far = both.vertexCount - 1;
      const joined = createMesh({
        positions: both.positions,
        triangles: Uint32Array.from([0, far, far, ...both.triangles, 0, far, 0]),
      });
      expect(depthOf(joined, sphere([0, 0, 0], 1, 8)).depthA).toBe(depthOf(both, sphere([0, 0, 0], 1, 8)).depthA);
    }
    expect(depthOf(together(outer, inner), sphere([0, 0, 0], 1, 8)).depthA).toBeGreaterThan(0.4);
  });

  it('is the same when asked again, in a used buffer', () => {
    const result = createDepth();
    const [a, b] = [sphere([0, 0, 0], 1, 6), sphere([1.1, 0.3, 0], 0.6, 6)];
    depthOf(together(a, b), torus(1, 0.3, 12, 8), result);
    expect(depthOf(a, b, result)).toMatchObject({ ...depthOf(a, b), work: result.work });
  });
});

function depthOf(a: Mesh, b: Mesh, result = createDepth()): Depth {
  measureDepth(fieldOf(a), fieldOf(b), hitsOf(a, b), result);
  return result;
}

function fieldOf(mesh: Mesh): SurfaceField {
  return createSurfaceField(mesh, buildTree(mesh));
}

/** Each triangle cut in six by its middle and those of its sides. */
function cutInSix(mesh: Mesh): Mesh {
  const positions = Array.from(mesh.positions);
  const numbers = new Map<string, number>();
  const middle = (...vertices: readonly number[]): number => {
    const key = [...vertices].sort((p, q) => p - q).join(' ');
    const known = numbers.get(key);
    if (known !== undefined) return known;
    for (let axis = 0; axis < 3; axis++) {
      positions.push(vertices.reduce((sum, vertex) => sum + mesh.positions[3 * vertex + axis], 0) / vertices.length);
    }
    numbers.set(key, positions.length / 3 - 1);
    return positions.length / 3 - 1;
  };
  const triangles: number[] = [];
  for (let t = 0; t < mesh.triangles.length; t += 3) {
    const [a, b, c] = mesh.triangles.subarray(t, t + 3);
    const center = middle(a, b, c);
    for (const [v, w] of [
      [a, b],
      [b, c],
      [c, a],
    ])
      triangles.push(v, middle(v, w), center, middle(v, w), w, center);
  }
  return createMesh({ positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) });
}

/** A tube of radius 1 along z from 0 to 20, open below and closed above. */
function longTube(): Mesh {
  const cap = sphere([0, 0, 0], 1, 12);
  const kept: number[] = [];
  for (let t = 0; t < cap.triangles.length; t += 3) {
    const corners = Array.from(cap.triangles.subarray(t, t + 3));
    // All of the sphere but its lower end, where z is below -0.9; the rest is drawn out.
    if (corners.every((vertex) => cap.positions[3 * vertex + 2] > -0.9)) kept.push(...corners);
  }
  const drawn = moved(cap, (x, y, z) => {
    const width = Math.hypot(x, y) || 1;
    return z >= 0 ? [x, y, z + 19] : [x / width, y / width, 19 * (1 + z / 0.9)];
  });
  const used = [...new Set(kept)].sort((p, q) => p - q);
  return createMesh({
    positions: Float32Array.from(
      used.flatMap((vertex) => Array.from(drawn.positions.subarray(3 * vertex, 3 * vertex + 3))),
    ),
    triangles: Uint32Array.from(kept, (vertex) => used.indexOf(vertex)),
  });
}
