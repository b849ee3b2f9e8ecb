// slow: opens the page anew for every link
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLink, writeLink } from '../../lab/model/deep-link.js';
import { STATE_DEFAULTS } from '../../lab/model/state.js';
import type { LabState } from '../../lab/model/state.js';
import { SMALL_WINDOW, launchBrowser, openLab } from './lab-page.js';

const EVERYTHING: LabState = {
  scene: 'pile',
  strategy: 'refit',
  size: 'large',
  flight: 'hand',
  ballSize: 10,
  bound: 'sphere',
  backend: 'typescript',
  arity: 2,
  leafSize: 16,
  level: 5,
  testedOnly: true,
  wireframe: true,
  follow: true,
  bodies: 80,
  proxyLevel: 4,
  morph: 0.5,
  look: 'proxies',
  contacts: false,
  subject: 'cloth',
  motion: 'jump',
  animalSize: 'large',
  clothMotion: 'fold',
  clothLevels: 4,
  probe: 'ball',
  place: [0.125, 0.25, -0.5],
  patches: false,
  selfCollisions: false,
  pruning: false,
  governors: false,
  regions: 'rule',
  borders: true,
  model: 'file',
  file: 'characters/hero & co.glb',
  clip: -1,
  hidden: '1,3',
  weights: '0.3=0.5,2.0=-0.25',
  live: false,
  known: true,
  seeThrough: true,
  treeLook: 'front',
  film: 'tablecloth',
  fineness: 'fine',
  framesPerKey: 30,
  pairLook: 'all',
  boxLevel: 3,
  firstTouch: true,
  speed: 0.125,
  playing: false,
  view: '1.5,0.25,3,0,0.125,-0.5',
  frame: 42,
  ball: [-0.25, 1.5, 0.0625],
};

describe('a link', () => {
  it('holds nothing for the defaults', () => {
    expect(writeLink(STATE_DEFAULTS)).toBe('');
    expect(readLink('')).toEqual(STATE_DEFAULTS);
  });

  it('from before there was a cloth opens the animal', () => {
    expect(readLink('#scene=quadruped&motion=jump')).toMatchObject({ scene: 'surface', subject: 'quadruped' });
  });

  it('from before rules had colours opens regions in those of their sizes', () => {
    expect(readLink('#scene=surface&regions=yes')).toMatchObject({ regions: 'size' });
    expect(readLink('#scene=surface&regions=no')).toMatchObject({ regions: 'off' });
  });

  it('brings back every choice', () => {
    expect(readLink(`#${writeLink(EVERYTHING)}`)).toEqual(EVERYTHING);
  });

  it.each([
    'scene=moon',
    'strategy=eager',
    'ballSize=2',
    'bodies=41',
    'bodies=1e9',
    'proxyLevel=20',
    'morph=2',
    'look=away',
    'contacts=some',
    'motion=sleep',
    'animalSize=huge',
    'probe=nose',
    'place=1,2',
    'patches=some',
    'selfCollisions=some',
    'model=moon',
    'clip=-2',
    'clip=x',
    'hidden=all',
    'weights=0.1=high',
    'live=some',
    'treeLook=away',
    'size=huge',
    'film=moon',
    'fineness=finest',
    'framesPerKey=7',
    'pairLook=away',
    'boxLevel=x',
    'firstTouch=some',
    'frame=-1',
    'frame=1.5',
    'frame=1e9',
    'level=-2',
    'level=x',
    'speed=3',
    'playing=maybe',
    'ball=1,2',
    'ball=1,2,NaN',
    'ball=1,2,99',
    'leafSize=3',
    'view=1,2,3',
    'view=1,2,3,4,5,x',
    'view=1,2,3,1,2,3',
    'unknown=1',
    '%E0%A4%A',
    '&&==&',
  ])('passes over what it cannot use: %s', (link) => {
    expect(readLink(link)).toEqual(STATE_DEFAULTS);
  });
});

