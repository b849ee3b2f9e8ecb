// slow: draws a falling cloth in software, moment by moment
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Film } from '../../lab/model/film.js';
import { makeFilm } from '../../lab/model/make-film.js';
import { bruteFirstTouch, nameVertices } from './brute-first-touch.js';
import { SMALL_WINDOW, launchBrowser, openLab } from './lab-page.js';
import { expectTrue, scrub } from './time-oracle.js';

const COARSE = 'scene=time&fineness=coarse&playing=no';

let browser: Browser;
let film: Film;
beforeAll(async () => {
  browser = await launchBrowser();
  film = makeFilm({ film: 'tablecloth', fineness: 'coarse' });
});
afterAll(() => browser.close());

describe('continuous time', () => {
  it('can be chosen at the top, and plays', async () => {
    const lab = await openLab(browser, 'fineness=coarse', { viewport: SMALL_WINDOW });
    await lab.page.locator('.scenes').getByText('Time', { exact: true }).click();
    // While it plays, something is always on its way.
    await lab.page.waitForFunction(() => window.pliantLab.snapshot()!.scene === 'time');
    const { triangleCount } = await lab.snapshot();
    expect(triangleCount).toBe(2048);
    expect(await lab.page.title()).toContain('time');
    await lab.page.waitForFunction(() => window.pliantLab.snapshot()!.seconds > 0.3);
    // It begins again after the end.
    await lab.page.waitForFunction(() => window.pliantLab.snapshot()!.seconds > 1.9);
    await lab.page.waitForFunction(() => window.pliantLab.snapshot()!.seconds < 1);
    await lab.page.keyboard.press('Space');
    const stopped = await lab.loaded();
    expect(stopped.lineEvents).toBeGreaterThan(10_000);
    expect(await lab.text('frame-number')).toBe(`${stopped.seconds.toFixed(3)} s`);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('shows what is there at any moment, forth and back', async () => {
    const lab = await openLab(browser, `${COARSE}&frame=0&boxLevel=5`, { viewport: SMALL_WINDOW });
    for (const tick of [0, 4711, 12_000, 36_000, 20_000, 7001, 7002]) {
      await scrub(lab.page, tick);
      const shown = await lab.loaded();
      expect(shown.frame).toBe(tick);
      expectTrue(film, shown, tick);
      expect(await lab.text('pairs-overlapping')).toBe(shown.overlappingPairs.toLocaleString('en'));
    }
    expect(await lab.text('moment-how')).toBe('by events');
    await scrub(lab.page, 5000);
    await lab.loaded();
    expect(await lab.text('moment-how')).toBe('built anew');
    expect(await lab.text('frame-events')).toBe('–');
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('goes from frame to frame, and writes little in each', async () => {
    const lab = await openLab(browser, `${COARSE}&frame=12050`, { viewport: SMALL_WINDOW });
    await lab.page.keyboard.press('ArrowRight');
    expect((await lab.loaded()).frame, 'the next frame, of 120 ticks').toBe(12_120);
    await lab.page.locator('#step-forward').click();
    const { events, frame, numbersWritten, refitNumbers } = await lab.loaded();
    expect(frame).toBe(12_240);
    expect(refitNumbers).toBe((2 * 2048 - 1) * 6);
    expect(events).toBeGreaterThan(0);
    expect(numbersWritten).toBeGreaterThanOrEqual(events);
    expect(numbersWritten).toBeLessThan(refitNumbers / 10);
    expect(await lab.text('frame-events')).toBe(events.toLocaleString('en'));
    expect(await lab.text('frame-written')).toBe(numbersWritten.toLocaleString('en'));
    expect(await lab.text('frame-refit')).toBe('24,570');
    expect(await lab.text('saved')).toMatch(/^\d+ ×$/);
    await lab.page.keyboard.press('ArrowLeft');
    expect((await lab.loaded()).frame).toBe(12_120);
    expect(await lab.page.locator('#time-plot canvas').count()).toBe(2);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('has the same events however often one looks', async () => {
    const counts: number[] = [];
    for (const framesPerKey of [1, 100]) {
      const lab = await openLab(browser, `${COARSE}&framesPerKey=${framesPerKey}&frame=36000`, {
        viewport: SMALL_WINDOW,
      });
      const { lineEvents } = await lab.snapshot();
      counts.push(lineEvents);
      await lab.close();
    }
    expect(counts[0]).toBeGreaterThan(10_000);
    expect(counts[1]).toBe(counts[0]);
  });

  it('lets boxes glow that were written just now, and draws pairs', async () => {
    const lab = await openLab(browser, `${COARSE}&frame=12000&boxLevel=3`, { viewport: SMALL_WINDOW });
    await lab.page.keyboard.press('ArrowRight');
    const some = await lab.loaded();
    expect(some.boxes.length).toBe(8 * 6);
    expect(some.glowing).toBeGreaterThan(0);
    expect(await lab.text('box-level-text')).toContain(`8 boxes, ${some.glowing} written just now`);
    await lab.page.keyboard.press(']');
    expect((await lab.loaded()).boxes.length).toBe(16 * 6);
    expect(some.drawnPairs).toBe(0);
    await lab.page.keyboard.press('l');
    const all = await lab.loaded();
    expect(all.state.pairLook).toBe('all');
    expect(all.drawnPairs).toBe(all.overlappingPairs + all.apartPairs);
    for (let i = 0; i < 5; i++) await lab.page.keyboard.press('[');
    expect((await lab.loaded()).boxes).toEqual([]);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });
});

describe('the first touch', () => {
  it('is the one that brute force finds, is said in words, shown from near, and left again', async () => {
    const expected = bruteFirstTouch(film)!;
    const lab = await openLab(browser, `${COARSE}&frame=20000`, { viewport: SMALL_WINDOW });
    const before = await lab.snapshot();
    expect(before).toMatchObject({ isFirstTouch: false, markedVertices: 0 });
    expect(expected.features.map(({ cloth }) => nameVertices(cloth))).toContain(nameVertices(before.touchCloth));
    expect(expected.features.map(({ obstacle }) => nameVertices(obstacle))).toContain(
      nameVertices(before.touchObstacle),
    );
    const seconds =
      film.times[expected.key] + expected.share * (film.times[expected.key + 1] - film.times[expected.key]);
    expect(await lab.text('touch-time')).toBe(`${seconds.toFixed(4)} s`);
    expect(await lab.text('touch-what')).toMatch(
      /^(vertex|edge) [\d,–]+ of the (cloth|table) meets (triangle|edge) [\d,–]+ of the (cloth|table)$/,
    );
    await lab.page.locator('#touch-show').click();
    const there = await lab.loaded();
    expect(there).toMatchObject({ isFirstTouch: true, seconds, markedVertices: 4 });
    expect(there.camera).not.toEqual(before.camera);
    expect(await lab.page.locator('#status').textContent()).toContain(await lab.text('touch-what'));
    await lab.page.waitForURL(/firstTouch=yes&view=/);
    const { state } = await lab.snapshot();
    const copy = await openLab(browser, new URL(lab.page.url()).hash.slice(1), { viewport: SMALL_WINDOW });
    const copied = await copy.loaded();
    expect(copied).toMatchObject({ isFirstTouch: true, seconds, markedVertices: 4, state });
    for (let axis = 0; axis < 3; axis++) expect(copied.camera[axis]).toBeCloseTo(there.camera[axis], 3);
    expect(copy.problems).toEqual([]);
    await copy.close();
    await lab.page.keyboard.press('ArrowRight');
    expect(await lab.loaded()).toMatchObject({ isFirstTouch: false, markedVertices: 0 });
    expect((await lab.snapshot()).state.firstTouch).toBe(false);
    await lab.page.keyboard.press('n');
    expect(await lab.loaded()).toMatchObject({ isFirstTouch: true, seconds });
    await lab.page.locator('#play').click();
    await lab.page.waitForFunction((time) => window.pliantLab.snapshot()!.seconds > time, seconds);
    expect((await lab.snapshot()).isFirstTouch).toBe(false);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('is another one when the cloth is finer, and is gone to', async () => {
    const lab = await openLab(browser, `${COARSE}&firstTouch=yes`, { viewport: SMALL_WINDOW });
    const coarse = await lab.snapshot();
    expect(coarse.isFirstTouch).toBe(true);
    await lab.page.getByText('Medium', { exact: true }).click();
    await lab.page.waitForFunction(() => window.pliantLab.snapshot()!.triangleCount === 8192);
    const medium = await lab.loaded();
    expect(medium.isFirstTouch).toBe(true);
    expect(medium.seconds).not.toBe(coarse.seconds);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });
});

describe('the room of time', () => {
  it.each([320, 390, 1000])('has room for everything in %d pixels', async (width) => {
    const lab = await openLab(browser, COARSE, { viewport: { width, height: 700 } });
    const cut = await lab.page.evaluate(() => {
      const wide = [...document.querySelectorAll<HTMLElement>('.scenes, .panel, .readout, .segments, .transport')];
      return wide
        .filter((part) => part.checkVisibility() && part.scrollWidth > part.clientWidth)
        .map((part) => `${part.className}: ${part.scrollWidth} > ${part.clientWidth}`);
    });
    const overflow = await lab.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect({ cut, overflow }).toEqual({ cut: [], overflow: 0 });
    // Numbers and what they mean stand beside each other.
    const overlaps = await lab.page.evaluate(
      () =>
        [...document.querySelectorAll<HTMLElement>('.lead.wrapping')]
          .filter((lead) => lead.checkVisibility())
          .filter((lead) => {
            const [words, number] = [lead.querySelector('dt')!, lead.querySelector('dd')!].map((part) =>
              part.getBoundingClientRect(),
            );
            return number.right > words.left;
          }).length,
    );
    expect(overlaps).toBe(0);
    await lab.close();
  });

  it('leaves nothing behind when others follow', async () => {
    const lab = await openLab(browser, 'fineness=coarse&playing=no&frame=7', { viewport: SMALL_WINDOW });
    const { geometries } = await lab.snapshot();
    const visit = async (): Promise<number> => {
      await lab.page.keyboard.press('5');
      await lab.page.waitForFunction(() => window.pliantLab.snapshot()!.scene === 'time');
      return (await lab.loaded()).geometries;
    };
    const first = await visit();
    for (let i = 0; i < 2; i++) {
      await lab.page.keyboard.press('2');
      await lab.page.waitForFunction(() => window.pliantLab.snapshot()!.scene === 'curtain');
      expect((await lab.loaded()).geometries).toBe(geometries);
      expect(await visit()).toBe(first);
    }
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('works without WebGL too', async () => {
    const without = await launchBrowser('--disable-3d-apis');
    const lab = await openLab(without, `${COARSE}&firstTouch=yes`);
    expect(await lab.page.locator('#no-webgl').isVisible()).toBe(true);
    expect((await lab.snapshot()).isFirstTouch).toBe(true);
    expect(await lab.text('touch-what')).toContain('meets');
    expect(lab.problems).toEqual([]);
    await without.close();
  });
});
