import { createRandom } from 'pliant/exact';
import type { Mesh } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { isWithoutBorder } from '../../src/mesh/border.js';
import { box, sphere, together, torus } from '../meaning/surfaces.js';
import { latticeTangle } from '../support/sample-meshes.js';
import { meshOf, sheet, tetrahedron } from './make-meshes.js';

const ask = ({ triangles, vertexCount }: Mesh): boolean => isWithoutBorder(triangles, vertexCount);

/** Edges counted one by one. */
function countedBalance({ triangles }: Mesh): boolean {
  const counts = new Map<string, number>();
  for (let i = 0; i < triangles.length; i++) {
    const [a, b] = [triangles[i], triangles[i % 3 === 2 ? i - 2 : i + 1]];
    const key = `${Math.min(a, b)} ${Math.max(a, b)}`;
    counts.set(key, (counts.get(key) ?? 0) + Math.sign(b - a));
  }
  return [...counts.values()].every((count) => count === 0);
}

describe('a border', () => {
  it('is absent from closed surfaces, from several of them, and where two share an edge', () => {
    for (const mesh of [tetrahedron(), box([0, 0, 0], [1, 1, 1]), sphere([0, 0, 0], 1, 4), torus(2, 1, 5, 4)]) {
      expect(ask(mesh)).toBe(true);
      expect(ask(together(mesh, mesh))).toBe(true);
    }
    const pair = meshOf(
      [0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1, 0, -1, 0, 0, -1, -1, 0],
      [0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2, 0, 1, 4, 0, 4, 5, 0, 5, 1, 1, 5, 4],
    );
    expect(ask(pair)).toBe(true);
  });

  it('is there where a triangle is missing or turned round', () => {
    const { positions, triangles } = box([0, 0, 0], [1, 1, 1]);
    expect(ask(meshOf([...positions], [...triangles.subarray(3)]))).toBe(false);
    const [a, b, c, ...rest] = triangles;
    expect(ask(meshOf([...positions], [b, a, c, ...rest]))).toBe(false);
    expect(ask(sheet(3, 3))).toBe(false);
  });

  it('is there exactly where counting says so', () => {
    const seed = 866;
    const random = createRandom(seed);
    const answers = [0, 0];
    for (let round = 0; round < 2000; round++) {
      const some = latticeTangle(random, 3 + random.integer(3), 1 + random.integer(3), 3);
      const back = Array.from(some.triangles).reverse();
      const mesh = meshOf([...some.positions], round % 2 === 0 ? [...some.triangles] : [...some.triangles, ...back]);
      expect(ask(mesh), `seed ${seed}, round ${round}`).toBe(countedBalance(mesh));
      answers[ask(mesh) ? 1 : 0]++;
    }
    expect(Math.min(...answers)).toBeGreaterThan(100);
  });
});
