/** Collects vertices and polygons of a file, whose numbers are not known beforehand, and fans polygons out. */
import { type Mesh, createMesh } from './mesh.js';

/** A mesh under construction. */
export interface MeshBuilder {
  positions: Float32Array;
  coordinateCount: number;
  triangles: Uint32Array;
  indexCount: number;
  /** Corners of the polygon under way: their number, the first and the last. */
  corners: number;
  firstCorner: number;
  lastCorner: number;
}

/** Starts an empty mesh with room for some vertices and triangles; it grows as needed. */
export function createMeshBuilder(vertexCapacity: number, triangleCapacity: number): MeshBuilder {
  return {
    positions: new Float32Array(vertexCapacity * 3),
    coordinateCount: 0,
    triangles: new Uint32Array(triangleCapacity * 3),
    indexCount: 0,
    corners: 0,
    firstCorner: 0,
    lastCorner: 0,
  };
}

/** Adds a vertex. */
export function addVertex(builder: MeshBuilder, x: number, y: number, z: number): void {
  const at = builder.coordinateCount;
  if (at + 3 > builder.positions.length) {
    const grown = new Float32Array(Math.max(builder.positions.length * 2, 192));
    grown.set(builder.positions);
    builder.positions = grown;
  }
  builder.positions[at] = x;
  builder.positions[at + 1] = y;
  builder.positions[at + 2] = z;
  builder.coordinateCount = at + 3;
}

/** Starts a polygon. */
export function beginPolygon(builder: MeshBuilder): void {
  builder.corners = 0;
}

/** Adds a corner to the polygon; from the third on, each adds the triangle of it, the corner before, and the first. */
export function addCorner(builder: MeshBuilder, vertex: number): void {
  if (builder.corners === 0) builder.firstCorner = vertex;
  if (builder.corners >= 2) {
    const at = builder.indexCount;
    if (at + 3 > builder.triangles.length) {
      const grown = new Uint32Array(Math.max(builder.triangles.length * 2, 192));
      grown.set(builder.triangles);
      builder.triangles = grown;
    }
    builder.triangles[at] = builder.firstCorner;
    builder.triangles[at + 1] = builder.lastCorner;
    builder.triangles[at + 2] = vertex;
    builder.indexCount = at + 3;
  }
  builder.lastCorner = vertex;
  builder.corners++;
}

/** The mesh of all that was added. */
export function finishMesh(builder: MeshBuilder): Mesh {
  return createMesh({
    positions: builder.positions.slice(0, builder.coordinateCount),
    triangles: builder.triangles.slice(0, builder.indexCount),
  });
}
