/** Point caches: PC2, version 1, as Blender, 3ds Max and others read it. Little endian. */

const HEADER_BYTES = 32;
const MAGIC = 'POINTCACHE2\0';

/** The header of a cache of `sampleCount` samples with `pointCount` points each, one frame apart. */
export function pc2Header(pointCount: number, sampleCount: number): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < MAGIC.length; i++) bytes[i] = MAGIC.charCodeAt(i);
  view.setInt32(12, 1, true);
  view.setInt32(16, pointCount, true);
  view.setFloat32(20, 0, true);
  view.setFloat32(24, 1, true);
  view.setInt32(28, sampleCount, true);
  return bytes;
}

/** One sample: x, y, z of all points. */
export function pc2Sample(positions: Float32Array): Uint8Array {
  const bytes = new Uint8Array(positions.length * 4);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < positions.length; i++) view.setFloat32(i * 4, positions[i], true);
  return bytes;
}
