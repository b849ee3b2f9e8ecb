// slow: draws models in software, with everything that can be seen of them
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SMALL_WINDOW, beginLab, expectPlaying, holdWorker, launchBrowser, openLab } from './lab-page.js';
import type { LabPage } from './lab-page.js';
import { castRay, newPairsAt, readExample } from './model-oracle.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Points at the model, wherever it is, and gives the place. */
async function pointAtModel(lab: LabPage): Promise<[x: number, y: number]> {
  const { x, y, width, height } = (await lab.page.locator('#canvas').boundingBox())!;
  for (let i = 0; i < 100; i++) {
    const place: [number, number] = [
      x + width * (0.25 + 0.05 * (i % 10)),
      y + height * (0.25 + 0.05 * Math.floor(i / 10)),
    ];
    await lab.page.mouse.move(...place);
    if ((await lab.snapshot()).picked.length > 0) return place;
  }
  throw new Error('the model is nowhere to be seen');
}

/** Waits until the audit has come to an end. */
async function audited(lab: LabPage): Promise<void> {
  await lab.page.waitForFunction(() => window.pliantLab.snapshot()!.auditState === 'done');
  await lab.snapshot();
}

function onTwoCores(): void {
  Object.defineProperty(navigator, 'hardwareConcurrency', { value: 2 });
}

function onFourCores(): void {
  Object.defineProperty(navigator, 'hardwareConcurrency', { value: 4 });
}

/** Stops the first audit as soon as it runs. From within the page: whoever looks from outside may come when it has ended. */
function callOffAudit(): void {
  const timer = setInterval(() => {
    if (window.pliantLab?.snapshot()?.auditState !== 'running') return;
    clearInterval(timer);
    document.getElementById('audit-button')!.click();
  }, 1);
}

/** The window of a page that counts the workers of its audits. */
interface CountedWorkers {
  auditWorkers: { begun: number; ended: number };
}

