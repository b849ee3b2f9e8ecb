// slow: opens the page of the animal with every option
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SMALL_WINDOW, beginLab, callOffLoading, launchBrowser, openLab } from './lab-page.js';

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true } as const;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe('the animal on a phone', () => {
  it.each([390, 320])('fits a screen of %d pixels, and no text is too small', async (width) => {
    const lab = await openLab(browser, 'scene=surface&playing=no&level=3', {
      ...PHONE,
      viewport: { width, height: 800 },
    });
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
    const overlaps = await lab.page.evaluate(() => {
      const chooser = document.querySelector('.scenes')!.getBoundingClientRect();
      const buttons = document.querySelector('.stage-buttons')!.getBoundingClientRect();
      return chooser.right > buttons.left && chooser.bottom > buttons.top;
    });
    expect(overlaps).toBe(false);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('can be chosen, and all its controls reached', async () => {
    const lab = await openLab(browser, 'playing=no', PHONE);
    await lab.page.getByText('Surface', { exact: true }).first().tap();
    expect((await lab.loaded()).scene).toBe('surface');
    await lab.page.locator('#step-forward').tap();
    for (const label of ['A ball', 'Adaptive', 'Find self-collisions', 'Highlight patches']) {
      await lab.page.getByText(label).first().tap();
    }
    expect((await lab.loaded()).state).toMatchObject({
      frame: 1,
      probe: 'ball',
      strategy: 'adaptive',
      selfCollisions: false,
      patches: false,
    });
    await lab.page.getByText('Jumps', { exact: true }).tap();
    expect((await lab.loaded()).state).toMatchObject({ frame: 0, motion: 'jump' });
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

  it('is hit where a finger taps it, until the view is reset', async () => {
    const lab = await openLab(browser, 'scene=surface&playing=no&frame=20&selfCollisions=no', PHONE);
    const wandering = await lab.snapshot();
    const { x, y, width, height } = (await lab.page.locator('#canvas').boundingBox())!;
    await lab.page.touchscreen.tap(x + width * 0.5, y + height * 0.52);
    const tapped = await lab.snapshot();
    expect(tapped.ray.slice(0, 3)).toEqual(tapped.camera);
    expect(tapped.hitTriangle).toBeGreaterThanOrEqual(0);
    await lab.page.locator('#reset-view').tap();
    expect((await lab.snapshot()).ray).toEqual(wandering.ray);
    await lab.close();
  });
});

/** Keeps all that the bar of progress has shown. */
function noteShares(): void {
  addEventListener('DOMContentLoaded', () => {
    const shares: number[] = [];
    const bar = document.querySelector<HTMLProgressElement>('#loading-bar')!;
    new MutationObserver(() => shares.push(bar.value)).observe(bar, { attributes: true });
    Object.assign(window, { shares });
  });
}

describe('the animal while it is made', () => {
  it('tells how far it is, while another goes on', async () => {
    const lab = await openLab(browser, 'scene=surface&selfCollisions=no', {
      viewport: SMALL_WINDOW,
      before: [noteShares],
    });
    await lab.page.evaluate(() => void ((window as unknown as { shares: number[] }).shares.length = 0));
    const { triangleCount, geometries, textures } = await lab.snapshot();
    await lab.page.getByText('60 k', { exact: true }).click();
    const frames = new Set<number>();
    for (let shown = await lab.snapshot(); shown.isLoading; shown = await lab.snapshot()) {
      expect(shown.triangleCount).toBe(triangleCount);
      frames.add(shown.frame);
    }
    const medium = await lab.loaded();
    expect(medium.triangleCount).toBeGreaterThan(59_400);
    expect(medium.triangleCount).toBeLessThan(60_600);
    expect(frames.size, 'frames seen in the meantime').toBeGreaterThan(1);
    const shares = await lab.page.evaluate(() => (window as unknown as { shares: number[] }).shares);
    expect(shares.length).toBeGreaterThan(3);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    await lab.page.getByText('15 k', { exact: true }).click();
    const small = await lab.loaded();
    expect(small.triangleCount).toBe(triangleCount);
    expect(small.textures, 'what was drawn is disposed of').toBe(textures);
    expect(small.geometries).toBeLessThanOrEqual(geometries + 1);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('can be called off', async () => {
    const lab = await beginLab(browser, 'scene=surface&animalSize=large&playing=no', { before: [callOffLoading] });
    expect((await lab.loaded()).scene).toBe('curtain');
    await lab.page.keyboard.press('4');
    await lab.page.evaluate(() => document.getElementById('loading-cancel')!.click());
    expect((await lab.loaded()).state).toMatchObject({ scene: 'curtain', size: 'small' });
    expect(await lab.page.locator('#failure').isVisible()).toBe(false);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });
});

describe('the animal and the other scenes', () => {
  it('leave nothing behind when one follows the other', async () => {
    const lab = await openLab(browser, 'playing=no&frame=7&bodies=10&level=2');
    const { geometries } = await lab.snapshot();
    const animal = async (): Promise<{ geometries: number; textures: number }> => {
      await lab.page.keyboard.press('4');
      const shown = await lab.loaded();
      expect(shown.scene).toBe('surface');
      expect(await lab.page.locator('#curtain-plot canvas').count()).toBe(0);
      return { geometries: shown.geometries, textures: shown.textures };
    };
    const first = await animal();
    for (let i = 0; i < 2; i++) {
      await lab.page.keyboard.press('2');
      expect(await lab.loaded()).toMatchObject({ scene: 'curtain', geometries, textures: 0, triangleCount: 12_020 });
      expect(await lab.page.locator('#surface-plot canvas').count()).toBe(0);
      expect(await animal()).toEqual(first);
    }
    await lab.page.keyboard.press('3');
    expect(await lab.loaded()).toMatchObject({ scene: 'pile', hitTriangle: -1 });
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('share the controls that both have, and give every one a name', async () => {
    const lab = await openLab(browser, 'scene=surface&playing=no&selfCollisions=no');
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
    for (let i = 0; i < 40; i++) {
      await lab.page.keyboard.press('Tab');
      reached.add(
        await lab.page.evaluate(() => document.activeElement?.id || document.activeElement?.getAttribute('name') || ''),
      );
    }
    const wanted = [
      'scene',
      'strategy',
      'frame',
      'motion',
      'animalSize',
      'patches',
      'selfCollisions',
      'probe',
      'level',
    ];
    expect(wanted.filter((control) => !reached.has(control))).toEqual([]);
    expect([...reached].filter((name) => ['flight', 'arity', 'bodies'].includes(name))).toEqual([]);
    await lab.close();
  });
});
