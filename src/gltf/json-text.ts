/** From bytes to JSON, without trusting them: nothing is parsed before its depth is known. */
import { DEEPEST_JSON, MOST_JSON_BYTES } from './limits.js';
import { refuseFor } from './refusal.js';

/** An object of JSON before anything is known about it. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/**
 * Parses JSON of bounded size and depth, in which no key is `__proto__`. Undefined for what is no JSON, or no object: the
 * validator says where and why.
 */
export function parseJson(bytes: Uint8Array): JsonRecord | undefined {
  if (bytes.length > MOST_JSON_BYTES) {
    refuseFor('json-size', '/', `the JSON has ${bytes.length} bytes, more than the ${MOST_JSON_BYTES} that are read`);
  }
  requireDepth(bytes);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  requireKeys(value);
  return value;
}

/** An object, and no array. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a list that may be anything; where there is none, an empty object, so that indices hold. */
export function recordsOf(value: unknown): readonly JsonRecord[] {
  return Array.isArray(value) ? value.map((entry: unknown) => (isRecord(entry) ? entry : {})) : [];
}

/** A whole number that is not negative, or undefined. */
export function indexOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Counts brackets outside strings. Parsers agree with it up to the first mistake, and go no further. */
function requireDepth(bytes: Uint8Array): void {
  let depth = 0;
  let isInString = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (isInString) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) {
      isInString = true;
    } else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) {
      if (++depth > DEEPEST_JSON) {
        refuseFor(
          'json-depth',
          `byte ${i} of the JSON`,
          `arrays and objects are nested more than ${DEEPEST_JSON} deep`,
        );
      }
    } else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) {
      depth--;
    }
  }
}

/** Refuses keys that change what an object is for code that copies it key by key. Recursion is as deep as the JSON. */
function requireKeys(value: object, pointer = ''): void {
  for (const [key, entry] of Object.entries(value) as [string, unknown][]) {
    if (key === '__proto__') refuseFor('forbidden-key', `${pointer}/__proto__`, 'the key __proto__ is not allowed');
    if (typeof entry === 'object' && entry !== null) {
      requireKeys(entry, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
    }
  }
}
