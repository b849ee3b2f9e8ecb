// slow: opens many files, large ones among them
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExampleModel } from '../../scenes/example-models.js';
import { HOSTILE_FILES } from '../gltf/hostile-files.js';
import { GltfMaker, toBytes } from '../gltf/make-gltf.js';
import { packedSquare } from '../gltf/packed-square.js';
import { sharedData } from '../support/shared-data.js';
import { dropFiles } from './drop-files.js';
import { SMALL_WINDOW, beginLab, expectPlaying, holdWorker, launchBrowser, openLab } from './lab-page.js';
import type { LabPage } from './lab-page.js';

let browser: Browser;
let folder: string;
beforeAll(async () => {
  browser = await launchBrowser();
  folder = mkdtempSync(join(tmpdir(), 'pliant-lab-'));
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

const TUBE = 'scene=model&model=tube&playing=no&frame=120';

/** Writes a file, and says where it is. */
function write(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

/** Waits until a model of that name is there. */
async function opened(lab: LabPage, name: string): ReturnType<LabPage['loaded']> {
  await lab.page.waitForFunction((wanted) => window.pliantLab.snapshot()!.modelName === wanted, name);
  return lab.loaded();
}

/** Waits for a refusal, closes it, and gives its words. */
async function refusal(lab: LabPage): Promise<string> {
  await lab.page.locator('#failure').waitFor();
  const text = await lab.text('failure-text');
  await lab.page.keyboard.press('Escape');
  expect(await lab.page.locator('#failure').isVisible()).toBe(false);
  return text;
}

/** Two triangles that a model of several files is made of. */
function twoFiles(): { readonly gltf: Uint8Array; readonly bin: Uint8Array } {
  const maker = new GltfMaker();
  const POSITION = maker.add(
    'VEC3',
    Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0.2, 0.2, -1, 0.2, 0.2, 1, 0.3, 0.2, 1),
  );
  const json = maker.json({ nodes: [{ mesh: 0 }], meshes: [{ primitives: [{ attributes: { POSITION } }] }] });
  const bin = maker.binary();
  return { gltf: toBytes({ ...json, buffers: [{ byteLength: bin.length, uri: 'parts/data.bin' }] }), bin };
}

describe('a file that is dropped', () => {
  it('is shown, played and audited, and nothing is sent anywhere', async () => {
    const lab = await openLab(browser, 'scene=model&model=tube&live=no', { viewport: SMALL_WINDOW });
    const requests: string[] = [];
    lab.page.on('request', (request) => {
      if (request.method() !== 'GET') requests.push(request.url());
    });
    await dropFiles(lab.page, write('my sleeve.glb', createExampleModel('sleeve')));
    await lab.page.waitForFunction(() => window.pliantLab.snapshot()!.modelName === 'my sleeve.glb');
    expect(await lab.snapshot()).toMatchObject({
      objectNames: ['Arm', 'Sleeve', 'Bracelet'],
      clipNames: ['Bend', 'Turn'],
    });
    await lab.page.waitForFunction(() => window.pliantLab.snapshot()!.auditState === 'done');
    await lab.snapshot();
    expect(await lab.page.locator('#findings').innerText()).toContain('Arm and Sleeve');
    expect(await lab.text('model-intro')).toContain('my sleeve.glb');
    expect(requests).toEqual([]);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('can be chosen with the button as well, and shares the list with the examples', async () => {
    const lab = await openLab(browser, TUBE);
    const [chooser] = await Promise.all([lab.page.waitForEvent('filechooser'), lab.page.locator('#open-file').click()]);
    await chooser.setFiles(write('face.glb', createExampleModel('face')));
    expect((await opened(lab, 'face.glb')).state).toMatchObject({ model: 'file', file: 'face.glb' });
    expect(await lab.page.locator('#model-choice').inputValue()).toBe('file:face.glb');
    await lab.page.locator('#model-choice').selectOption('tube');
    expect((await opened(lab, 'A tube that curls up')).state.model).toBe('tube');
    await lab.page.locator('#model-choice').selectOption('file:face.glb');
    await opened(lab, 'face.glb');
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('may come with others that it needs, loose or in a folder; several models are offered', async () => {
    const { gltf, bin } = twoFiles();
    const lab = await openLab(browser, TUBE);
    await dropFiles(lab.page, write('loose.gltf', gltf), write('data.bin', bin), write('read me.txt', 'hello'));
    expect(await opened(lab, 'loose.gltf')).toMatchObject({ triangleCount: 2, knownPairs: 1, clipNames: [] });
    mkdirSync(join(folder, 'set', 'parts'), { recursive: true });
    write('set/model.gltf', gltf);
    write('set/parts/data.bin', bin);
    write('set/parts/tube.glb', createExampleModel('tube'));
    await dropFiles(lab.page, join(folder, 'set'));
    expect(await opened(lab, 'set/model.gltf')).toMatchObject({ triangleCount: 2 });
    expect(await lab.text('model-notice')).toContain('2 models were dropped');
    await lab.page.locator('#model-choice').selectOption('file:set/parts/tube.glb');
    expect((await opened(lab, 'set/parts/tube.glb')).objectNames).toEqual(['Tube']);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('may be packed by Draco, whose decoder is there when it is needed', async () => {
    const lab = await openLab(browser, TUBE);
    const requests: string[] = [];
    lab.page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await dropFiles(lab.page, write('packed.glb', packedSquare()));
    expect(await opened(lab, 'packed.glb')).toMatchObject({ triangleCount: 2 });
    expect(requests.filter((path) => path.endsWith('.wasm'))).toHaveLength(1);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('may be changed and dropped again', async () => {
    const lab = await openLab(browser, TUBE);
    await dropFiles(lab.page, write('again.glb', createExampleModel('sleeve')));
    await opened(lab, 'again.glb');
    await dropFiles(lab.page, write('again.glb', createExampleModel('tube')));
    await lab.page.waitForFunction(() => window.pliantLab.snapshot()!.objectNames[0] === 'Tube');
    expect((await lab.loaded()).modelName).toBe('again.glb');
    await lab.close();
  });

  it('is asked for by a link to it, which is then followed', async () => {
    const lab = await beginLab(browser, 'scene=model&model=file&file=wanted.glb&clip=1&frame=30&playing=no&hidden=0');
    expect(await refusal(lab)).toContain('“wanted.glb”, which is not in the link');
    expect((await lab.loaded()).modelName).toBe('An arm in a sleeve');
    await dropFiles(lab.page, write('wanted.glb', createExampleModel('sleeve')));
    expect((await opened(lab, 'wanted.glb')).state).toMatchObject({ clip: 1, frame: 30, playing: false, hidden: '0' });
    expect(lab.problems).toEqual([]);
    await lab.close();
  });
});

describe('a file that takes a while', () => {
  it('leaves the page as it is until it is there: the model before goes on', async () => {
    const lab = await openLab(browser, 'scene=model&model=tube&live=no', { viewport: SMALL_WINDOW });
    const letGo = await holdWorker(lab, /model-worker/);
    await dropFiles(lab.page, write('animal.glb', createExampleModel('animal')));
    await lab.page.locator('#loading').waitFor();
    await expectPlaying(lab);
    expect((await lab.snapshot()).objectNames).toEqual(['Tube']);
    letGo();
    expect((await opened(lab, 'animal.glb')).objectNames).not.toContain('Tube');
    expect(await lab.page.locator('#loading').isVisible()).toBe(false);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('can be called off', async () => {
    const lab = await openLab(browser, TUBE);
    const letGo = await holdWorker(lab, /model-worker/);
    await dropFiles(lab.page, write('animal.glb', createExampleModel('animal')));
    await lab.page.locator('#loading-cancel').click();
    letGo();
    expect(await lab.loaded()).toMatchObject({
      modelName: 'A tube that curls up',
      state: { model: 'tube', frame: 120 },
    });
    expect(await lab.page.locator('#failure').isVisible()).toBe(false);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });
});

describe('a file that cannot be shown', () => {
  it('is refused in words, and what was there stays', async () => {
    const lab = await openLab(browser, TUBE);
    const before = await lab.loaded();
    const broken = createExampleModel('sleeve').slice(0, 5000);
    const missing = twoFiles().gltf;
    const cases: readonly (readonly [path: string, says: string])[] = [
      [write('notes.txt', 'hello'), '“notes.txt” is not a model; drop a .glb, .gltf or .vrm file'],
      [write('cut short.glb', broken), 'readGltf'],
      [write('empty.glb', ''), 'readGltf'],
      [write('words.gltf', 'this is no JSON'), 'readGltf'],
      [write('nothing.gltf', '{"asset":{"version":"2.0"}}'), 'no surface'],
      [write('needs.gltf', missing), '"parts/data.bin" cannot be read (it was not dropped'],
    ];
    for (const [path, says] of cases) {
      await dropFiles(lab.page, path);
      expect(await refusal(lab), path).toContain(says);
      expect((await lab.loaded()).state, path).toEqual(before.state);
    }
    await lab.page.keyboard.press('.');
    expect(await lab.loaded()).toMatchObject({ frame: 121, modelName: 'A tube that curls up' });
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('leaves the file before it in the list, to go back to from other scenes and models', async () => {
    const lab = await openLab(browser, TUBE);
    await dropFiles(lab.page, write('good.glb', createExampleModel('sleeve')));
    await opened(lab, 'good.glb');
    await dropFiles(lab.page, write('bad.glb', 'text'));
    expect(await refusal(lab)).toContain('GLB_UNEXPECTED_END_OF_HEADER');
    expect(await lab.page.locator('#model-choice').inputValue()).toBe('file:good.glb');
    await lab.page.locator('#canvas').press('2');
    expect((await lab.loaded()).scene).toBe('curtain');
    await lab.page.locator('#canvas').press('1');
    expect((await opened(lab, 'good.glb')).objectNames).toEqual(['Arm', 'Sleeve', 'Bracelet']);
    await lab.page.locator('#model-choice').selectOption('file:bad.glb');
    expect(await refusal(lab)).toContain('GLB_UNEXPECTED_END_OF_HEADER');
    expect((await lab.loaded()).modelName).toBe('good.glb');
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('is refused before it is read when it is huge', async () => {
    const path = write('huge.glb', '');
    truncateSync(path, 600 * 1024 * 1024);
    const lab = await openLab(browser, TUBE);
    await dropFiles(lab.page, path);
    expect(await refusal(lab)).toMatch(/“huge\.glb” has 600 MB, .* “npx pliant audit”/);
    expect((await lab.loaded()).modelName).toBe('A tube that curls up');
    await lab.close();
  });

  it('may lie as it likes', async () => {
    const lab = await openLab(browser, TUBE);
    for (const [i, { make, name, says }] of HOSTILE_FILES.entries()) {
      const bytes = make();
      const suffix = bytes[0] === 0x67 ? 'glb' : 'gltf';
      await dropFiles(lab.page, write(`hostile-${i}.${suffix}`, bytes));
      const text = await refusal(lab);
      for (const part of says) expect(text, name).toContain(part);
    }
    expect((await lab.loaded()).modelName).toBe('A tube that curls up');
    expect(lab.problems).toEqual([]);
    await lab.close();
  });
});

describe('real files', () => {
  const FILES: readonly (readonly [path: string, facts: object])[] = [
    ['skinned/Xbot.glb', { objectNames: ['Beta_Joints', 'Beta_Surface'], triangleCount: 49_112 }],
    ['skinned/RobotExpressive.glb', { triangleCount: 3237 }],
    ['skinned/Godette_vrm_v4.vrm', { clipNames: [], triangleCount: 3439 }],
    ['skinned/elephant-bbw15.glb', { triangleCount: 12_064 }],
    ['morph/Horse.glb', { triangleCount: 984 }],
    ['face/facecap.glb', { triangleCount: 8042 }],
  ];

  it.skipIf(sharedData('skinned') === undefined).each(FILES)('are shown: %s', async (path, facts) => {
    const file = sharedData(path)!;
    const lab = await openLab(browser, TUBE, { viewport: SMALL_WINDOW });
    await dropFiles(lab.page, file);
    const shown = await opened(lab, path.slice(path.indexOf('/') + 1));
    expect(shown).toMatchObject({ ...facts, isExact: true });
    expect(lab.problems).toEqual([]);
    await lab.close();
  });
});
