import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildDocs } from '../../scripts/build-docs.mjs';
import { projectPath } from '../../scripts/paths.mjs';
import { launchBrowser } from '../examples/example-page.js';

let browser: Browser;
beforeAll(async () => {
  const { code, output } = await buildDocs();
  if (code !== 0) throw new Error(output);
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Opens a page of the site from disk. Complaints, and requests that leave the disk, land in the list. */
async function openSite(path: string): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
  onTestFinished(() => page.close());
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    if (!/^(file|data|blob):/.test(request.url())) problems.push(`left for ${request.url()}`);
  });
  page.on('requestfailed', (request) => problems.push(`failed: ${request.url()}`));
  await page.goto(pathToFileURL(join(projectPath('docs/api'), path)).href);
  return { page, problems };
}

describe('the documentation site, from disk', () => {
  it('leads a newcomer from the start to a guide and on to the reference', async () => {
    const { page, problems } = await openSite('index.html');
    await page.getByRole('heading', { name: 'Collision detection for meshes that deform' }).waitFor();
    await page.locator('.tsd-typography').getByRole('link', { name: 'Getting started' }).first().click();
    await page.getByRole('heading', { name: 'Getting started', level: 1 }).waitFor();
    await page.locator('.tsd-typography').getByRole('link', { name: 'createShape', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Function createShape' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('has every entry point and every guide in its navigation', async () => {
    const { page, problems } = await openSite('index.html');
    const links = page.locator('#tsd-nav-container a');
    const rooms = ['parts', 'exact', 'oracle', 'inspect', 'meaning', 'workers', 'audit', 'audit (Node)', 'three'];
    const names = ['pliant', ...rooms.map((room) => `pliant/${room}`)];
    const titles = ['Getting started', 'Deforming meshes in three.js', 'The audit', 'Characters'];
    await expect
      .poll(async () => (await links.allTextContents()).map((text) => text.trim()))
      .toEqual(expect.arrayContaining([...names, ...titles]));
    expect(problems).toEqual([]);
  });

  it('groups the names of an entry point by subject, with a line for each', async () => {
    const { page, problems } = await openSite('modules/pliant.html');
    const subjects = page.locator('.tsd-panel-group h2');
    await expect
      .poll(async () => (await subjects.allTextContents()).map((text) => text.trim()))
      .toEqual(['Shapes', 'Bodies', 'Hits', 'Questions', 'Questions in slices', 'Worlds', 'Errors']);
    const names = await page.locator('.tsd-member-summaries .tsd-member-summary-name').count();
    const lines = await page.locator('.tsd-member-summaries .tsd-comment').allTextContents();
    expect(names).toBeGreaterThan(40);
    expect(lines.filter((line) => line.trim() !== '')).toHaveLength(names);
    expect(problems).toEqual([]);
  });

  it.each(['index.html', 'documents/Characters.html', 'documents/Bounds_that_follow_the_pose.html'])(
    'shows the pictures of %s',
    async (path) => {
      const { page, problems } = await openSite(path);
      const widths = await page
        .locator('.tsd-typography img')
        .evaluateAll((pictures) => pictures.map((picture) => (picture as HTMLImageElement).naturalWidth));
      expect(widths.length).toBeGreaterThan(0);
      expect(Math.min(...widths)).toBeGreaterThan(0);
      expect(problems).toEqual([]);
    },
  );

  it('finds a name', async () => {
    const { page, problems } = await openSite('index.html');
    await page.locator('#tsd-search-trigger').click();
    await page.locator('#tsd-search-input').fill('acceleratedDeformRaycast');
    await page.locator('#tsd-search-results').getByText('acceleratedDeformRaycast').first().waitFor();
    expect(problems).toEqual([]);
  });
});
