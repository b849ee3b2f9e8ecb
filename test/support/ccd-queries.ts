/** The shared queries about touches in time, where they are. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { QueryFiles } from '../../scenes/touch-queries.js';
import { sharedData } from './shared-data.js';

const ROOT = sharedData('ccd');

/** Whether the data is there. */
export const hasTouchQueries = ROOT !== undefined;

/** What the readers of the queries read from. */
export const TOUCH_FILES: QueryFiles = {
  list: (folder) => readdirSync(join(ROOT ?? '', folder)).sort(),
  read: (path) => new Uint8Array(readFileSync(join(ROOT ?? '', path))),
};
