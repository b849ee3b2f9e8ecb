// slow: moves every control of the page
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, openLab } from './lab-page.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe('the keys', () => {
  it('play and pause with space, and step with arrows, comma and period', async () => {
    const lab = await openLab(browser, 'playing=no&frame=5');
    const frameAfter = async (key: string): Promise<number> => {
      await lab.page.keyboard.press(key);
      return (await lab.snapshot()).frame;
    };
    expect(await frameAfter('ArrowRight')).toBe(6);
    expect(await frameAfter('.')).toBe(7);
    expect(await frameAfter(',')).toBe(6);
    expect(await frameAfter('ArrowLeft')).toBe(5);
    expect(await lab.text('frame-number')).toBe('6');
    await lab.page.keyboard.press('Space');
    expect((await lab.snapshot()).state.playing).toBe(true);
    await lab.page.waitForFunction(() => window.pliantLab.snapshot()!.frame !== 5);
    await lab.page.keyboard.press('Space');
    expect((await lab.snapshot()).state.playing).toBe(false);
    await lab.close();
  });

  it('step round both ends of the film', async () => {
    const lab = await openLab(browser, 'playing=no&frame=0');
    await lab.page.keyboard.press('ArrowLeft');
    expect((await lab.snapshot()).frame).toBe(109);
    await lab.page.keyboard.press('ArrowRight');
    expect((await lab.snapshot()).frame).toBe(0);
    await lab.close();
  });

  it('go down and up the tree with brackets, and stop at its ends', async () => {
    const lab = await openLab(browser, 'playing=no');
    const { nodesOfLevel } = await lab.snapshot();
    await lab.page.keyboard.press('[');
    expect((await lab.snapshot()).state.level).toBe(-1);
    for (let i = 0; i < nodesOfLevel.length + 2; i++) await lab.page.keyboard.press(']');
    expect((await lab.snapshot()).state.level).toBe(nodesOfLevel.length - 1);
    await lab.page.keyboard.press('[');
    expect((await lab.snapshot()).state.level).toBe(nodesOfLevel.length - 2);
    await lab.close();
  });

  it('reset the view with R after the mouse has turned it', async () => {
    const lab = await openLab(browser, 'playing=no');
    const { camera } = await lab.snapshot();
    await lab.page.mouse.move(100, 500);
    await lab.page.mouse.down();
    await lab.page.mouse.move(200, 450, { steps: 5 });
    await lab.page.mouse.up();
    const turned = await lab.snapshot();
    expect(turned.camera).not.toEqual(camera);
    await lab.page.mouse.wheel(0, 300);
    await lab.page.keyboard.press('r');
    const { camera: reset } = await lab.snapshot();
    reset.forEach((coordinate, axis) => expect(coordinate).toBeCloseTo(camera[axis], 6));
    await lab.close();
  });

  it('open the help with a question mark, and close it with Escape or its button', async () => {
    const lab = await openLab(browser, 'playing=no&frame=3');
    const help = lab.page.locator('#help');
    await lab.page.keyboard.press('?');
    expect(await help.isVisible()).toBe(true);
    await lab.page.keyboard.press('.');
    expect((await lab.snapshot()).frame, 'keys belong to the help while it is open').toBe(3);
    await lab.page.keyboard.press('Escape');
    expect(await help.isVisible()).toBe(false);
    await lab.page.locator('#help-open').click();
    await help.getByRole('button', { name: 'Close' }).click();
    expect(await help.isVisible()).toBe(false);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('leave to a focused control what it needs itself', async () => {
    const lab = await openLab(browser, 'playing=no&frame=5&level=2');
    await lab.page.locator('#level').focus();
    await lab.page.keyboard.press('ArrowRight');
    const moved = await lab.snapshot();
    expect(moved.state.level).toBe(3);
    expect(moved.frame).toBe(5);
    await lab.page.locator('#follow').focus();
    await lab.page.keyboard.press('Space');
    const pressed = await lab.snapshot();
    expect(pressed.state.follow).toBe(true);
    expect(pressed.state.playing).toBe(false);
    await lab.close();
  });

  it('move the ball with Shift and arrows', async () => {
    const lab = await openLab(browser, 'playing=no&flight=hand&ball=0,1,0.5');
    await lab.page.keyboard.press('Shift+ArrowUp');
    await lab.page.keyboard.press('Shift+ArrowRight');
    await lab.page.keyboard.press('Shift+PageUp');
    expect((await lab.snapshot()).ball).toEqual([0.01, 1.01, 0.49]);
    await lab.close();
  });
});

describe('the controls', () => {
  it('step, scrub, and choose a flight and a speed', async () => {
    const lab = await openLab(browser, 'playing=no');
    await lab.page.locator('#step-forward').click();
    expect((await lab.snapshot()).frame).toBe(1);
    await lab.page.locator('#step-back').click();
    expect((await lab.snapshot()).frame).toBe(0);
    await lab.page.locator('#frame').fill('55');
    await lab.page.getByText('Passes', { exact: true }).click();
    const scrubbed = await lab.snapshot();
    expect(scrubbed.frame).toBe(55);
    expect(scrubbed.touched.length).toBeGreaterThan(0);
    await lab.page.locator('#speed').selectOption('2');
    expect((await lab.snapshot()).state.speed).toBe(2);
    await lab.close();
  });

  it('bring the view to the ball and keep it there', async () => {
    const lab = await openLab(browser, 'playing=no&frame=20');
    await lab.page.locator('#follow').click();
    const distance = async (): Promise<number> => {
      const { ball, camera } = await lab.snapshot();
      return Math.hypot(...ball.map((coordinate, axis) => coordinate - camera[axis]));
    };
    const near = await distance();
    expect(near).toBeLessThan(3);
    for (let i = 0; i < 10; i++) await lab.page.keyboard.press('.');
    expect(await distance()).toBeCloseTo(near, 6);
    await lab.close();
  });
});
