/** Opens the lab in a browser of its own, notes everything that goes wrong there, and drives it as a person would. */
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import type { LabSnapshot } from '../../lab/hook.js';
import { CHROMIUM_ARGUMENTS, findChromium } from '../../scripts/chromium.mjs';

/** Said by Chromium itself, about how it brings pictures drawn in software to the screen. */
const BROWSER_NOISE = /GL Driver Message .* GPU stall due to ReadPixels/;

/** Smooth edges cost a third of the time of a picture that is drawn in software, and no test is about them. */
const SIMPLE_EDGES = '--webgl-antialiasing-mode=none';

/** Drawing in software takes time; where many frames are drawn, a small window saves most of it. */
export const SMALL_WINDOW = { width: 680, height: 360 } as const;

/** For as long as a test may take, but for a little that the message needs: how fast pages are depends on who else is busy. */
const PATIENCE_MS = 110_000;

/** How to open the page. */
export interface OpenOptions extends BrowserContextOptions {
  /** Run in the page before its own code. */
  readonly before?: readonly (() => void)[];
  /** Where the page is; where the built one is, if that is not said. */
  readonly url?: string;
  /** Leaves a link without a scene as it is: someone comes for the first time. */
  readonly isFirstVisit?: boolean;
}

/** The lab in a tab. */
export interface LabPage {
  readonly page: Page;
  /** Console errors and warnings, exceptions, and requests that failed or left for another place. */
  readonly problems: readonly string[];
  /** What the page shows, after it has caught up with everything that was done to it. */
  snapshot(): Promise<LabSnapshot>;
  /** Waits until nothing is being loaded, then for {@link snapshot}. */
  loaded(): Promise<LabSnapshot>;
  text(id: string): Promise<string>;
  close(): Promise<void>;
}

/** Starts the browser, with further arguments if need be. */
export async function launchBrowser(...more: readonly string[]): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: [...CHROMIUM_ARGUMENTS, SIMPLE_EDGES, ...more],
  });
}

/** Opens the lab with the given link, about the curtain where it names no scene, and waits until its first frame is there. */
export async function openLab(browser: Browser, link = '', options: OpenOptions = {}): Promise<LabPage> {
  const lab = await beginLab(browser, link, options);
  await lab.loaded();
  return lab;
}

/** Keeps workers whose script has such a name from beginning, and gives what lets them: so that there is a meantime. */
export async function holdWorker({ page }: LabPage, name: RegExp): Promise<() => void> {
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(name, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}

/**
 * For `before`: presses the button that calls off what the page loads as soon as it is there. From within the page, since whoever looks from
 * outside may come when everything is loaded.
 */
export function callOffLoading(): void {
  const timer = setInterval(() => {
    const button = document.getElementById('loading-cancel');
    if (!button || button.closest('[hidden]') !== null) return;
    clearInterval(timer);
    button.click();
  }, 1);
}

/** Sees a clip go on. */
export async function expectPlaying(lab: LabPage): Promise<void> {
  for (let step = 0; step < 3; step++) {
    const { clipTime } = await lab.snapshot();
    await lab.page.waitForFunction((time) => window.pliantLab.snapshot()!.clipTime !== time, clipTime);
  }
}

/** Opens the lab without waiting for it. */
export async function beginLab(browser: Browser, link = '', options: OpenOptions = {}): Promise<LabPage> {
  const { before = [], isFirstVisit = false, url = inject('labUrl'), ...contextOptions } = options;
  const hash = isFirstVisit || link.includes('scene=') ? link : `scene=curtain&${link}`;
  const context = await contextOf(browser, { viewport: { width: 1000, height: 640 }, ...contextOptions });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  for (const script of before) await page.addInitScript(script);
  const problems = watch(page, new URL(url).origin);
  await page.exposeFunction('tellViolation', (what: string) => void problems.push(`policy: ${what}`));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) => {
      (window as unknown as { tellViolation(what: string): void }).tellViolation(`${violatedDirective} ${blockedURI}`);
    });
  });
  await page.goto(`${url}#${hash}`);
  const snapshot = async (): Promise<LabSnapshot> => {
    const shown = await page.evaluate(nextSnapshot);
    expect(shown).toBeDefined();
    return shown!;
  };
  return {
    page,
    problems,
    snapshot,
    async loaded() {
      await page.waitForFunction(() => window.pliantLab.snapshot()?.isLoading === false);
      return snapshot();
    },
    text: (id) => page.locator(`#${id}`).innerText(),
    close: () => page.close(),
  };
}

const contexts = new WeakMap<Browser, Map<string, Promise<BrowserContext>>>();

/** Pages of one kind of screen share what they have fetched and compiled. The lab keeps nothing else from one visit to the next. */
function contextOf(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const known = contexts.get(browser) ?? new Map<string, Promise<BrowserContext>>();
  contexts.set(browser, known);
  const name = JSON.stringify(options);
  const context = known.get(name) ?? browser.newContext(options);
  known.set(name, context);
  return context;
}

/** Two frames of the screen later, everything asked for in between has been computed and shown. */
function nextSnapshot(): Promise<LabSnapshot | undefined> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.pliantLab.snapshot())));
  });
}

function watch(page: Page, home: string): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    const isNoise = BROWSER_NOISE.test(message.text());
    if (['error', 'warning'].includes(message.type()) && !isNoise) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
  page.on('requestfailed', (request) => problems.push(`request failed: ${request.url()}`));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:' && origin !== home) problems.push(`left for ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} for ${response.url()}`);
  });
  return problems;
}
