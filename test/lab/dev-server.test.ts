// slow: bundles what the page depends on
/** `npm run dev`: the page from the sources, as it is served while somebody works on it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectPath } from '../../scripts/paths.mjs';
import { packedSquare } from '../gltf/packed-square.js';
import { dropFiles } from './drop-files.js';
import { SMALL_WINDOW, launchBrowser, openLab } from './lab-page.js';

let browser: Browser;
let folder: string;
let server: ChildProcess;
let output = '';
beforeAll(async () => {
  browser = await launchBrowser();
  folder = mkdtempSync(join(tmpdir(), 'pliant-dev-'));
  // As if nothing had been bundled before: what is kept is not looked at again.
  const options = ['lab', '--port', '5273', '--force'];
  server = spawn(process.execPath, [projectPath('node_modules/vite/bin/vite.js'), ...options], { cwd: projectPath() });
  for (const stream of [server.stdout!, server.stderr!]) {
    stream.on('data', (chunk: Buffer) => (output += stripVTControlCharacters(chunk.toString())));
  }
});
afterAll(async () => {
  await browser.close();
  const hasEnded = server.exitCode !== null || new Promise((resolve) => server.once('close', resolve));
  server.kill();
  await hasEnded;
  rmSync(folder, { recursive: true });
});

function urlIn(text: string): string | undefined {
  return /Local: +(http:\S+)/.exec(text)?.[1];
}

describe('the page that is served from the sources', () => {
  it('shows and audits an example and a compressed file, without an error', async () => {
    await expect.poll(() => urlIn(output), { message: 'where it is served' }).toBeDefined();
    const url = urlIn(output)!;
    const lab = await openLab(browser, 'scene=model&model=tube&playing=no&frame=120', { viewport: SMALL_WINDOW, url });
    await lab.page.waitForFunction(() => window.pliantLab.snapshot()!.auditState === 'done');
    expect(await lab.snapshot()).toMatchObject({ objectNames: ['Tube'], isExact: true, findingCount: 1 });
    const path = join(folder, 'packed.glb');
    writeFileSync(path, packedSquare());
    await dropFiles(lab.page, path);
    await lab.page.waitForFunction(() => window.pliantLab.snapshot()!.modelName === 'packed.glb');
    expect(await lab.loaded()).toMatchObject({ triangleCount: 2 });
    expect(lab.problems).toEqual([]);
    expect(output).not.toMatch(/error|warning/i);
    expect(server.exitCode).toBeNull();
    await lab.close();
  });
});
