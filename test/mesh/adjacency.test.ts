import { createRandom } from 'pliant/exact';
import { type Mesh, NO_INDEX, findEdges, findTriangleNeighbours, findVertexTriangles } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { meshOf, sheet, tangledMesh, tetrahedron } from './make-meshes.js';

const SEED = 77;

function cornersOf(mesh: Mesh, triangle: number): number[] {
  return [...mesh.triangles.subarray(triangle * 3, triangle * 3 + 3)];
}

/** Every side of every triangle with three different vertices, by the text of its edge: higher vertex, lower vertex. */
function sidesByEdge(mesh: Mesh): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (let side = 0; side < mesh.triangleCount * 3; side++) {
    const corners = cornersOf(mesh, Math.floor(side / 3));
    if (new Set(corners).size < 3) continue;
    const ends = [corners[side % 3], corners[(side + 1) % 3]];
    const key = `${Math.max(...ends)} ${Math.min(...ends)}`;
    found.set(key, [...(found.get(key) ?? []), side]);
  }
  return found;
}

describe('findVertexTriangles', () => {
  it('lists for each vertex the triangles that use it, once and ascending', () => {
    const random = createRandom(SEED);
    for (let round = 0; round < 300; round++) {
      const mesh = tangledMesh(random);
      const { starts, triangles } = findVertexTriangles(mesh);
      expect(starts.length).toBe(mesh.vertexCount + 1);
      const all = Array.from({ length: mesh.triangleCount }, (_, triangle) => triangle);
      for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
        const users = all.filter((triangle) => cornersOf(mesh, triangle).includes(vertex));
        const row = [...triangles.subarray(starts[vertex], starts[vertex + 1])];
        expect(row, `seed ${SEED}, round ${round}, vertex ${vertex}`).toEqual(users);
      }
      expect(starts[mesh.vertexCount]).toBe(triangles.length);
    }
  });
});

describe('findEdges', () => {
  it('lists each edge once, sorted by its higher and then its lower vertex, with all sides on it', () => {
    const random = createRandom(SEED);
    for (let round = 0; round < 300; round++) {
      const mesh = tangledMesh(random);
      const edges = findEdges(mesh);
      const expected = [...sidesByEdge(mesh)]
        .map(([key, sides]) => ({ high: Number(key.split(' ')[0]), low: Number(key.split(' ')[1]), sides }))
        .sort((a, b) => a.high - b.high || a.low - b.low);
      const seen = Array.from({ length: edges.edgeCount }, (_, edge) => ({
        high: edges.vertices[edge * 2 + 1],
        low: edges.vertices[edge * 2],
        sides: [...edges.sides.subarray(edges.starts[edge], edges.starts[edge + 1])],
      }));
      expect(seen, `seed ${SEED}, round ${round}`).toEqual(expected);
      expect(edges.vertices.length).toBe(edges.edgeCount * 2);
      expect(edges.starts.length).toBe(edges.edgeCount + 1);
      const edgeOfSide = Array.from({ length: mesh.triangleCount * 3 }, (_, side) => {
        const edge = expected.findIndex(({ sides }) => sides.includes(side));
        return edge < 0 ? NO_INDEX : edge;
      });
      expect([...edges.edgeOfSide], `seed ${SEED}, round ${round}`).toEqual(edgeOfSide);
    }
  });

  it('agrees with the formula of Euler', () => {
    const mesh = sheet(40, 30);
    expect(mesh.vertexCount - findEdges(mesh).edgeCount + mesh.triangleCount).toBe(1);
    expect(findEdges(tetrahedron()).edgeCount).toBe(6);
  });

  it('has no edges when every triangle names a vertex twice', () => {
    const edges = findEdges(meshOf([0, 0, 0, 1, 0, 0], [0, 0, 1, 1, 1, 1]));
    expect(edges.edgeCount).toBe(0);
    expect([...edges.starts]).toEqual([0]);
    expect([...edges.edgeOfSide]).toEqual(Array.from({ length: 6 }, () => NO_INDEX));
  });
});

describe('findTriangleNeighbours', () => {
  it('finds the other triangle of edges with two, and none elsewhere', () => {
    const random = createRandom(SEED);
    for (let round = 0; round < 300; round++) {
      const mesh = tangledMesh(random);
      const expected = Array.from({ length: mesh.triangleCount * 3 }, () => NO_INDEX);
      for (const sides of sidesByEdge(mesh).values()) {
        if (sides.length !== 2) continue;
        expected[sides[0]] = Math.floor(sides[1] / 3);
        expected[sides[1]] = Math.floor(sides[0] / 3);
      }
      expect([...findTriangleNeighbours(findEdges(mesh))], `seed ${SEED}, round ${round}`).toEqual(expected);
    }
  });

  it('finds all three neighbours in a closed surface', () => {
    expect([...findTriangleNeighbours(findEdges(tetrahedron()))]).toEqual([3, 2, 1, 0, 2, 3, 0, 3, 1, 0, 1, 2]);
  });
});
