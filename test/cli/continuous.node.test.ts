import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report } from 'pliant/audit';
import { describe, expect, it } from 'vitest';
import schema from '../../schema/report.schema.json' with { type: 'json' };
import { schemaErrors } from '../audit/json-schema.js';
import { writePc2 } from '../mesh/write-cache.js';
import { boxesModel, TOUCH_TIME } from './boxes-model.js';
import { ballsFrame, ballsObj, writeFrames } from './recorded-balls.js';
import { runPliant } from './run-pliant.js';
import { temporaryFolder } from './temporary-folder.js';

/** A ball flies past another: both have a radius of 0.5, so that they meet only between the second and the third frame. */
const WAY = [3, 2, -2, -3];

async function ballsFolder(way: readonly number[] = WAY): Promise<string> {
  return writeFrames(
    await temporaryFolder(),
    way.map((x) => ballsObj({ Still: 0, Flying: x })),
  );
}

describe('--continuous', () => {
  it('finds what passes between two frames of a folder, and tells it first', async () => {
    const folder = await ballsFolder([...WAY, 0.6]);
    expect((await runPliant(['audit', '--sequence', await ballsFolder()])).out).toContain('nothing meets');
    const { code, err, out } = await runPliant(['audit', '--sequence', folder, '--fps', '1', '--continuous']);
    const [, first, second, summary] = out.split('\n');
    expect(first).toContain('new crossing · Still × Flying · balls between frame1.obj and frame2.obj, at 1.25');
    expect(first).toContain('seen at no frame');
    expect(first).toMatch(/(vertex|edge) .* of (Still|Flying) on (triangle|edge) .* of (Still|Flying)/);
    expect(second).toContain('balls at 4 s (frame4.obj)');
    expect(second).toContain('begins between frame3.obj and frame4.obj, at 3.');
    expect(summary).toBe('  2 new crossing, 1 of them seen at no instant');
    expect([code, err]).toEqual([1, '']);
  });

  it('ends with exit code 0 where nothing passes', async () => {
    const folder = await ballsFolder([3, 1.2, 2, 3]);
    const { code, out } = await runPliant(['audit', '--sequence', folder, '--continuous']);
    expect(out).toContain('nothing meets');
    expect(code).toBe(0);
  });

  it('looks between the frames of a point cache, and writes all reports', async () => {
    const folder = await temporaryFolder();
    const at = (name: string): string => join(folder, name);
    await writeFile(at('points.pc2'), writePc2(WAY.map((x) => ballsFrame([0, x]))));
    await writeFile(at('rest.obj'), ballsObj({ Still: 0, Flying: 5 }));
    const files = ['--json', at('r.json'), '--sarif', at('r.sarif'), '--html', at('r.html')];
    const line = ['audit', '--sequence', at('points.pc2'), '--mesh', at('rest.obj'), '--continuous', ...files];
    expect((await runPliant(line)).code).toBe(1);
    const report = JSON.parse(await readFile(at('r.json'), 'utf8')) as Report;
    expect(schemaErrors(schema, report)).toEqual([]);
    const [{ findings, instants }] = report.files;
    expect(findings).toMatchObject([{ between: true, firstTouch: { frames: ['1', '2'] } }]);
    // Lists of triangles are for the page alone, unless they are asked for.
    expect(instants.flatMap(({ passages = [] }) => passages)).toMatchObject([{ new: true, objects: [0, 1] }]);
    expect(JSON.stringify(report)).not.toContain('trianglePairs');
    const sarif = JSON.parse(await readFile(at('r.sarif'), 'utf8')) as {
      runs: { results: { ruleId: string; properties: unknown }[] }[];
    };
    expect(sarif.runs[0].results).toMatchObject([{ ruleId: 'crossing', properties: { between: true } }]);
    expect(await readFile(at('r.html'), 'utf8')).toContain('Pliant audit: ');
  });

  it('looks between the keys of a model, at the very time', async () => {
    const path = join(await temporaryFolder(), 'boxes.glb');
    await writeFile(path, boxesModel());
    const { out } = await runPliant(['audit', path, '--continuous', '--times', '0,1']);
    expect(out).toContain(`begins between 0 and 1 s, at ${TOUCH_TIME.toFixed(3)} s`);
  });
});
