import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inflateSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import type { Log, Run } from 'sarif';
import type { Mesh } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { readObj } from 'pliant/parts';
import { readGltf } from 'pliant/audit';
import type { Report } from 'pliant/audit';
import { describe, expect, it } from 'vitest';
import type { PageData } from '../../src/cli/page-data.js';
import { unpackRecord } from '../../src/cli/packed-record.js';
import { GltfMaker, toBytes } from '../gltf/make-gltf.js';
import { boxesModel } from './boxes-model.js';
import { runPliant } from './run-pliant.js';
import { temporaryFolder } from './temporary-folder.js';

async function withModel(bytes = boxesModel(), name = 'boxes.glb'): Promise<{ folder: string; model: string }> {
  const folder = await temporaryFolder();
  const model = join(folder, name);
  await writeFile(model, bytes);
  return { folder, model };
}

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

describe('the page', () => {
  /** The parts of a page that matter for its safety. */
  async function makePage(bytes: Uint8Array): Promise<{ html: string; data: PageData }> {
    const { folder, model } = await withModel(bytes);
    const path = join(folder, 'r.html');
    await runPliant(['audit', model, '--html', path, '--clip', 'Push']);
    const html = await readFile(path, 'utf8');
    const packed = /<script type="application\/octet-stream" id="data">([A-Za-z0-9+/=]*)<\/script>/.exec(html)![1];
    return { html, data: unpackRecord(inflateSync(Buffer.from(packed, 'base64'))) as PageData };
  }

  it('has all findings and triangle pairs, those of the baseline apart', async () => {
    // At its end Push is where the cart rests in the second model: there nothing of it is new.
    for (const [restAt, isKnown] of [
      [3, 0],
      [0.75, 1],
    ]) {
      const { data } = await makePage(boxesModel(restAt));
      const [{ report, instants, scene }] = data.files;
      expect(report.findings.map((finding) => finding.new)).toEqual([isKnown === 0]);
      expect(scene.objects.map(({ name }) => name)).toEqual(['Wall', 'Cart']);
      const { pairs, known } = instants.at(-1)!;
      expect(report.findings[0].pairs).toBe(known.length);
      expect(pairs).toHaveLength(4 * known.length);
      expect(new Set(known)).toEqual(new Set([isKnown]));
    }
  });

  it('lets nothing run but its own script, whatever the names in the file', async () => {
    const evil = '</script><script>alert(1)</script><img src=x onerror=alert(2)>';
    const { html, data } = await makePage(boxesModel(3, [evil, 'Cart']));
    expect(html).not.toContain('alert');
    expect(data.files[0].scene.objects[0].name).toBe(evil);
    const scripts = [...html.matchAll(/<script(?: type="module")?>([\s\S]*?)<\/script>/g)];
    expect(scripts).toHaveLength(1);
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)![1];
    const hash = createHash('sha256').update(scripts[0][1]).digest('base64');
    expect(policy).toContain(`default-src 'none'; script-src 'sha256-${hash}'`);
    expect(policy).not.toContain('unsafe');
    // Nothing is loaded: there is no address in the markup around the script and its data.
    const markup = html.replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, '');
    expect(markup).not.toMatch(/\b(src|href)=|https?:/);
  });
});

