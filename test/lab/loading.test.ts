// slow: opens the page anew for every way to load a file
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SMALL_WINDOW, beginLab, callOffLoading, launchBrowser, openLab } from './lab-page.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Notes how far the loading says it is, each time that the bar moves. */
function noteProgress(): void {
  addEventListener('DOMContentLoaded', () => {
    const shares: number[] = [];
    const bar = document.querySelector<HTMLProgressElement>('#loading-bar')!;
    new MutationObserver(() => {
      if (bar.hasAttribute('value')) shares.push(bar.value);
    }).observe(bar, { attributes: true });
    Object.assign(window, { shares });
  });
}

describe('the large curtain', () => {
  it('is loaded with progress while the small one goes on', async () => {
    const lab = await openLab(browser, '', { before: [noteProgress], viewport: SMALL_WINDOW });
    const frames = new Set<number>();
    await lab.page.evaluate(() => void ((window as unknown as { shares: number[] }).shares.length = 0));
    await lab.page.getByText('240 k').click();
    for (let shown = await lab.snapshot(); shown.isLoading; shown = await lab.snapshot()) {
      expect(shown.triangleCount).toBe(12_020);
      frames.add(shown.frame);
    }
    const { triangleCount, geometries } = await lab.loaded();
    expect(triangleCount).toBe(240_430);
    expect(frames.size, 'frames seen in the meantime').toBeGreaterThan(1);
    expect(await lab.text('triangle-count')).toBe('240,430');
    expect(await lab.page.locator('#loading').isVisible()).toBe(false);
    const shares = await lab.page.evaluate(() => (window as unknown as { shares: number[] }).shares);
    expect(shares.length).toBeGreaterThan(3);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));

    await lab.page.getByText('12 k', { exact: true }).click();
    const small = await lab.loaded();
    expect(small.triangleCount).toBe(12_020);
    expect(small.geometries, 'what was drawn is disposed of').toBe(geometries);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('can be called off, and the small one stays', async () => {
    const lab = await openLab(browser, 'playing=no&frame=9');
    await lab.page.getByText('240 k').click();
    // As soon as there is a button, however fast the machine.
    await lab.page.evaluate(() => document.getElementById('loading-cancel')!.click());
    const { state, triangleCount, frame } = await lab.loaded();
    expect(state.size).toBe('small');
    expect(triangleCount).toBe(12_020);
    expect(frame).toBe(9);
    expect(await lab.page.getByLabel('12 k').isChecked()).toBe(true);
    expect(await lab.page.locator('#loading').isVisible()).toBe(false);
    expect(await lab.page.locator('#failure').isVisible()).toBe(false);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('is given up when the user chooses the small one again', async () => {
    const lab = await openLab(browser, 'playing=no');
    await lab.page.evaluate(() => {
      for (const size of ['large', 'small']) document.querySelector<HTMLElement>(`[value=${size}]`)!.click();
    });
    const { state, triangleCount, isLoading } = await lab.snapshot();
    expect(isLoading).toBe(false);
    expect(state.size).toBe('small');
    expect(triangleCount).toBe(12_020);
    await lab.close();
  });

  it('can be called off when a link asks for it, for the small one', async () => {
    const lab = await beginLab(browser, 'playing=no&size=large', { before: [callOffLoading] });
    const { state, triangleCount } = await lab.loaded();
    expect(state.size).toBe('small');
    expect(triangleCount).toBe(12_020);
    await lab.close();
  });
});

describe('the large curtain, once it is there', () => {
  it('is searched lazily at a cost that does not follow its size, and picked by a ray to drag the ball', async () => {
    const lab = await openLab(browser, 'playing=no&size=large&frame=40&flight=hand&ball=0.1,1.3,0.6');
    const { x, y } = await lab.page.evaluate(() => {
      const [screenX, screenY] = window.pliantLab.snapshot()!.ballOnScreen;
      return { x: screenX, y: screenY };
    });
    await lab.page.mouse.move(x, y);
    await lab.page.mouse.down();
    await lab.page.mouse.move(x - 20, y + 30, { steps: 3 });
    await lab.page.mouse.up();
    const lazy = await lab.snapshot();
    expect(lazy.touched.length, 'the ball is pressed into the cloth').toBeGreaterThan(0);
    expect(lazy.blocksEvaluated).toBeLessThan(120);
    expect(lazy.verticesPosed).toBeLessThan(300);
    await lab.page.getByText('Refit', { exact: true }).click();
    const refit = await lab.snapshot();
    expect(refit.touched).toEqual(lazy.touched);
    expect(refit.verticesPosed).toBe(120_990);
    expect(await lab.text('race-result')).toMatch(/^Lazy is [\d,.]+ × faster than refit\.$/);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });
});

describe('switching to and fro', () => {
  it('leaves nothing behind on the graphics card', async () => {
    const lab = await openLab(browser, 'playing=no&level=3');
    const { geometries } = await lab.snapshot();
    for (const bound of ['Spheres', 'Boxes', 'Spheres', 'Boxes']) {
      await lab.page.getByText(bound, { exact: true }).click();
      await lab.loaded();
    }
    expect((await lab.snapshot()).geometries).toBe(geometries);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });
});
