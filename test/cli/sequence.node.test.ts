import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileReport, Report } from 'pliant/audit';
import { describe, expect, it } from 'vitest';
import schema from '../../schema/report.schema.json' with { type: 'json' };
import { schemaErrors } from '../audit/json-schema.js';
import { writeMdd, writePc2 } from '../mesh/write-cache.js';
import { ballsFrame, ballsObj, writeFrames } from './recorded-balls.js';
import { interruptPliant, runPliant } from './run-pliant.js';
import { temporaryFolder } from './temporary-folder.js';

/** A ball flies into another that stands still: 2 apart, 1.1, 0.6, and so on to 0.6 at the end. */
const WAY = [2, 1.1, 0.6, 0.5, 0.6, 1.1, 0.6];

async function ballsFolder(way: readonly number[] = WAY): Promise<string> {
  return writeFrames(
    await temporaryFolder(),
    way.map((x) => ballsObj({ Still: 0, Flying: x })),
  );
}

async function auditToJson(...line: readonly string[]): Promise<FileReport> {
  const path = join(await temporaryFolder(), 'report.json');
  const { err } = await runPliant(['audit', ...line, '--json', path]);
  const report = JSON.parse(await readFile(path, 'utf8').catch(() => `{"failed":${JSON.stringify(err)}}`)) as Report;
  expect(schemaErrors(schema, report)).toEqual([]);
  return report.files[0];
}

async function expectRefused(line: readonly string[], ...parts: readonly string[]): Promise<void> {
  const { code, err, out } = await runPliant(['audit', ...line]);
  for (const part of parts) expect(err).toContain(part);
  expect([code, out]).toEqual([2, '']);
}

describe('a recorded sequence', () => {
  it('is audited at its frames, with its objects told apart', async () => {
    const folder = await ballsFolder();
    const { code, out, err } = await runPliant(['audit', '--sequence', folder]);
    const [head, first, second, summary] = out.split('\n');
    expect(head).toBe(`${folder}  2 objects, 144 triangles, 1 clip, 7 instants`);
    expect(first).toContain('new crossing · Still × Flying · balls 0.083–0.167 s (frame2.obj–frame4.obj), peak');
    expect(second).toContain('new crossing · Still × Flying · balls at 0.25 s (frame6.obj)');
    expect(summary).toBe('  2 new crossing');
    expect([code, err]).toEqual([1, '']);
  });

  it('has its frames in their natural order, and as many a second as is said', async () => {
    const way = [...Array.from({ length: 10 }, () => 2), 0.6, 2];
    const report = await auditToJson('--sequence', await ballsFolder(way), '--fps', '10');
    expect(report.findings).toMatchObject([{ interval: [1, 1], frames: ['frame10.obj', 'frame10.obj'] }]);
    expect(report.clips).toMatchObject([{ name: 'balls', duration: 1.1, instants: 12 }]);
    expect(report.instants.map(({ frame }) => frame)).toEqual(way.map((_, k) => `frame${k}.obj`));
  });

  it.each([
    ['--fail-on never', 0],
    ['--only Still:Flying', 1],
    ['--only Still', 0],
    ['--ignore Flying:*', 0],
    ['--self', 0],
    ['--times 0', 0],
    // Half-way from 1.1 to 0.6 they are 0.85 apart, and in each other.
    ['--times 1.5 --fps 1', 1],
    ['--times 1.1 --fps 1', 0],
    ['--min-triangles 1000', 0],
    ['--clip balls', 1],
    ['--clip b*s', 1],
    ['--clip Walk', 2],
    ['--budget 0s', 3],
  ])('with %s ends with exit code %d', async (line, expected) => {
    const { code, err } = await runPliant(['audit', '--sequence', await ballsFolder(), ...line.split(' ')]);
    expect(code, err).toBe(expected);
  });

  it('does not fail for what its first frame has as well, or a mesh at rest, or an earlier report', async () => {
    const folder = await ballsFolder([0.6, 0.6]);
    const known = await runPliant(['audit', '--sequence', folder]);
    expect(known.out).toContain('1 known crossing');
    expect(known.code).toBe(0);
    expect((await runPliant(['audit', '--sequence', folder, '--baseline', 'none'])).code).toBe(1);
    const apart = join(await temporaryFolder(), 'rest.obj');
    await writeFile(apart, ballsObj({ Still: 0, Flying: 9 }));
    const rest = await auditToJson('--sequence', folder, '--mesh', apart);
    expect(rest.instants.map(({ clip }) => clip)).toEqual([null, 'balls', 'balls']);
    expect(rest.findings).toMatchObject([{ new: true, clip: 'balls' }]);
    const earlier = join(folder, 'earlier.json');
    await runPliant(['audit', '--sequence', folder, '--mesh', apart, '--json', earlier]);
    expect((await runPliant(['audit', '--sequence', folder, '--mesh', apart, '--baseline', earlier])).code).toBe(0);
  });

  it('may be one frame', async () => {
    const { instants } = await auditToJson('--sequence', await ballsFolder([0.6]));
    expect(instants).toMatchObject([{ time: 0, frame: 'frame0.obj' }]);
  });

  it('goes to SARIF and to a page', async () => {
    const folder = await ballsFolder();
    const there = await temporaryFolder();
    const outputs = ['--sarif', join(there, 'r.sarif'), '--html', join(there, 'r.html')];
    expect((await runPliant(['audit', '--sequence', folder, ...outputs])).code).toBe(1);
    const sarif = JSON.parse(await readFile(join(there, 'r.sarif'), 'utf8')) as { runs: { results: unknown[] }[] };
    expect(sarif.runs[0].results).toHaveLength(2);
    expect(await readFile(join(there, 'r.html'), 'utf8')).toContain('Pliant audit: ');
  });

  it('is read with a bar, and leaves off when it is interrupted', async () => {
    const folder = await ballsFolder();
    const { code, err } = await interruptPliant(['audit', '--sequence', folder], 3);
    expect(err).toContain(`reading ${folder}: 3 of 7 frames`);
    expect(code).toBe(130);
  });
});

