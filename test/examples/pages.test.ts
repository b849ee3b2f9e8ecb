import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { serveExamples } from '../../scripts/serve-examples.mjs';
import { projectPath } from '../../scripts/paths.mjs';
import { findColors, launchBrowser, openExample } from './example-page.js';

const WINDOW = { width: 480, height: 400 } as const;
const PHONE = { width: 280, height: 480 } as const;
const FIRST_PIN = '#ef476f';
const SPLASHES = ['#ffd166', '#06d6a0', '#118ab2', '#8338ec'];
/** Where to tap, as parts of the width. */
const PLACES = [0.5, 0.35, 0.65];

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

    expect((await findColors(page, [FIRST_PIN])).count).toBe(0);
    // The trunk hardly moves from the middle.
    await page.mouse.click(WINDOW.width / 2, WINDOW.height * 0.42);
    await answer.filter({ hasText: /^(chest|belly|hips), face \d+: \d+ of \d+ vertices computed$/ }).waitFor();
    const [, computed, all] = /: (\d+) of (\d+) /.exec(await answer.innerText()) ?? [];
    expect(Number(computed)).toBeGreaterThan(0);
    expect(Number(computed)).toBeLessThan(Number(all) / 20);
    await page.mouse.move(WINDOW.width - 10, WINDOW.height - 10);
    await expect.poll(async () => (await findColors(page, [FIRST_PIN])).count).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  });

  // The runner keeps its own time: a machine that draws slowly may miss it for long.
  it('let a runner be hit, name the part and keep the splash on it', { retry: 2 }, async () => {
    const { page, problems } = await openExample(browser, `${server.url}/game/`, PHONE);
    onTestFinished(() => page.close());

    expect((await findColors(page, SPLASHES)).count).toBe(0);
    // It passes these places again and again. Where drawing is slow, a round can be over before.
    const again = page.getByRole('button', { name: 'Play again' });
    const hits = page.locator('#hits');
    const answers = new Set<string>();
    let taps = 0;
    await expect
      .poll(
        async () => {
          if (await again.isVisible()) await again.click();
          await page.touchscreen.tap(PHONE.width * PLACES[taps++ % PLACES.length], PHONE.height * 0.36);
          answers.add(await page.locator('.answer').innerText());
          return Number((await hits.innerText()).split(' of ')[0]);
        },
        { timeout: 70_000, interval: 40 },
      )
      .toBeGreaterThanOrEqual(2);
    expect([...answers].some((answer) => /^(left |right )?[a-z ]+: \d+ points$/.test(answer))).toBe(true);
    expect(Number(await page.locator('#score').innerText())).toBeGreaterThanOrEqual(4);

    // The splashes run with the runner to where nobody has tapped.
    await expect
      .poll(
        async () => {
          const { left, right } = await findColors(page, SPLASHES);
          return left < PHONE.width * 0.25 || right > PHONE.width * 0.75;
        },
        { timeout: 40_000, interval: 40 },
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
