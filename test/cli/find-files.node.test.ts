import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findModels } from '../../src/cli/find-files.js';
import { temporaryFolder } from './temporary-folder.js';

async function makeTree(): Promise<string> {
  const folder = await temporaryFolder();
  const names = ['b.glb', 'a.gltf', 'a.bin', 'c.VRM', 'odd[1].glb', 'deep/d.glb', 'deep/er/e.glb', '.hidden/h.glb'];
  for (const name of [...names, 'node_modules/n.glb', 'notes/readme.txt']) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), '');
  }
  return folder;
}

/** The models below a folder that places in it stand for. */
async function expectFound(folder: string, ...places: readonly string[]): Promise<string[]> {
  const { files, missing } = await findModels(places.map((place) => join(folder, place)));
  expect(missing).toEqual([]);
  return files.map((path) => path.slice(folder.length + 1));
}

describe('models', () => {
  it('are files as they are named', async () => {
    const folder = await makeTree();
    expect(await expectFound(folder, 'b.glb', 'odd[1].glb', 'a.bin')).toEqual(['b.glb', 'odd[1].glb', 'a.bin']);
  });

  it('are all those in a folder and below, but for hidden places and node_modules', async () => {
    const folder = await makeTree();
    expect(await expectFound(folder, '.')).toEqual([
      'a.gltf',
      'b.glb',
      'c.VRM',
      'deep/d.glb',
      'deep/er/e.glb',
      'odd[1].glb',
    ]);
  });

  it.each([
    ['*.glb', ['b.glb', 'odd[1].glb']],
    ['?.glb', ['b.glb']],
    ['[ab].*', ['a.gltf', 'b.glb']],
    ['[!a].glb', ['b.glb']],
    ['{a,b}.{glb,gltf}', ['a.gltf', 'b.glb']],
    ['**/*.glb', ['b.glb', 'deep/d.glb', 'deep/er/e.glb', 'odd[1].glb']],
    ['deep/*/*.glb', ['deep/er/e.glb']],
    ['*/*.glb', ['deep/d.glb', 'node_modules/n.glb']],
  ])('are those that %s matches', async (pattern, expected) => {
    expect(await expectFound(await makeTree(), pattern)).toEqual(expected);
  });

  it('are there once, however often they are named', async () => {
    const folder = await makeTree();
    expect(await expectFound(folder, 'deep/d.glb', 'deep', 'deep/../deep/d.glb')).toEqual([
      'deep/d.glb',
      'deep/er/e.glb',
    ]);
  });

  it('are not looked for along links that lead back', async () => {
    const folder = await makeTree();
    await symlink(folder, join(folder, 'deep', 'loop'));
    expect(await expectFound(folder, 'deep')).toEqual(['deep/d.glb', 'deep/er/e.glb']);
    expect(await expectFound(folder, 'deep/**/*.glb')).toEqual(['deep/d.glb', 'deep/er/e.glb']);
  });

  it('that are not there are told apart', async () => {
    const folder = await makeTree();
    const places = ['missing.glb', 'notes', 'x*.glb', 'b.glb'].map((place) => join(folder, place));
    const { files, missing } = await findModels(places);
    expect(files).toEqual([places[3]]);
    expect(missing.map(({ place }) => place)).toEqual(places.slice(0, 3));
    expect(missing.map(({ message }) => message)).toEqual([
      expect.stringContaining('there is no file'),
      expect.stringContaining('no .glb, .gltf or .vrm file in the folder'),
      expect.stringContaining('no .glb, .gltf or .vrm file matches'),
    ]);
  });
});
