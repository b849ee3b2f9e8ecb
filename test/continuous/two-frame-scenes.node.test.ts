// slow: a scene of 24 k triangles
/** A shared scene whose touches are known completely: none is missed, none is invented. The benchmark asks the larger one, too. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkTwoFrameScenes } from '../../bench/two-frame-scenes.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { sharedData } from '../support/shared-data.js';

const root = sharedData('ccd');

it.skipIf(root === undefined)('a scene of two frames has the touches that it is known to have', () => {
  const read = (path: string): Uint8Array => new Uint8Array(readFileSync(join(root!, path)));
  const [{ found, invented, missed }] = checkTwoFrameScenes(BACKENDS.wasm, { read }, ['armadillo-rollers']);
  expect({ found, invented, missed }).toEqual({ found: 4650 + 19_308, invented: 0, missed: 0 });
});
