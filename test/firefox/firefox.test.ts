import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { findFirefox } from '../../scripts/firefox.mjs';
import { GOLDEN_HASH } from '../golden/golden-hash.js';
import type { Golden } from '../golden/golden.js';
import { runGolden } from '../golden/golden.js';
import { launchFirefox, openInFirefox } from './firefox-page.js';
import { serveGolden } from './golden-page.js';

// Where there is no Firefox these count as skipped; the test command says so, and what to do.
describe.skipIf(findFirefox() === undefined)('in Firefox', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchFirefox();
  });
  afterAll(() => browser.close());

  describe('all answers together', () => {
    let server: Awaited<ReturnType<typeof serveGolden>>;
    beforeAll(async () => {
      server = await serveGolden();
    });
    afterAll(() => server.close());

    it.each(['wasm', 'typescript'] as const)('are the same bits as in Node, from %s', async (backend) => {
      const { page, problems } = await openInFirefox(browser, server.url);
      // Firefox knows how to run this text; the compiler would look for the file here.
      const script = `import('./golden.js').then(({ runGolden }) => runGolden('${backend}'))`;
      const golden = (await page.evaluate(script)) as Golden;
      if (golden.hash !== GOLDEN_HASH) expect(golden.parts).toEqual((await runGolden(backend)).parts);
      expect(golden.hash).toBe(GOLDEN_HASH);
      expect(problems).toEqual([]);
      await page.close();
    });
  });

  it.each(['curtain', 'pile', 'surface'])(
    'the lab opens with the %s and has nothing to complain about',
    async (scene) => {
      const { page, problems } = await openInFirefox(
        browser,
        `${inject('labUrl')}#scene=${scene}&playing=no&regions=both`,
      );
      // The page forbids the code that Puppeteer would wait with.
      await expect.poll(() => page.evaluate(() => window.pliantLab?.snapshot()?.isLoading)).toBe(false);
      const { regionRules, scene: shown } = await page.evaluate(() => window.pliantLab.snapshot()!);
      expect(shown).toBe(scene);
      // Not proved, by borders, by bones.
      expect(new Set(regionRules).size).toBe(scene === 'surface' ? 3 : 0);
      expect(problems).toEqual([]);
      await page.close();
    },
  );
});
