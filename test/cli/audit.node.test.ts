import { lstat, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REPORT_SCHEMA } from 'pliant/audit';
import type { FileReport, Report } from 'pliant/audit';
import { describe, expect, it } from 'vitest';
import schema from '../../schema/report.schema.json' with { type: 'json' };
import { subjectLines } from '../../src/cli/subject-lines.js';
import { createPaint } from '../../src/cli/terminal.js';
import { schemaErrors } from '../audit/json-schema.js';
import { GltfMaker } from '../gltf/make-gltf.js';
import { TOUCH_TIME, boxesModel } from './boxes-model.js';
import { interruptPliant, runPliant } from './run-pliant.js';
import { temporaryFolder } from './temporary-folder.js';
import { withModel } from './with-model.js';

async function readReport(path: string): Promise<Report> {
  return JSON.parse(await readFile(path, 'utf8')) as Report;
}

async function auditToJson(...line: readonly string[]): Promise<FileReport> {
  const path = join(await temporaryFolder(), 'report.json');
  await runPliant(['audit', ...line, '--json', path]);
  return (await readReport(path)).files[0];
}

describe('an audit', () => {
  it('tells what meets, when and how much, and ends with exit code 1', async () => {
    const { model } = await withModel();
    const { code, out, err } = await runPliant(['audit', model]);
    const [head, finding, summary] = out.split('\n');
    expect(head).toBe(`${model}  2 objects, 24 triangles, 2 clips, 63 instants`);
    // Of instants every thirtieth of a second, 27 / 30 is the first behind the touch.
    expect(27 / 30).toBeGreaterThan(TOUCH_TIME);
    expect(finding).toContain('new crossing · Wall × Cart · Push 0.9–1 s, peak');
    // What both boxes have in common is 0.25 x 0.75 x 0.75. Of its twelve edges, the six that end neither in a corner of the
    // wall nor in one of the cart are where surfaces cross; that corner of the cart is 0.25 deep.
    expect(finding).toContain('peak 1 s · 12 triangles · contour 3.5 m · depth 25 cm · near Wall, Cart');
    expect(summary).toBe('  1 new crossing');
    expect([code, err]).toEqual([1, '']);
  });

  it('is clean where nothing meets', async () => {
    const { model } = await withModel();
    const { code, out } = await runPliant(['audit', model, '--clip', 'Wait']);
    expect(out).toContain('nothing meets');
    expect(code).toBe(0);
  });

  it.each([
    ['--fail-on never', 0],
    ['--fail-on any', 1],
    ['--only Wall', 0],
    ['--only Wall:Cart', 1],
    ['--only *:Wall', 1],
    ['--ignore Cart:*', 0],
    ['--self', 0],
    ['--pairs', 1],
    ['--times 0,0.5', 0],
    ['--times 0.95', 1],
    ['--min-triangles 1000', 0],
    ['--min-depth 20cm', 1],
    ['--min-depth 30cm', 0],
    ['--clip Wait Push', 1],
    ['--clip W*', 0],
    ['--clip #0', 1],
    ['--clip Dance', 2],
    ['--only Nobody', 2],
  ])('with %s ends with exit code %d', async (line, expected) => {
    const { model } = await withModel();
    const { code, err } = await runPliant(['audit', model, ...line.split(' ')]);
    expect(code, err).toBe(expected);
  });

  it('reports surfaces that are closer than the clearance', async () => {
    const { model } = await withModel();
    const report = await auditToJson(model, '--clip', 'Push', '--times', '0.8', '--clearance', '25cm');
    // At 0.8 of the way the cart is 3 - 0.8 * 2.25 = 1.2 along, 0.2 from the wall.
    expect(report.findings).toMatchObject([{ meeting: 'close', new: true }]);
    expect(report.findings[0].distance).toBeCloseTo(0.2, 6);
  });

  it('does not fail for what the rest pose has as well, unless the baseline is none', async () => {
    const { model } = await withModel(boxesModel(0.75));
    const line = ['audit', model, '--times', '1', '--clip', 'Push'];
    const { code, out } = await runPliant(line);
    expect(out).toContain('known crossing · Wall × Cart');
    expect(code).toBe(0);
    expect((await runPliant([...line, '--baseline', 'none'])).code).toBe(1);
    expect((await runPliant([...line, '--fail-on', 'any'])).code).toBe(1);
  });

  it('takes an earlier report for its baseline', async () => {
    const { folder, model } = await withModel();
    const earlier = join(folder, 'earlier.json');
    expect((await runPliant(['audit', model, '--json', earlier])).code).toBe(1);
    const again = await runPliant(['audit', model, '--baseline', earlier]);
    expect(again.out).toContain('1 known crossing');
    expect(again.code).toBe(0);
  });

  it('refuses a baseline that is none', async () => {
    const { folder, model } = await withModel();
    for (const text of [
      '',
      '{',
      '[]',
      '{"schema":"urn:pliant:report:99","files":[]}',
      `{"schema":"${REPORT_SCHEMA}"}`,
    ]) {
      await writeFile(join(folder, 'bad.json'), text);
      expect((await runPliant(['audit', model, '--baseline', join(folder, 'bad.json')])).code, text).toBe(2);
    }
    expect((await runPliant(['audit', model, '--baseline', folder])).err).toContain('--baseline: there is no file');
  });

  it('takes clips from another model whose nodes have the same names', async () => {
    const { folder, model } = await withModel(boxesModel(3, ['Wall', 'Cart']), 'still.glb');
    const moves = join(folder, 'moves.glb');
    await writeFile(moves, boxesModel(9, ['Other', 'Cart']));
    const report = await auditToJson(model, '--anim', moves, '--clip', 'Push');
    expect(report.findings).toMatchObject([{ names: ['Wall', 'Cart'], clip: 'Push' }]);
    await writeFile(moves, boxesModel(9, ['Other', 'Train']));
    const { code, err } = await runPliant(['audit', model, '--anim', moves]);
    expect(err).toContain('must have the same names');
    expect(code).toBe(2);
  });

  it('tries every file, and the highest exit code wins', async () => {
    const { folder, model } = await withModel();
    const other = join(folder, 'other.glb');
    const broken = join(folder, 'broken.glb');
    await writeFile(other, boxesModel(3, ['Wall', 'Ghost']));
    await writeFile(broken, 'no model');
    const { code, out, err } = await runPliant(['audit', broken, model, '--json', join(folder, 'r.json')]);
    expect(err).toContain(`${broken}: readGltf: `);
    expect(out).toContain('1 new crossing');
    expect(out).toContain('1 file audited, 1 refused, 1 finding');
    expect(code).toBe(2);
    expect((await readReport(join(folder, 'r.json'))).files.map(({ file }) => file)).toEqual([model]);
    const none = await runPliant(['audit', join(folder, 'none.glb'), model, '--fail-on', 'never']);
    expect(none.err).toContain('there is no file');
    expect([none.code, none.out.includes('1 new crossing')]).toEqual([2, true]);
    const all = await runPliant(['audit', folder, '--ignore', 'Wall:Cart']);
    expect([all.code, all.out.includes('2 files audited, 1 refused')]).toEqual([2, true]);
  });

  it('wants what was named in one of several files, not in every one', async () => {
    const { folder, model } = await withModel();
    const other = join(folder, 'other.glb');
    const path = join(folder, 'r.json');
    await writeFile(other, boxesModel(3, ['Wall', 'Ghost'], ['Fly', 'Wait']));
    const one = await runPliant(['audit', model, other, '--clip', 'Push', '--json', path]);
    expect(one.err).toBe(`${other}: left out: no clip is called "Push"; there are "Fly", "Wait"\n`);
    expect(one.out).toContain('1 file audited, 1 left out, 1 finding');
    expect(one.code).toBe(1);
    expect((await readReport(path)).files.map(({ file }) => file)).toEqual([model]);
    // Each file has one of them.
    const both = await runPliant(['audit', model, other, '--clip', 'Push', 'Fly']);
    expect([both.code, both.err]).toEqual([1, '']);
    expect(both.out).toContain('2 files audited, 2 findings');
    const none = await runPliant(['audit', model, other, '--clip', 'Dance', 'Wait']);
    expect([none.code, none.err]).toEqual([2, '--clip: no file has "Dance"; check the names\n']);
    const only = await runPliant(['audit', model, other, '--only', 'Wall:Ghost']);
    expect([only.code, only.out.includes('Wall × Ghost')]).toEqual([1, true]);
    expect(only.err).toContain(`${model}: left out: nothing is called "Wall:Ghost"`);
    expect((await runPliant(['audit', model, other, '--only', 'Nobody'])).code).toBe(2);
    // Each name is somewhere, but no file has both.
    const apart = await runPliant(['audit', model, other, '--clip', 'Push', '--only', 'Ghost']);
    expect([apart.code, apart.err.includes('nothing was checked')]).toEqual([2, true]);
    const ignored = await runPliant(['audit', model, other, '--ignore', 'Nobody']);
    expect([ignored.code, ignored.err]).toEqual([1, '--ignore: nothing is called "Nobody"\n']);
  });

  it.each([
    ['--only Wall --pairs', 'write "A:B" for a pair'],
    ['--only Wall:Cart --self', 'is a pair, but pairs are not checked'],
  ])('refuses %s, which leaves nothing to check', async (line, remedy) => {
    const { model } = await withModel();
    const { code, err } = await runPliant(['audit', model, ...line.split(' ')]);
    expect(err).toContain(remedy);
    expect(code).toBe(2);
  });

  it('lists points and lines as not checked, and tells them once', async () => {
    const maker = new GltfMaker();
    const attributes = { POSITION: maker.add('VEC3', Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0)) };
    const model = maker.glb({
      scenes: [{ nodes: [0, 1] }],
      nodes: [
        { name: 'Dots', mesh: 0 },
        { name: 'Both', mesh: 1 },
      ],
      meshes: [{ primitives: [{ attributes, mode: 0 }] }, { primitives: [{ attributes }, { attributes, mode: 3 }] }],
    });
    const { model: path } = await withModel(model);
    const { unchecked } = await auditToJson(path);
    expect(unchecked.map(({ object, reason, message }) => [object, reason, message])).toEqual([
      [0, 'no-triangles', 'Both: primitive 1 is a line strip'],
      [null, 'no-triangles', 'Dots: primitive 0 is points'],
    ]);
    const { code, out, err } = await runPliant(['audit', path]);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('not checked: Dots: primitive 0 is points\n');
  });

  it('stops when the budget is spent, and says what was not checked', async () => {
    const { folder, model } = await withModel();
    const path = join(folder, 'r.json');
    const { code, out } = await runPliant(['audit', model, '--budget', '0s', '--json', path]);
    expect(out).toContain('not checked');
    expect(code).toBe(3);
    expect((await runPliant(['audit', model, '--budget', '0s', '--quiet'])).out).toContain('not checked');
    const [report] = (await readReport(path)).files;
    expect(report.unchecked).toContainEqual(expect.objectContaining({ reason: 'budget' }));
  });

  it('leaves nothing behind when it is interrupted', async () => {
    const { folder, model } = await withModel();
    const outputs = ['json', 'html', 'sarif', 'glb'].flatMap((kind) => [`--${kind}`, join(folder, `r.${kind}`)]);
    await writeFile(join(folder, 'r.json'), 'old');
    const { code, err } = await interruptPliant(['audit', model, '--fps', '2000', ...outputs], 3);
    expect(err).toContain('interrupted');
    expect(code).toBe(130);
    expect((await readdir(folder)).sort()).toEqual(['boxes.glb', 'r.json']);
    expect(await readFile(join(folder, 'r.json'), 'utf8')).toBe('old');
  });

  it('refuses outputs that cannot be written before it begins', async () => {
    const { folder, model } = await withModel();
    for (const path of [folder, join(folder, 'none', 'r.json')]) {
      const { code, out, err } = await runPliant(['audit', model, '--json', path]);
      expect(err).toContain('--json: ');
      expect([code, out], path).toEqual([2, '']);
    }
    await writeFile(join(folder, 'more.glb'), boxesModel());
    const { err } = await runPliant(['audit', folder, '--glb', join(folder, 'marked.glb')]);
    expect(err).toContain('--glb writes one model');
  });

  it.each(['json', 'html', 'sarif', 'glb'])('never writes --%s over a model that it reads', async (kind) => {
    const { folder, model } = await withModel();
    const link = join(folder, 'link.glb');
    await symlink(model, link);
    for (const path of [model, link, join(folder, '.', 'x', '..', 'boxes.glb')]) {
      const { code, err } = await runPliant(['audit', model, `--${kind}`, path]);
      expect(err).toContain(`--${kind}: "${path}" is a model that is read`);
      expect(code).toBe(2);
    }
    const moves = join(folder, 'moves.glb');
    await writeFile(moves, boxesModel());
    expect((await runPliant(['audit', model, '--anim', moves, `--${kind}`, moves])).code).toBe(2);
    expect(new Uint8Array(await readFile(model))).toEqual(boxesModel());
    expect(new Uint8Array(await readFile(moves))).toEqual(boxesModel());
  });

  it('may replace its baseline, and writes through links', async () => {
    const { folder, model } = await withModel();
    const [report, link] = [join(folder, 'r.json'), join(folder, 'link.json')];
    await writeFile(report, 'old');
    await symlink(report, link);
    expect((await runPliant(['audit', model, '--json', link])).code).toBe(1);
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect((await runPliant(['audit', model, '--baseline', report, '--json', report])).code).toBe(0);
    expect((await readReport(link)).files[0].findings).toMatchObject([{ new: false }]);
  });

  it('says whose findings they are where there are many, and how to be told less', () => {
    const finding = { objects: [0, 1], names: ['A\u001b', 'B'], meeting: 'crossing', triangles: 2 } as const;
    const findings = Array.from({ length: 30 }, (_, i) => ({ ...finding, new: i % 3 > 0 }));
    const contacts = [{ objects: [0, 1], pairs: 5, new: 2 }];
    const report = { findings, instants: [{ contacts }] } as unknown as FileReport;
    const lines = subjectLines(report, createPaint(false));
    expect(lines[0]).toBe('20 new, 10 known · A\\u001b × B');
    expect(lines.join(' ')).toContain('20 new ones are of parts that meet in the baseline as well');
    expect(lines.join(' ')).toContain('--ignore "A:B"');
    const few = { ...report, findings: report.findings.slice(0, 20) };
    expect(subjectLines(few, createPaint(false))).toEqual([]);
  });

  it('prints findings alone when it is to be quiet, and colours when there are some', async () => {
    const { model } = await withModel();
    const { out } = await runPliant(['audit', model, '--quiet']);
    expect(out).toMatch(new RegExp(`^${model}: new crossing .*\n$`));
    expect((await runPliant(['audit', model], { hasColors: true })).out).toContain('\u001B[31m');
    expect((await runPliant(['audit', model, '--no-color'], { hasColors: true })).out).not.toContain('\u001B');
  });
});

