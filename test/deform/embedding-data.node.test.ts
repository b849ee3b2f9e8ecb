import { readFileSync } from 'node:fs';
import { type Mesh, createMesh, createPose, createTetEmbedding, poseMesh, setPoints, weldVertices } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { type MshFile, readMsh } from '../support/read-msh.js';
import { sharedData } from '../support/shared-data.js';

const BUNNY = sharedData('tet/bunny.msh');

describe.skipIf(BUNNY === undefined)('the tetrahedral bunny', () => {
  it('gives each vertex of its own surface to the point that it is', () => {
    const { solid, surface } = loadBunny();
    expect([solid.points.length / 3, solid.tetrahedra.length / 4, surface.triangleCount]).toEqual([4670, 19379, 6266]);
    const model = createTetEmbedding(surface, solid);
    expect(model.restReach).toBe(0);
    const place = model.governors.findIndex((governor, vertex) => governor !== vertex);
    expect([place, model.governors.length]).toEqual([-1, 4670]);
    const pose = createPose(model.poseLayout);
    setPoints(pose, solid.points);
    const out = new Float32Array(surface.positions.length);
    poseMesh(model, pose, out);
    expect(out).toEqual(surface.positions);
  });

  it('carries a fine surface: what lies inside moves with the solid, what lies outside keeps its way', () => {
    const { solid, surface } = loadBunny();
    // Blown up a little, so that many vertices lie outside.
    const fine = divide(divide(surface));
    const mesh = createMesh({ ...fine, positions: fine.positions.map((value) => value * 1.001) });
    expect(mesh.vertexCount).toBeGreaterThan(50_000);
    const model = createTetEmbedding(mesh, solid);
    const pose = createPose(model.poseLayout);
    setPoints(pose, solid.points);
    const out = new Float32Array(mesh.positions.length);
    poseMesh(model, pose, out);
    const misses = out.filter((value, k) => Math.abs(value - mesh.positions[k]) > 2e-7);
    expect(misses.length).toBe(0);
    const outside = model.rest.filter(
      (_, k) => k % 3 === 0 && model.rest.subarray(k, k + 3).some((left) => left !== 0),
    );
    expect(outside.length).toBeGreaterThan(10_000);
    expect(outside.length).toBeLessThan(mesh.vertexCount - 1000);

    setPoints(
      pose,
      solid.points.map((value, k) => value + [0.5, -2, 8][k % 3]),
    );
    poseMesh(model, pose, out);
    const shifted = out.filter((value, k) => Math.abs(value - mesh.positions[k] - [0.5, -2, 8][k % 3]) > 1e-6);
    expect(shifted.length).toBe(0);
  });
});

function loadBunny(): { solid: MshFile; surface: Mesh } {
  const solid = readMsh(readFileSync(BUNNY as string, 'utf8'));
  return { solid, surface: createMesh({ positions: solid.points, triangles: solid.surface }) };
}

/** Four triangles for each. */
function divide(mesh: Mesh): Mesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let t = 0; t < mesh.triangleCount; t++) {
    const corners = [0, 1, 2].map((i) =>
      Array.from(mesh.positions.subarray(mesh.triangles[t * 3 + i] * 3, mesh.triangles[t * 3 + i] * 3 + 3)),
    );
    const middles = [0, 1, 2].map((i) => corners[i].map((value, axis) => (value + corners[(i + 1) % 3][axis]) / 2));
    const first = positions.length / 3;
    for (const point of [...corners, ...middles]) positions.push(...point);
    for (const corner of [0, 3, 5, 3, 1, 4, 5, 4, 2, 3, 4, 5]) triangles.push(first + corner);
  }
  const soup = createMesh({ positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) });
  return weldVertices(soup).mesh;
}
