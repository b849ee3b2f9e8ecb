/** `pliant info`: what is in a model. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { boxesModel } from './boxes-model.js';
import { runPliant } from './run-pliant.js';
import { withModel } from './with-model.js';

describe('information', () => {
  it('is a table for people, and JSON for programs', async () => {
    const { folder, model } = await withModel();
    const path = join(folder, 'info.json');
    const { code, out } = await runPliant(['info', model, '--json', path]);
    expect(code).toBe(0);
    expect(out).toMatch(/^ 1 {2}Cart +1 +12 +8 +0 +0 +1 +yes$/m);
    expect(out).toMatch(/^ +0 {2}Push +1 s +1$/m);
    const info = JSON.parse(await readFile(path, 'utf8')) as unknown;
    expect(info).toMatchObject({
      schema: 'urn:pliant:info:1',
      file: model,
      objects: [
        { name: 'Wall', triangles: 12, vertices: 8, bones: 0, morphTargets: 0, pieces: 1, closed: true },
        { name: 'Cart', defects: { collinear: 0, duplicates: 0, boundaryEdges: 0 } },
      ],
      clips: [{ name: 'Push', duration: 1 }, { name: 'Wait' }],
    });
    expect(JSON.parse((await runPliant(['info', model, '--json', '-'])).out)).toEqual(info);
  });

  it('is not written over the model', async () => {
    const { model } = await withModel();
    expect((await runPliant(['info', model, '--json', model])).code).toBe(2);
    expect(new Uint8Array(await readFile(model))).toEqual(boxesModel());
  });

  it('refuses files that are none', async () => {
    const { model } = await withModel(Uint8Array.of(1, 2, 3));
    const { code, err, out } = await runPliant(['info', model]);
    expect(err).toContain('GLB_');
    expect([code, out]).toEqual([2, '']);
  });
});
