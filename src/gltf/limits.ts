/** How much a file may claim before its claims are believed. Far beyond real models, and below what hurts. */

/** Bytes of JSON. Engines hold strings of half a gigabyte at most. */
export const MOST_JSON_BYTES = 0x10000000;

/** Arrays and objects within one another. glTF itself needs nine; extensions and extras need a few more. */
export const DEEPEST_JSON = 128;

/** Nodes from a root down to a leaf. */
export const DEEPEST_NODE = 1000;

/** Sum over all joints of all skins of their depth: what it takes to look for the common root of a skin. */
export const MOST_JOINT_STEPS = 4_000_000;

/** Elements that an accessor may have without any data behind it, in a file without data. */
const FEW_ELEMENTS = 0x10000;

/** Bytes that may be claimed whatever the size of the file. */
const FEW_BYTES = 0x4000000;

/** Elements of an accessor without a buffer view: zeros, or sparse values among zeros. */
export function mostUnbackedElements(dataBytes: number): number {
  return Math.max(FEW_ELEMENTS, dataBytes);
}

/** Bytes of all accessors together, and of the vertices of a mesh. Accessors share data, and sparse ones have little. */
export function mostExpandedBytes(dataBytes: number): number {
  return FEW_BYTES + 64 * dataBytes;
}

/** Elements that compressed data may stand for. Flat grids come near 200 vertices per byte. */
export function mostCompressedElements(compressedBytes: number): number {
  return FEW_ELEMENTS + 256 * compressedBytes;
}

/** Bytes that compressed data may stand for: meshopt stores 256 equal vertices in a few bits for each byte of a vertex. */
export function mostCompressedBytes(compressedBytes: number): number {
  return FEW_ELEMENTS + 1024 * compressedBytes;
}
