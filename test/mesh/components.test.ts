import { createRandom } from 'pliant/exact';
import { type Mesh, findComponents } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { meshOf, sheet, tangledMesh } from './make-meshes.js';

const SEED = 99;

/** Floods from each triangle in turn to all that share a vertex, looking at every pair. */
function flood(mesh: Mesh): number[] {
  const corners = Array.from({ length: mesh.triangleCount }, (_, triangle) => [
    ...mesh.triangles.subarray(triangle * 3, triangle * 3 + 3),
  ]);
  const componentOf = corners.map(() => -1);
  let count = 0;
  for (let start = 0; start < corners.length; start++) {
    if (componentOf[start] >= 0) continue;
    const pending = [start];
    componentOf[start] = count;
    for (let triangle = pending.pop(); triangle !== undefined; triangle = pending.pop()) {
      for (let other = 0; other < corners.length; other++) {
        if (componentOf[other] >= 0 || !corners[other].some((vertex) => corners[triangle].includes(vertex))) continue;
        componentOf[other] = count;
        pending.push(other);
      }
    }
    count++;
  }
  return componentOf;
}

describe('findComponents', () => {
  it('finds the pieces that flooding finds, numbered by their first triangles', () => {
    const random = createRandom(SEED);
    for (let round = 0; round < 300; round++) {
      const mesh = tangledMesh(random);
      const { count, componentOf } = findComponents(mesh);
      const expected = flood(mesh);
      expect([...componentOf], `seed ${SEED}, round ${round}`).toEqual(expected);
      expect(count).toBe(Math.max(...expected) + 1);
    }
  });

  it('joins triangles that share one vertex, and not those that only lie in the same place', () => {
    const bowTie = meshOf([0, 0, 0, 1, 0, 0, 1, 1, 0, -1, 0, 0, -1, 1, 0], [0, 1, 2, 0, 3, 4]);
    expect(findComponents(bowTie).count).toBe(1);
    const twice = meshOf([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 1, 1, 0], [0, 1, 2, 3, 4, 5]);
    expect([...findComponents(twice).componentOf]).toEqual([0, 1]);
  });

  it('copes with a long chain of triangles in any order', () => {
    const mesh = sheet(1, 20_000);
    const backwards = meshOf([...mesh.positions], [...mesh.triangles].reverse());
    expect(findComponents(mesh).count).toBe(1);
    expect(findComponents(backwards).count).toBe(1);
  });
});
