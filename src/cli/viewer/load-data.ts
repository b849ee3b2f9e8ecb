/** The data that the command put into the page. */
import type { PageData } from '../page-data.js';
import { unpackRecord } from '../packed-record.js';
import { element } from './elements.js';

/** Decodes and unpacks it. */
export async function loadData(): Promise<PageData> {
  const letters = atob(element('data').textContent ?? '');
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return unpackRecord(new Uint8Array(await new Response(stream).arrayBuffer())) as PageData;
}