describe('a point cache', () => {
  async function cacheWith(cache: Uint8Array, name = 'points.pc2'): Promise<string[]> {
    const folder = await temporaryFolder();
    await writeFile(join(folder, name), cache);
    await writeFile(join(folder, 'rest.obj'), ballsObj({ Still: 0, Flying: 5 }));
    return ['--sequence', join(folder, name), '--mesh', join(folder, 'rest.obj')];
  }
  const frames = WAY.map((x) => ballsFrame([0, x]));

  it('has the same findings as meshes at the same places', async () => {
    const meshes = await auditToJson('--sequence', await ballsFolder());
    const points = await auditToJson(...(await cacheWith(writePc2(frames))));
    const bare = ({ findings }: FileReport): unknown => {
      return findings.map(({ clip: _clip, frames: _frames, ...rest }) => rest);
    };
    expect(bare(points)).toEqual(bare(meshes));
    expect(points.findings[0].frames).toEqual(['2', '4']);
    // The mesh is a rest pose of its own.
    expect(points.instants.map(({ clip }) => clip)).toEqual([null, ...WAY.map(() => 'points')]);
  });

  it('says how far its samples are apart, in frames of the rate', async () => {
    const line = await cacheWith(writePc2(frames, { start: 100, rate: 2 }));
    const { instants } = await auditToJson(...line, '--fps', '10');
    expect(instants[3]).toMatchObject({ time: 0.4, frame: '104' });
  });

  it('may be MDD, which says itself when its frames are', async () => {
    const line = await cacheWith(writeMdd(frames, [0, 1, 2, 4, 8, 16, 32]), 'points.mdd');
    const { findings } = await auditToJson(...line);
    expect(findings).toMatchObject([{ interval: [2, 8] }, { interval: [32, 32] }]);
    await expectRefused([...line, '--fps', '3'], '--fps', 'says itself');
  });

  it('is refused when it does not fit the mesh, or is cut short, or has points that are none', async () => {
    const other = await cacheWith(writePc2([[0, 0, 0, 1, 1, 1]]));
    await expectRefused(other, 'points.pc2" has 2 points, but "rest.obj" has 76 vertices', '--mesh');
    const cut = await cacheWith(writePc2(frames).subarray(0, 4000));
    await expectRefused(cut, '7 frames of 76 points', 'but there are 4000');
    await expectRefused(await cacheWith(writePc2(frames).subarray(0, 20)), 'the header takes 32 bytes');
    const nan = frames.map((frame, k) => (k === 3 ? frame.with(7, NaN) : frame));
    await expectRefused(await cacheWith(writePc2(nan)), 'y of point 2 in frame 3 is NaN');
    await expectRefused(await cacheWith(new Uint8Array(100)), 'POINTCACHE2');
    await expectRefused(other.slice(0, 2), 'has points alone', '--mesh rest.obj');
  });
});

