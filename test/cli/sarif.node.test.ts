/** The log of an audit in SARIF. */
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Log, Run } from 'sarif';
import { describe, expect, it } from 'vitest';
import { boxesModel } from './boxes-model.js';
import { runPliant } from './run-pliant.js';
import { withModel } from './with-model.js';

describe('SARIF', () => {
  async function makeLog(folder: string, ...line: readonly string[]): Promise<Run> {
    const path = join(folder, 'r.sarif');
    await runPliant(['audit', ...line, '--sarif', path]);
    const log = JSON.parse(await readFile(path, 'utf8')) as Log;
    // What section 3 of the specification requires of every log.
    expect(log.version).toBe('2.1.0');
    expect(log.$schema).toMatch(/^https:\/\/docs\.oasis-open\.org\/.*sarif-schema-2\.1\.0\.json$/);
    expect(log.runs).toHaveLength(1);
    const [run] = log.runs;
    const { name, version, rules = [] } = run.tool.driver;
    expect(name).toBe('pliant');
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
    for (const rule of rules) expect(rule.shortDescription!.text).toMatch(/^[A-Z].*\.$/);
    const fingerprints = run.results!.map((result) => result.partialFingerprints!['finding/v1']);
    for (const fingerprint of fingerprints) expect(fingerprint).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(fingerprints).size).toBe(fingerprints.length);
    for (const { ruleId, ruleIndex, level, message, locations } of run.results!) {
      expect(rules[ruleIndex!].id).toBe(ruleId);
      expect(['error', 'warning', 'note']).toContain(level);
      expect(message.text).not.toBe('');
      expect(locations).toHaveLength(1);
      expectUri(locations![0].physicalLocation!.artifactLocation!.uri!);
    }
    return run;
  }

  /** RFC 3986: nothing but these letters, and every per cent sign begins an escape. */
  function expectUri(uri: string): void {
    expect(uri).toMatch(/^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/);
    expect(new URL(uri, 'file:///base/').protocol).toBe('file:');
  }

  it('has a result for each finding, and says which files were refused', async () => {
    const { folder, model } = await withModel(boxesModel(0.75), 'two boxes.glb');
    const broken = join(folder, 'broken.glb');
    await writeFile(broken, 'no model');
    const { invocations, results } = await makeLog(folder, model, broken, '--times', '0,1', '--baseline', 'none');
    // At rest, and at the end of Push.
    expect(results).toHaveLength(2);
    for (const { ruleId, level, baselineState, message, locations } of results!) {
      expect({ ruleId, level, baselineState }).toEqual({ ruleId: 'crossing', level: 'error', baselineState: 'new' });
      expect(message.text).toContain('Wall × Cart');
      expect(locations![0].physicalLocation!.artifactLocation!.uri).toBe(pathToFileURL(model).href);
      expect(locations![0].logicalLocations!.map(({ name }) => name)).toEqual(['Wall', 'Cart']);
    }
    expect(invocations![0].executionSuccessful).toBe(false);
    const [{ level, message, locations }] = invocations![0].toolExecutionNotifications!;
    expect(level).toBe('error');
    expect(message.text).toContain('GLB_');
    expectUri(locations![0].physicalLocation!.artifactLocation!.uri!);
  });

  it('names files by URIs, whatever they are called', async () => {
    const names = ['a b#c?d%.glb', 'ü—左.glb', '[x]{y}.glb', 'c:d.glb', `'"<>.glb`];
    for (const name of names) {
      const { folder, model } = await withModel(boxesModel(), name);
      // Relative paths stay relative, so that a checkout elsewhere finds the file.
      for (const path of [model, relative(process.cwd(), model)]) {
        const { results } = await makeLog(folder, path, '--clip', 'Push');
        const uri = results![0].locations![0].physicalLocation!.artifactLocation!.uri!;
        expect(decodeURIComponent(uri.split('/').at(-1)!), uri).toBe(name);
        expect(uri.startsWith('file:'), uri).toBe(path === model);
      }
    }
  });

  it('tells levels apart, and keeps what a result is known by from run to run', async () => {
    const { folder, model } = await withModel();
    const line = [model, '--clip', 'Push', '--clearance', '30cm'];
    const first = (await makeLog(folder, ...line)).results!;
    expect(first.map(({ ruleId, level }) => `${ruleId} ${level}`).sort()).toEqual(['close warning', 'crossing error']);
    const baseline = join(folder, 'earlier.json');
    await runPliant(['audit', ...line, '--json', baseline]);
    const again = (await makeLog(folder, ...line, '--baseline', baseline, '--fps', '60')).results!;
    const known = again.find(({ ruleId }) => ruleId === 'crossing')!;
    expect(first.map(({ partialFingerprints }) => partialFingerprints)).toContainEqual(known.partialFingerprints);
    const same = (await makeLog(folder, ...line, '--baseline', baseline)).results!;
    expect(same.map(({ level, baselineState }) => `${level} ${baselineState}`)).toEqual(
      same.map(() => 'note unchanged'),
    );
  });

  it('says what the budget left out', async () => {
    const { folder, model } = await withModel();
    const { invocations, results } = await makeLog(folder, model, '--budget', '0s');
    expect(results).toEqual([]);
    expect(invocations![0].executionSuccessful).toBe(true);
    expect(invocations![0].toolExecutionNotifications!.map(({ level }) => level)).toContain('warning');
  });
});
