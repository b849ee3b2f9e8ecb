// slow: makes a garment twice, and walks in it
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Film } from '../../lab/model/film.js';
import { makeFilm } from '../../lab/model/make-film.js';
import { bruteFirstTouch, nameVertices } from './brute-first-touch.js';
import { SMALL_WINDOW, launchBrowser, openLab } from './lab-page.js';
import { areApart, boxesOf, expectTrue, scrub } from './time-oracle.js';

const COARSE = 'scene=time&fineness=coarse&playing=no';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Vertices, edges and faces of the cloth that belong to worn triangles alone. */
function isWornIn({ cloth, obstacle, wornWithin }: Film): (vertices: readonly number[]) => boolean {
  const skin = boxesOf(obstacle.frames[0], obstacle.mesh.triangles);
  const boxes = boxesOf(cloth.frames[0], cloth.mesh.triangles);
  const free = new Set<string>();
  boxes.forEach((box, triangle) => {
    if (skin.some((other) => !areApart(box, other, wornWithin))) return;
    const [a, b, c] = cloth.mesh.triangles.subarray(triangle * 3, triangle * 3 + 3);
    for (const feature of [[a], [b], [c], [a, b], [b, c], [c, a], [a, b, c]]) free.add(nameVertices(feature));
  });
  return (vertices) => !free.has(nameVertices(vertices));
}

describe('somebody who walks in a shirt', () => {
  it('is shown as the keys say, with all pairs, and with the first touch of what hangs free', async () => {
    const film = makeFilm({ film: 'shirt', fineness: 'coarse' });
    const lab = await openLab(browser, `${COARSE}&film=shirt&frame=0&boxLevel=4`, { viewport: SMALL_WINDOW });
    expect(await lab.text('film-other')).toBe('the figure');
    expect(await lab.text('film-triangles')).toBe('5,088');
    for (const tick of [0, 5000, 1300]) {
      await scrub(lab.page, tick);
      const shown = await lab.loaded();
      expectTrue(film, shown, tick);
      expect(shown.boxes.length).toBe(16 * 6);
    }
    expect(await lab.text('pairs-changed')).toBe('–');
    await lab.page.keyboard.press('ArrowRight');
    const stepped = await lab.loaded();
    const before = stepped.overlappingPairs;
    await lab.page.keyboard.press('ArrowRight');
    const { events, overlappingPairs, refitNumbers } = await lab.loaded();
    expect(events).toBeGreaterThan(0);
    expect(events).toBeLessThan(refitNumbers / 20);
    // What began and ended on the way makes up the difference.
    const [, began, ended] = /^\+([\d,]+) −([\d,]+)$/.exec(await lab.text('pairs-changed'))!;
    const numberOf = (text: string): number => Number(text.replaceAll(',', ''));
    expect(overlappingPairs - before).toBe(numberOf(began) - numberOf(ended));

    const isWorn = isWornIn(film);
    const expected = bruteFirstTouch(film, (vertices) => isWorn(vertices))!;
    await lab.page.keyboard.press('n');
    const there = await lab.loaded();
    const { times } = film;
    const seconds = times[expected.key] + expected.share * (times[expected.key + 1] - times[expected.key]);
    expect(there).toMatchObject({ isFirstTouch: true, seconds, markedVertices: 4 });
    const pair = (cloth: readonly number[], obstacle: readonly number[]): string =>
      `${nameVertices(cloth)} with ${nameVertices(obstacle)}`;
    expect(expected.features.map(({ cloth, obstacle }) => pair(cloth, obstacle))).toContain(
      pair(there.touchCloth, there.touchObstacle),
    );
    expect(await lab.text('touch-what')).toMatch(
      /^(vertex|edge) [\d,–]+ of the (shirt|figure) meets (triangle|edge) [\d,–]+ of the (shirt|figure)$/,
    );
    expect(await lab.text('touch-exact')).toContain('triangles of the shirt are worn');
    expect(await lab.text('legend-feature')).toBe('of the shirt');
    expect(lab.problems).toEqual([]);
    await lab.close();
  });
});

describe('two balloons that grow', () => {
  it('can be chosen, seen through, and touch where brute force says', async () => {
    const film = makeFilm({ film: 'spheres', fineness: 'coarse' });
    const expected = bruteFirstTouch(film)!;
    const lab = await openLab(browser, COARSE, { viewport: SMALL_WINDOW });
    const tablecloth = await lab.snapshot();
    await lab.page.locator('#panel').getByText('Balloons', { exact: true }).click();
    await lab.page.waitForFunction(() => window.pliantLab.snapshot()!.touchCloth.length === 2);
    const spheres = await lab.loaded();
    expect(spheres.triangleCount).toBe(2048);
    expect(spheres.camera).not.toEqual(tablecloth.camera);
    expect(expected.features.map(({ cloth }) => nameVertices(cloth))).toContain(nameVertices(spheres.touchCloth));
    await scrub(lab.page, 24_000);
    expectTrue(film, await lab.loaded(), 24_000);
    await lab.page.keyboard.press('x');
    expect((await lab.loaded()).state.seeThrough).toBe(true);
    // The next film is the first one.
    await lab.page.keyboard.press('m');
    await lab.page.waitForFunction(() => window.pliantLab.snapshot()!.state.film === 'tablecloth');
    expect(await lab.loaded()).toMatchObject({ frame: 0, camera: tablecloth.camera });
    expect(lab.problems).toEqual([]);
    await lab.close();
  });
});
