// slow: makes the bridge at its full size
import { describe, expect, it } from 'vitest';
import { BRIDGE_DEFAULTS, createBridge } from '../../scenes/bridge.js';
import { hashWords } from '../support/same-words.js';
import { expectCount, expectWhole } from './expect-whole.js';

/** Gaps that hangers, cables, arches and towers leave. */
const HANDLES = 44;

describe('the bridge', () => {
  it('has the size of the paper, 240,316 faces within one percent, is one closed surface and does not touch itself', () => {
    expect(BRIDGE_DEFAULTS.triangles).toBe(240_316);
    const mesh = createBridge();
    expectCount(mesh, 240_316, 0.01, 'the default');
    expectWhole(mesh, HANDLES, 'the default');
  });

  it('keeps its shape in a coarser net, and sags as its seed says', () => {
    const [first, second] = [1, 2].map((seed) => createBridge({ triangles: 60_000, seed }));
    for (const mesh of [first, second]) {
      expectCount(mesh, 60_000, 0.01, 'a coarse one');
      expectWhole(mesh, HANDLES, 'a coarse one');
    }
    expect(hashWords(first.positions)).not.toBe(hashWords(second.positions));
    expect(() => createBridge({ triangles: 10_000 })).toThrow(/triangles is 10000; pass a number from 60,000/);
  });
});
