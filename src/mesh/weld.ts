/**
 * Joins vertices that move as one. Files repeat a vertex wherever its texture coordinates or normal jump; a surface cut
 * open along such seams has no neighbours across them, so self-collision would report the seam itself.
 */
import { describe, requireFinite, requireInteger } from '../checks.js';
import { PliantError } from '../errors.js';
import type { Mesh } from './mesh.js';
import { renumberVertices } from './renumber.js';

/** Data of each vertex that must be equal too, for vertices to become one: joints, weights, morph displacements. */
export interface WeldAttribute {
  /** The numbers of all vertices, one vertex after another. */
  readonly array: WeldArray;
  /** How many numbers each vertex has. */
  readonly itemSize: number;
}

/** The arrays that a {@link WeldAttribute} may have. */
export type WeldArray =
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array;

/** A welded mesh, and how it corresponds to the original. */
export interface WeldedMesh {
  /** The mesh with one vertex for each group of equal ones. Triangles keep their number and order. */
  readonly mesh: Mesh;
  /** For each original vertex, its vertex in the welded mesh. */
  readonly weldedOf: Uint32Array;
  /** For each welded vertex, the first original vertex that became it; ascending. */
  readonly originalOf: Uint32Array;
}

/**
 * Makes one vertex of all vertices with the same rest position and the same values of every attribute; -0 equals 0.
 * Welded vertices keep the order in which they first occur. Vertices that no triangle uses stay.
 *
 * @throws PliantError when an attribute does not fit the mesh or holds NaN or infinities.
 */
export function weldVertices(mesh: Mesh, attributes: readonly WeldAttribute[] = []): WeldedMesh {
  attributes.forEach((attribute, index) => checkAttribute(attribute, index, mesh.vertexCount));
  const { positions, vertexCount } = mesh;
  const all: readonly WeldAttribute[] = [{ array: positions, itemSize: 3 }, ...attributes];
  const hashes = hashVertices(all, vertexCount);
  const weldedOf = new Uint32Array(vertexCount);
  const originalOf = new Uint32Array(vertexCount);
  let weldedCount = 0;

  // Open addressing, at most half full; a slot holds a welded vertex plus one, and zero when it is free.
  const mask = tableSize(vertexCount) - 1;
  const table = new Uint32Array(mask + 1);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    let slot = hashes[vertex] & mask;
    while (table[slot] !== 0 && !areEqual(all, vertex, originalOf[table[slot] - 1])) slot = (slot + 1) & mask;
    if (table[slot] === 0) {
      originalOf[weldedCount++] = vertex;
      table[slot] = weldedCount;
    }
    weldedOf[vertex] = table[slot] - 1;
  }
  const representatives = originalOf.slice(0, weldedCount);
  return { mesh: renumberVertices(mesh, weldedOf, representatives), weldedOf, originalOf: representatives };
}

function checkAttribute(attribute: WeldAttribute, index: number, vertexCount: number): void {
  const { array, itemSize } = attribute;
  if (!ArrayBuffer.isView(array) || !('length' in array) || typeof array[0] === 'bigint') {
    throw new PliantError(
      'bad-type',
      `weldVertices: the array of attribute ${index} is ${describe(array)}; pass a typed array of numbers`,
    );
  }
  requireInteger('weldVertices', `itemSize of attribute ${index}`, itemSize, 1, 0xffffffff);
  if (array.length !== vertexCount * itemSize) {
    throw new PliantError(
      'bad-count',
      `weldVertices: attribute ${index} has ${array.length} numbers, but ${vertexCount} vertices with ${itemSize} each ` +
        `need ${vertexCount * itemSize}; check itemSize`,
    );
  }
  requireFinite('weldVertices', `attribute ${index}`, array);
}

/** The smallest power of two that is at least twice the count. */
function tableSize(count: number): number {
  let size = 2;
  while (size < count * 2) size *= 2;
  return size;
}

const scratchDouble = new Float64Array(1);
const scratchWords = new Int32Array(scratchDouble.buffer);

/** One hash per vertex over all its numbers: the mixing steps of MurmurHash3 (Appleby, public domain). */
function hashVertices(attributes: readonly WeldAttribute[], vertexCount: number): Uint32Array {
  const hashes = new Uint32Array(vertexCount);
  for (const { array, itemSize } of attributes) {
    let at = 0;
    for (let vertex = 0; vertex < vertexCount; vertex++) {
      let hash = hashes[vertex];
      const end = at + itemSize;
      for (; at < end; at++) {
        // Adding zero makes -0 into 0, and leaves every other number as it is.
        scratchDouble[0] = array[at] + 0;
        hash = mix(mix(hash, scratchWords[0]), scratchWords[1]);
      }
      hashes[vertex] = hash;
    }
  }
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    let hash = hashes[vertex];
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hashes[vertex] = hash ^ (hash >>> 16);
  }
  return hashes;
}

function mix(hash: number, word: number): number {
  let key = Math.imul(word, 0xcc9e2d51);
  key = Math.imul((key << 15) | (key >>> 17), 0x1b873593);
  const mixed = hash ^ key;
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
}

function areEqual(attributes: readonly WeldAttribute[], a: number, b: number): boolean {
  for (const { array, itemSize } of attributes) {
    for (let k = 0; k < itemSize; k++) {
      if (array[a * itemSize + k] !== array[b * itemSize + k]) return false;
    }
  }
  return true;
}
