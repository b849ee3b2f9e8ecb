/** The model that an audit writes, with what it found in colours. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mesh } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { readGltf } from 'pliant/audit';
import { describe, expect, it } from 'vitest';
import { GltfMaker, toBytes } from '../gltf/make-gltf.js';
import { boxesModel } from './boxes-model.js';
import { runPliant } from './run-pliant.js';
import { temporaryFolder } from './temporary-folder.js';
import { withModel } from './with-model.js';

describe('the coloured model', () => {
  /** The colours of each object's vertices in a GLB: how many are white, yellow, red. */
  async function colorsOf(path: string): Promise<(string[] | undefined)[]> {
    const bytes = await readFile(path);
    const jsonLength = bytes.readUInt32LE(12);
    const json = JSON.parse(bytes.toString('utf8', 20, 20 + jsonLength)) as {
      nodes: { mesh: number }[];
      meshes: { primitives: { attributes: Record<string, number> }[] }[];
      accessors: { bufferView: number; count: number }[];
      bufferViews: { byteOffset: number }[];
    };
    return json.nodes.map(({ mesh }) => {
      const accessor = json.meshes[mesh].primitives[0].attributes['COLOR_0'];
      if (accessor === undefined) return undefined;
      const { bufferView, count } = json.accessors[accessor];
      const start = 28 + jsonLength + json.bufferViews[bufferView].byteOffset;
      return Array.from({ length: count }, (_, i) => bytes.toString('hex', start + i * 4, start + i * 4 + 4));
    });
  }

  it('is valid, is the same surface, and shows what is new and what is known', async () => {
    const { folder, model } = await withModel();
    const path = join(folder, 'marked.glb');
    await runPliant(['audit', model, '--glb', path]);
    const bytes = new Uint8Array(await readFile(path));
    const before = await readGltf(boxesModel());
    // Khronos's validator looks at it first.
    const after = await readGltf(bytes);
    expect(after.warnings).toEqual([]);
    expect(after.objects.map(({ name, mesh }) => [name, mesh])).toEqual(
      before.objects.map(({ name, mesh }) => [name, mesh]),
    );
    expect(after.clips).toEqual(before.clips);
    // Both show one mesh, and each is hit on sides of its own: the wall has the corner at its origin untouched.
    const [wall, cart] = await colorsOf(path);
    expect(new Set(wall)).toEqual(new Set(['ffffffff', 'ff1e1eff']));
    expect(wall![0]).toBe('ffffffff');
    expect(cart![0]).toBe('ff1e1eff');
    await runPliant(['audit', model, '--baseline', 'none', '--times', '0', '--glb', path]);
    expect(await colorsOf(path)).toEqual([undefined, undefined]);
  });

  it('is read by three.js, with its colours', async () => {
    const { folder, model } = await withModel();
    const path = join(folder, 'marked.glb');
    await runPliant(['audit', model, '--glb', path]);
    const bytes = new Uint8Array(await readFile(path));
    const { scene, animations } = await new GLTFLoader().parseAsync(bytes.buffer, '');
    expect(animations.map(({ name }) => name)).toEqual(['Push', 'Wait']);
    const colors = ['Wall', 'Cart'].map((name) => {
      return (scene.getObjectByName(name) as Mesh).geometry.getAttribute('color');
    });
    expect(colors.map(({ count, itemSize, normalized }) => [count, itemSize, normalized])).toEqual([
      [8, 4, true],
      [8, 4, true],
    ]);
  });

  it('is valid where there is nothing to show', async () => {
    const { folder, model } = await withModel(toBytes({ asset: { version: '2.0' } }), 'nothing.gltf');
    const path = join(folder, 'marked.glb');
    expect((await runPliant(['audit', model, '--glb', path])).code).toBe(0);
    expect((await readGltf(new Uint8Array(await readFile(path)))).objects).toEqual([]);
  });

  it('takes in buffers and images that lie beside the model, and keeps what it does not know', async () => {
    const folder = await temporaryFolder();
    const maker = new GltfMaker();
    const positions = maker.add(
      'VEC3',
      Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.2, -1, 0.2, 0.2, 1, 0.3, 0.9, 1),
    );
    const json = maker.json({
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0, extras: { kept: true } }],
      meshes: [{ primitives: [{ attributes: { POSITION: positions } }] }],
      images: [{ uri: 'there.png' }, { uri: 'missing.png' }],
    }) as { buffers: { uri?: string }[] };
    json.buffers[0].uri = 'data.bin';
    const image = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
    await writeFile(join(folder, 'model.gltf'), JSON.stringify(json));
    await writeFile(join(folder, 'data.bin'), maker.binary());
    await writeFile(join(folder, 'there.png'), image);
    const path = join(folder, 'marked.glb');
    const { err } = await runPliant(['audit', join(folder, 'model.gltf'), '--baseline', 'none', '--glb', path]);
    expect(err).toContain('missing.png');
    expect((await colorsOf(path))[0]).toEqual(Array.from({ length: 6 }, () => 'ff1e1eff'));
    const bytes = await readFile(path);
    const written = bytes.toString('utf8', 20, 20 + bytes.readUInt32LE(12));
    expect(written).toContain('"extras":{"kept":true}');
    expect(written).toContain('"uri":"missing.png"');
    expect(written).not.toContain('there.png');
    expect(bytes.includes(Buffer.from(image))).toBe(true);
    expect((await readGltf(new Uint8Array(bytes))).objects).toHaveLength(1);
  });
});
