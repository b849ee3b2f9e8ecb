import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { serveExamples } from '../../scripts/serve-examples.mjs';
import { projectPath } from '../../scripts/paths.mjs';
import { FRAME_MS, findColors, launchBrowser, openExample } from './example-page.js';

const WINDOW = { width: 480, height: 400 } as const;
const PHONE = { width: 280, height: 480 } as const;
const FIRST_PIN = '#ef476f';
const SPLASHES = ['#ffd166', '#06d6a0', '#118ab2', '#8338ec'];
/** A fourth of the runner's round: it begins in the middle, and is there again after a whole one. */
const QUARTER_MS = 1200;

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

  it('let a runner be hit, name the part and keep the splash on it', async () => {
    const { page, problems } = await openExample(browser, `${server.url}/game/`, PHONE, { heldAt: 4 * QUARTER_MS });
    onTestFinished(() => page.close());
    const [answer, hits, score] = [page.locator('.answer'), page.locator('#hits'), page.locator('#score')];
    const tap = (x: number): Promise<void> => page.touchscreen.tap(PHONE.width * x, PHONE.height * 0.36);
    // Time stands still: what is there comes to the screen sooner or later, and stays.
    const expectText = (place: typeof answer, text: string | RegExp): Promise<void> => {
      const isRight = (shown: string): boolean => (typeof text === 'string' ? shown === text : text.test(shown));
      return expect.poll(() => place.innerText()).toSatisfy(isRight);
    };

    expect((await findColors(page, SPLASHES)).count).toBe(0);
    await page.clock.fastForward(QUARTER_MS);
    await tap(0.5);
    await expectText(answer, 'Missed');
    await page.clock.fastForward(3 * QUARTER_MS);
    await tap(0.5);
    await expectText(answer, /^(left |right )?[a-z ]+: \d+ points$/);
    await tap(0.52);
    await expect.poll(() => page.clock.runFor(FRAME_MS).then(() => hits.innerText())).toBe('2 of 3');
    expect(Number(await score.innerText())).toBeGreaterThanOrEqual(4);

    // The splashes run with the runner to where nobody has tapped.
    await expect.poll(async () => (await findColors(page, SPLASHES)).count).toBeGreaterThan(0);
    const before = await findColors(page, SPLASHES);
    await page.clock.fastForward(QUARTER_MS / 2);
    await expect
      .poll(async () => (await findColors(page, SPLASHES)).left)
      .toSatisfy((left: number) => left > before.right + PHONE.width * 0.1 && left < PHONE.width);

    await page.clock.fastForward(31_000);
    await expectText(answer, `Time is up: ${await score.innerText()} points`);
    await tap(0.5);
    await page.clock.runFor(FRAME_MS);
    await expectText(hits, '2 of 3');
    await page.getByRole('button', { name: 'Play again' }).click();
    await page.clock.runFor(FRAME_MS);
    await expectText(hits, '0 of 0');
    await expect.poll(async () => (await findColors(page, SPLASHES)).count).toBe(0);
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
