/** Files packed by meshoptimizer: read as if they were not, and refused when the data lies. */
import { MeshoptEncoder } from 'meshoptimizer/encoder';
import { PliantError } from 'pliant';
import { describe, expect, it } from 'vitest';
import { readGltf } from '../../src/gltf/read-gltf.js';
import { GltfMaker } from './make-gltf.js';
import type { Json } from './make-gltf.js';

const GRID = 40;
const positions = Float32Array.from({ length: GRID * GRID * 3 }, (_, i) => {
  const vertex = Math.floor(i / 3);
  return [vertex % GRID, Math.floor(vertex / GRID), (vertex * 7) % 5][i % 3];
});
const corners = Uint32Array.from({ length: (GRID - 1) * (GRID - 1) * 3 }, (_, i) => {
  const cell = Math.floor(i / 3);
  const first = Math.floor(cell / (GRID - 1)) * GRID + (cell % (GRID - 1));
  return first + [0, 1, GRID][i % 3];
});

/** The grid packed, under either name of the extension; fields of the extension may be replaced. */
async function makePacked(
  name: string,
  lies: { readonly vertices?: Json; readonly corners?: Json } = {},
): Promise<Uint8Array> {
  await MeshoptEncoder.ready;
  const maker = new GltfMaker();
  const pack = (
    array: Float32Array | Uint32Array,
    stride: number,
    mode: 'ATTRIBUTES' | 'TRIANGLES',
    lie: Json = {},
  ): number => {
    const count = array.byteLength / stride;
    const bytes = MeshoptEncoder.encodeGltfBuffer(new Uint8Array(array.buffer), count, stride, mode);
    const { byteOffset = 0 } = maker.bufferViews[maker.addView(bytes)];
    maker.bufferViews.pop();
    const packed = { buffer: 0, byteOffset, byteLength: bytes.length, byteStride: stride, count, mode, ...lie };
    maker.bufferViews.push({
      buffer: 1,
      byteOffset: mode === 'TRIANGLES' ? positions.byteLength : 0,
      byteLength: array.byteLength,
      ...(mode === 'ATTRIBUTES' && { byteStride: stride }),
      extensions: { [name]: packed },
    });
    return maker.bufferViews.length - 1;
  };
  const vertexView = pack(positions, 12, 'ATTRIBUTES', lies.vertices);
  const cornerView = pack(corners, 4, 'TRIANGLES', lies.corners);
  const bounds = { min: [0, 0, 0], max: [GRID - 1, GRID - 1, 4] };
  maker.accessors.push(
    { bufferView: vertexView, componentType: 5126, count: GRID * GRID, type: 'VEC3', ...bounds },
    { bufferView: cornerView, componentType: 5125, count: corners.length, type: 'SCALAR' },
  );
  const buffers = [
    { byteLength: maker.binary().length },
    { byteLength: positions.byteLength + corners.byteLength, extensions: { [name]: { fallback: true } } },
  ];
  return maker.glb({
    extensionsUsed: [name],
    extensionsRequired: [name],
    buffers,
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
  });
}

describe('a file packed by meshoptimizer', () => {
  it.each(['EXT_meshopt_compression', 'KHR_meshopt_compression'])('is read: %s', async (name) => {
    const { objects } = await readGltf(await makePacked(name));
    expect(objects[0].mesh.triangleCount).toBe(corners.length / 3);
    // The encoder may turn triangles, so that another corner comes first.
    const cornersOf = (numbers: ArrayLike<number>, indices: Uint32Array): string[] =>
      Array.from({ length: indices.length / 3 }, (_, t) =>
        Array.from(indices.subarray(t * 3, t * 3 + 3), (v) => [0, 1, 2].map((axis) => numbers[v * 3 + axis]).join(' '))
          .sort()
          .join(', '),
      );
    expect(cornersOf(objects[0].mesh.positions, objects[0].mesh.triangles)).toEqual(cornersOf(positions, corners));
  });

  it.each([
    ['a count that is too large', { vertices: { count: GRID * GRID + 100 } }],
    ['a count that is too small', { vertices: { count: 4 } }],
    ['a huge count', { vertices: { count: 0x7fffffff } }],
    ['a fractional count', { vertices: { count: 1.5 } }],
    ['another stride', { vertices: { byteStride: 4 } }],
    ['no stride', { vertices: { byteStride: undefined } }],
    ['a place outside the buffer', { vertices: { byteOffset: 1e6 } }],
    ['another buffer', { vertices: { buffer: 7 } }],
    ['a buffer without data', { vertices: { buffer: 1 } }],
    ['another mode', { corners: { mode: 'ATTRIBUTES' } }],
    ['a mode that does not exist', { corners: { mode: 'NONE' } }],
    ['a filter that does not fit', { vertices: { filter: 'QUATERNION' } }],
    ['fewer corners', { corners: { count: 3 } }],
  ])('is refused for %s', async (_, lies) => {
    await expect(readGltf(await makePacked('EXT_meshopt_compression', lies))).rejects.toBeInstanceOf(PliantError);
  });
});
