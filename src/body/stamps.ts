/** Stamps: what was evaluated under another one is stale. */
import { HEADER } from '../kernels/layout/header.js';
import { RECORD, recordOf } from '../kernels/layout/record.js';
import type { WordIndex } from '../kernels/units.js';

const LAST_STAMP = 0xffffffff;

/** The kernels' stamp has 32 bits and is never 0. When all are used up, blocks forget what they have seen, and `forgetRest` the rest. */
export function advanceStamp(u32: Uint32Array, header: WordIndex, blockCount: number, forgetRest?: () => void): void {
  if (u32[header + HEADER.stamp] === LAST_STAMP) {
    for (let block = 0; block < blockCount; block++) u32[recordOf(u32, header, block) + RECORD.stamp] = 0;
    forgetRest?.();
    u32[header + HEADER.stamp] = 0;
  }
  u32[header + HEADER.stamp]++;
}
