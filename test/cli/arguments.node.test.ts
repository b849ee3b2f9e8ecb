import { describe, expect, it } from 'vitest';
import { parseAuditArguments } from '../../src/cli/audit-arguments.js';
import { runPliant } from './run-pliant.js';

describe('the arguments of an audit', () => {
  it('have defaults', () => {
    expect(parseAuditArguments(['hero.glb'])).toMatchObject({
      places: ['hero.glb'],
      clips: undefined,
      fps: 30,
      times: undefined,
      self: true,
      pairs: true,
      only: undefined,
      ignore: [],
      baseline: 'rest',
      clearance: 0,
      failOn: 'new',
      budgetSeconds: Infinity,
    });
  });

  it('are read as the help has them', () => {
    const line =
      'a.glb --clip Walk --clip Run --times 0,0.5 --self --only Body --only Body:Jacket --ignore Hair:* --baseline old.json ' +
      '--clearance 2mm --min-triangles 3 --min-depth=1mm --fail-on any --json r.json --html r.html --sarif r.sarif --glb r.glb ' +
      '--list-pairs --threads 2 --budget 30s --quiet b.glb';
    expect(parseAuditArguments(line.split(' '))).toEqual({
      places: ['a.glb', 'b.glb'],
      clips: ['Walk', 'Run'],
      fps: 30,
      times: [0, 0.5],
      continuous: false,
      anim: undefined,
      sequence: undefined,
      self: true,
      pairs: false,
      only: ['Body', 'Body:Jacket'],
      ignore: ['Hair:*'],
      baseline: { file: 'old.json' },
      clearance: 0.002,
      minTriangles: 3,
      minDepth: 0.001,
      failOn: 'any',
      json: 'r.json',
      html: 'r.html',
      sarif: 'r.sarif',
      glb: 'r.glb',
      listPairs: true,
      threads: 2,
      budgetSeconds: 30,
      quiet: true,
    });
  });

  it('may name several clips behind one --clip, and a model behind them', () => {
    const { clips, places } = parseAuditArguments(['--clip', 'Walk', 'Run', 'hero.glb', '--fps', '10', 'more.vrm']);
    expect(clips).toEqual(['Walk', 'Run']);
    expect(places).toEqual(['hero.glb', 'more.vrm']);
  });

  it('take everything behind -- for a file', () => {
    expect(parseAuditArguments(['--', '--odd.glb']).places).toEqual(['--odd.glb']);
  });

  it.each([
    ['a.glb --bassline none', 'did you mean --baseline?'],
    ['a.glb --frobnicate', 'see pliant audit --help'],
    ['a.glb --fps 30 --times 0', 'exclude each other'],
    ['a.glb --fps 0', 'above 0'],
    ['a.glb --fps', 'needs a value'],
    ['a.glb --quiet=yes', 'takes no value'],
    ['a.glb --fail-on sometimes', 'none of new, any, never'],
    ['a.glb --threads 0', '1 or more'],
    ['a.glb --clearance 2furlongs', 'use um, mm, cm or m'],
    ['a.glb --list-pairs', 'pass --json FILE'],
    ['a.glb --json r --html r', 'same file'],
    ['a.glb --json r --html ./x/../r', 'same file'],
    ['a.glb --json - --sarif -', 'same file'],
    ['a.glb --html -', 'name a file'],
    ['a.glb --glb -', 'name a file'],
    ['a.glb --threads 1000', '64 or fewer'],
    ['a.glb --threads 1.5', 'not a whole number'],
    ['a.glb --times 0,-1', 'out of range'],
    ['a.glb --times 0,NaN', 'not a time'],
    ['a.glb --times 0,,1', 'empty place'],
    ['a.glb --times 1e999', 'out of range'],
    ['a.glb --fps nan', 'not a number'],
    ['a.glb --budget soon', 'not a time'],
    ['a.glb --min-triangles -1', 'not a whole number'],
    ['a.glb --clearance 2in', 'use um, mm, cm or m'],
    ['a.glb --fps 30 --fps 60', 'given twice'],
    ['--quiet', 'name a model'],
  ])('refuse %j with a remedy, and exit code 2', async (line, remedy) => {
    const { code, out, err } = await runPliant(['audit', ...line.split(' ')]);
    expect(err).toContain(remedy);
    expect(err).not.toContain('    at ');
    expect([code, out]).toEqual([2, '']);
  });
});

describe('the command', () => {
  it.each(['audit', 'bake', 'info'])('explains %s', async (command) => {
    for (const line of [
      [command, '--help'],
      [command, 'x.glb', '-h'],
      ['help', command],
      ['--help', command],
    ]) {
      const { code, out, err } = await runPliant(line);
      expect(out, line.join(' ')).toMatch(new RegExp(`^pliant ${command} FILE`));
      expect([code, err], line.join(' ')).toEqual([0, '']);
    }
  });

  it('explains itself, and says its version everywhere', async () => {
    expect((await runPliant(['--help'])).out).toContain('pliant audit FILE');
    for (const line of [['--version'], ['audit', '--version'], ['bake', '--version'], ['info', '--version']]) {
      const { code, out } = await runPliant(line);
      expect(out).toMatch(/^\d+\.\d+\.\d+\n$/);
      expect(code).toBe(0);
    }
  });

  it('refuses commands that are none', async () => {
    expect((await runPliant(['aduit', 'x.glb'])).err).toContain('did you mean pliant audit?');
    expect((await runPliant(['__proto__'])).code).toBe(2);
    expect(await runPliant([])).toMatchObject({ code: 2, out: '' });
  });
});