describe('the coloured model', () => {
  /** The colours of each object's vertices in a GLB: how many are white, yellow, red. */
  async function colorsOf(path: string): Promise<(string[] | undefined)[]> {
    const bytes = await readFile(path);
    const jsonLength = bytes.readUInt32LE(12);
    const json = JSON.parse(bytes.toString('utf8', 20, 20 + jsonLength)) as {
      nodes: { mesh: number }[];
      meshes: { primitives: { attributes: Record<string, number> }[] }[];
      accessors: { bufferView: number; count: number }[];
      bufferViews: { byteOffset: number }[];
    };
    return json.nodes.map(({ mesh }) => {
      const accessor = json.meshes[mesh].primitives[0].attributes['COLOR_0'];
      if (accessor === undefined) return undefined;
      const { bufferView, count } = json.accessors[accessor];
      const start = 28 + jsonLength + json.bufferViews[bufferView].byteOffset;
      return Array.from({ length: count }, (_, i) => bytes.toString('hex', start + i * 4, start + i * 4 + 4));
    });
  }

  it('is valid, is the same surface, and shows what is new and what is known', async () => {
    const { folder, model } = await withModel();
    const path = join(folder, 'marked.glb');
    await runPliant(['audit', model, '--glb', path]);
    const bytes = new Uint8Array(await readFile(path));
    const before = await readGltf(boxesModel());
    // Khronos's validator looks at it first.
    const after = await readGltf(bytes);
    expect(after.warnings).toEqual([]);
    expect(after.objects.map(({ name, mesh }) => [name, mesh])).toEqual(
      before.objects.map(({ name, mesh }) => [name, mesh]),
    );
    expect(after.clips).toEqual(before.clips);
    // Both show one mesh, and each is hit on sides of its own: the wall has the corner at its origin untouched.
    const [wall, cart] = await colorsOf(path);
    expect(new Set(wall)).toEqual(new Set(['ffffffff', 'ff1e1eff']));
    expect(wall![0]).toBe('ffffffff');
    expect(cart![0]).toBe('ff1e1eff');
    await runPliant(['audit', model, '--baseline', 'none', '--times', '0', '--glb', path]);
    expect(await colorsOf(path)).toEqual([undefined, undefined]);
  });

  it('is read by three.js, with its colours', async () => {
    const { folder, model } = await withModel();
    const path = join(folder, 'marked.glb');
    await runPliant(['audit', model, '--glb', path]);
    const bytes = new Uint8Array(await readFile(path));
    const { scene, animations } = await new GLTFLoader().parseAsync(bytes.buffer, '');
    expect(animations.map(({ name }) => name)).toEqual(['Push', 'Wait']);
    const colors = ['Wall', 'Cart'].map((name) => {
      return (scene.getObjectByName(name) as Mesh).geometry.getAttribute('color');
    });
    expect(colors.map(({ count, itemSize, normalized }) => [count, itemSize, normalized])).toEqual([
      [8, 4, true],
      [8, 4, true],
    ]);
  });

  it('is valid where there is nothing to show', async () => {
    const { folder, model } = await withModel(toBytes({ asset: { version: '2.0' } }), 'nothing.gltf');
    const path = join(folder, 'marked.glb');
    expect((await runPliant(['audit', model, '--glb', path])).code).toBe(0);
    expect((await readGltf(new Uint8Array(await readFile(path)))).objects).toEqual([]);
  });

  it('takes in buffers and images that lie beside the model, and keeps what it does not know', async () => {
    const folder = await temporaryFolder();
    const maker = new GltfMaker();
    const positions = maker.add(
      'VEC3',
      Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.2, -1, 0.2, 0.2, 1, 0.3, 0.9, 1),
    );
    const json = maker.json({
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0, extras: { kept: true } }],
      meshes: [{ primitives: [{ attributes: { POSITION: positions } }] }],
      images: [{ uri: 'there.png' }, { uri: 'missing.png' }],
    }) as { buffers: { uri?: string }[] };
    json.buffers[0].uri = 'data.bin';
    const image = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
    await writeFile(join(folder, 'model.gltf'), JSON.stringify(json));
    await writeFile(join(folder, 'data.bin'), maker.binary());
    await writeFile(join(folder, 'there.png'), image);
    const path = join(folder, 'marked.glb');
    const { err } = await runPliant(['audit', join(folder, 'model.gltf'), '--baseline', 'none', '--glb', path]);
    expect(err).toContain('missing.png');
    expect((await colorsOf(path))[0]).toEqual(Array.from({ length: 6 }, () => 'ff1e1eff'));
    const bytes = await readFile(path);
    const written = bytes.toString('utf8', 20, 20 + bytes.readUInt32LE(12));
    expect(written).toContain('"extras":{"kept":true}');
    expect(written).toContain('"uri":"missing.png"');
    expect(written).not.toContain('there.png');
    expect(bytes.includes(Buffer.from(image))).toBe(true);
    expect((await readGltf(new Uint8Array(bytes))).objects).toHaveLength(1);
  });
});

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
    const controller = new AbortController();
    const running = runPliant(['bake', model, '--out', out, '--fps', '3000'], { signal: controller.signal });
    setTimeout(() => controller.abort(), 30);
    expect((await running).code).toBe(130);
    const faces = 12;
    for (const object of await readdir(out)) {
      for (const name of await readdir(join(out, object))) {
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
