import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { auditFile } from 'pliant/audit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let folder = '';
const inModels = (name: string): string => join(folder, 'models', name);

/** Two triangles that cross, with their numbers in a file of the given name. */
function crossing(uri: string): string {
  return JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, name: 'Cross' }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 6, type: 'VEC3', min: [-1, -1, -1], max: [1, 1, 1] }],
    bufferViews: [{ buffer: 0, byteLength: 72 }],
    buffers: [{ uri, byteLength: 72 }],
  });
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pliant-audit-'));
  mkdirSync(inModels('parts'), { recursive: true });
  const numbers = Float32Array.of(-1, -1, 0, 1, -1, 0, 0, 1, 0, 0, -0.5, -1, 0, -0.5, 1, 0, 0.5, 1);
  const bytes = Buffer.from(numbers.buffer);
  writeFileSync(join(folder, 'secret.bin'), bytes);
  writeFileSync(inModels('parts/own.bin'), bytes);
  symlinkSync(join(folder, 'secret.bin'), inModels('parts/way-out.bin'));
  symlinkSync(inModels('parts/own.bin'), inModels('parts/way-in.bin'));
  symlinkSync('/dev/zero', inModels('parts/zero.bin'));
  for (const name of ['own', 'way-out', 'way-in', 'zero', 'missing']) {
    writeFileSync(inModels(`${name}.gltf`), crossing(`parts/${name}.bin`));
  }
  writeFileSync(inModels('folder.gltf'), crossing('parts'));
  writeFileSync(inModels('up.gltf'), crossing('../secret.bin'));
  symlinkSync(inModels('own.gltf'), inModels('link.gltf'));
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('auditFile', () => {
  it('reads a model and the buffers in its folder, by path and by URL', async () => {
    const report = await auditFile(inModels('own.gltf'), { baseline: 'none' });
    expect(report.file).toBe(inModels('own.gltf'));
    expect(report.instants[0].self).toBe(1);
    expect(report.findings).toHaveLength(1);
    const byUrl = await auditFile(pathToFileURL(inModels('own.gltf')), { baseline: 'none' });
    expect(byUrl).toEqual(report);
    expect((await auditFile(inModels('own.gltf'), { file: 'own' })).file).toBe('own');
  });

  it('follows links that stay in the folder', async () => {
    expect((await auditFile(inModels('way-in.gltf'))).instants[0].self).toBe(1);
    expect((await auditFile(inModels('link.gltf'))).instants[0].self).toBe(1);
  });

  it.each(['way-out', 'zero', 'missing', 'folder', 'up'])('reads nothing for %s.gltf', async (name) => {
    await expect(auditFile(inModels(`${name}.gltf`))).rejects.toMatchObject({ name: 'PliantError', code: 'bad-file' });
  });

  it('refuses what is no regular file, and what is not there', async () => {
    for (const path of ['/dev/zero', folder, inModels('nothing.glb'), join(folder, 'nowhere', 'model.glb')]) {
      await expect(auditFile(path), path).rejects.toMatchObject({ name: 'PliantError', code: 'bad-file' });
    }
  });
});
