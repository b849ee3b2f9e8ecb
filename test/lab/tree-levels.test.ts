import { buildTree, measureTree } from 'pliant';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCurtainScene } from '../../scenes/curtain.js';
import { launchBrowser, openLab } from './lab-page.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe('a level of the tree', () => {
  it.each(['box', 'sphere'])('is drawn with all its nodes, and those that the search opened, as %s', async (bound) => {
    const { nodesOfLevel } = measureTree(buildTree(createCurtainScene().mesh));
    const lab = await openLab(browser, `playing=no&frame=70&bound=${bound}`);
    expect((await lab.snapshot()).drawnNodes).toBe(0);
    let opened = 0;
    for (let level = 0; level < nodesOfLevel.length; level++) {
      await lab.page.locator('#level').fill(String(level));
      const shown = await lab.snapshot();
      expect(shown.drawnNodes).toBe(nodesOfLevel[level]);
      const counts = (await lab.text('level-text')).replaceAll(',', '').match(/\d+(?= nodes?)|\d+(?= opened)/g);
      expect(counts).toEqual([String(nodesOfLevel[level]), String(shown.openedCount)]);
      opened += shown.openedCount;
    }
    expect(opened, 'over all levels').toBe((await lab.snapshot()).nodesVisited);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('can be reduced to what the search opens', async () => {
    const lab = await openLab(browser, 'playing=no&frame=70&level=4');
    await lab.page.getByLabel('Only nodes that the search opens').check();
    const { drawnNodes, openedCount } = await lab.snapshot();
    expect(openedCount).toBeGreaterThan(0);
    expect(drawnNodes).toBe(openedCount);
    await lab.close();
  });

  it('is never deeper than the tree, whatever tree comes next', async () => {
    const lab = await openLab(browser, 'playing=no&level=7');
    await lab.page.locator('#leaf-size').selectOption('16');
    const { state, nodesOfLevel, drawnNodes } = await lab.loaded();
    expect(nodesOfLevel.length).toBeLessThan(8);
    expect(state.level).toBe(nodesOfLevel.length - 1);
    expect(drawnNodes).toBe(nodesOfLevel.at(-1));
    await lab.close();
  });
});
