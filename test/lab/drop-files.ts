/** Drops files on the page, as a person would who drags them from another window. */
import type { Page } from 'playwright-core';

/** Drags files or folders over the page and lets go of them. Paths are those of this machine. */
export async function dropFiles(page: Page, ...files: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 200, y: 250, data });
  }
  await session.detach();
}
