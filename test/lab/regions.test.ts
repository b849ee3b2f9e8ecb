// slow: draws an animal, a cloth and a teddy in software, and finds the same without the page
import type { Browser, Locator } from 'playwright-core';
import { createBody, createPairHits, createShape, findSelfHits, loadKernels } from 'pliant';
import {
  type FreeRegions,
  PROVED_BY_BORDER,
  PROVED_BY_GOVERNORS,
  PROVED_BY_NOTHING,
  createFreeRegions,
  findFreeRegions,
} from 'pliant/inspect';
import { createPose, poseMesh, setPoints } from 'pliant/parts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCloth, writeClothPose } from '../../scenes/cloth.js';
import { createTeddy, writeTeddyPose } from '../../scenes/teddy.js';
import { SMALL_WINDOW, holdWorker, launchBrowser, openLab } from './lab-page.js';
import type { LabPage } from './lab-page.js';
import { QuadrupedOracle, namePairs, sweepSelfPairs } from './quadruped-oracle.js';

const RATE = 60;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** How many triangles there are of each of the sizes that share a colour: those that nothing proves; then those that borders prove; then those that governors do. */
function countClasses(sizes: readonly number[], rules: readonly number[]): number[] {
  const ends = [32, 128, 512, 2048, 8192, Infinity];
  const count = (rule: number): number[] =>
    ends.map(
      (end, i) => sizes.filter((size, t) => rules[t] === rule && size < end && size >= (ends[i - 1] ?? 1)).length,
    );
  return [sizes.filter((size) => size === 0).length, ...count(PROVED_BY_BORDER), ...count(PROVED_BY_GOVERNORS)];
}

/** Triangles that a rule proves free, in percent, as the page writes it. */
function percentBy(rule: number, { rules }: FreeRegions): string {
  return `${((100 * rules.filter((each) => each === rule).length) / rules.length).toFixed(1)} %`;
}

/** What is free of the small animal, found without the page. */
async function findFree(frame: number, isFitted: boolean): Promise<FreeRegions> {
  const body = new QuadrupedOracle().bodyAt('walk', frame, await loadKernels(), isFitted);
  const free = createFreeRegions(body);
  findFreeRegions(body, free);
  body.dispose();
  return free;
}

/** The choice of what regions are coloured by. */
function colorBy({ page }: LabPage, what: string): Locator {
  return page.getByRole('radiogroup', { name: 'Colour regions by' }).getByText(what, { exact: true });
}

/** Names of the scripts that workers of a page were made of, from now on. */
function watchWorkers({ page }: LabPage): string[] {
  const scripts: string[] = [];
  page.on('worker', (worker) => scripts.push(new URL(worker.url()).pathname));
  return scripts;
}

