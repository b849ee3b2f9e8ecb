import { describe, expect, it } from 'vitest';
import { FIRST_HASH, GOLDEN_HASH } from './golden-hash.js';
import { runGolden } from './golden.js';

describe('all answers together', () => {
  it('are the same bits in every engine, on both backends, and there are some of every kind', async () => {
    const [wasm, typescript] = [await runGolden('wasm'), await runGolden('typescript')];
    for (const [kind, count] of Object.entries(wasm.found)) expect(count, kind).toBeGreaterThan(10);
    expect(typescript.parts).toEqual(wasm.parts);
    expect(wasm.firstHash).toBe(FIRST_HASH);
    expect(wasm.hash).toBe(GOLDEN_HASH);
    expect(typescript.hash).toBe(GOLDEN_HASH);
  });
});
