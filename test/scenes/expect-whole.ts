import { createBody, createPairHits, createShape, findSelfHits } from 'pliant';
import { createDefects, findDefects } from 'pliant/exact';
import { inspectSurface } from 'pliant/inspect';
import { createLinearModel, findComponents, findEdges, findUnusedVertices } from 'pliant/parts';
import type { Mesh } from 'pliant/parts';
import { expect } from 'vitest';
import { BACKENDS } from '../support/sample-bodies.js';

/** The mesh must be one closed, welded surface with so many handles, without defects, that does not touch itself at rest. */
export function expectWhole(mesh: Mesh, handles: number, name: string): void {
  const edges = findEdges(mesh);
  const { closed, misorientedEdges } = inspectSurface(mesh, edges);
  expect(closed, name).toBe(true);
  expect(misorientedEdges.length, name).toBe(0);
  expect(findComponents(mesh).count, name).toBe(1);
  expect(findUnusedVertices(mesh).length, name).toBe(0);
  expect(mesh.vertexCount - edges.edgeCount + mesh.triangleCount, name).toBe(2 - 2 * handles);
  expect(new Set(placesOf(mesh)).size, name).toBe(mesh.vertexCount);
  expect(findDefects(mesh, mesh.positions, createDefects(mesh)), name).toBe(0);
  const body = createBody(BACKENDS.wasm, createShape(mesh, createLinearModel(mesh, [])));
  expect(findSelfHits(body, createPairHits(10)), name).toBe(0);
  body.dispose();
}

/** The number of triangles must be the wanted one, but for a share. */
export function expectCount(mesh: Mesh, triangles: number, share: number, name: string): void {
  expect(Math.abs(mesh.triangleCount / triangles - 1), name).toBeLessThan(share);
}

function placesOf({ positions, vertexCount }: Mesh): string[] {
  return Array.from({ length: vertexCount }, (_, vertex) => positions.slice(vertex * 3, vertex * 3 + 3).join());
}
