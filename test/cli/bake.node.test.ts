/** `pliant bake`: meshes and point caches of all instants. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readObj } from 'pliant/parts';
import { readGltf } from 'pliant/audit';
import type { Report } from 'pliant/audit';
import { describe, expect, it } from 'vitest';
import { boxesModel } from './boxes-model.js';
import { interruptPliant, runPliant } from './run-pliant.js';
import { withModel } from './with-model.js';

describe('baking', () => {
  it('writes what an audit checks as OBJ, one file per instant and object', async () => {
    const { folder, model } = await withModel();
    const out = join(folder, 'baked');
    const { code } = await runPliant(['bake', model, '--out', out, '--clip', 'Push', '--fps', '2']);
    expect(code).toBe(0);
    expect((await readdir(out)).sort()).toEqual(['000-Wall', '001-Cart', 'instants.json']);
    expect(await readdir(join(out, '001-Cart'))).toEqual(['000000.obj', '000001.obj', '000002.obj']);
    const instants = JSON.parse(await readFile(join(out, 'instants.json'), 'utf8')) as unknown;
    expect(instants).toEqual([0, 0.5, 1].map((time) => ({ clip: 'Push', time })));
    const [, cart] = (await readGltf(boxesModel())).objects;
    for (const [i, shift] of [3, 1.875, 0.75].entries()) {
      const baked = readObj(await readFile(join(out, '001-Cart', `00000${i}.obj`), 'utf8'));
      const expected = cart.mesh.positions.map((value, at) => value + (at % 3 === 0 ? shift : 0.25));
      expect(baked.positions).toEqual(expected);
      expect(baked.triangles).toEqual(cart.mesh.triangles);
    }
  });

  it('chooses the instants that an audit chooses', async () => {
    const { folder, model } = await withModel();
    for (const line of [[], ['--fps', '7'], ['--times', '0.25,2'], ['--clip', 'W*']]) {
      const report = join(folder, 'r.json');
      const out = join(folder, 'baked');
      await runPliant(['audit', model, '--json', report, ...line]);
      await runPliant(['bake', model, '--out', out, '--format', 'pc2', ...line]);
      const { files } = JSON.parse(await readFile(report, 'utf8')) as Report;
      const instants = JSON.parse(await readFile(join(out, 'instants.json'), 'utf8')) as unknown;
      expect(instants, line.join(' ')).toEqual(files[0].instants.map(({ clip, time }) => ({ clip, time })));
    }
  });

  it('writes point caches', async () => {
    const { folder, model } = await withModel();
    const out = join(folder, 'baked');
    await runPliant(['bake', model, '--out', out, '--clip', 'Push', '--times', '0,1', '--format', 'pc2']);
    const bytes = await readFile(join(out, '001-Cart', 'points.pc2'));
    expect(bytes.toString('latin1', 0, 12)).toBe('POINTCACHE2\0');
    expect([12, 16, 28].map((at) => bytes.readInt32LE(at))).toEqual([1, 8, 2]);
    expect([20, 24].map((at) => bytes.readFloatLE(at))).toEqual([0, 1]);
    expect(bytes).toHaveLength(32 + 2 * 8 * 12);
    // The first vertex is the box's corner at its origin.
    expect([0, 4, 8].map((at) => bytes.readFloatLE(32 + at))).toEqual([3, 0.25, 0.25]);
    expect([0, 4, 8].map((at) => bytes.readFloatLE(32 + 96 + at))).toEqual([0.75, 0.25, 0.25]);
  });

  it('leaves whole files alone when it is interrupted', async () => {
    const { folder, model } = await withModel();
    const out = join(folder, 'baked');
    const instants = 20;
    expect((await interruptPliant(['bake', model, '--out', out, '--fps', '3000'], instants)).code).toBe(130);
    const faces = 12;
    for (const object of await readdir(out)) {
      const names = await readdir(join(out, object));
      expect(names.length, object).toBeGreaterThanOrEqual(instants);
      for (const name of names) {
        expect(name).toMatch(/^\d{6}\.obj$/);
        expect(readObj(await readFile(join(out, object, name), 'utf8')).triangleCount, name).toBe(faces);
      }
    }
  });

  it.each([
    ['--clip Push', 'by --out DIR'],
    ['--out x --format fbx', 'neither obj nor pc2'],
    ['--out {model}', '--out: the folder'],
    ['--out {model}.baked --anim nothing.glb', '--anim: '],
    ['--out {model}.baked --clip Dance', 'no clip is called "Dance"'],
  ])('refuses %j', async (line, remedy) => {
    const { model } = await withModel();
    const { code, err } = await runPliant(['bake', model, ...line.replaceAll('{model}', model).split(' ')]);
    expect(err).toContain(remedy);
    expect(code).toBe(2);
  });
});