/** Counts what the page does: when workers that it ends are gone is the browser's business. */
function countAuditWorkers(): void {
  const counts = ((window as unknown as CountedWorkers).auditWorkers = { begun: 0, ended: 0 });
  window.Worker = class extends Worker {
    readonly #isCounted: boolean;

    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      this.#isCounted = String(url).includes('audit');
      if (this.#isCounted) counts.begun++;
    }

    override terminate(): void {
      super.terminate();
      if (this.#isCounted) counts.ended++;
    }
  };
}

describe('the lab on the first visit', () => {
  it('plays an example, says what it shows, and checks all its clips', async () => {
    const lab = await beginLab(browser, '', { isFirstVisit: true, viewport: SMALL_WINDOW });
    await lab.page.waitForFunction(() => window.pliantLab.snapshot() !== undefined);
    const first = await lab.snapshot();
    expect(first).toMatchObject({ scene: 'model', objectNames: ['Animal'], clipNames: ['Walk', 'Jump'] });
    expect(first.state.playing).toBe(true);
    await lab.page.waitForFunction((time) => window.pliantLab.snapshot()!.clipTime !== time, first.clipTime);
    expect(await lab.text('model-intro')).toMatch(
      /^A cat-like animal: [\d,]+ triangles, 1 object, 40 joints, 2 clips\.$/,
    );
    expect(await lab.page.title()).toBe('Pliant lab: your model');
    await audited(lab);
    expect(await lab.page.locator('#findings button').count()).toBeGreaterThan(3);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });
});

describe('a model', () => {
  it.each([
    ['tube', 0, 120],
    ['sleeve', 0, 90],
    ['face', 0, 212],
  ] as const)('shows in red what an audit finds: %s', async (name, clip, frame) => {
    const lab = await openLab(browser, `scene=model&model=${name}&playing=no&frame=${frame}&clip=${clip}`);
    const shown = await lab.loaded();
    const expected = await newPairsAt(await readExample(name), clip, shown.clipTime);
    expect(shown.isExact).toBe(true);
    expect(expected.pairs).toBeGreaterThan(0);
    expect(shown.newPairs).toBe(expected.pairs);
    expect(shown.markedTriangles).toBe(expected.triangles);
    expect((await lab.text('live-pairs')).replace(',', '')).toBe(String(expected.pairs));
    await lab.page.keyboard.press('c');
    expect(await lab.loaded()).toMatchObject({ newPairs: 0, markedTriangles: 0 });
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it.each(['lazy', 'adaptive', 'refit'])('is picked where it is now: %s', async (strategy) => {
    const lab = await openLab(browser, `scene=model&model=sleeve&playing=no&frame=60&strategy=${strategy}`);
    const scene = await readExample('sleeve');
    const { x, y, width, height } = (await lab.page.locator('#canvas').boundingBox())!;
    let hits = 0;
    for (const [right, down] of [
      [0.5, 0.5],
      [0.45, 0.6],
      [0.35, 0.55],
      [0.05, 0.95],
    ]) {
      await lab.page.mouse.move(x + width * right, y + height * down);
      const { camera, clipTime, picked, pickedBone, ray } = await lab.loaded();
      const expected = castRay(scene, 0, clipTime, ray);
      expect(ray.slice(0, 3)).toEqual(camera);
      expect(picked.slice(0, 2)).toEqual(expected.slice(0, 2));
      if (expected.length === 0) continue;
      hits++;
      expect(picked[2]).toBeCloseTo(expected[2], 5);
      expect(['Shoulder', 'Elbow', 'Wrist', 'Bracelet']).toContain(pickedBone);
      expect(await lab.text('pick-what')).toContain(`of ${scene.objects[picked[0]].name}`);
      expect(await lab.text('pick-label')).toBe(`${pickedBone} · triangle ${picked[1]}`);
    }
    expect(hits).toBeGreaterThan(1);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('keeps a mark on the surface that was clicked, while it moves', async () => {
    const lab = await openLab(browser, 'scene=model&model=tube&playing=no&frame=30');
    const { x, y, height } = (await lab.page.locator('#canvas').boundingBox())!;
    await lab.page.mouse.click(...(await pointAtModel(lab)));
    const before = await lab.loaded();
    expect(before.picked).not.toEqual([]);
    expect(before.pinned).toHaveLength(3);
    expect(await lab.text('pin-text')).toContain(`triangle ${before.picked[1]} of Tube, near ${before.pickedBone}`);
    const along = before.ray.slice(0, 3).map((from, axis) => from + before.picked[2] * before.ray[axis + 3]);
    before.pinned.forEach((coordinate, axis) => expect(coordinate).toBeCloseTo(along[axis], 4));
    for (let i = 0; i < 10; i++) await lab.page.keyboard.press('.');
    expect((await lab.loaded()).pinned).not.toEqual(before.pinned);
    await lab.page.mouse.click(x + 5, y + height - 5);
    expect((await lab.loaded()).pinned).toEqual([]);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('is computed where the ray looks, and all of it for a refit, with the same hit', async () => {
    const lab = await openLab(browser, 'scene=model&model=animal&playing=no&frame=20&live=no');
    const lazy = await lab.loaded();
    const posed = async (): Promise<number> => Number((await lab.text('pick-vertices')).replace(',', ''));
    const lazyVertices = await posed();
    await lab.page.getByText('Refit', { exact: true }).click();
    await lab.page.keyboard.press('.');
    await lab.page.keyboard.press(',');
    const refit = await lab.loaded();
    expect(refit.picked).toEqual(lazy.picked);
    expect(lazyVertices).toBeGreaterThan(0);
    expect(lazyVertices).toBeLessThan(1000);
    expect(await posed()).toBeGreaterThan(7000);
    await lab.close();
  });

  it('is timed both ways, and the times stay while it rests', async () => {
    const lab = await openLab(browser, 'scene=model&model=tube&live=no&playing=no&frame=60', {
      viewport: SMALL_WINDOW,
    });
    for (let i = 0; i < 3; i++) {
      await lab.page.keyboard.press('.');
      await lab.loaded();
    }
    const texts = async (): Promise<string[]> =>
      Promise.all(['race-lazy-time', 'race-refit-time', 'race-result'].map((id) => lab.text(id)));
    const measured = await texts();
    for (const time of measured.slice(0, 2)) expect(parseFloat(time)).toBeGreaterThan(0);
    await lab.page.getByText('Refit', { exact: true }).click();
    await lab.loaded();
    expect(await texts()).toEqual(measured);
    await lab.page.getByText('Adaptive', { exact: true }).click();
    await lab.loaded();
    expect(await texts()).toEqual(['–', '–', expect.stringContaining('play, or go on by a frame')]);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('shows boxes of its tree: a level, what was visited, the front', async () => {
    const lab = await openLab(browser, 'scene=model&model=tube&playing=no&frame=50&treeLook=level&level=2');
    const level = await lab.loaded();
    expect(level.drawnNodes).toBeGreaterThan(4);
    await lab.page.getByText('Visited', { exact: true }).click();
    const visited = await lab.loaded();
    expect(visited.drawnNodes).toBeGreaterThan(0);
    await lab.page.getByText('Front', { exact: true }).click();
    expect((await lab.loaded()).drawnNodes).toBeGreaterThan(0);
    expect(await lab.text('tree-look-hint')).toMatch(/boxes\.$/);
    await lab.page.getByText('Off', { exact: true }).click();
    expect((await lab.loaded()).drawnNodes).toBe(0);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });
});

describe('the audit of a model', () => {
  it('leads to its findings, at the instant and the place', async () => {
    const lab = await openLab(browser, 'scene=model&model=tube&playing=no');
    await audited(lab);
    const finding = lab.page.locator('#findings button').first();
    expect(await finding.innerText()).toContain('Tube with itself');
    await finding.click();
    const shown = await lab.loaded();
    expect(shown.state.playing).toBe(false);
    expect(shown.findingCount).toBe(1);
    // The peak of the report has the most pairs; the page shows as many.
    expect(await finding.innerText()).toContain(`${shown.newPairs} pairs`);
    expect(await finding.getAttribute('aria-current')).toBe('true');
    await lab.page.locator('#reset-view').click();
    await lab.page.keyboard.press('n');
    expect((await lab.loaded()).camera).toEqual(shown.camera);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('can be called off and gone on with, and the page goes on all the while', async () => {
    const lab = await openLab(browser, 'scene=model&model=face&live=no', {
      viewport: SMALL_WINDOW,
      before: [callOffAudit],
    });
    const button = lab.page.locator('#audit-button');
    await lab.page.waitForFunction(() => window.pliantLab.snapshot()!.auditState === 'stopped');
    expect((await lab.snapshot()).auditState).toBe('stopped');
    expect(await lab.text('audit-state')).toMatch(/^Stopped after \d of 3 time lines/);
    const letGo = await holdWorker(lab, /audit-worker/);
    await button.click();
    await expectPlaying(lab);
    expect((await lab.snapshot()).auditState).toBe('running');
    letGo();
    await lab.page.waitForFunction(() => window.pliantLab.snapshot()!.auditState !== 'running');
    expect(await lab.text('audit-state')).toMatch(/^All 2 clips checked: \d places/);
    expect(await button.isVisible()).toBe(false);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('says the same in several threads', async () => {
    const finds: string[] = [];
    for (const [i, cores] of [onTwoCores, onFourCores].entries()) {
      const before = [cores, countAuditWorkers];
      const lab = await beginLab(browser, 'scene=model&model=tube&playing=no&live=no', { before });
      const lanes = new Set<string>();
      lab.page.on('request', (request) => {
        if (request.url().includes('audit-lane')) lanes.add(request.url());
      });
      await lab.loaded();
      await audited(lab);
      finds.push(await lab.text('findings'));
      expect(lanes.size, 'the page gives each thread its script').toBe(i);
      // Those that the page made; the threads are workers of theirs, and end with them.
      const made = await lab.page.evaluate(() => ({ ...(window as unknown as CountedWorkers).auditWorkers }));
      expect(made).toEqual({ begun: 1, ended: 1 });
      expect(lab.problems).toEqual([]);
      await lab.close();
    }
    expect(finds[1]).toBe(finds[0]);
    expect(finds[0]).toContain('Tube with itself');
  });

  it('fills time lines that lead to their clips', async () => {
    const lab = await openLab(browser, 'scene=model&model=sleeve&playing=no&live=no');
    await audited(lab);
    const turn = lab.page.locator('#time-lines button').nth(2);
    expect(await turn.innerText()).toContain('Turn');
    await turn.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await turn.locator('.track').boundingBox())!;
    await lab.page.mouse.click(x + width / 2, y + height / 2);
    const shown = await lab.loaded();
    expect(shown.state).toMatchObject({ clip: 1, playing: false });
    expect(shown.clipTime).toBeCloseTo(1.25, 1);
    await lab.page.locator('#time-lines button').first().focus();
    await lab.page.keyboard.press('Enter');
    expect((await lab.loaded()).state.clip).toBe(-1);
    expect(await lab.text('frame-count')).toBe('rest pose');
    await lab.close();
  });
});
