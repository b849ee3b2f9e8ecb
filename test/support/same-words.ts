import { expect } from 'vitest';

type Words = Float32Array | Float64Array | Uint32Array;

/** Both arrays must hold the same bits, signs of zeros included; names the first place where they differ. */
export function expectSameWords(actual: Words, expected: Words, what: string): void {
  expect(actual.length, what).toBe(expected.length);
  const actualBits = bitsOf(actual);
  const expectedBits = bitsOf(expected);
  const place = actualBits.findIndex((word, i) => word !== expectedBits[i]);
  const index = Math.floor((place * actualBits.BYTES_PER_ELEMENT) / actual.BYTES_PER_ELEMENT);
  expect(place, `${what}: [${index}] is ${actual[index]}, not ${expected[index]}`).toBe(-1);
}

/** FNV-1a (Fowler, Noll, Vo) over the bits of any number of arrays, in hexadecimal: for golden values. */
export function hashWords(...arrays: readonly Words[]): string {
  let hash = 0x811c9dc5;
  for (const array of arrays) {
    for (const word of bitsOf(array)) hash = Math.imul(hash ^ word, 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}

function bitsOf(array: Words): Uint32Array {
  return new Uint32Array(array.buffer, array.byteOffset, array.byteLength / 4);
}
