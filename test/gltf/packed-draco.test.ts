/** Files packed by Draco. The decoder finds its WebAssembly in Node alone; browsers are told where it is. */
import wasmUrl from 'draco3dgltf/draco_decoder_gltf.wasm?url';
import { describe, expect, it } from 'vitest';
import { readGltf } from '../../src/gltf/read-gltf.js';
import { GltfMaker } from './make-gltf.js';

/** A unit square of two triangles, encoded by Draco 1.5.7, sequentially, with ten bits for each coordinate. */
const STREAM = 'RFJBQ08CAgEAAAACBAEAAQIAAgMBAQAJAwAAAgABAQADAwEwARADADSCiAQAAAAA/wMAAAAAAAAAAAAAAAAAAAAAgD8K';

const isBrowser = 'document' in globalThis;
const options = isBrowser
  ? { readDracoBinary: async (): Promise<ArrayBuffer> => (await fetch(wasmUrl)).arrayBuffer() }
  : {};

function makePacked(
  change: (stream: Uint8Array) => Uint8Array = (stream) => stream,
  extension: object = {},
  count = 4,
): Uint8Array {
  const maker = new GltfMaker();
  const bufferView = maker.addView(change(Uint8Array.from(atob(STREAM), (letter) => letter.charCodeAt(0))));
  const draco = { bufferView, attributes: { POSITION: 0 }, ...extension };
  const bounds = { min: [0, 0, 0], max: [1, 1, 0] };
  return maker.glb({
    extensionsUsed: ['KHR_draco_mesh_compression'],
    extensionsRequired: ['KHR_draco_mesh_compression'],
    accessors: [
      { componentType: 5126, count, type: 'VEC3', ...bounds },
      { componentType: 5125, count: 6, type: 'SCALAR' },
    ],
    nodes: [{ mesh: 0 }],
    meshes: [
      { primitives: [{ attributes: { POSITION: 0 }, indices: 1, extensions: { KHR_draco_mesh_compression: draco } }] },
    ],
  });
}

const withByte =
  (at: number, byte: number) =>
  (stream: Uint8Array): Uint8Array => {
    const changed = stream.slice();
    changed[at] = byte;
    return changed;
  };

describe('a file packed by Draco', () => {
  it('is read', async () => {
    const { objects } = await readGltf(makePacked(), options);
    expect([...objects[0].mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
    expect([...objects[0].mesh.triangles]).toEqual([0, 1, 2, 0, 2, 3]);
  });

  it.each<[string, Uint8Array]>([
    ['a count that is not the stream’s', makePacked(undefined, {}, 5)],
    ['an attribute that the stream has not', makePacked(undefined, { attributes: { POSITION: 9 } })],
    ['an attribute that the primitive has not', makePacked(undefined, { attributes: { NORMAL: 0 } })],
    ['a buffer view that does not exist', makePacked(undefined, { bufferView: 9 })],
    ['no buffer view', makePacked(undefined, { bufferView: null })],
    ['a stream that is cut', makePacked((stream) => stream.slice(0, 30))],
    ['something else than a stream', makePacked(() => new Uint8Array(69))],
    ['a stream of a point cloud', makePacked(withByte(7, 0))],
    ['another version', makePacked(withByte(5, 1))],
    ['metadata', makePacked(withByte(10, 0x80))],
    ['an index out of range', makePacked(withByte(17, 9))],
  ])('is refused for %s', async (_, bytes) => {
    await expect(readGltf(bytes, options)).rejects.toMatchObject({
      name: 'PliantError',
      code: expect.not.stringMatching('unsupported') as string,
    });
  });

  it('is refused by browsers that are not told where the decoder is, with a remedy', async () => {
    const told = await readGltf(makePacked()).then(
      () => 'read',
      (error: unknown) => (error as Error).message,
    );
    expect(told).toMatch(isBrowser ? /^readGltf: decoder-draco at .*; in browsers, let readDracoBinary/ : /^read$/);
  });

  it('is refused when the decoder cannot be brought', async () => {
    const readDracoBinary = (): Promise<ArrayBuffer> => Promise.reject(new Error('404'));
    await expect(readGltf(makePacked(), { readDracoBinary })).rejects.toThrow(/decoder-draco .*404/);
  });
});
