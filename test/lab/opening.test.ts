import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, openLab } from './lab-page.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe('the lab when it opens', () => {
  it('shows the small curtain and plays, without a complaint in the console or a failed request', async () => {
    const lab = await openLab(browser);
    const first = await lab.snapshot();
    await lab.page.waitForFunction((frame) => window.pliantLab.snapshot()!.frame !== frame, first.frame);
    expect(first.triangleCount).toBe(12_020);
    expect(first.frameCount).toBe(110);
    expect(first.state.playing).toBe(true);
    expect(await lab.text('triangle-count')).toBe('12,020');
    expect(await lab.page.title()).toContain('Pliant');
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('draws another picture when the cloth has moved, and the same one for the same frame', async () => {
    const lab = await openLab(browser, 'playing=no&frame=10');
    const picture = async (): Promise<string> => {
      await lab.snapshot();
      return (await lab.page.screenshot({ clip: { x: 200, y: 100, width: 250, height: 400 } })).toString('base64');
    };
    const before = await picture();
    for (let i = 0; i < 5; i++) await lab.page.keyboard.press('ArrowRight');
    expect(await picture()).not.toBe(before);
    // The glow of what was touched would differ: a picture that was opened anew has none.
    await lab.close();
    const again = await openLab(browser, 'playing=no&frame=10');
    await again.snapshot();
    const same = await again.page.screenshot({ clip: { x: 200, y: 100, width: 250, height: 400 } });
    expect(same.toString('base64')).toBe(before);
    await again.close();
  });

  it('allows no code, style or data but its own', async () => {
    const lab = await openLab(browser, 'playing=no');
    const policy = await lab.page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toContain('unsafe-inline');
    expect(policy).not.toContain("'unsafe-eval'");
    // Workers hear of a policy from the server alone.
    const header = (await lab.page.reload())!.headers()['content-security-policy'];
    expect(header.startsWith(policy!)).toBe(true);
    await lab.loaded();
    const isAllowed = await lab.page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.intruder = true';
      document.body.append(script);
      return 'intruder' in window;
    });
    expect(isAllowed).toBe(false);
    await lab.close();
  });

  it('rests at first for people who prefer less motion', async () => {
    const lab = await openLab(browser, '', { reducedMotion: 'reduce' });
    const first = await lab.snapshot();
    const later = await lab.snapshot();
    expect(first.state.playing).toBe(false);
    expect(later.frame).toBe(first.frame);
    await lab.page.locator('#play').click();
    expect((await lab.snapshot()).state.playing).toBe(true);
    await lab.close();
  });

  it('tells on the page what went wrong', async () => {
    const lab = await openLab(browser, 'playing=no');
    expect(await lab.page.locator('#failure').isVisible()).toBe(false);
    await lab.page.evaluate(() => void Promise.reject(new Error('the curtain caught fire')));
    await lab.page.locator('#failure').waitFor();
    expect(await lab.text('failure')).toContain('the curtain caught fire');
    await lab.page.locator('#failure-close').click();
    expect(await lab.page.locator('#failure').isVisible()).toBe(false);
    await lab.close();
  });

  it('gives every control a name, and lets Tab reach it', async () => {
    const lab = await openLab(browser, 'playing=no');
    const nameless = await lab.page.evaluate(() =>
      [...document.querySelectorAll<HTMLInputElement>('button, input, select')]
        .filter((control) => {
          const labels = [...(control.labels ?? [])].map((label) => label.innerText).join('');
          const name = (control.ariaLabel ?? '') + labels + control.innerText;
          return control.type !== 'hidden' && name.trim() === '';
        })
        .map((control) => control.outerHTML),
    );
    expect(nameless).toEqual([]);
    const reached = new Set<string>();
    for (let i = 0; i < 40; i++) {
      await lab.page.keyboard.press('Tab');
      reached.add(
        await lab.page.evaluate(() => document.activeElement?.id || document.activeElement?.getAttribute('name') || ''),
      );
    }
    const wanted = [
      'scene',
      'strategy',
      'ballSize',
      'play',
      'step-back',
      'step-forward',
      'frame',
      'speed',
      'level',
      'flight',
      'bound',
      'size',
      'backend',
    ];
    expect(wanted.filter((control) => !reached.has(control))).toEqual([]);
    await lab.close();
  });
});
