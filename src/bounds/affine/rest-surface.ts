/** A surface at rest, with what is needed of each triangle to tell how steep a function is on it that is linear there. */
import { findEdges, findTriangleNeighbours } from '../../mesh/adjacency.js';
import { NO_INDEX } from '../../mesh/mesh.js';

/** A surface at rest. Triangles and vertices are in the order of the tree. */
export interface RestSurface {
  readonly vertexCount: number;
  readonly triangleCount: number;
  readonly corners: Uint32Array;
  /** Float32 numbers, kept as doubles. */
  readonly positions: Float64Array;
  /** The largest magnitude of a coordinate. */
  readonly reach: number;
  /** For each side of each triangle the triangle across it, where there is exactly one and it runs the other way; else `NO_INDEX`. */
  readonly neighbours: Uint32Array;
  /** Three numbers per triangle: its unit normal. Not a number where it has no area. */
  readonly normals: Float64Array;
  readonly areas: Float64Array;
  /** The smallest altitude of each triangle; 0 where it is too thin for what is computed on it to be trusted. */
  readonly altitudes: Float64Array;
  /**
   * Three numbers per triangle, with e and f its sides from the first corner: 1 / |e|, the share of e in f along e, and 1 over the altitude on e.
   * Of a function that changes by E along e and by F along f, the slopes along e and across it, in the plane of the triangle, are E / |e| and (F - share E) / altitude.
   */
  readonly frames: Float64Array;
}

/** A triangle whose longest side is more than so many altitudes is too thin. */
const THINNEST = 1024;

/** Describes a surface at rest. */
export function createRestSurface(corners: Uint32Array, positions: Float32Array): RestSurface {
  const triangleCount = corners.length / 3;
  const vertexCount = positions.length / 3;
  const surface: RestSurface = {
    vertexCount,
    triangleCount,
    corners,
    positions: Float64Array.from(positions),
    reach: positions.reduce((most, coordinate) => Math.max(most, Math.abs(coordinate)), 0),
    neighbours: findOpposite(corners, triangleCount, vertexCount),
    normals: new Float64Array(triangleCount * 3),
    areas: new Float64Array(triangleCount),
    altitudes: new Float64Array(triangleCount),
    frames: new Float64Array(triangleCount * 3),
  };
  for (let triangle = 0; triangle < triangleCount; triangle++) measureTriangle(surface, triangle);
  return surface;
}

function findOpposite(corners: Uint32Array, triangleCount: number, vertexCount: number): Uint32Array {
  const edges = findEdges({ triangles: corners, triangleCount, vertexCount });
  const neighbours = findTriangleNeighbours(edges);
  for (let edge = 0; edge < edges.edgeCount; edge++) {
    const [a, b] = edges.sides.subarray(edges.starts[edge], edges.starts[edge + 1]);
    if (edges.starts[edge + 1] - edges.starts[edge] === 2 && corners[a] === corners[b]) {
      neighbours[a] = NO_INDEX;
      neighbours[b] = NO_INDEX;
    }
  }
  return neighbours;
}

function measureTriangle(surface: RestSurface, triangle: number): void {
  const { altitudes, areas, corners, frames, normals, positions } = surface;
  const a = corners[triangle * 3] * 3;
  const b = corners[triangle * 3 + 1] * 3;
  const c = corners[triangle * 3 + 2] * 3;
  const ex = positions[b] - positions[a];
  const ey = positions[b + 1] - positions[a + 1];
  const ez = positions[b + 2] - positions[a + 2];
  const fx = positions[c] - positions[a];
  const fy = positions[c + 1] - positions[a + 1];
  const fz = positions[c + 2] - positions[a + 2];
  const nx = ey * fz - ez * fy;
  const ny = ez * fx - ex * fz;
  const nz = ex * fy - ey * fx;
  const doubled = Math.sqrt(nx * nx + ny * ny + nz * nz);
  const e = ex * ex + ey * ey + ez * ez;
  const f = fx * fx + fy * fy + fz * fz;
  const g = (fx - ex) * (fx - ex) + (fy - ey) * (fy - ey) + (fz - ez) * (fz - ez);
  const longest = Math.sqrt(Math.max(e, f, g));
  normals[triangle * 3] = nx / doubled;
  normals[triangle * 3 + 1] = ny / doubled;
  normals[triangle * 3 + 2] = nz / doubled;
  areas[triangle] = doubled / 2;
  const altitude = doubled / longest;
  altitudes[triangle] = altitude * THINNEST > longest ? altitude : 0;
  frames[triangle * 3] = 1 / Math.sqrt(e);
  frames[triangle * 3 + 1] = (ex * fx + ey * fy + ez * fz) / e;
  frames[triangle * 3 + 2] = Math.sqrt(e) / doubled;
}
