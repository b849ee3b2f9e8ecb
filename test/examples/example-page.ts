/** Opens a page of `examples/` in a browser, notes everything that goes wrong there, and looks at its picture. */
import { chromium } from 'playwright-core';
import type { Browser, Page, ViewportSize } from 'playwright-core';
import { CHROMIUM_ARGUMENTS, findChromium } from '../../scripts/chromium.mjs';

/** Said by Chromium itself, about how it brings pictures drawn in software to the screen. */
const BROWSER_NOISE = /GL Driver Message .* GPU stall due to ReadPixels/;

/** A little longer than a frame of the screen takes. */
export const FRAME_MS = 20;

/** For as long as a test may take, but for a little that the message needs: how fast pages are depends on who else is busy. */
const PATIENCE_MS = 110_000;

/** A page, and what it complained about: messages, exceptions, files that were not there, requests that left for elsewhere. */
export interface ExamplePage {
  readonly page: Page;
  readonly problems: readonly string[];
}

/** Starts the browser. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium() ?? 'chromium', args: CHROMIUM_ARGUMENTS });
}

/** Later than any page is opened. */
const HOLD_MS = 3_600_000;

/**
 * Opens a page and waits until it has drawn something. Where its clock is held, time stands still in the page, two frames after a
 * multiple of `heldAt` milliseconds, and goes on by `page.clock` alone: what is seen does not depend on how fast the machine draws.
 */
export async function openExample(
  browser: Browser,
  url: string,
  viewport: ViewportSize,
  { heldAt }: { heldAt?: number } = {},
): Promise<ExamplePage> {
  const page = await browser.newPage({ viewport, hasTouch: true });
  page.setDefaultTimeout(PATIENCE_MS);
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !BROWSER_NOISE.test(message.text()))
      problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} for ${response.url()}`);
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(url).origin) problems.push(`left for ${request.url()}`);
  });
  if (heldAt === undefined) {
    await page.goto(url);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  } else {
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(HOLD_MS);
    await page.goto(url);
    // Until it was held the clock went on, for as long as this machine took: the page counts frames from there.
    const now = await page.evaluate(() => performance.now());
    await page.clock.fastForward(Math.ceil(now / heldAt) * heldAt - now);
    await page.clock.runFor(2 * FRAME_MS);
  }
  return { page, problems };
}

/** How many pixels of the window have one of the colors, and where the first and the last column with one are. */
export async function findColors(
  page: Page,
  colors: readonly string[],
): Promise<{ count: number; left: number; right: number }> {
  const picture = await page.screenshot();
  return page.evaluate(
    async ([base64, wanted]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      const all = wanted.map((color) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)));
      let [count, left, right] = [0, Infinity, -Infinity];
      for (let i = 0; i < data.length; i += 4) {
        const isOne = all.some(
          ([r, g, b]) => Math.abs(data[i] - r) + Math.abs(data[i + 1] - g) + Math.abs(data[i + 2] - b) <= 3,
        );
        if (!isOne) continue;
        const x = (i / 4) % bitmap.width;
        count++;
        left = Math.min(left, x);
        right = Math.max(right, x);
      }
      return { count, left, right };
    },
    [picture.toString('base64'), colors] as const,
  );
}
