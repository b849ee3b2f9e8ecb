// slow: draws the animal in software, in every view
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LabPage } from './lab-page.js';
import { SMALL_WINDOW, launchBrowser, openLab } from './lab-page.js';
import { QuadrupedOracle, namePairs } from './quadruped-oracle.js';

let browser: Browser;
let oracle: QuadrupedOracle;
beforeAll(async () => {
  browser = await launchBrowser();
  oracle = new QuadrupedOracle();
});
afterAll(() => browser.close());

/** Numbers of the page, and what they shall say. */
async function expectNumbers(lab: LabPage): Promise<void> {
  const shown = await lab.snapshot();
  const texts: Record<string, number> = {
    'patches-baked': shown.patchesBaked,
    'skin-vertices': shown.verticesPosed,
    'skin-blocks': shown.blocksEvaluated,
    'skin-nodes': shown.nodesVisited,
    'skin-bounds': shown.boundTests,
    'skin-tests': shown.triangleTests,
    'self-pairs': shown.selfPairs.length / 2,
    'self-nodes': shown.selfNodes,
    'self-tests': shown.selfTests,
  };
  for (const [id, value] of Object.entries(texts)) expect(await lab.text(id), id).toBe(value.toLocaleString('en'));
}

describe('the animal', () => {
  it('can be chosen at the top, walks, and is asked in every frame', async () => {
    const lab = await openLab(browser, '', { viewport: SMALL_WINDOW });
    await lab.page.getByText('Surface', { exact: true }).first().click();
    const first = await lab.loaded();
    expect(first.scene).toBe('surface');
    expect(first.triangleCount).toBe(oracle.triangleCount);
    expect(first.frameCount).toBe(240);
    expect(await lab.page.title()).toContain('surface');
    expect(await lab.page.locator('#curtain-plot').isVisible()).toBe(false);
    expect(await lab.page.locator('#surface-plot canvas').count()).toBe(3);
    await lab.page.waitForFunction((ray) => window.pliantLab.snapshot()!.ray[3] !== ray, first.ray[3]);
    await lab.page.keyboard.press('Space');
    const later = await lab.loaded();
    expect(later.frame).not.toBe(first.frame);
    await expectNumbers(lab);
    expect(await lab.text('skin-triangles')).toBe(oracle.triangleCount.toLocaleString('en'));
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('draws another picture when it has moved', async () => {
    const lab = await openLab(browser, 'scene=surface&playing=no&frame=10');
    const picture = async (): Promise<string> => {
      await lab.loaded();
      return (await lab.page.screenshot({ clip: { x: 100, y: 150, width: 420, height: 380 } })).toString('base64');
    };
    const before = await picture();
    await lab.page.locator('#frame').fill('25');
    expect(await picture()).not.toBe(before);
    await lab.page.locator('#frame').fill('10');
    expect(await picture()).toBe(before);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('is brought back by a link, as it was', async () => {
    const link =
      'scene=surface&motion=jump&probe=ball&place=0.1,0.2,0.05&patches=no&level=3&selfCollisions=no&' +
      'strategy=adaptive&wireframe=yes&playing=no&frame=100';
    const lab = await openLab(browser, link);
    const { frame, frameCount, drawnNodes, nodesOfLevel, drawnBaked, selfPairs } = await lab.snapshot();
    expect({ frame, frameCount, drawnNodes }).toEqual({ frame: 100, frameCount: 192, drawnNodes: nodesOfLevel[3] });
    expect([drawnBaked, selfPairs]).toEqual([0, []]);
    for (const label of ['Jumps', 'A ball', 'Adaptive', '15 k']) {
      expect(await lab.page.getByLabel(label, { exact: true }).isChecked(), label).toBe(true);
    }
    expect(await lab.page.getByLabel('Find self-collisions').isChecked()).toBe(false);
    await lab.page.keyboard.press('.');
    await lab.page.waitForURL(/frame=101/);
    const copied = new URLSearchParams(new URL(lab.page.url()).hash.slice(1));
    const expected = new URLSearchParams(link.replace('frame=100', 'frame=101'));
    expect(Object.fromEntries(copied)).toEqual(Object.fromEntries(expected));
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('opens at the last frame where a link asks for one that the film has not', async () => {
    const lab = await openLab(browser, 'scene=surface&motion=jump&playing=no&frame=5000&level=90');
    const { frame, nodesOfLevel, state } = await lab.snapshot();
    expect(frame).toBe(191);
    expect(state.level).toBe(nodesOfLevel.length - 1);
    await lab.page.keyboard.press('m');
    expect(await lab.loaded()).toMatchObject({ frame: 0, frameCount: 240, state: { motion: 'walk' } });
    await lab.close();
  });

  it('runs without WebGL too', async () => {
    const browserWithout = await launchBrowser('--disable-3d-apis');
    const lab = await openLab(browserWithout, 'scene=surface&playing=no&frame=0&level=2');
    expect(await lab.page.locator('#no-webgl').isVisible()).toBe(true);
    const { hitTriangle, ray, selfPairs } = await lab.snapshot();
    expect(hitTriangle).toBe(oracle.hitOf('walk', 0, ray));
    expect(selfPairs.length).toBeGreaterThan(0);
    await expectNumbers(lab);
    expect(lab.problems).toEqual([]);
    await browserWithout.close();
  });
});

describe('the ray', () => {
  it.each(['wasm', 'typescript'])('hits what brute force finds, however it is searched, in %s', async (backend) => {
    const lab = await openLab(browser, `scene=surface&playing=no&selfCollisions=no&backend=${backend}`);
    let hits = 0;
    for (const frame of [3, 44, 90, 171, 222]) {
      await lab.page.locator('#frame').fill(String(frame));
      await lab.page.getByText('Lazy', { exact: true }).click();
      const lazy = await lab.loaded();
      const expected = oracle.hitOf('walk', frame, lazy.ray);
      expect(lazy.hitTriangle, `frame ${frame}`).toBe(expected);
      expect(lazy.marked).toEqual(expected < 0 ? [] : [expected]);
      expect(lazy.verticesPosed).toBeLessThan(oracle.vertexCount / 8);
      expect(lazy.isRefitted).toBe(false);
      await lab.page.getByText('Refit', { exact: true }).click();
      const refit = await lab.loaded();
      expect(refit).toMatchObject({ hitTriangle: expected, isRefitted: true, verticesPosed: oracle.vertexCount });
      await lab.page.getByText('Adaptive', { exact: true }).click();
      expect(await lab.loaded()).toMatchObject({ hitTriangle: expected, isRefitted: false });
      hits += expected < 0 ? 0 : 1;
    }
    expect(hits).toBeGreaterThan(2);
    expect((await lab.snapshot()).backend).toBe(backend);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('goes from the eye through the mouse, and follows it', async () => {
    const lab = await openLab(browser, 'scene=surface&playing=no&frame=20&selfCollisions=no');
    const wandering = await lab.snapshot();
    expect(wandering.ray.slice(0, 3)).not.toEqual(wandering.camera);
    const { width, height } = (await lab.page.locator('#canvas').boundingBox())!;
    const seen = new Set<number>();
    for (const [x, y] of [
      [0.5, 0.5],
      [0.4, 0.48],
      [0.65, 0.5],
    ]) {
      await lab.page.mouse.move(width * x, height * y);
      const { camera, hitTriangle, ray, marked } = await lab.snapshot();
      expect(ray.slice(0, 3)).toEqual(camera);
      expect(hitTriangle).toBe(oracle.hitOf('walk', 20, ray));
      expect(marked).toEqual([hitTriangle]);
      seen.add(hitTriangle);
    }
    expect([...seen]).not.toContain(-1);
    expect(seen.size).toBe(3);
    await lab.page.mouse.move(20, height - 20);
    expect((await lab.snapshot()).hitTriangle, 'nothing there').toBe(-1);
    expect(await lab.text('hit-what')).toBe('nothing hit');
    await lab.page.mouse.move(width + 200, height / 2);
    expect((await lab.snapshot()).ray, 'it wanders again').toEqual(wandering.ray);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('stays under the mouse while the animal walks', async () => {
    const lab = await openLab(browser, 'scene=surface&playing=no&frame=0&selfCollisions=no');
    const { width, height } = (await lab.page.locator('#canvas').boundingBox())!;
    await lab.page.mouse.move(width * 0.45, height * 0.6);
    const triangles = new Set<number>();
    for (let i = 0; i < 12; i++) {
      const { frame, hitTriangle, ray } = await lab.snapshot();
      expect(hitTriangle, `frame ${frame}`).toBe(oracle.hitOf('walk', frame, ray));
      triangles.add(hitTriangle);
      await lab.page.keyboard.press('.');
    }
    expect(triangles.size, 'other triangles come by').toBeGreaterThan(2);
    await lab.close();
  });

  it('has few patches baked, which are highlighted on request; a refit has all of them', async () => {
    const lab = await openLab(browser, 'scene=surface&playing=no&frame=0');
    const { drawnBaked, patchCount, patchesBaked, verticesPosed } = await lab.snapshot();
    expect(patchesBaked).toBeGreaterThan(0);
    expect(patchesBaked).toBeLessThan(12);
    expect(drawnBaked).toBeGreaterThanOrEqual(patchesBaked);
    expect(drawnBaked).toBeLessThanOrEqual(patchesBaked * 64);
    // Closed surfaces have about half as many vertices as triangles, patches of them a few more.
    expect(verticesPosed).toBeLessThan(drawnBaked * 1.5);
    expect(await lab.page.locator('#legend-baked').isVisible()).toBe(true);
    await lab.page.getByText('Refit', { exact: true }).click();
    const refit = await lab.loaded();
    expect(refit.patchesBaked).toBe(patchCount);
    expect(refit.drawnBaked).toBeGreaterThan(oracle.triangleCount * 0.8);
    await lab.page.keyboard.press('h');
    expect((await lab.loaded()).drawnBaked).toBe(0);
    expect(await lab.page.locator('#legend-baked').isVisible()).toBe(false);
    await lab.close();
  });
});

describe('the ball', () => {
  it('touches what brute force finds, and can be dragged and nudged', async () => {
    const lab = await openLab(browser, 'scene=surface&playing=no&frame=20&selfCollisions=no');
    await lab.page.keyboard.press('b');
    const small = await lab.snapshot();
    expect(small.ray).toEqual([]);
    expect(small.touched).toEqual(oracle.touchedBy('walk', 20, small.ball, 0.016));
    expect(small.touched.length).toBeGreaterThan(0);
    expect(small.marked).toEqual(small.touched);
    expect(await lab.text('hit-lead')).toBe(String(small.touched.length));

    const [x, y] = small.ballOnScreen;
    await lab.page.mouse.move(x, y);
    await lab.page.mouse.down();
    await lab.page.mouse.move(x - 60, y - 20, { steps: 4 });
    await lab.page.mouse.up();
    const dragged = await lab.snapshot();
    expect(dragged.ball).not.toEqual(small.ball);
    expect(dragged.camera, 'the view stays').toEqual(small.camera);
    expect(dragged.touched, 'it is pressed into the skin').toEqual(oracle.touchedBy('walk', 20, dragged.ball, 0.016));
    expect(dragged.touched.length).toBeGreaterThan(0);

    for (let i = 0; i < 40; i++) await lab.page.keyboard.press('Shift+ArrowUp');
    const lifted = await lab.snapshot();
    expect(lifted.ball[1]).toBeCloseTo(dragged.ball[1] + 0.4, 6);
    expect(lifted.touched).toEqual([]);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('makes the adaptive way refit when it is large', async () => {
    const lab = await openLab(browser, 'scene=surface&playing=no&frame=20&selfCollisions=no&probe=ball&ballSize=10');
    const lazy = await lab.snapshot();
    expect(lazy.touched).toEqual(oracle.touchedBy('walk', 20, lazy.ball, 0.16));
    expect(lazy.isRefitted).toBe(false);
    await lab.page.getByText('Adaptive', { exact: true }).click();
    const adaptive = await lab.snapshot();
    expect(adaptive.isRefitted).toBe(true);
    expect(adaptive.touched).toEqual(lazy.touched);
    await lab.close();
  });
});

describe('self-collisions', () => {
  it.each([
    ['walk', 0, 20, 200],
    ['walk', 20, 0, 0],
    ['jump', 78, 200, 2000],
  ] as const)('are red where another search finds them: %s, frame %d', async (motion, frame, least, most) => {
    const lab = await openLab(browser, `scene=surface&playing=no&motion=${motion}&frame=${frame}`);
    const { markedSelf, selfPairs } = await lab.snapshot();
    expect(namePairs(selfPairs)).toEqual(oracle.selfPairs(motion, frame));
    expect(markedSelf).toEqual([...new Set(selfPairs)].sort((a, b) => a - b));
    expect(selfPairs.length / 2).toBeGreaterThanOrEqual(least);
    expect(selfPairs.length / 2).toBeLessThanOrEqual(most);
    await expectNumbers(lab);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('are the same however they are searched, and are not looked for when nobody wants them', async () => {
    const lab = await openLab(browser, 'scene=surface&playing=no&motion=jump&frame=12');
    const lazy = await lab.snapshot();
    expect(lazy.selfPairs.length).toBeGreaterThan(0);
    for (const strategy of ['Adaptive', 'Refit']) {
      await lab.page.getByText(strategy, { exact: true }).click();
      expect(namePairs((await lab.loaded()).selfPairs), strategy).toEqual(namePairs(lazy.selfPairs));
    }
    await lab.page.keyboard.press('c');
    expect(await lab.loaded()).toMatchObject({ selfPairs: [], markedSelf: [] });
    expect(await lab.text('self-pairs')).toBe('–');
    expect(await lab.page.locator('#legend-self').isVisible()).toBe(false);
    await lab.page.getByLabel('Find self-collisions').check();
    expect(namePairs((await lab.loaded()).selfPairs)).toEqual(namePairs(lazy.selfPairs));
    await lab.close();
  });
});

describe('the boxes of the animal', () => {
  it('are drawn level by level, bright where they were computed', async () => {
    const lab = await openLab(browser, 'scene=surface&playing=no&frame=50&selfCollisions=no');
    const { nodesOfLevel, patchesBaked, blocksEvaluated } = await lab.snapshot();
    for (let level = 0; level < nodesOfLevel.length; level++) {
      await lab.page.keyboard.press(']');
      const shown = await lab.snapshot();
      expect(shown.drawnNodes, `level ${level}`).toBe(nodesOfLevel[level]);
      expect(shown.testedNodes.length).toBeLessThanOrEqual(nodesOfLevel[level]);
      expect(Math.min(...shown.growth)).toBeGreaterThan(0.3);
      expect(Math.max(...shown.growth)).toBeLessThan(8);
      expect(shown, 'looking changes nothing').toMatchObject({ patchesBaked, blocksEvaluated });
      if (level < 2) expect(shown.testedNodes.length).toBe(nodesOfLevel[level]);
      const counts = (await lab.text('level-text')).replaceAll(',', '').match(/\d+(?= nodes?)|\d+(?= computed)/g);
      expect(counts).toEqual([String(nodesOfLevel[level]), String(shown.testedNodes.length)]);
    }
    await lab.page.locator('#level').fill('4');
    await lab.page.getByLabel('Only boxes that were computed').check();
    const { drawnNodes, testedNodes } = await lab.snapshot();
    expect(drawnNodes).toBe(testedNodes.length);
    expect(drawnNodes).toBeLessThan(nodesOfLevel[4] / 2);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('are all computed in a refit, and tighter', async () => {
    const lab = await openLab(browser, 'scene=surface&playing=no&frame=50&selfCollisions=no&level=4');
    const lazy = await lab.snapshot();
    await lab.page.getByText('Refit', { exact: true }).click();
    const refit = await lab.snapshot();
    expect(refit.testedNodes.length).toBe(refit.nodesOfLevel[4]);
    const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(mean(refit.growth)).toBeLessThan(mean(lazy.growth));
    await lab.close();
  });
});
