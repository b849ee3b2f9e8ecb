import { readFileSync } from 'node:fs';
import { inspectSurface } from 'pliant/inspect';
import {
  createMesh,
  dropUnusedVertices,
  findBoundary,
  findEdges,
  inspectTetrahedra,
  readGmsh,
  readVtk,
} from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { readMsh } from '../support/read-msh.js';
import { sharedData } from '../support/shared-data.js';

const BUNNY = sharedData('tet/bunny.msh');
const TORUS = sharedData('tet/reduced_torus/torus_mesh.vtk');

describe.skipIf(BUNNY === undefined)('the tetrahedral bunny, a Gmsh file', () => {
  it('has the points, tetrahedra and surface that a reader of its own finds', () => {
    const solid = readGmsh(readFileSync(BUNNY as string));
    const expected = readMsh(readFileSync(BUNNY as string, 'utf8'));
    expect(solid.points).toEqual(expected.points);
    expect(solid.tetrahedra).toEqual(expected.tetrahedra);
    const report = inspectTetrahedra(solid);
    expect(
      [report.flipped, report.flat, report.duplicated, report.unusedPoints, report.crowdedFaces].map(
        (list) => list.length,
      ),
    ).toEqual([0, 0, 0, 0, 0]);
    // The file lists its surface in a section of its own.
    const sorted = (triangles: Uint32Array): string[] =>
      Array.from({ length: triangles.length / 3 }, (_, i) => {
        const corners = [...triangles.subarray(i * 3, i * 3 + 3)];
        const lowest = corners.indexOf(Math.min(...corners));
        return [0, 1, 2].map((k) => corners[(lowest + k) % 3]).join(' ');
      }).sort();
    expect(sorted(findBoundary(solid))).toEqual(sorted(expected.surface));
  });
});

describe.skipIf(TORUS === undefined)('the tetrahedral torus, a VTK file', () => {
  it('is a sound solid with the surface of a torus', () => {
    const text = readFileSync(TORUS as string);
    const solid = readVtk(text);
    expect(solid.points.length / 3).toBe(1036);
    const { isSound } = inspectTetrahedra(solid);
    expect(isSound).toBe(true);
    const { mesh } = dropUnusedVertices(createMesh({ positions: solid.points, triangles: findBoundary(solid) }));
    const edges = findEdges(mesh);
    const report = inspectSurface(mesh, edges);
    expect([report.closed, report.misorientedEdges.length]).toEqual([true, 0]);
    expect(mesh.vertexCount - edges.edgeCount + mesh.triangleCount).toBe(0);
  });
});
