import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { serveExamples } from '../../scripts/serve-examples.mjs';
import { projectPath } from '../../scripts/paths.mjs';
import { findColor, launchBrowser, openExample } from './example-page.js';

const WINDOW = { width: 480, height: 400 } as const;
const PHONE = { width: 280, height: 480 } as const;
const FIRST_PIN = '#ef476f';
const FIRST_SPLASH = '#ffd166';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

// As they stand, found through their import maps; and as a bundler makes them.
describe.each([
  { how: 'as they stand', folder: 'examples', prepare: async (): Promise<void> => undefined },
  { how: 'bundled by Vite', folder: 'build/examples', prepare: bundle },
])('the pages $how', ({ folder, prepare }) => {
  let server: Awaited<ReturnType<typeof serveExamples>>;
  beforeAll(async () => {
    await prepare();
    server = await serveExamples(0, folder);
  });
  afterAll(() => server.close());

  it('pick a figure where it is seen, and leave pins that go with it', async () => {
    const { page, problems } = await openExample(browser, `${server.url}/pick/`, WINDOW);
    onTestFinished(() => page.close());
    const answer = page.locator('.answer');

    await page.mouse.move(WINDOW.width - 10, WINDOW.height - 10);
    await answer.filter({ hasText: 'Nothing under the pointer' }).waitFor();

    expect((await findColor(page, FIRST_PIN)).count).toBe(0);
    // The trunk hardly moves from the middle.
    await page.mouse.click(WINDOW.width / 2, WINDOW.height * 0.42);
    await answer.filter({ hasText: /^(chest|belly|hips), face \d+: \d+ of \d+ vertices computed$/ }).waitFor();
    const [, computed, all] = /: (\d+) of (\d+) /.exec(await answer.innerText()) ?? [];
    expect(Number(computed)).toBeGreaterThan(0);
    expect(Number(computed)).toBeLessThan(Number(all) / 20);
    await page.mouse.move(WINDOW.width - 10, WINDOW.height - 10);
    await expect.poll(async () => (await findColor(page, FIRST_PIN)).count).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  });

  it('let a runner be hit, name the part and keep the splash on it', async () => {
    const { page, problems } = await openExample(browser, `${server.url}/game/`, PHONE);
    onTestFinished(() => page.close());

    expect((await findColor(page, FIRST_SPLASH)).count).toBe(0);
    // It passes the middle of the track again and again. Where drawing is slow, a round can be over before.
    const again = page.getByRole('button', { name: 'Play again' });
    await expect
      .poll(
        async () => {
          if (await again.isVisible()) await again.click();
          await page.touchscreen.tap(PHONE.width / 2, PHONE.height * 0.36);
          return page.locator('.answer').innerText();
        },
        { timeout: 90_000, interval: 60 },
      )
      .toMatch(/^(left |right )?[a-z ]+: \d+ points$/);
    const [points] = /\d+(?= points)/.exec(await page.locator('.answer').innerText()) ?? [];
    await page
      .locator('#hits')
      .filter({ hasText: /^1 of [1-9]/ })
      .waitFor();
    expect(await page.locator('#score').innerText()).toBe(points);

    // The splash is drawn where the runner is, wherever that is by now: it comes and goes as the runner turns, and moves.
    const places: number[] = [];
    await expect
      .poll(
        async () => {
          const { count, x } = await findColor(page, FIRST_SPLASH);
          if (count > 0) places.push(x);
          return places.length > 0 && Math.max(...places) - Math.min(...places) > 10;
        },
        { timeout: 60_000, interval: 60 },
      )
      .toBe(true);
    expect(problems).toEqual([]);
  });
});

async function bundle(): Promise<void> {
  await build({
    configFile: false,
    root: projectPath('examples'),
    logLevel: 'error',
    build: {
      outDir: projectPath('build/examples'),
      emptyOutDir: true,
      chunkSizeWarningLimit: 2000,
      rolldownOptions: { input: [projectPath('examples/pick/index.html'), projectPath('examples/game/index.html')] },
    },
  });
}
