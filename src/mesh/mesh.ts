/** The mesh at rest: what every deformation, tree and query is built on. */
import { describe, requireFloat32Array } from '../checks.js';
import { PliantError } from '../errors.js';

/**
 * A triangle mesh at rest. A plain record: it can be cloned, sent to a worker, and shared by any number of instances.
 * Make one with {@link createMesh}, which checks what the rest of Pliant relies on: coordinates are finite, indices are in range,
 * and there is at least one triangle.
 */
export interface Mesh {
  /** Rest positions: x, y, z of each vertex. */
  readonly positions: Float32Array;
  /** Three vertex indices per triangle. */
  readonly triangles: Uint32Array;
  /** Number of vertices, used by a triangle or not. */
  readonly vertexCount: number;
  /** Number of triangles. */
  readonly triangleCount: number;
}

/** Stands for "no such vertex, edge or triangle" where an index is stored. */
export const NO_INDEX = 0xffffffff;

/** What {@link createMesh} makes a mesh of. */
export interface MeshData {
  /** x, y, z of each vertex. */
  readonly positions: Float32Array;
  /** Three vertex indices per triangle. */
  readonly triangles: Uint32Array | Uint16Array | Uint8Array;
}

/**
 * Makes a mesh after checking it fully. The arrays are kept, not copied, unless the indices are narrower than 32 bits:
 * leave them unchanged afterwards. Degenerate triangles and unused vertices are allowed; queries report the former as defects.
 *
 * @throws PliantError `bad-type`, `bad-count`, `bad-number` or `bad-index`, naming the place and the value.
 */
export function createMesh(data: MeshData): Mesh {
  if (typeof data !== 'object' || data === null) {
    throw new PliantError('bad-type', `createMesh: got ${describe(data)}; pass { positions, triangles }`);
  }
  const { positions, triangles } = data;
  requireFloat32Array('createMesh', 'positions', positions);
  requireIndexArray(triangles);
  const vertexCount = countTriples('positions', 'vertex', 'coordinates', positions.length);
  const triangleCount = countTriples('triangles', 'triangle', 'indices', triangles.length);

  for (let i = 0; i < positions.length; i++) {
    if (!Number.isFinite(positions[i])) {
      throw new PliantError(
        'bad-number',
        `createMesh: ${'xyz'[i % 3]} of vertex ${Math.floor(i / 3)} is ${positions[i]}; every coordinate must be finite`,
      );
    }
  }
  for (let i = 0; i < triangles.length; i++) {
    if (triangles[i] >= vertexCount) {
      throw new PliantError(
        'bad-index',
        `createMesh: triangle ${Math.floor(i / 3)} uses vertex ${triangles[i]}, but there are ${vertexCount} vertices; ` +
          'check the index buffer',
      );
    }
  }
  return {
    positions,
    triangles: triangles instanceof Uint32Array ? triangles : Uint32Array.from(triangles),
    vertexCount,
    triangleCount,
  };
}

function requireIndexArray(value: unknown): void {
  if (value instanceof Uint32Array || value instanceof Uint16Array || value instanceof Uint8Array) return;
  throw new PliantError(
    'bad-type',
    `createMesh: triangles is ${describe(value)}; pass a Uint32Array, a Uint16Array or a Uint8Array`,
  );
}

function countTriples(name: string, item: string, parts: string, length: number): number {
  if (length === 0) {
    throw new PliantError('bad-count', `createMesh: ${name} is empty; a mesh needs at least one ${item}`);
  }
  if (length % 3 !== 0) {
    throw new PliantError(
      'bad-count',
      `createMesh: ${name} has ${length} ${parts}, which is not a multiple of 3; pass three per ${item}`,
    );
  }
  return length / 3;
}
