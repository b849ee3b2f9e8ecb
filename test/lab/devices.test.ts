// slow: opens the page anew for every kind of screen
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, openLab } from './lab-page.js';

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true } as const;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** How much wider the page is than the window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Sizes, in pixels, of all text that can be seen, smallest first. */
function textSizes(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const sizes = new Set<number>();
    while (walker.nextNode() !== null) {
      const parent = walker.currentNode.parentElement!;
      const isSeen = walker.currentNode.textContent!.trim() !== '' && parent.checkVisibility();
      if (isSeen && parent.tagName !== 'SCRIPT') sizes.add(parseFloat(getComputedStyle(parent).fontSize));
    }
    return [...sizes].sort((a, b) => a - b);
  });
}

describe('on a phone', () => {
  it.each(['curtain', 'pile', 'time'])('nothing is wider than the screen, and no text too small: %s', async (scene) => {
    const lab = await openLab(browser, `scene=${scene}&playing=no&level=3&bodies=10`, PHONE);
    expect(await overflow(lab.page)).toBe(0);
    expect((await textSizes(lab.page))[0]).toBeGreaterThanOrEqual(12);
    await lab.page.locator('#help-open').tap();
    expect(await overflow(lab.page)).toBe(0);
    expect((await textSizes(lab.page))[0]).toBeGreaterThanOrEqual(12);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('all controls can be reached, are large enough for a finger and do not lie on each other', async () => {
    const lab = await openLab(browser, 'playing=no&level=3', PHONE);
    const { frame } = await lab.snapshot();
    for (const id of ['#step-forward', '#follow', '#reset-view', '#level-up']) await lab.page.locator(id).tap();
    for (const label of ['Passes', 'Spheres', 'TypeScript']) await lab.page.getByText(label, { exact: true }).tap();
    const { state } = await lab.loaded();
    expect(state).toMatchObject({ frame: frame + 1, level: 4, flight: 'pass', bound: 'sphere', backend: 'typescript' });
    const small = await lab.page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, select, .segments label, .check')]
        .filter((control) => control.checkVisibility())
        .filter((control) => control.getBoundingClientRect().height < 32)
        .map((control) => control.outerHTML),
    );
    expect(small).toEqual([]);
    await lab.close();
  });

  it('the pile can be chosen, and all its controls reached', async () => {
    const lab = await openLab(browser, 'playing=no&bodies=20', PHONE);
    await lab.page.getByText('Pile', { exact: true }).first().tap();
    expect((await lab.loaded()).scene).toBe('pile');
    await lab.page.locator('#step-forward').tap();
    await lab.page.locator('#bodies').selectOption('10');
    await lab.page.locator('label:has([name=look][value=both])').tap();
    await lab.page.getByText('Mark contacts').tap();
    expect((await lab.loaded()).state).toMatchObject({ bodies: 10, look: 'both', contacts: false, frame: 0 });
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

  it.each([
    { width: 844, height: 390 },
    { width: 640, height: 360 },
  ])('held sideways, $width pixels wide, the whole bar of playback is seen', async (viewport) => {
    const lab = await openLab(browser, 'scene=model&playing=no', { ...PHONE, viewport });
    for (const scene of ['Model', 'Curtain', 'Pile', 'Surface', 'Time']) {
      await lab.page.locator('.scenes').getByText(scene, { exact: true }).tap();
      await lab.loaded();
      const cut = await lab.page.evaluate(() => {
        const bar = document.querySelector('.transport')!.getBoundingClientRect();
        return [...document.querySelectorAll<HTMLElement>('.transport :is(button, input, output, select)')]
          .filter((control) => control.checkVisibility())
          .filter((control) => control.getBoundingClientRect().right > bar.right)
          .map((control) => control.id);
      });
      const hidden = await lab.page.locator('#panel').evaluate((panel) => panel.scrollWidth - panel.clientWidth);
      expect({ scene, cut, hidden }).toEqual({ scene, cut: [], hidden: 0 });
    }
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('a finger turns the view', async () => {
    const lab = await openLab(browser, 'playing=no', PHONE);
    const { camera } = await lab.snapshot();
    const session = await lab.page.context().newCDPSession(lab.page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number): Promise<unknown> =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y: 250 }] });
    await touch('touchStart', 60);
    for (const x of [80, 110, 150]) await touch('touchMove', x);
    await touch('touchEnd');
    expect((await lab.snapshot()).camera).not.toEqual(camera);
    await lab.close();
  });
});

describe('in a window of any size', () => {
  it('the page itself never scrolls, only the panel does', async () => {
    const lab = await openLab(browser, 'scene=model&playing=no', { viewport: { width: 1200, height: 700 } });
    for (const scene of ['Model', 'Curtain', 'Pile', 'Surface', 'Time']) {
      await lab.page.locator('.scenes').getByText(scene, { exact: true }).click();
      await lab.loaded();
      await lab.page.locator('#panel').evaluate((panel) => panel.scrollTo(0, panel.scrollHeight));
      const hidden = await lab.page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      expect({ scene, hidden }).toEqual({ scene, hidden: 0 });
    }
    await lab.close();
  });

  it('the picture fills its place, also after the window changed', async () => {
    const lab = await openLab(browser, 'playing=no');
    for (const viewport of [
      { width: 1600, height: 900 },
      { width: 1024, height: 700 },
      { width: 700, height: 900 },
      { width: 320, height: 640 },
    ]) {
      await lab.page.setViewportSize(viewport);
      await lab.snapshot();
      const { drawn, shown, ratio } = await lab.page.evaluate(() => {
        const canvas = document.querySelector('canvas')!;
        const { clientWidth, clientHeight, width, height } = canvas;
        return { drawn: [width, height], shown: [clientWidth, clientHeight], ratio: devicePixelRatio };
      });
      expect(drawn).toEqual(shown.map((size) => Math.floor(size * ratio)));
      expect(await overflow(lab.page), `${viewport.width} pixels wide`).toBe(0);
    }
    expect(lab.problems).toEqual([]);
    await lab.close();
  });
});

describe('without WebGL', () => {
  it('the page says so, and everything else works', async () => {
    const browserWithout = await launchBrowser('--disable-3d-apis');
    const lab = await openLab(browserWithout, 'playing=no&frame=30&level=2');
    expect(await lab.page.locator('#no-webgl').isVisible()).toBe(true);
    const { touched, nodesOfLevel } = await lab.snapshot();
    expect(touched.length).toBeGreaterThan(0);
    expect(await lab.text('touched')).toBe(String(touched.length));
    expect(await lab.text('level-text')).toContain(`${nodesOfLevel[2]} nodes`);
    await lab.page.keyboard.press('.');
    expect((await lab.snapshot()).frame).toBe(31);
    await lab.page.locator('#play').click();
    await lab.page.waitForFunction(() => window.pliantLab.snapshot()!.frame > 32);
    expect(lab.problems).toEqual([]);
    await browserWithout.close();
  });

  it('the page says so also when it is lost later, and goes on when it comes back', async () => {
    const lab = await openLab(browser, 'playing=no&frame=30');
    const { touched } = await lab.snapshot();
    await lab.page.evaluate(() => {
      const context = document.querySelector('canvas')!.getContext('webgl2')!;
      const extension = context.getExtension('WEBGL_lose_context')!;
      Object.assign(window, { restore: () => extension.restoreContext() });
      extension.loseContext();
    });
    await lab.page.locator('#no-webgl').waitFor();
    await lab.page.evaluate(() => (window as unknown as { restore: () => void }).restore());
    await lab.page.locator('#no-webgl').waitFor({ state: 'hidden' });
    expect((await lab.snapshot()).marked).toEqual(touched);
    await lab.close();
  });
});
