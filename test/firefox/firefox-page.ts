/** Opens pages in Firefox, over WebDriver BiDi, and notes everything that goes wrong there. */
import { launch } from 'puppeteer-core';
import type { Browser, Page } from 'puppeteer-core';
import { findFirefox } from '../../scripts/firefox.mjs';

/** A page, and what it complained about: messages, exceptions, files that were not there, requests that left for elsewhere. */
export interface FirefoxPage {
  readonly page: Page;
  readonly problems: readonly string[];
}

/** Starts the browser. There must be one: see {@link findFirefox}. */
export async function launchFirefox(): Promise<Browser> {
  return launch({
    browser: 'firefox',
    executablePath: findFirefox() ?? 'firefox',
    headless: true,
    // How long a start takes is the machine's affair; a test that hangs is ended by its own limit.
    timeout: 0,
    protocolTimeout: 0,
  });
}

/** Opens a page. Nothing in it is waited for by time. */
export async function openInFirefox(browser: Browser, url: string): Promise<FirefoxPage> {
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warn') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(`exception: ${String(error)}`));
  page.on('requestfailed', (request) => problems.push(`request failed: ${request.url()}`));
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} for ${response.url()}`);
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(url).origin) problems.push(`left for ${request.url()}`);
  });
  await page.goto(url);
  return { page, problems };
}
