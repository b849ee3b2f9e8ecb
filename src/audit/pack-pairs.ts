/** Triangle pairs as text, some three bytes each: how reports keep what they have seen. `SeenPairs.packed` has the format. */
import { PliantError } from '../errors.js';
import type { PairKeys } from './key-set.js';

/** Bytes that `String.fromCharCode` takes at once. */
const CHUNK = 8192;
/** Bytes of a pair at most: two numbers below 2^32, seven bits a byte. */
const MOST_BYTES = 10;

/** Packs keys of pairs whose second surface has so many triangles. */
export function packPairs({ count, keys }: PairKeys, trianglesB: number): string {
  let bytes = new Uint8Array(4 * count + MOST_BYTES);
  let length = 0;
  let a = 0;
  let b = 0;
  for (let i = 0; i < count; i++) {
    if (bytes.length < length + MOST_BYTES) {
      const longer = new Uint8Array(2 * bytes.length);
      longer.set(bytes);
      bytes = longer;
    }
    const first = Math.floor(keys[i] / trianglesB);
    const second = keys[i] - first * trianglesB;
    if (first !== a) b = 0;
    length = writeNumber(bytes, length, first - a);
    length = writeNumber(bytes, length, second - b);
    a = first;
    b = second;
  }
  let text = '';
  for (let at = 0; at < length; at += CHUNK) {
    // Spreading it would make a list of numbers first.
    text += Reflect.apply(String.fromCharCode, undefined, bytes.subarray(at, Math.min(at + CHUNK, length)));
  }
  return btoa(text);
}

/**
 * Unpacks pairs to keys.
 *
 * @throws PliantError `bad-file` for text that {@link packPairs} cannot have made for surfaces of so many triangles.
 */
export function unpackPairs(packed: string, trianglesA: number, trianglesB: number): PairKeys {
  let text: string;
  try {
    text = atob(packed);
  } catch {
    return refuse('is no base64');
  }
  const keys: number[] = [];
  let at = 0;
  const readNumber = (): number => {
    let value = 0;
    for (let factor = 1; factor <= 0x10000000; factor *= 128) {
      if (at >= text.length) refuse('ends in the middle of a pair');
      const byte = text.charCodeAt(at++);
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
    return refuse('has a number that is too large');
  };
  let a = 0;
  let b = 0;
  while (at < text.length) {
    const step = readNumber();
    if (step > 0) b = 0;
    a += step;
    b += readNumber();
    const key = a * trianglesB + b;
    if (a >= trianglesA || b >= trianglesB) refuse(`names triangles ${a} and ${b}, which are not there`);
    if (keys.length > 0 && key <= keys[keys.length - 1]) refuse('has pairs that are not in rising order');
    keys.push(key);
  }
  return { keys: Float64Array.from(keys), count: keys.length };
}

/** Writes a number from `at` on, and returns where the next begins. */
function writeNumber(bytes: Uint8Array, at: number, value: number): number {
  let end = at;
  let rest = value;
  while (rest >= 128) {
    bytes[end++] = 128 + (rest % 128);
    rest = Math.floor(rest / 128);
  }
  bytes[end++] = rest;
  return end;
}

function refuse(why: string): never {
  throw new PliantError('bad-file', `auditScene: the list of pairs in the baseline ${why}; make the report anew`);
}
