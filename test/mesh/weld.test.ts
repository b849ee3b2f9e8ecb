import { createRandom } from 'pliant/exact';
import { type WeldAttribute, createMesh, weldVertices } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { expectRefused } from './expect-refused.js';
import { meshOf, sheet, tangledMesh } from './make-meshes.js';

const SEED = 55;

/** The key of a vertex as text: all its numbers, with -0 written as 0. */
function keyOf(attributes: readonly WeldAttribute[], vertex: number): string {
  return attributes
    .map(({ array, itemSize }) => Array.from(array.slice(vertex * itemSize, (vertex + 1) * itemSize), (x) => x + 0))
    .join(';');
}

describe('weldVertices', () => {
  it('joins exactly the vertices whose numbers are all equal, in the order of first occurrence', () => {
    const random = createRandom(SEED);
    for (let round = 0; round < 500; round++) {
      const mesh = tangledMesh(random);
      const small = (): number => random.integer(2);
      const extra: readonly WeldAttribute[] = [
        { array: Uint8Array.from({ length: mesh.vertexCount * 2 }, small), itemSize: 2 },
        { array: Float64Array.from({ length: mesh.vertexCount }, () => [0, -0, 0.1][random.integer(3)]), itemSize: 1 },
      ].slice(0, random.integer(3));
      const { mesh: welded, weldedOf, originalOf } = weldVertices(mesh, extra);

      const all = [{ array: mesh.positions, itemSize: 3 }, ...extra];
      const keys = Array.from({ length: mesh.vertexCount }, (_, vertex) => keyOf(all, vertex));
      const distinct = [...new Set(keys)];
      const where = `seed ${SEED}, round ${round}`;
      expect([...weldedOf], where).toEqual(keys.map((key) => distinct.indexOf(key)));
      expect([...originalOf], where).toEqual(distinct.map((key) => keys.indexOf(key)));
      expect([...welded.triangles], where).toEqual([...mesh.triangles].map((vertex) => weldedOf[vertex]));
      expect(welded.vertexCount).toBe(distinct.length);
      expect(welded.triangleCount).toBe(mesh.triangleCount);
      const positions = [...originalOf].flatMap((vertex) =>
        Array.from(mesh.positions.subarray(vertex * 3, vertex * 3 + 3)),
      );
      expect([...welded.positions], where).toEqual(positions);
    }
  });

  it('closes a seam, unless the two sides deform differently', () => {
    const seam = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0], [0, 1, 2, 4, 3, 5]);
    expect([...weldVertices(seam).mesh.triangles]).toEqual([0, 1, 2, 2, 1, 3]);
    const weights = { array: Float32Array.of(1, 1, 1, 1, 0.5, 1), itemSize: 1 };
    expect([...weldVertices(seam, [weights]).mesh.triangles]).toEqual([0, 1, 2, 3, 1, 4]);
  });

  it('leaves a mesh without equal vertices as it is', () => {
    const mesh = sheet(300, 400);
    expect(weldVertices(mesh).mesh).toEqual(mesh);
  });

  it('tells numbers apart that differ in the last bit only', () => {
    const mesh = meshOf([1, 0, 0, 1 + 2 ** -23, 0, 0, 2 ** -149, 0, 0, 0, 0, 0], [0, 1, 2, 1, 2, 3]);
    expect(weldVertices(mesh).mesh.vertexCount).toBe(4);
    const words = { array: Uint32Array.of(0, 0, 0, 0), itemSize: 1 };
    expect(weldVertices(mesh, [words]).mesh.vertexCount).toBe(4);
  });

  it('keeps vertices that no triangle uses', () => {
    const mesh = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, 5, 5, 5, 5, 5, 5], [0, 1, 2]);
    expect([...weldVertices(mesh).weldedOf]).toEqual([0, 1, 2, 3, 3]);
  });

  it('does not share arrays with the original', () => {
    const mesh = createMesh({ positions: new Float32Array(9).map((_, i) => i), triangles: Uint32Array.of(0, 1, 2) });
    const welded = weldVertices(mesh).mesh;
    expect(welded.positions.buffer).not.toBe(mesh.positions.buffer);
    expect(welded.triangles.buffer).not.toBe(mesh.triangles.buffer);
  });

  it('refuses attributes that do not fit', () => {
    const mesh = sheet(1, 1);
    const weld = (array: unknown, itemSize: unknown) => () =>
      weldVertices(mesh, [{ array: new Uint8Array(4), itemSize: 1 }, { array, itemSize } as WeldAttribute]);
    expectRefused(weld(new Float32Array(9), 2), 'bad-count', 'attribute 1 has 9 numbers', 'need 8');
    expectRefused(weld(new Float32Array(4), 0), 'bad-count', 'itemSize of attribute 1 is 0');
    expectRefused(weld(new Float32Array(6), 1.5), 'bad-count', 'itemSize of attribute 1 is 1.5');
    expectRefused(weld([0, 0, 0, 0], 1), 'bad-type', 'attribute 1 is an Array');
    expectRefused(weld(new BigInt64Array(4), 1), 'bad-type', 'attribute 1 is a BigInt64Array');
    expectRefused(weld(new DataView(new ArrayBuffer(4)), 1), 'bad-type', 'attribute 1 is a DataView');
    expectRefused(weld(Float32Array.of(0, 0, NaN, 0), 1), 'bad-number', 'attribute 1[2] is NaN');
  });
});
