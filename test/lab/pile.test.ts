// slow: draws falling bodies in software, frame by frame
import { loadKernels } from 'pliant';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPileScene, disposePileScene, findPileContacts, movePile } from '../../scenes/pile.js';
import type { PileOptions } from '../../scenes/pile.js';
import { beginLab, launchBrowser, openLab } from './lab-page.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** The pile after so many steps, computed here. */
async function pileAfter(
  steps: number,
  options: PileOptions,
): Promise<{ centers: number[]; pairs: number[]; contacts: number }> {
  const scene = createPileScene(await loadKernels(), options);
  findPileContacts(scene);
  for (let step = 0; step < steps; step++) {
    movePile(scene);
    findPileContacts(scene);
  }
  const { touching } = scene.world;
  const result = {
    centers: [...scene.motion.centers],
    pairs: [...touching.ids.subarray(0, touching.count * 2)],
    contacts: scene.contacts.count,
  };
  disposePileScene(scene);
  return result;
}

/** What the plots and numbers of the page say. */
const NUMBERS = ['pile-contacts', 'pile-pairs', 'pile-searches', 'pile-nodes', 'pile-boxes'] as const;

describe('the pile', () => {
  it('can be chosen at the top, falls, and touches', async () => {
    const lab = await openLab(browser, 'speed=2&bodies=10');
    expect(await lab.page.locator('#curtain-plot').isVisible()).toBe(true);
    await lab.page.getByText('Pile', { exact: true }).first().click();
    const first = await lab.loaded();
    expect(first.scene).toBe('pile');
    expect(first.bodyCount).toBe(10);
    expect(await lab.page.title()).toContain('pile');
    expect(await lab.page.locator('#curtain-plot').isVisible()).toBe(false);
    expect(await lab.page.locator('#follow').isVisible()).toBe(false);
    await lab.page.waitForFunction(() => window.pliantLab.snapshot()!.contacts > 100);
    await lab.page.keyboard.press('Space');
    const landed = await lab.snapshot();
    expect(landed.centers[1], 'the height of the first body').toBeLessThan(first.centers[1]);
    expect(landed.drawnContacts).toBe(landed.contacts);
    const numbers = await Promise.all(NUMBERS.map(async (id) => Number((await lab.text(id)).replaceAll(',', ''))));
    const { contacts, pairs, searches, nodesVisited, boxTests } = landed;
    expect(numbers).toEqual([contacts, pairs.length / 2, searches, nodesVisited, boxTests]);
    expect(await lab.page.locator('#pile-plot canvas').count()).toBe(4);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it.each(['wasm', 'typescript'])('is at every step what it is in Node, to the last bit, in %s', async (backend) => {
    const lab = await openLab(browser, `scene=pile&playing=no&bodies=10&proxyLevel=5&frame=110&backend=${backend}`);
    const { backend: runs, centers, contacts, frame, pairs } = await lab.snapshot();
    expect(runs).toBe(backend);
    expect(frame).toBe(110);
    const expected = await pileAfter(110, { bodyCount: 10, level: 5 });
    expect(centers).toEqual(expected.centers);
    expect(pairs).toEqual(expected.pairs);
    expect(contacts).toBe(expected.contacts);
    expect(pairs.length).toBeGreaterThan(10);
    await lab.close();
  });

  it('makes steps forward and back, begins anew, and comes to the same again', async () => {
    const lab = await openLab(browser, 'scene=pile&playing=no&bodies=10&proxyLevel=4&frame=60');
    const at60 = await lab.snapshot();
    expect(at60.frame).toBe(60);
    await lab.page.locator('#step-forward').click();
    const at61 = await lab.loaded();
    expect(at61.frame).toBe(61);
    expect(at61.centers).not.toEqual(at60.centers);
    await lab.page.keyboard.press('ArrowLeft');
    const again = await lab.loaded();
    expect(again.frame).toBe(60);
    expect(again.centers).toEqual(at60.centers);
    expect(again.pairs).toEqual(at60.pairs);
    await lab.page.locator('#restart').click();
    const first = await lab.loaded();
    expect(first.frame).toBe(0);
    expect(await lab.text('frame-number')).toBe('0');
    expect(first.centers).toEqual((await pileAfter(0, { bodyCount: 10, level: 4 })).centers);
    await lab.close();
  });

  it('is on its way from when a step is asked for, not from when it is drawn', async () => {
    const lab = await openLab(browser, 'scene=pile&playing=no&bodies=10&proxyLevel=4&frame=3');
    const isOnItsWay = (button: string): Promise<boolean> =>
      lab.page.evaluate((id) => {
        document.getElementById(id)!.click();
        return window.pliantLab.snapshot()!.isLoading;
      }, button);
    for (const [button, frame] of Object.entries({ 'step-forward': 4, 'step-back': 3, restart: 0 })) {
      expect(await isOnItsWay(button), button).toBe(true);
      expect((await lab.loaded()).frame, button).toBe(frame);
    }
    await lab.close();
  });

  it('shows its proxies, and which of them touch', async () => {
    const lab = await openLab(browser, 'scene=pile&playing=no&bodies=10&proxyLevel=5&frame=110');
    expect((await lab.snapshot()).touchingProxies).toBe(0);
    expect(await lab.page.locator('#legend-proxy').isVisible()).toBe(false);
    await lab.page.getByText('Proxies', { exact: true }).last().click();
    const { proxyCount, touchingProxies } = await lab.snapshot();
    expect(proxyCount).toBe(32);
    expect(touchingProxies).toBeGreaterThan(20);
    expect(touchingProxies).toBeLessThanOrEqual(320);
    expect(await lab.page.locator('#legend-proxy').isVisible()).toBe(true);
    await lab.page.keyboard.press('p');
    expect((await lab.snapshot()).state.look).toBe('bodies');
    await lab.page.getByLabel('Mark contacts').uncheck();
    expect((await lab.snapshot()).drawnContacts).toBe(0);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('begins anew with other bodies, other proxies, or rigid', async () => {
    const lab = await openLab(browser, 'scene=pile&playing=no&bodies=10&proxyLevel=4&frame=20');
    await lab.page.locator('#bodies').selectOption('20');
    expect(await lab.loaded()).toMatchObject({ bodyCount: 20, frame: 0, proxyCount: 16 });
    expect(await lab.text('body-count')).toBe('20');
    await lab.page.keyboard.press(']');
    expect(await lab.loaded()).toMatchObject({ bodyCount: 20, frame: 0, proxyCount: 32 });
    const soft = await lab.snapshot();
    await lab.page.getByText('Not', { exact: true }).click();
    expect((await lab.loaded()).state.morph).toBe(0);
    expect((await lab.snapshot()).centers, 'they hang where they hung').toEqual(soft.centers);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('tells how far it is on the way to a late step, and can be stopped there', async () => {
    const lab = await beginLab(browser, 'scene=pile&playing=no&bodies=10&frame=90000');
    await lab.page.waitForFunction(() => window.pliantLab.snapshot()?.isLoading === true);
    await lab.page.locator('#loading').waitFor();
    await lab.page.waitForFunction(() => window.pliantLab.snapshot()!.frame > 0);
    expect(await lab.text('loading-what')).toMatch(/^Dropping 10 bodies: step [\d,]+$/);
    await lab.page.locator('#loading-cancel').click();
    const { frame, state } = await lab.loaded();
    expect(frame).toBeGreaterThan(0);
    expect(frame).toBeLessThan(90_000);
    expect(state.frame).toBe(frame);
    expect(await lab.page.locator('#loading').isVisible()).toBe(false);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('and the curtain leave nothing behind when one follows the other', async () => {
    const lab = await openLab(browser, 'playing=no&frame=7&bodies=10&look=both');
    const { geometries } = await lab.snapshot();
    const pile = async (): Promise<{ geometries: number; textures: number }> => {
      await lab.page.keyboard.press('3');
      const shown = await lab.loaded();
      expect(shown.scene).toBe('pile');
      expect(await lab.page.locator('#pile-plot canvas').count()).toBe(4);
      expect(await lab.page.locator('#curtain-plot canvas').count()).toBe(0);
      return { geometries: shown.geometries, textures: shown.textures };
    };
    const first = await pile();
    for (let i = 0; i < 2; i++) {
      await lab.page.keyboard.press('2');
      const curtain = await lab.loaded();
      expect(curtain).toMatchObject({ scene: 'curtain', geometries, textures: 0, triangleCount: 12_020 });
      expect(await pile()).toEqual(first);
    }
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('runs without WebGL too', async () => {
    const browserWithout = await launchBrowser('--disable-3d-apis');
    const lab = await openLab(browserWithout, 'scene=pile&playing=no&bodies=10&frame=100');
    expect(await lab.page.locator('#no-webgl').isVisible()).toBe(true);
    const { contacts, frame } = await lab.snapshot();
    expect(frame).toBe(100);
    expect(contacts).toBeGreaterThan(0);
    expect(await lab.text('pile-contacts')).toBe(contacts.toLocaleString('en'));
    expect(lab.problems).toEqual([]);
    await browserWithout.close();
  });
});