describe('what is no recording', () => {
  it('is refused: folders that are empty, have several recordings, or miss a frame', async () => {
    const parent = await temporaryFolder();
    const frame = ballsObj({ Still: 0 });
    await mkdir(join(parent, 'empty'));
    await expectRefused(['--sequence', join(parent, 'empty')], 'no .obj or .ply file in the folder');
    const make = async (folder: string, ...names: readonly string[]): Promise<string[]> => [
      '--sequence',
      await writeFrames(
        parent,
        names.map(() => frame),
        (k) => names[k],
        folder,
      ),
    ];
    await expectRefused(await make('gap', 'f1.obj', 'f2.obj', 'f5.obj'), 'frame 3 is missing', '"f2.obj" and "f5.obj"');
    await expectRefused(await make('kinds', 'f1.obj', 'f2.ply'), 'has .obj and .ply files');
    await expectRefused(await make('two', 'a_1.obj', 'a_2.obj', 'b_1.obj'), '"a_1.obj" and "b_1.obj"');
    // What lies beside frames does no harm.
    const [, folder] = await make('beside', 'f1.obj', 'f2.obj', 'f.mtl', '.f3.obj', 'notes.txt');
    expect((await auditToJson('--sequence', folder)).instants).toHaveLength(2);
  });

  it('is refused: frames with other triangles, and coordinates that are none', async () => {
    const parent = await temporaryFolder();
    const frame = ballsObj({ Still: 0 });
    const make = async (folder: string, second: string): Promise<string[]> => [
      '--sequence',
      await writeFrames(parent, [frame, second], undefined, folder),
    ];
    const fewer = frame.trimEnd().split('\n').slice(0, -1).join('\n');
    await expectRefused(await make('fewer', fewer), '"frame1.obj": it has 71 triangles, but 72 in "frame0.obj"');
    await expectRefused(await make('more', `${frame}v 0 0 0\n`), 'it has 39 vertices, but 38');
    const turned = frame.replace(/f (\d+) (\d+) (\d+)\n$/, 'f $2 $1 $3\n');
    await expectRefused(await make('turned', turned), '"frame1.obj": triangle 71 has the vertices');
    await expectRefused(await make('nan', frame.replace(/v \S+/, 'v nan')), '"frame1.obj"', 'x of vertex 1 is "nan"');
    await expectRefused(await make('torn', frame.slice(0, 100)), '"frame1.obj"');
    const rest = join(parent, 'rest.obj');
    await writeFile(rest, fewer);
    const [, folder] = await make('good', frame);
    await expectRefused(['--sequence', folder, '--mesh', rest], 'rest.obj', '71 triangles');
  });

  it('is refused: options that make no sense', async () => {
    const folder = await ballsFolder();
    const line = ['--sequence', folder];
    await expectRefused(['--sequence', join(folder, 'nowhere')], 'there is no folder or file');
    await expectRefused(['--sequence', join(folder, 'frame0.obj')], 'neither a folder');
    await expectRefused(['--mesh', 'rest.obj'], '--mesh belongs to --sequence');
    await expectRefused([...line, '--mesh', join(folder, 'nowhere.obj')], '--mesh: there is no file');
    await expectRefused([...line, 'hero.glb'], 'excludes models', '"hero.glb"');
    await expectRefused([...line, ...line], 'one recording');
    await expectRefused([...line, '--anim', 'a.glb'], '--anim');
    await expectRefused([...line, '--glb', 'a.glb'], '--html');
    await expectRefused([...line, '--fps', '0'], '--fps');
    await expectRefused([...line, '--times', '0,99'], 'times has 99, which is behind the last frame');
    await expectRefused([...line, '--json', join(folder, 'frame3.obj')], 'that is read');
  });
});
