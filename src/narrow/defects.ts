/**
 * The triangles of a posed mesh that are no surface: collinear ones, and ones that repeat the vertices of another. They
 * are never collisions, so they are listed once, apart from what a query finds.
 */
import { requireFloat32Array, requireInteger } from '../checks.js';
import { PliantError } from '../errors.js';
import type { Mesh } from '../mesh/mesh.js';
import { isCollinear } from './coplanar.js';

/** What `findDefects` fills, over and over: buffers, and how much of them the last call used. */
export interface Defects {
  /** Triangles whose posed vertices lie on one line or in one point, ascending. */
  readonly collinear: Uint32Array;
  /** Triangles written to `collinear`. */
  collinearCount: number;
  /** Pairs: a triangle, ascending, and the first one that has the same three vertices, in whatever order. */
  readonly duplicates: Uint32Array;
  /** Pairs written to `duplicates`. */
  duplicateCount: number;
  /** Defects of either kind that were found and did not fit. */
  dropped: number;
  /** Working memory: a hash table of triangles by their vertices. */
  readonly table: Uint32Array;
}

/**
 * Allocates what `findDefects` fills.
 *
 * @param mesh The mesh to be examined; others with as many triangles or fewer will do as well.
 * @param capacity How many defects of each kind are kept, from 0 to the number of triangles; all of them by default.
 * @throws PliantError `bad-count` or `bad-type` for a capacity that is none.
 */
export function createDefects(mesh: Mesh, capacity: number = mesh.triangleCount): Defects {
  requireInteger('createDefects', 'capacity', capacity, 0, mesh.triangleCount);
  // At most half full, so that a search ends soon.
  let size = 4;
  while (size < 2 * mesh.triangleCount) size *= 2;
  return {
    collinear: new Uint32Array(capacity),
    collinearCount: 0,
    duplicates: new Uint32Array(2 * capacity),
    duplicateCount: 0,
    dropped: 0,
    table: new Uint32Array(size),
  };
}

/**
 * Lists the defects of a mesh in a pose. Exact, in time linear in the triangles; allocates nothing.
 *
 * @param positions The posed vertices of the mesh: x, y, z each.
 * @param defects Where to write, made by `createDefects`.
 * @returns The number of defects found, those that were dropped included.
 * @throws PliantError `bad-type`, `bad-count` or `mismatch` when the three do not belong together.
 */
export function findDefects(mesh: Mesh, positions: Float32Array, defects: Defects): number {
  requireFloat32Array('findDefects', 'positions', positions, 3 * mesh.vertexCount);
  if (defects.table.length < 2 * mesh.triangleCount) {
    throw new PliantError(
      'mismatch',
      `findDefects: the defects were made for a mesh of at most ${defects.table.length / 2} triangles, ` +
        `but this one has ${mesh.triangleCount}; make them with createDefects for this mesh`,
    );
  }
  const { triangles } = mesh;
  const { collinear, duplicates, table } = defects;
  const mask = table.length - 1;
  let collinearFound = 0;
  let duplicatesFound = 0;
  table.fill(0);
  for (let triangle = 0; triangle < mesh.triangleCount; triangle++) {
    const i = triangles[3 * triangle];
    const j = triangles[3 * triangle + 1];
    const k = triangles[3 * triangle + 2];
    if (isCollinear(positions, i, j, k)) {
      if (collinearFound < collinear.length) collinear[collinearFound] = triangle;
      collinearFound++;
    }

    // The same for any order of the three, and well spread over the table.
    let slot = mix(i) + mix(j) + mix(k);
    slot = (slot ^ (slot >>> 15)) & mask;
    // Zero is an empty slot, so triangles are counted from one.
    while (table[slot] !== 0 && !hasVertices(triangles, table[slot] - 1, i, j, k)) slot = (slot + 1) & mask;
    if (table[slot] === 0) {
      table[slot] = triangle + 1;
    } else {
      if (2 * duplicatesFound < duplicates.length) {
        duplicates[2 * duplicatesFound] = triangle;
        duplicates[2 * duplicatesFound + 1] = table[slot] - 1;
      }
      duplicatesFound++;
    }
  }
  defects.collinearCount = Math.min(collinearFound, collinear.length);
  defects.duplicateCount = Math.min(duplicatesFound, duplicates.length / 2);
  defects.dropped = collinearFound - defects.collinearCount + duplicatesFound - defects.duplicateCount;
  return collinearFound + duplicatesFound;
}

/** Scatters the bits of a vertex index, after the finaliser of MurmurHash3 (Appleby 2011, public domain). */
function mix(index: number): number {
  let bits = Math.imul(index ^ (index >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

/** Whether a triangle has the vertices i, j, k in any order, each as often. */
function hasVertices(triangles: Uint32Array, triangle: number, i: number, j: number, k: number): boolean {
  const a = triangles[3 * triangle];
  const b = triangles[3 * triangle + 1];
  const c = triangles[3 * triangle + 2];
  return (
    (a === i && ((b === j && c === k) || (b === k && c === j))) ||
    (a === j && ((b === i && c === k) || (b === k && c === i))) ||
    (a === k && ((b === i && c === j) || (b === j && c === i)))
  );
}
