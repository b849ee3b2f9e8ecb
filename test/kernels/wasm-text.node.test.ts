import { describe, expect, it } from 'vitest';
import { encodeWasm } from '../../scripts/wasm-text.mjs';
import { decodeWasm } from '../../src/kernels/wasm-text.js';

describe('WebAssembly as text', () => {
  it('is read as the bytes that were written, whatever they are', () => {
    const all = Uint8Array.from({ length: 256 * 256 * 2 }, (_, i) => (i & 1 ? i >> 1 : i >> 9));
    expect(decodeWasm(encodeWasm(all))).toEqual(all);
    expect(decodeWasm('')).toEqual(new Uint8Array(0));
  });

  it('has nothing that a string in single quotes has to escape, and nothing beyond ASCII', () => {
    expect(encodeWasm(Uint8Array.from({ length: 256 }, (_, i) => i))).toMatch(/^[%-~]*$/);
    expect(encodeWasm(Uint8Array.from({ length: 256 }, (_, i) => i))).not.toMatch(/['\\]/);
  });
});
