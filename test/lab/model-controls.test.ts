// slow: draws models in software, with every control
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SMALL_WINDOW, launchBrowser, openLab } from './lab-page.js';

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true } as const;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe('the controls of a model', () => {
  it('play, pause, scrub and slow down the clip', async () => {
    const lab = await openLab(browser, 'scene=model&model=tube&live=no', { viewport: SMALL_WINDOW });
    await lab.page.locator('#play').click();
    const paused = await lab.loaded();
    expect(paused.state.playing).toBe(false);
    await lab.page.locator('#frame').fill('120');
    expect((await lab.loaded()).clipTime).toBe(2);
    expect(await lab.text('frame-number')).toBe('2.00 s');
    await lab.page.locator('#speed').selectOption('0.25');
    await lab.page.keyboard.press(' ');
    await lab.page.waitForFunction(() => window.pliantLab.snapshot()!.clipTime > 2);
    expect((await lab.snapshot()).state).toMatchObject({ playing: true, speed: 0.25 });
    await lab.close();
  });

  it('morph the face by hand, and leave it to the clip again', async () => {
    const lab = await openLab(browser, 'scene=model&model=face&playing=no&clip=-1');
    expect((await lab.loaded()).newPairs).toBe(0);
    await lab.page.getByLabel('lipsPress').fill('1');
    const pressed = await lab.loaded();
    expect(pressed.state.weights).toBe('0.2=1');
    expect(pressed.newPairs).toBeGreaterThan(0);
    await lab.page.getByText('As the clip has them').click();
    expect(await lab.loaded()).toMatchObject({ newPairs: 0, state: { weights: '' } });
    expect(await lab.page.getByLabel('lipsPress').inputValue()).toBe('0');
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('hide objects, which then collide with nothing and are not picked', async () => {
    const lab = await openLab(browser, 'scene=model&model=sleeve&playing=no&frame=90');
    const all = await lab.loaded();
    await lab.page.getByLabel('Sleeve').uncheck();
    const without = await lab.loaded();
    expect(without.state.hidden).toBe('1');
    expect(without.newPairs).toBeGreaterThan(0);
    expect(without.newPairs).toBeLessThan(all.newPairs);
    await lab.page.getByLabel('Arm').uncheck();
    await lab.page.getByLabel('Bracelet').uncheck();
    expect(await lab.loaded()).toMatchObject({ newPairs: 0, picked: [], state: { hidden: '0,1,2' } });
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('all have names, and Tab reaches them', async () => {
    const lab = await openLab(browser, 'scene=model&model=face&playing=no');
    const nameless = await lab.page.evaluate(() =>
      [...document.querySelectorAll<HTMLInputElement>('button, input, select')]
        .filter((control) => control.checkVisibility())
        .filter((control) => {
          const labels = [...(control.labels ?? [])].map((label) => label.innerText).join('');
          return ((control.ariaLabel ?? '') + labels + control.innerText).trim() === '';
        })
        .map((control) => control.outerHTML),
    );
    expect(nameless).toEqual([]);
    const reached = new Set<string>();
    for (let i = 0; i < 60; i++) {
      await lab.page.keyboard.press('Tab');
      reached.add(
        await lab.page.evaluate(() => {
          const { activeElement: focused } = document;
          return focused?.id || focused?.getAttribute('name') || focused?.className || '';
        }),
      );
    }
    const wanted = [
      'scene',
      'model-choice',
      'open-file',
      'live',
      'known',
      'seeThrough',
      'clip',
      'strategy',
      'treeLook',
    ];
    expect([...wanted, 'play', 'frame'].filter((control) => !reached.has(control))).toEqual([]);
    await lab.close();
  });

  it('turn the view and pin a mark by keys alone, once the picture has the focus', async () => {
    const lab = await openLab(browser, 'scene=model&model=face&playing=no&frame=40');
    const before = await lab.loaded();
    await lab.page.keyboard.press('Tab');
    expect(await lab.page.evaluate(() => document.activeElement?.id)).toBe('canvas');
    await lab.page.keyboard.press('ArrowLeft');
    await lab.page.keyboard.press('+');
    const turned = await lab.loaded();
    expect(turned.camera).not.toEqual(before.camera);
    expect(turned.frame).toBe(before.frame);
    await lab.page.keyboard.press('Enter');
    const pinned = await lab.loaded();
    pinned.camera.forEach((coordinate, axis) => expect(pinned.ray[axis]).toBeCloseTo(coordinate, 9));
    expect(pinned.pinned).toHaveLength(3);
    expect(await lab.text('pin-text')).toContain(`triangle ${pinned.picked[1]} of Face`);
    await lab.close();
  });

  it('come back with a link', async () => {
    const link =
      'scene=model&model=sleeve&clip=1&frame=40&playing=no&hidden=2&known=yes&seeThrough=yes&treeLook=front&strategy=refit';
    const lab = await openLab(browser, link);
    const { clipTime, state } = await lab.loaded();
    expect(state).toMatchObject({ model: 'sleeve', clip: 1, frame: 40, hidden: '2', known: true, seeThrough: true });
    expect(clipTime).toBeCloseTo(40 / 60, 6);
    expect(await lab.page.locator('#frame').inputValue()).toBe('40');
    expect(await lab.page.locator('#model-choice').inputValue()).toBe('sleeve');
    await lab.page.keyboard.press('.');
    await lab.page.waitForURL(/frame=41/);
    const copy = await openLab(browser, new URL(lab.page.url()).hash.slice(1) + '&scene=model');
    expect((await copy.loaded()).state).toEqual((await lab.loaded()).state);
    expect((await copy.loaded()).newPairs).toBe((await lab.loaded()).newPairs);
    await lab.close();
    await copy.close();
  });

  it('forget what was chosen about the model before, by a link or by hand, from whatever scene one comes', async () => {
    const lab = await openLab(browser, 'scene=model&model=sleeve&clip=1&frame=40&playing=no&hidden=2');
    const choose = async (model: string, objectName: string): Promise<void> => {
      await lab.page.locator('#model-choice').selectOption(model);
      await lab.page.waitForFunction((name) => window.pliantLab.snapshot()!.objectNames[0] === name, objectName);
      expect((await lab.loaded()).state).toMatchObject({ model, clip: 0, frame: 0, hidden: '' });
    };
    await choose('tube', 'Tube');
    await choose('sleeve', 'Arm');
    await lab.page.locator('.clip').first().click();
    await lab.page.locator('#objects input').last().uncheck();
    expect((await lab.loaded()).state).toMatchObject({ clip: -1, hidden: '2' });
    await lab.page.keyboard.press('2');
    expect((await lab.loaded()).scene).toBe('curtain');
    await lab.page.keyboard.press('1');
    expect((await lab.loaded()).state).toMatchObject({ scene: 'model', clip: -1, hidden: '2' });
    await choose('tube', 'Tube');
    expect(lab.problems).toEqual([]);
    await lab.close();
  });
});

describe('a model beside other scenes', () => {
  it('leaves nothing behind on the graphics card', async () => {
    const lab = await openLab(browser, 'playing=no&frame=7');
    const { geometries } = await lab.snapshot();
    for (let i = 0; i < 2; i++) {
      await lab.page.keyboard.press('1');
      expect((await lab.loaded()).scene).toBe('model');
      await lab.page.locator('#model-choice').selectOption('tube');
      await lab.page.waitForFunction(() => window.pliantLab.snapshot()!.objectNames[0] === 'Tube');
      await lab.loaded();
      await lab.page.locator('#model-choice').selectOption('animal');
      await lab.page.waitForFunction(() => window.pliantLab.snapshot()!.objectNames[0] === 'Animal');
      await lab.loaded();
      await lab.page.keyboard.press('2');
      expect(await lab.loaded()).toMatchObject({ scene: 'curtain', geometries, textures: 0, modelName: '' });
      expect(await lab.page.locator('#model-plot canvas').count()).toBe(0);
    }
    expect(lab.problems).toEqual([]);
    await lab.close();
  });
});

describe('a model without WebGL', () => {
  it('is searched and audited all the same', async () => {
    const browserWithout = await launchBrowser('--disable-3d-apis');
    const lab = await openLab(browserWithout, 'scene=model&model=tube&playing=no&frame=120');
    const shown = await lab.loaded();
    expect(shown.newPairs).toBeGreaterThan(100);
    await lab.page.waitForFunction(() => window.pliantLab.snapshot()!.auditState === 'done');
    await lab.page.locator('#findings button').first().click();
    expect((await lab.loaded()).newPairs).toBeGreaterThanOrEqual(shown.newPairs);
    expect(await lab.page.locator('#no-webgl').isVisible()).toBe(true);
    expect(lab.problems).toEqual([]);
    await browserWithout.close();
  });
});

describe('a model on a phone', () => {
  it.each([390, 320])('fits a screen of %d pixels, also when a window becomes so narrow', async (width) => {
    const lab = await openLab(browser, 'scene=model&model=face&playing=no&frame=118', {
      viewport: { width: 1200, height: 800 },
    });
    await lab.page.setViewportSize({ width, height: 800 });
    await lab.loaded();
    const { overflow, smallest } = await lab.page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const texts = [...document.querySelectorAll<HTMLElement>('body *')].filter(
        (element) =>
          element.checkVisibility() &&
          [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== ''),
      );
      return {
        overflow: scrollWidth - clientWidth,
        smallest: Math.min(...texts.map((element) => parseFloat(getComputedStyle(element).fontSize))),
      };
    });
    expect(overflow).toBe(0);
    expect(smallest).toBeGreaterThanOrEqual(12);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('is picked and pinned by a tap, and all its controls are large enough for a finger', async () => {
    const lab = await openLab(browser, 'scene=model&model=face&playing=no&frame=40', PHONE);
    const { x, y, width, height } = (await lab.page.locator('#canvas').boundingBox())!;
    await lab.page.touchscreen.tap(x + width * 0.5, y + height * 0.5);
    const tapped = await lab.loaded();
    expect(tapped.picked).not.toEqual([]);
    expect(tapped.ray.slice(0, 3)).toEqual(tapped.camera);
    const along = tapped.ray.slice(0, 3).map((from, axis) => from + tapped.picked[2] * tapped.ray[axis + 3]);
    tapped.pinned.forEach((coordinate, axis) => expect(coordinate).toBeCloseTo(along[axis], 4));
    expect(tapped.pinned).toHaveLength(3);
    for (const label of ['See through surfaces', 'Also show those of the rest pose', 'Adaptive', 'Front']) {
      await lab.page.getByText(label).first().tap();
    }
    expect((await lab.loaded()).state).toMatchObject({
      seeThrough: true,
      known: true,
      strategy: 'adaptive',
      treeLook: 'front',
    });
    const small = await lab.page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, select, .segments label, .check')]
        .filter((control) => control.checkVisibility())
        .filter((control) => control.getBoundingClientRect().height < 32)
        .map((control) => control.outerHTML),
    );
    expect(small).toEqual([]);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });
});
