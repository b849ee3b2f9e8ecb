// slow: draws every level of every tree in software
import { measureTree } from 'pliant/inspect';
import { buildTree, nodeLevels } from 'pliant/parts';
import type { Tree } from 'pliant/parts';

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCurtainScene } from '../../scenes/curtain.js';
import { launchBrowser, openLab } from './lab-page.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** The nodes of a level that have one of the triangles below them. */
function nodesAbove(tree: Tree, level: number, triangles: readonly number[]): number[] {
  const levels = nodeLevels(tree);
  const places = triangles.map((triangle) => tree.triangleOrder.indexOf(triangle));
  const nodes = Array.from({ length: tree.nodeCount }, (_, node) => node).filter((node) => levels[node] === level);
  return nodes.filter((node) => {
    const first = tree.ranges[node * 2];
    return places.some((place) => place >= first && place < first + tree.ranges[node * 2 + 1]);
  });
}

describe('a level of the tree', () => {
  it.each([
    ['box', 'lazy', 1],
    ['sphere', 'lazy', 1],
    ['box', 'refit', 0.5],
  ])('is drawn with all its nodes, and those that the search tested, as %s, %s', async (bound, strategy, smallest) => {
    const tree = buildTree(createCurtainScene().mesh);
    const { nodesOfLevel } = measureTree(tree);
    const lab = await openLab(browser, `playing=no&frame=70&bound=${bound}&strategy=${strategy}`);
    expect((await lab.snapshot()).drawnNodes).toBe(0);
    let tested = 0;
    for (let level = 0; level < nodesOfLevel.length; level++) {
      await lab.page.locator('#level').fill(String(level));
      const shown = await lab.snapshot();
      expect(shown.drawnNodes).toBe(nodesOfLevel[level]);
      // A search begins with the children of the root, which is itself never tested.
      if (level === 0) expect(shown.testedNodes).toEqual([]);
      else expect(shown.testedNodes).toEqual(expect.arrayContaining(nodesAbove(tree, level, shown.touched)));
      expect(shown.growth.length).toBe(nodesOfLevel[level]);
      expect(Math.min(...shown.growth)).toBeGreaterThanOrEqual(smallest);
      expect(Math.max(...shown.growth)).toBeLessThan(2.5);
      const counts = (await lab.text('level-text')).replaceAll(',', '').match(/\d+(?= nodes?)|\d+(?= tested)/g);
      expect(counts).toEqual([String(nodesOfLevel[level]), String(shown.testedNodes.length)]);
      tested += shown.testedNodes.length;
    }
    const { boundTests, nodesVisited } = await lab.snapshot();
    expect(tested, 'over all levels').toBeLessThanOrEqual(boundTests);
    expect(tested).toBeGreaterThan(nodesVisited);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('is coloured by how much its bounds have grown, with a scale', async () => {
    const lab = await openLab(browser, 'playing=no&frame=70&level=0');
    expect(await lab.page.locator('#legend-growth').isVisible()).toBe(true);
    const boxes = await lab.snapshot();
    expect(await lab.text('level-text')).toContain(`${boxes.growth[0].toFixed(2)} × as large as at rest`);
    await lab.page.getByText('Spheres', { exact: true }).click();
    expect((await lab.loaded()).growth[0], 'radii grow more than diagonals of boxes').toBeGreaterThan(boxes.growth[0]);
    await lab.page.keyboard.press('[');
    await lab.snapshot();
    expect(await lab.page.locator('#legend-growth').isVisible()).toBe(false);
    await lab.close();
  });

  it('changes nothing of what the search is said to have done', async () => {
    const lab = await openLab(browser, 'playing=no&frame=70&strategy=adaptive');
    const { blocksEvaluated, verticesPosed, nodesVisited, touched } = await lab.snapshot();
    for (let i = 0; i < 5; i++) await lab.page.keyboard.press(']');
    expect(await lab.snapshot()).toMatchObject({ blocksEvaluated, verticesPosed, nodesVisited, touched });
    expect(await lab.text('blocks-evaluated')).toBe(String(blocksEvaluated));
    await lab.close();
  });

  it('can be reduced to what the search tests', async () => {
    const lab = await openLab(browser, 'playing=no&frame=70&level=4');
    await lab.page.getByLabel('Only nodes that the search tests').check();
    const { drawnNodes, testedNodes } = await lab.snapshot();
    expect(testedNodes.length).toBeGreaterThan(0);
    expect(drawnNodes).toBe(testedNodes.length);
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