describe('regions that are proved free', () => {
  it('are coloured by rule and size on request, as another process finds them, with their borders', async () => {
    const lab = await openLab(browser, 'scene=surface&playing=no&frame=0');
    const picture = async (): Promise<string> =>
      (await lab.page.screenshot({ clip: { x: 100, y: 150, width: 420, height: 380 } })).toString('base64');
    const plain = await picture();
    expect(await lab.snapshot()).toMatchObject({ regionSizes: [], drawnRegions: [], drawnBorders: 0 });
    for (const id of ['unproved', 'governors', 'border', 'sizes', 'fitting']) {
      expect(await lab.page.locator(`#legend-${id}`).isVisible(), id).toBe(false);
    }

    await lab.page.keyboard.press('g');
    const colored = await lab.loaded();
    expect(colored.state.regions).toBe('both');
    const free = await findFree(0, true);
    expect(colored.regionSizes).toEqual([...free.sizes]);
    expect(colored.regionRules).toEqual([...free.rules]);
    expect(colored.drawnRegions).toEqual(countClasses([...free.sizes], [...free.rules]));
    expect(colored.drawnBorders).toBe(0);
    // The tip of the tail, the ears and the paws are the only places that are too thin.
    expect(colored.drawnRegions[0]).toBeLessThan(colored.triangleCount / 20);
    for (const [id, rule] of [
      ['governors', PROVED_BY_GOVERNORS],
      ['border', PROVED_BY_BORDER],
    ] as const) {
      expect(await lab.page.locator(`#legend-${id}`).isVisible(), id).toBe(true);
      expect(await lab.text(`legend-${id}`), id).toContain(percentBy(rule, free));
    }
    expect(await lab.text('free-by-governors')).toBe(String(free.countByGovernors));
    expect(await lab.text('free-by-border')).toBe(String(free.count - free.countByGovernors));
    expect(await lab.text('governed-share')).toBe(percentBy(PROVED_BY_GOVERNORS, free));
    expect(await lab.page.locator('#legend-fitting').isVisible()).toBe(false);
    expect(await lab.page.locator('#legend-baked').isVisible(), 'patches would hide them').toBe(false);
    const inBoth = await picture();
    expect(inBoth).not.toBe(plain);

    await lab.page.keyboard.press('l');
    expect((await lab.loaded()).drawnBorders).toBe(free.borderCount);
    expect(await picture()).not.toBe(inBoth);
    await colorBy(lab, 'Nothing').click();
    expect(await lab.loaded(), 'borders alone').toMatchObject({ drawnRegions: [], drawnBorders: free.borderCount });
    await lab.page.keyboard.press('l');
    await lab.loaded();
    expect(await picture()).toBe(plain);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('are coloured by rule alone, and by size alone', async () => {
    const lab = await openLab(browser, 'scene=surface&playing=no&frame=0&regions=both', { viewport: SMALL_WINDOW });
    const picture = async (): Promise<string> =>
      (await lab.page.screenshot({ clip: { x: 20, y: 120, width: 280, height: 100 } })).toString('base64');
    const pictures = [await picture()];
    const { drawnRegions } = await lab.snapshot();
    const swatches = (id: string): Promise<number> => lab.page.locator(`#legend-${id} .scale i`).count();
    expect([await swatches('governors'), await swatches('border')]).toEqual([6, 6]);
    await colorBy(lab, 'Rule').click();
    expect((await lab.loaded()).drawnRegions).toEqual(drawnRegions);
    expect([await swatches('governors'), await swatches('border')]).toEqual([1, 1]);
    pictures.push(await picture());
    await colorBy(lab, 'Size').click();
    expect((await lab.loaded()).drawnRegions).toEqual(drawnRegions);
    expect(await lab.page.locator('#legend-sizes').isVisible()).toBe(true);
    for (const id of ['governors', 'border']) {
      expect(await lab.page.locator(`#legend-${id}`).isVisible(), id).toBe(false);
    }
    pictures.push(await picture());
    expect(new Set(pictures).size).toBe(3);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('are proved by borders alone where bones are not asked, and bones are measured once', async () => {
    const lab = await openLab(browser, 'scene=surface&playing=no&frame=0&regions=both', { viewport: SMALL_WINDOW });
    const withBones = await lab.snapshot();
    const workers = watchWorkers(lab);
    expect(await lab.text('self-unbent')).toBe(`${withBones.regionsUnbent} by bones`);
    await lab.page.getByLabel('Ask the bones first').uncheck();
    const without = await lab.loaded();
    const free = await findFree(0, false);
    expect(free.countByGovernors).toBe(0);
    expect(without).toMatchObject({ regionSizes: [...free.sizes], regionRules: [...free.rules], regionsTried: 0 });
    expect(without.selfPairs).toEqual(withBones.selfPairs);
    expect(await lab.page.locator('#legend-governors').isVisible()).toBe(false);
    expect([await lab.text('free-by-governors'), await lab.text('self-unbent')]).toEqual(['–', '']);
    await lab.page.getByLabel('Ask the bones first').check();
    expect((await lab.loaded()).regionRules).toEqual(withBones.regionRules);
    expect(workers).toEqual([]);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('are shown by their borders while bones are measured, which can be called off', async () => {
    const lab = await openLab(browser, 'scene=surface&playing=no&frame=0', { viewport: SMALL_WINDOW });
    const letGo = await holdWorker(lab, /fit-worker/);
    await lab.page.keyboard.press('g');
    await lab.page.waitForFunction(() => window.pliantLab.snapshot()!.drawnRegions.length > 0);
    const meanwhile = await lab.snapshot();
    expect(meanwhile.isLoading).toBe(true);
    expect(new Set(meanwhile.regionRules)).toEqual(new Set([PROVED_BY_NOTHING, PROVED_BY_BORDER]));
    expect(await lab.text('legend-fitting')).toMatch(
      /^Measuring, once, how the bones bend the surface\. Then they can prove/,
    );
    expect(await lab.page.getByRole('progressbar', { name: 'Measuring, once' }).isVisible()).toBe(true);
    await lab.page.keyboard.press('.');
    await lab.page.waitForFunction(() => window.pliantLab.snapshot()!.frame === 1);
    await lab.page.getByLabel('Ask the bones first').uncheck();
    await lab.loaded();
    expect(await lab.page.locator('#legend-fitting').isVisible()).toBe(false);
    await lab.page.getByLabel('Ask the bones first').check();
    await lab.page.waitForFunction(() => window.pliantLab.snapshot()!.isLoading);
    letGo();
    expect(new Set((await lab.loaded()).regionRules)).toContain(PROVED_BY_GOVERNORS);
    expect(lab.problems.filter((problem) => !problem.includes('fit-worker'))).toEqual([]);
    await lab.close();
  });

  it('leave out work and no collision, and the time of both ways is told', async () => {
    const lab = await openLab(browser, 'scene=surface&playing=no&motion=jump&frame=12', { viewport: SMALL_WINDOW });
    const pruned = await lab.snapshot();
    expect(pruned.selfPairs.length).toBeGreaterThan(0);
    expect(pruned.regionsFree).toBeGreaterThan(100);
    expect(pruned.bordersSeen).toBeGreaterThanOrEqual(pruned.regionsFree);
    for (const [id, count] of [
      ['self-regions', pruned.regionsFree],
      ['self-borders', pruned.bordersSeen],
      ['self-edges', pruned.borderEdges],
      ['self-tests', pruned.selfTests],
    ] as const) {
      expect(await lab.text(id), id).toBe(count.toLocaleString('en'));
    }
    expect(await lab.text('self-other-time')).toBe('');
    await lab.page.getByLabel('Leave out regions').uncheck();
    const plain = await lab.loaded();
    expect(plain).toMatchObject({ regionsFree: 0, bordersSeen: 0, borderEdges: 0, selfPairs: pruned.selfPairs });
    expect(pruned.selfTests).toBeLessThan(plain.selfTests / 4);
    expect(await lab.text('self-other-time')).toMatch(/^[\d.]+ (µs|ms|s) with$/);
    await lab.page.getByLabel('Leave out regions').check();
    await lab.loaded();
    expect(await lab.text('self-other-time')).toMatch(/^[\d.]+ (µs|ms|s) without$/);
    await lab.page.keyboard.press('c');
    await lab.loaded();
    expect(await lab.text('self-regions')).toBe('–');
    expect(lab.problems).toEqual([]);
    await lab.close();
  });
});

describe('the cloth', () => {
  it('can be chosen, drapes and folds, and collides where a sweep finds it', async () => {
    const lab = await openLab(browser, 'scene=surface&playing=no&regions=both&governors=no&clothLevels=2', {
      viewport: SMALL_WINDOW,
    });
    await lab.page.getByRole('radiogroup', { name: 'Which surface' }).getByText('Cloth', { exact: true }).click();
    expect(await lab.page.getByLabel('Ask the').isVisible(), 'points cannot be asked').toBe(false);
    const flat = await lab.loaded();
    expect(flat).toMatchObject({ triangleCount: 6400, frameCount: 188, selfPairs: [], regionsFree: 1 });
    expect(new Set(flat.regionSizes), 'one region').toEqual(new Set([6400]));
    expect(await lab.text('skin-governors')).toBe('231 control points');
    expect(await lab.page.getByText('Walks', { exact: true }).isVisible()).toBe(false);
    await lab.page.keyboard.press('m');
    expect(await lab.loaded()).toMatchObject({ frameCount: 284, state: { clothMotion: 'fold' } });
    await lab.page.locator('#frame').fill('120');
    const folded = await lab.loaded();

    const cloth = createCloth({ levels: 2 });
    const points = new Float32Array(cloth.points.length);
    writeClothPose(cloth, 'fold', 120 / RATE, points);
    const pose = createPose(cloth.model.poseLayout);
    setPoints(pose, points);
    const positions = new Float32Array(cloth.mesh.positions.length);
    poseMesh(cloth.model, pose, positions);
    expect(folded.selfPairs.length).toBeGreaterThan(0);
    expect(namePairs(folded.selfPairs)).toEqual(sweepSelfPairs(positions, cloth.mesh.triangles));
    expect(folded.drawnRegions).toEqual(countClasses(folded.regionSizes, folded.regionRules));
    await lab.page.getByRole('radiogroup', { name: 'Levels' }).getByText('3', { exact: true }).click();
    expect(await lab.loaded()).toMatchObject({ triangleCount: 25_600, frame: 120, state: { clothLevels: 3 } });
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('is brought back by a link, as it was', async () => {
    const link =
      'scene=surface&subject=cloth&clothMotion=fold&clothLevels=2&pruning=no&governors=no&regions=size&borders=yes&playing=no&frame=100';
    const lab = await openLab(browser, link, { viewport: SMALL_WINDOW });
    const { drawnBorders, frame, regionsFree, triangleCount } = await lab.snapshot();
    expect({ frame, regionsFree, triangleCount }).toEqual({ frame: 100, regionsFree: 0, triangleCount: 6400 });
    expect(drawnBorders).toBeGreaterThan(0);
    for (const label of ['Cloth', 'Folds', '2', 'Size', 'Draw borders of regions (L)']) {
      expect(await lab.page.getByLabel(label, { exact: true }).isChecked(), label).toBe(true);
    }
    expect(await lab.page.getByLabel('Leave out regions').isChecked()).toBe(false);
    await lab.page.keyboard.press('.');
    await lab.page.waitForURL(/frame=101/);
    const copied = new URLSearchParams(new URL(lab.page.url()).hash.slice(1));
    const expected = new URLSearchParams(link.replace('frame=100', 'frame=101'));
    expect(Object.fromEntries(copied)).toEqual(Object.fromEntries(expected));
    expect(lab.problems).toEqual([]);
    await lab.close();
  });
});

describe('the teddy', () => {
  it('can be chosen, and collides where a search that proves nothing finds it', async () => {
    const lab = await openLab(browser, 'scene=surface&playing=no&regions=both&governors=no', {
      viewport: SMALL_WINDOW,
    });
    const { textures } = await lab.snapshot();
    await lab.page.getByText('Teddy', { exact: true }).click();
    await lab.loaded();
    await lab.page.locator('#frame').fill('60');
    const shown = await lab.loaded();
    expect(await lab.text('skin-governors')).toBe('24 particles');
    const teddy = createTeddy();
    const body = createBody(await loadKernels(), createShape(teddy.mesh, teddy.particles), { pruning: 'never' });
    const transforms = new Float32Array(24 * 12);
    writeTeddyPose(teddy, 60 / RATE, transforms);
    body.setTransforms(transforms);
    const hits = createPairHits(10_000);
    findSelfHits(body, hits);
    body.dispose();
    expect(hits.count).toBeGreaterThan(0);
    expect(namePairs(shown.selfPairs)).toEqual(namePairs([...hits.pairs.subarray(0, hits.count * 2)]));
    expect(shown).toMatchObject({ frame: 60, frameCount: 144, triangleCount: teddy.mesh.triangleCount });
    await lab.page.getByText('Animal', { exact: true }).click();
    expect(await lab.loaded(), 'what was drawn is disposed of').toMatchObject({ textures });
    expect(lab.problems).toEqual([]);
    await lab.close();
  });
});

describe('regions on a phone', () => {
  it.each(['quadruped', 'cloth', 'teddy'])('of the %s fit a screen of 320 pixels', async (subject) => {
    const lab = await openLab(
      browser,
      `scene=surface&subject=${subject}&regions=both&borders=yes&clothLevels=2&playing=no`,
      {
        viewport: { width: 320, height: 700 },
        hasTouch: true,
        isMobile: true,
      },
    );
    expect(await lab.page.locator('#legend-governors').isVisible()).toBe(subject !== 'cloth');
    const { items, legend, letters, overflow, stage } = await lab.page.evaluate(() => {
      const box = (selector: string): { right: number; bottom: number } => {
        const { bottom, right } = document.querySelector(selector)!.getBoundingClientRect();
        return { bottom, right };
      };
      const { clientWidth, scrollWidth } = document.documentElement;
      return {
        overflow: scrollWidth - clientWidth,
        items: [...document.querySelectorAll('.legend[data-scene="surface"] li > *')].map(
          (item) => item.getBoundingClientRect().right,
        ),
        letters: parseFloat(getComputedStyle(document.querySelector('#legend-border i')!).fontSize),
        legend: box('.legend[data-scene="surface"]'),
        stage: box('.stage'),
      };
    });
    expect(overflow).toBe(0);
    expect(legend.right).toBeLessThanOrEqual(320);
    expect(Math.max(...items)).toBeLessThanOrEqual(320);
    expect(letters).toBeGreaterThanOrEqual(12);
    expect(legend.bottom).toBeLessThanOrEqual(stage.bottom);
    await colorBy(lab, 'Nothing').tap();
    expect((await lab.loaded()).drawnRegions).toEqual([]);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });
});
