import { PliantError } from 'pliant';
import { createRandom } from 'pliant/exact';
import { buildTree, deserializeTree, serializeTree } from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../mesh/expect-refused.js';
import { SAMPLE_MESHES, soup } from '../support/sample-meshes.js';
import { expectSameTree } from './check-tree.js';

const TREE = buildTree(soup(createRandom(95), 9, 0.2), { leafSize: 2, arity: 4 });
const BYTES = new Uint8Array(serializeTree(TREE));
const HEADER_BYTES = 32;

function refusal(data: ArrayBuffer | Uint8Array): PliantError {
  try {
    deserializeTree(data);
  } catch (error) {
    if (error instanceof PliantError) return error;
    throw error;
  }
  throw new Error('deserializeTree: accepted');
}

function withWord(index: number, value: number): Uint8Array {
  const bytes = BYTES.slice();
  new DataView(bytes.buffer).setUint32(index * 4, value, true);
  return bytes;
}

describe('a serialised tree', () => {
  it.each(Object.keys(SAMPLE_MESHES))('over %s comes back the same', (name) => {
    const mesh = SAMPLE_MESHES[name]();
    for (const arity of [2, 4] as const) {
      const tree = buildTree(mesh, { arity });
      expectSameTree(deserializeTree(serializeTree(tree)), tree);
    }
  });

  it('is read from a view at any offset, and shares nothing with it', () => {
    for (const offset of [0, 1, 2, 3, 5]) {
      const buffer = new Uint8Array(BYTES.length + 16).fill(0xaa);
      buffer.set(BYTES, offset);
      const tree = deserializeTree(buffer.subarray(offset, offset + BYTES.length));
      buffer.fill(0);
      expectSameTree(tree, TREE);
    }
  });

  it('begins with its name, and has the same bytes on every machine', () => {
    expect(String.fromCharCode(...BYTES.subarray(0, 4))).toBe('PLNT');
    expect(new DataView(BYTES.buffer).getUint32(4, true)).toBe(1);
    expect(BYTES.length).toBe(HEADER_BYTES + (TREE.nodeCount * (TREE.arity + 2) + TREE.triangleCount) * 4);
    expect(new Uint8Array(serializeTree(TREE))).toEqual(BYTES);
  });

  it('cut after any byte behind its name is refused as cut short, with true numbers', () => {
    for (let length = 4; length < BYTES.length; length++) {
      const { code, message } = refusal(BYTES.slice(0, length));
      expect(code, `${length} bytes: ${message}`).toBe('cut-short');
      expect(message, `${length} bytes`).not.toContain('NaN');
    }
  });

  it('cut within its name, or nothing at all, is refused', () => {
    for (let length = 0; length < 4; length++) {
      expect(['cut-short', 'foreign-buffer'], `${length} bytes`).toContain(refusal(BYTES.slice(0, length)).code);
    }
  });

  it('with anything behind it is refused', () => {
    for (let extra = 1; extra <= 9; extra++) {
      const { code } = refusal(Uint8Array.of(...BYTES, ...new Uint8Array(extra)));
      expect(code, `${extra} bytes more`).toBe('bad-file');
    }
  });

  it('with any bit flipped is refused', () => {
    for (let bit = 0; bit < BYTES.length * 8; bit++) {
      const damaged = BYTES.slice();
      damaged[bit >> 3] ^= 1 << (bit & 7);
      const codes =
        bit < 32 ? ['foreign-buffer'] : bit < 64 ? ['newer-version', 'bad-file'] : ['bad-file', 'cut-short'];
      expect(codes, `bit ${bit}`).toContain(refusal(damaged).code);
    }
  });

  it('of a newer format is refused as such, whatever follows', () => {
    expect(refusal(withWord(1, 2)).code).toBe('newer-version');
    expect(refusal(withWord(1, 0xffffffff)).code).toBe('newer-version');
    expect(refusal(withWord(1, 2).slice(0, 12)).code).toBe('newer-version');
    expect(refusal(withWord(1, 2)).message).toMatch(/format 2.*up to 1/);
  });

  it('of another origin is refused as foreign', () => {
    for (const text of ['glTF\u0002\0\0\0', '{"asset":{}}', 'ply\nformat ascii 1.0', '\0\0\0\0\0\0\0\0\0\0\0\0']) {
      expect(refusal(new TextEncoder().encode(text)).code, text).toBe('foreign-buffer');
    }
  });

  it('that lies about its counts is refused without reserving memory for them', () => {
    for (const word of [4, 5]) {
      expect(refusal(withWord(word, 0xffffffff)).code).toBe('cut-short');
    }
    expect(refusal(withWord(3, 0)).code).toBe('bad-file');
    expect(refusal(withWord(6, 99)).code).toBe('bad-file');
  });

  it('that was made of a damaged tree is refused although its checksum fits', () => {
    const damaged = structuredClone(TREE);
    damaged.triangleOrder[0] = damaged.triangleOrder[1];
    expectRefused(() => deserializeTree(serializeTree(damaged)), 'bad-file', 'deserializeTree', 'twice');
  });

  it('is refused when it is no buffer', () => {
    for (const value of [undefined, null, 'PLNT', 7, [1, 2], {}, new Float32Array(9)]) {
      expectRefused(() => deserializeTree(value as ArrayBuffer), 'bad-type', 'deserializeTree');
    }
  });
});
