// slow: damages files in many ways
/** Files that lie are refused, and nothing is read for them. */
import { PliantError } from 'pliant';
import { createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { readGltf } from '../../src/gltf/read-gltf.js';
import { HOSTILE_FILES } from './hostile-files.js';
import { GltfMaker, toBytes, toGlb } from './make-gltf.js';

async function refusalOf(bytes: Uint8Array, paths: string[] = []): Promise<unknown> {
  const readResource = async (path: string): Promise<Uint8Array> => {
    paths.push(path);
    return new Uint8Array(4);
  };
  return readGltf(bytes, { readResource }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
}

describe('a hostile file', () => {
  it.each(HOSTILE_FILES)('is refused: $name', async ({ make, says }) => {
    const paths: string[] = [];
    const error = await refusalOf(make(), paths);
    expect(error).toBeInstanceOf(PliantError);
    for (const part of says) expect((error as PliantError).message).toContain(part);
    expect((error as PliantError).message).toMatch(/^readGltf: .*; .+/);
    expect(paths).toEqual([]);
  });

  it('never asks for a file when any URI leads elsewhere', async () => {
    const paths: string[] = [];
    const buffers = ['good.bin', '../bad.bin'].map((uri) => ({ byteLength: 4, uri }));
    expect(await refusalOf(toBytes({ asset: { version: '2.0' }, buffers }), paths)).toBeInstanceOf(PliantError);
    expect(paths).toEqual([]);
  });
});

describe('a file beside the model', () => {
  it('is asked for by its plain path, once', async () => {
    const paths: string[] = [];
    const buffers = ['./a%20b//c.bin', 'a b/c.bin'].map((uri) => ({ byteLength: 4, uri }));
    expect(await refusalOf(toBytes({ asset: { version: '2.0' }, buffers }), paths)).toBeUndefined();
    expect(paths).toEqual(['a b/c.bin']);
  });

  it('is refused by name when it is missing or too short', async () => {
    const bytes = toBytes({ asset: { version: '2.0' }, buffers: [{ byteLength: 5, uri: 'a.bin' }] });
    expect(String(await refusalOf(bytes))).toContain('BUFFER_BYTE_LENGTH_MISMATCH at /buffers/0: ');
    await expect(readGltf(bytes)).rejects.toThrow(/IO_ERROR at \/buffers\/0\/uri: .*readResource is missing/);
    const readResource = (): Promise<Uint8Array> => Promise.reject(new Error('no such file'));
    await expect(readGltf(bytes, { readResource })).rejects.toThrow(/IO_ERROR at \/buffers\/0\/uri: .*no such file/);
  });

  it('may be missing if it is an image, with a warning', async () => {
    const bytes = toBytes({ asset: { version: '2.0' }, images: [{ uri: 'a.png' }, { uri: 'b.png' }] });
    expect((await readGltf(bytes)).warnings).toEqual([]);
    const { warnings } = await readGltf(bytes, { hasResource: async (path) => path === 'a.png' });
    expect(warnings.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual(['IO_ERROR /images/1/uri']);
  });
});

describe('what is no file at all', () => {
  it.each([
    ['nothing', new Uint8Array(0)],
    ['a byte', new Uint8Array([0x67])],
    ['spaces', toBytes('   ')],
    ['an array', toBytes('[]')],
    ['a number', toBytes('1')],
    ['no UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['an image', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])],
  ])('is refused: %s', async (_, bytes) => {
    expect(await refusalOf(bytes)).toBeInstanceOf(PliantError);
  });

  it('is refused when it is not bytes', async () => {
    await expect(readGltf('model.glb' as unknown as Uint8Array)).rejects.toThrow(
      /readGltf: got "model.glb"; pass the bytes/,
    );
  });
});

describe('a damaged file', () => {
  /** A skinned, morphing, animated triangle with a sparse target. */
  function healthy(): Uint8Array {
    const maker = new GltfMaker();
    const attributes = {
      POSITION: maker.add('VEC3', new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0])),
      JOINTS_0: maker.add('VEC4', new Uint8Array([0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0])),
      WEIGHTS_0: maker.add('VEC4', new Float32Array([1, 0, 0, 0, 1, 0, 0, 0, 0.5, 0.5, 0, 0])),
    };
    const indices = maker.add('SCALAR', new Uint16Array([0, 1, 2]));
    const sparse = {
      count: 1,
      indices: { bufferView: maker.addView(new Uint8Array([2])), componentType: 5121 as const },
      values: { bufferView: maker.addView(new Uint8Array(new Float32Array([0, 0, 1]).buffer)) },
    };
    maker.accessors.push({ componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [0, 0, 1], sparse });
    const target = maker.accessors.length - 1;
    const input = maker.add('SCALAR', new Float32Array([0, 1]));
    const turns = maker.add('VEC4', new Float32Array([0, 0, 0, 1, 0, 0, 1, 0]));
    const shapes = maker.add('SCALAR', new Float32Array([0, 1]));
    return maker.glb({
      nodes: [{ mesh: 0, skin: 0, weights: [0.5] }, { children: [2] }, { translation: [1, 0, 0] }],
      scenes: [{ nodes: [0, 1] }],
      scene: 0,
      skins: [{ joints: [1, 2] }],
      meshes: [{ primitives: [{ attributes, indices, targets: [{ POSITION: target }] }] }],
      animations: [
        {
          samplers: [
            { input, output: turns },
            { input, output: shapes, interpolation: 'STEP' },
          ],
          channels: [
            { sampler: 0, target: { node: 1, path: 'rotation' } },
            { sampler: 1, target: { node: 0, path: 'weights' } },
          ],
        },
      ],
    });
  }

  async function expectReadOrRefused(bytes: Uint8Array, what: string): Promise<boolean> {
    try {
      await readGltf(bytes);
      return true;
    } catch (error) {
      expect(error, `${what}: ${String(error)}`).toBeInstanceOf(PliantError);
      return false;
    }
  }

  it('is read or refused wherever it is cut', async () => {
    const bytes = healthy();
    expect(await expectReadOrRefused(bytes, 'whole')).toBe(true);
    for (let length = 0; length < bytes.length; length += 7) {
      expect(await expectReadOrRefused(bytes.slice(0, length), `cut at ${length}`)).toBe(false);
    }
  });

  it('is read or refused whatever bits are flipped', async () => {
    const seed = 505;
    const random = createRandom(seed);
    const bytes = healthy();
    let refused = 0;
    for (let round = 0; round < 400; round++) {
      const damaged = bytes.slice();
      for (let flips = 1 + random.integer(3); flips > 0; flips--)
        damaged[random.integer(bytes.length)] ^= 1 << random.integer(8);
      if (!(await expectReadOrRefused(damaged, `seed ${seed}, round ${round}`))) refused++;
    }
    expect(refused).toBeGreaterThan(100);
  });

  it('is read or refused whatever value in its JSON is replaced', async () => {
    const seed = 506;
    const random = createRandom(seed);
    const bytes = healthy();
    const view = new DataView(bytes.buffer);
    const text = new TextDecoder().decode(bytes.subarray(20, 20 + view.getUint32(12, true))).trimEnd();
    const places = [...text.matchAll(/(?<=[:,[])(-?\d+(\.\d+)?|"[A-Z0-9a-z_]+"(?!:))/g)];
    const values = [
      '-1',
      '0',
      '1',
      '3',
      '7',
      '4294967295',
      '2000000000',
      '1e308',
      '0.5',
      'null',
      'true',
      '"SCALAR"',
      '[]',
      '{}',
    ];
    for (let round = 0; round < 400; round++) {
      const { index, 0: old } = places[random.integer(places.length)];
      const damaged = text.slice(0, index) + values[random.integer(values.length)] + text.slice(index + old.length);
      const whole = new GltfMaker();
      whole.addView(bytes.subarray(28 + view.getUint32(12, true)));
      const what = `seed ${seed}, round ${round}: ${damaged.slice(index - 20, index + 20)}`;
      await expectReadOrRefused(toGlb(damaged, whole.binary()), what);
    }
  });
});
