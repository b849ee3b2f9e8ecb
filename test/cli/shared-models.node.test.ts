// slow: compares what the command writes of the shared models with brute force
import { readFileSync, readdirSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createPairHits } from 'pliant';
import type { PairHits } from 'pliant';
import { brutePairHits, bruteSelfHits } from 'pliant/oracle';
import { readObj } from 'pliant/parts';
import type { Mesh } from 'pliant/parts';

import type { FileReport, Report } from 'pliant/audit';
import { describe, expect, it } from 'vitest';
import { sharedData } from '../support/shared-data.js';
import { runPliant } from './run-pliant.js';
import { temporaryFolder } from './temporary-folder.js';

const MODELS = [
  'skinned/CesiumMan.glb',
  'skinned/webxr-generic-hand-left.glb',
  'vehicle/vehicle-truck-purple.glb',
  'conformance/khronos/RiggedFigure.glb',
  'conformance/khronos/MeshPrimitiveModes.gltf',
  'conformance/khronos/draco/RiggedFigure.gltf',
  'conformance/khronos/quantized/AnimatedMorphCube.gltf',
];
const models = MODELS.filter((name) => sharedData(name) !== undefined);

/** What meets in the files that were baked for an instant, by testing every triangle against every other. */
function bruteForce(meshes: readonly Mesh[]): string[] {
  const found: string[] = [];
  const hits = createPairHits(100_000);
  const add = (a: number, b: number, { pairs, count, dropped }: PairHits): void => {
    expect(dropped).toBe(0);
    for (let i = 0; i < count; i++) found.push(`${a} ${pairs[2 * i]} ${b} ${pairs[2 * i + 1]}`);
  };
  for (const [a, first] of meshes.entries()) {
    bruteSelfHits(first.positions, first.triangles, hits);
    add(a, a, hits);
    for (let b = a + 1; b < meshes.length; b++) {
      brutePairHits(first.positions, first.triangles, meshes[b].positions, meshes[b].triangles, hits);
      add(a, b, hits);
    }
  }
  return found.sort();
}

describe.skipIf(models.length === 0)('what an audit lists', () => {
  it.each(models)('is what brute force finds in what bake writes: %s', async (name) => {
    const model = sharedData(name)!;
    const folder = await temporaryFolder();
    const line = ['--times', '0.4,1.1'];
    await runPliant(['audit', model, '--json', join(folder, 'r.json'), '--list-pairs', ...line]);
    await runPliant(['bake', model, '--out', join(folder, 'baked'), ...line]);
    const { files } = JSON.parse(await readFile(join(folder, 'r.json'), 'utf8')) as Report;
    const [{ instants, objects }] = files as [FileReport];
    const folders = (await readdir(join(folder, 'baked'))).filter((name) => /^\d/.test(name)).sort();
    expect(folders).toHaveLength(objects.length);
    for (const [i, { trianglePairs, clip, time }] of instants.entries()) {
      const file = `${String(i).padStart(6, '0')}.obj`;
      const meshes = folders.map((object) => readObj(readFileSync(join(folder, 'baked', object, file), 'utf8')));
      expect(meshes.map(({ triangleCount }) => triangleCount)).toEqual(objects.map(({ triangles }) => triangles));
      expect(trianglePairs!.map((pair) => pair.join(' ')).sort(), `${clip} at ${time}`).toEqual(bruteForce(meshes));
    }
  });
});

const bad = sharedData('bad-input/khronos');
const SUFFIX = '.report.json';

describe.skipIf(bad === undefined)('files that Khronos made wrong', () => {
  it('end with exit code 2, the code, the pointer and what to do; the others are audited', async () => {
    const names = (readdirSync(bad!, { recursive: true }) as string[]).filter((name) => name.endsWith(SUFFIX));
    expect(names.length).toBeGreaterThan(100);
    for (const name of names) {
      const { issues } = JSON.parse(readFileSync(join(bad!, name), 'utf8')) as {
        issues: { messages: { code: string; severity: number; pointer?: string }[] };
      };
      const errors = issues.messages.filter(({ severity }) => severity === 0);
      const { code, err } = await runPliant(['audit', join(bad!, name.slice(0, -SUFFIX.length)), '--fail-on', 'never']);
      expect(code, `${name}: ${err}`).toBe(errors.length > 0 ? 2 : 0);
      for (const error of errors.slice(0, 20)) {
        expect(err, name).toContain(error.pointer ? `${error.code} at ${error.pointer}` : error.code);
      }
      // Every line of a refusal ends with what to do.
      if (errors.length > 0) expect(err, name).toMatch(/^.*: readGltf: (.+; .+\n\s*)+(and \d+ more\n)?$/);
    }
  });
});