describe('the JSON', () => {
  it('follows its schema, and lists triangle pairs when they are asked for', async () => {
    const { folder, model } = await withModel();
    const plain = join(folder, 'plain.json');
    const full = join(folder, 'full.json');
    await runPliant(['audit', model, '--json', plain, '--html', join(folder, 'r.html')]);
    await runPliant(['audit', model, '--json', full, '--list-pairs']);
    for (const path of [plain, full]) expect(schemaErrors(schema, await readReport(path)), path).toEqual([]);
    const [{ instants }] = (await readReport(full)).files;
    expect((await readReport(plain)).files[0].instants.every((instant) => !('trianglePairs' in instant))).toBe(true);
    const listed = instants.filter(({ trianglePairs }) => trianglePairs!.length > 0);
    expect(listed).toHaveLength(4);
    for (const { pairs, trianglePairs } of listed) expect(trianglePairs).toHaveLength(pairs);
  });

  it('goes to standard output for -, and nothing else does', async () => {
    const { model } = await withModel();
    const { out, err } = await runPliant(['audit', model, '--json', '-']);
    expect(schemaErrors(schema, JSON.parse(out))).toEqual([]);
    expect(err).toContain('new crossing');
  });

  it('is the same text every time', async () => {
    const { folder, model } = await withModel();
    const texts: string[] = [];
    for (const name of ['a.json', 'b.json']) {
      await runPliant(['audit', model, '--json', join(folder, name), '--list-pairs']);
      texts.push(await readFile(join(folder, name), 'utf8'));
    }
    expect(texts[1]).toBe(texts[0]);
  });
});
