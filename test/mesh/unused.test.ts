import { createRandom } from 'pliant/exact';
import { NO_INDEX, dropUnusedVertices, findUnusedVertices } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { sheet, tangledMesh } from './make-meshes.js';

const SEED = 11;

describe('vertices nobody uses', () => {
  it('are found, and dropped with maps both ways', () => {
    const random = createRandom(SEED);
    for (let round = 0; round < 300; round++) {
      const mesh = tangledMesh(random);
      const where = `seed ${SEED}, round ${round}`;
      const vertices = Array.from({ length: mesh.vertexCount }, (_, vertex) => vertex);
      const used = vertices.filter((vertex) => mesh.triangles.includes(vertex));
      expect([...findUnusedVertices(mesh)], where).toEqual(vertices.filter((vertex) => !used.includes(vertex)));

      const { mesh: compacted, compactedOf, originalOf } = dropUnusedVertices(mesh);
      expect([...originalOf], where).toEqual(used);
      const expected = vertices.map((vertex) => (used.includes(vertex) ? used.indexOf(vertex) : NO_INDEX));
      expect([...compactedOf], where).toEqual(expected);
      expect(compacted.vertexCount).toBe(used.length);
      expect(compacted.positions.length).toBe(used.length * 3);
      // Each corner lies where it lay before.
      const cornersOf = ({ positions, triangles }: typeof mesh): number[] =>
        [...triangles].flatMap((vertex) => [...positions.subarray(vertex * 3, vertex * 3 + 3)]);
      expect(cornersOf(compacted), where).toEqual(cornersOf(mesh));
    }
  });

  it('are none in a mesh without any', () => {
    const mesh = sheet(3, 3);
    expect(findUnusedVertices(mesh).length).toBe(0);
    expect(dropUnusedVertices(mesh).mesh).toEqual(mesh);
  });
});
