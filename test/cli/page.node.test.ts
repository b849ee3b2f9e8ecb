import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { CHROMIUM_ARGUMENTS, findChromium } from '../../scripts/chromium.mjs';
import { boxesModel } from './boxes-model.js';
import { runPliant } from './run-pliant.js';
import { temporaryFolder } from './temporary-folder.js';

let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findChromium() ?? 'chromium', args: CHROMIUM_ARGUMENTS });
});
afterAll(() => browser.close());

/** Opens the report of two boxes from disk. Anything that it asks for, and any complaint of it, lands in the list. */
async function openReport(
  names: readonly [string, string] = ['Wall', 'Cart'],
): Promise<{ page: Page; events: string[] }> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'boxes.glb'), boxesModel(3, names));
  await runPliant(['audit', join(folder, 'boxes.glb'), '--html', join(folder, 'r.html')]);
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  const events: string[] = [];
  page.on('pageerror', (error) => events.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') events.push(message.text());
  });
  page.on('request', (request) => {
    if (request.url() !== pathToFileURL(join(folder, 'r.html')).href) events.push(request.url());
  });
  await page.goto(pathToFileURL(join(folder, 'r.html')).href);
  await page.locator('#now').filter({ hasText: 'rest pose' }).waitFor();
  return { page, events };
}

/** Whether the picture has a pixel that is as red as new crossings are drawn. */
async function hasRed(page: Page): Promise<boolean> {
  const picture = await page.locator('#canvas').screenshot();
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    // The legend is red as well: it is in the upper left corner.
    for (let i = 0; i < data.length; i += 4) {
      const pixel = i / 4;
      const isLegend = pixel % bitmap.width < 200 && pixel / bitmap.width < 60;
      if (!isLegend && data[i] > 180 && data[i + 1] < 120 && data[i + 2] < 130) return true;
    }
    return false;
  }, picture.toString('base64'));
}

describe('the page of a report', () => {
  it('opens from disk, asks for nothing, and shows a finding that is clicked', async () => {
    const { page, events } = await openReport();
    expect(await hasRed(page)).toBe(false);
    await page.getByRole('button', { name: 'Wall × Cart' }).click();
    await expect.poll(() => page.locator('#now').textContent()).toContain('Push, 1 s');
    await expect.poll(() => hasRed(page)).toBe(true);
    expect(events).toEqual([]);
  });

  it('can be used by the keyboard alone', async () => {
    const { page, events } = await openReport();
    await page.keyboard.press('n');
    expect(await page.locator('#now').textContent()).toContain('Push, 1 s');
    expect(await page.locator('#findings button').getAttribute('aria-current')).toBe('true');
    await page.keyboard.press(',');
    expect(await page.locator('#now').textContent()).toContain('Push, 0.967 s');
    const slider = page.getByRole('slider', { name: 'Time in Push' });
    await slider.focus();
    await page.keyboard.press('Home');
    expect(await page.locator('#now').textContent()).toContain('Push, 0 s: nothing meets');
    expect(await slider.getAttribute('aria-valuetext')).toContain('nothing meets');
    await page.locator('#canvas').focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press(' ');
    expect(await page.locator('#play').textContent()).toBe('Pause');
    await expect.poll(() => page.locator('#now').textContent()).not.toContain('Push, 0 s');
    await page.keyboard.press(' ');
    expect(await page.locator('#play').textContent()).toBe('Play');
    expect(events).toEqual([]);
  });

  it('takes names for text', async () => {
    const evil = '</script><img src=x onerror="document.title=1">';
    const { page, events } = await openReport([evil, 'Cart']);
    expect(await page.locator('#findings strong').textContent()).toBe(`${evil} × Cart`);
    expect(await page.locator('img').count()).toBe(0);
    expect(events).toEqual([]);
  });
});
