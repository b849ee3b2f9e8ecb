import { createRandom } from 'pliant/exact';
import { type SurfaceReport, inspectSurface } from 'pliant/inspect';
import { type Mesh, findEdges } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { meshOf, sheet, tangledMesh, tetrahedron } from './make-meshes.js';

const SEED = 44;

function inspect(mesh: Mesh): SurfaceReport {
  return inspectSurface(mesh, findEdges(mesh));
}

/** The edges as texts of their vertices, for comparing with an oracle that knows no edge numbers. */
function textsOf(mesh: Mesh, edges: Uint32Array): string[] {
  const { vertices } = findEdges(mesh);
  return Array.from(edges, (edge) => `${vertices[edge * 2]}-${vertices[edge * 2 + 1]}`).sort();
}

/** How often each directed side occurs among the triangles with three different vertices. */
function countDirected(mesh: Mesh): Map<string, number> {
  const counts = new Map<string, number>();
  for (let triangle = 0; triangle < mesh.triangleCount; triangle++) {
    const corners = [...mesh.triangles.subarray(triangle * 3, triangle * 3 + 3)];
    if (new Set(corners).size < 3) continue;
    corners.forEach((from, k) => {
      const key = `${from}-${corners[(k + 1) % 3]}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    });
  }
  return counts;
}

describe('inspectSurface', () => {
  it('sorts edges by how many triangles run along them, and in which direction', () => {
    const random = createRandom(SEED);
    for (let round = 0; round < 300; round++) {
      const mesh = tangledMesh(random);
      const directed = countDirected(mesh);
      const [boundary, nonManifold, misoriented]: string[][] = [[], [], []];
      let edgeCount = 0;
      for (let high = 0; high < mesh.vertexCount; high++) {
        for (let low = 0; low < high; low++) {
          const forward = directed.get(`${low}-${high}`) ?? 0;
          const backward = directed.get(`${high}-${low}`) ?? 0;
          if (forward + backward > 0) edgeCount++;
          if (forward + backward === 1) boundary.push(`${low}-${high}`);
          if (forward + backward > 2) nonManifold.push(`${low}-${high}`);
          if (forward + backward === 2 && forward !== 1) misoriented.push(`${low}-${high}`);
        }
      }
      const report = inspect(mesh);
      const where = `seed ${SEED}, round ${round}`;
      expect(textsOf(mesh, report.boundaryEdges), where).toEqual(boundary.sort());
      expect(textsOf(mesh, report.nonManifoldEdges), where).toEqual(nonManifold.sort());
      expect(textsOf(mesh, report.misorientedEdges), where).toEqual(misoriented.sort());
      expect(report.closed, where).toBe(edgeCount > 0 && boundary.length === 0 && nonManifold.length === 0);
    }
  });

  it('finds a tetrahedron closed, and a sheet open all around', () => {
    expect(inspect(tetrahedron()).closed).toBe(true);
    const report = inspect(sheet(5, 3));
    expect(report.closed).toBe(false);
    expect(report.boundaryEdges.length).toBe(16);
    expect(report.misorientedEdges.length).toBe(0);
  });

  it('finds the three edges of a triangle that is turned inside out', () => {
    const { positions, triangles } = tetrahedron();
    const report = inspect(meshOf([...positions], [0, 1, 2, ...triangles.subarray(3)]));
    expect(report.closed).toBe(true);
    expect(report.misorientedEdges.length).toBe(3);
  });

  it('looks through triangles that name a vertex twice', () => {
    const { positions, triangles } = tetrahedron();
    expect(inspect(meshOf([...positions], [...triangles, 0, 0, 1, 2, 3, 2])).closed).toBe(true);
    expect(inspect(meshOf([0, 0, 0, 1, 0, 0], [0, 1, 0])).closed).toBe(false);
  });

  it('finds a triangle that occurs three times non-manifold', () => {
    const report = inspect(meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2, 1, 2, 0, 2, 1, 0]));
    expect(report.nonManifoldEdges.length).toBe(3);
    expect(report.closed).toBe(false);
  });
});