describe('the address bar', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it('restores what a link holds', async () => {
    const lab = await openLab(
      browser,
      'flight=pass&bound=sphere&level=3&wireframe=yes&speed=0.25&playing=no&frame=55&arity=2&backend=typescript&' +
        'strategy=adaptive&ballSize=3',
    );
    const { state, frame, backend, touched } = await lab.snapshot();
    expect(state).toMatchObject({ flight: 'pass', bound: 'sphere', level: 3, wireframe: true, speed: 0.25, arity: 2 });
    expect(state).toMatchObject({ strategy: 'adaptive', ballSize: 3 });
    expect(await lab.page.getByLabel('Adaptive').isChecked()).toBe(true);
    expect(await lab.page.getByLabel('3 ×').isChecked()).toBe(true);
    expect(frame).toBe(55);
    expect(backend).toBe('typescript');
    expect(touched.length).toBeGreaterThan(0);
    expect(await lab.page.getByLabel('Passes').isChecked()).toBe(true);
    expect(await lab.page.getByLabel('Spheres', { exact: true }).isChecked()).toBe(true);
    expect(await lab.page.locator('#speed').inputValue()).toBe('0.25');
    expect(await lab.page.locator('#level').inputValue()).toBe('3');
    await lab.close();
  });

  it('follows the choices, so that it can be copied', async () => {
    const lab = await openLab(browser, 'playing=no&frame=7');
    await lab.page.keyboard.press(']');
    await lab.page.keyboard.press(']');
    await lab.page.keyboard.press('.');
    await lab.page.waitForURL(/level=1.*frame=8/);
    const copy = await openLab(browser, new URL(lab.page.url()).hash.slice(1));
    const [original, copied] = [await lab.snapshot(), await copy.snapshot()];
    expect(copied.state).toEqual(original.state);
    expect(copied.touched).toEqual(original.touched);
    await lab.close();
    await copy.close();
  });

  it('holds the view that somebody has turned to, until it is reset or something else is shown', async () => {
    const lab = await openLab(browser, 'scene=model&model=tube&playing=no&live=no', { viewport: SMALL_WINDOW });
    const hash = (): string => new URL(lab.page.url()).hash;
    expect(hash()).not.toContain('view=');
    const turn = async (): Promise<void> => {
      await lab.page.locator('#canvas').press('ArrowLeft');
      await lab.page.locator('#canvas').press('+');
      await expect.poll(hash).toContain('view=');
    };
    await turn();
    const { camera, state } = await lab.loaded();
    const copy = await openLab(browser, `scene=model&${writeLink(state)}`, { viewport: SMALL_WINDOW });
    const copied = await copy.loaded();
    expect(copied.state).toEqual(state);
    for (let axis = 0; axis < 3; axis++) expect(copied.camera[axis]).toBeCloseTo(camera[axis], 4);
    await copy.close();

    await lab.page.locator('#reset-view').click();
    await expect.poll(hash).not.toContain('view=');
    await turn();
    await lab.page.locator('.scenes').getByText('Curtain', { exact: true }).click();
    expect((await lab.loaded()).scene).toBe('curtain');
    await expect.poll(hash).not.toContain('view=');
    expect(lab.problems).toEqual([]);
    await lab.close();
  });

  it('can be edited while the page is open', async () => {
    const lab = await openLab(browser, 'playing=no&frame=7');
    await lab.page.evaluate(() => void (location.hash = 'scene=curtain&playing=no&frame=55&flight=pass'));
    await lab.page.waitForFunction(() => window.pliantLab.snapshot()!.frame === 55);
    expect((await lab.snapshot()).state.flight).toBe('pass');
    await lab.close();
  });

  it('opens with a frame that the film has not, at its last', async () => {
    const lab = await openLab(browser, 'playing=no&frame=5000&level=90');
    const { frame, state, nodesOfLevel } = await lab.snapshot();
    expect(frame).toBe(109);
    expect(state.level).toBe(nodesOfLevel.length - 1);
    expect(lab.problems).toEqual([]);
    await lab.close();
  });
});
