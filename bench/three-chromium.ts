/** Runs the races in Chromium: the emitted code in one bundle, in a page that is served from memory and reaches no network. */
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import type { Browser, Route } from 'playwright-core';
import { build } from 'vite';
import { CHROMIUM_ARGUMENTS, findChromium } from '../scripts/chromium.mjs';
import type { Figures, Print } from './report.js';
import type { ThreeFiles } from './three-races.js';

const HOME = 'https://pliant.test';
/** A page that is isolated from others has the finest clock there is: five microseconds instead of a hundred. */
const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
const PAGE = '<!doctype html><title>bench</title><script type="module" src="/bench.js"></script>';

/** The same figures as in Node. */
export async function runInChromium(files: ThreeFiles, print: Print): Promise<Figures> {
  const script = await bundle();
  const executablePath = findChromium();
  if (executablePath === undefined) {
    throw new Error('three: no Chromium was found; set PLIANT_CHROMIUM to the path of one');
  }
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGUMENTS });
  try {
    return await runPage(browser, script, files, print);
  } finally {
    await browser.close();
  }
}

async function runPage(browser: Browser, script: string, files: ThreeFiles, print: Print): Promise<Figures> {
  const page = await browser.newPage();
  page.on('console', (message) => print(message.text()));
  await page.route('**/*', (route) => answer(route, script, files));
  await page.goto(HOME);
  await page.waitForFunction(() => 'raceThree' in window);
  const paths = [files.runner && '/runner', files.face && '/face'] as const;
  return page.evaluate(([runner, face]) => window.raceThree(runner, face), paths);
}

async function answer(route: Route, script: string, files: ThreeFiles): Promise<void> {
  const bodies: Readonly<Record<string, readonly [string, string | ArrayBuffer | undefined]>> = {
    '/': ['text/html', PAGE],
    '/bench.js': ['text/javascript', script],
    '/runner': ['model/gltf-binary', files.runner],
    '/face': ['model/gltf-binary', files.face],
  };
  const [contentType, body] = bodies[new URL(route.request().url()).pathname] ?? [];
  if (contentType === undefined || body === undefined) return route.fulfill({ status: 404 });
  return route.fulfill({
    contentType,
    headers: ISOLATED,
    body: typeof body === 'string' ? body : Buffer.from(body),
  });
}

async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      lib: { entry: fileURLToPath(new URL('three-page.js', import.meta.url)), formats: ['es'], fileName: 'bench' },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) => ('output' in one ? one.output : []));
  const script = outputs.find((output) => output.type === 'chunk' && output.isEntry);
  if (script?.type !== 'chunk') throw new Error('three: the bundle has no script');
  return script.code;
}
