/**
 * Files of words and numbers, in which the numbers may be text or binary. One place is shared by both, because binary files have words between their numbers.
 */
import { describe } from '../checks.js';
import { PliantError, type PliantErrorCode } from '../errors.js';
import {
  type TextScanner,
  createTextScanner,
  decodeAscii,
  isAtEnd,
  isAtWordEnd,
  quoteWord,
  scanInteger,
  scanNumber,
  skipBlankLines,
  skipWord,
} from './scan-text.js';

/** A file being read. */
export interface NumberSource extends TextScanner {
  /** The function that was called, for error messages. */
  readonly caller: string;
  /** Undefined while numbers are text. */
  binary: { readonly view: DataView; readonly littleEndian: boolean } | undefined;
}

/** The types of number that binary files have here. */
export type NumberType = 'int32' | 'int64' | 'float32' | 'float64';

const NUMBER_BYTES: Readonly<Record<NumberType, number>> = { int32: 4, int64: 8, float32: 4, float64: 8 };

/** Bytes that a number of a text takes at least: a digit, and what separates it from the next. */
const TEXT_NUMBER_BYTES = 2;

/** Starts at the beginning of a file, whose numbers are text until {@link setBinary} says otherwise. */
export function createNumberSource(caller: string, data: string | Uint8Array | ArrayBuffer): NumberSource {
  return { ...createTextScanner(toBytes(caller, data)), caller, binary: undefined };
}

/** Reads numbers as binary from here on. */
export function setBinary(source: NumberSource, littleEndian: boolean): void {
  const { buffer, byteOffset, byteLength } = source.bytes;
  source.binary = { view: new DataView(buffer, byteOffset, byteLength), littleEndian };
}

/** Reads the next word, on this line or below. Empty at the end of the file. */
export function readWord(source: NumberSource): string {
  skipBlankLines(source);
  const start = source.at;
  skipWord(source);
  return decodeAscii(source.bytes, start, source.at);
}

/** Reads a whole number, which belongs to what the noun says; its index is told where it is not negative. */
export function readWhole(source: NumberSource, type: NumberType, noun: string, index: number): number {
  if (source.binary !== undefined) return readBinary(source, type, noun, index);
  return readWholeText(source, noun, index);
}

/** Reads a whole number that is text in binary files too. */
export function readWholeText(source: NumberSource, noun: string, index: number): number {
  skipBlankLines(source);
  const start = source.at;
  const value = scanInteger(source);
  if (Number.isSafeInteger(value) && isAtWordEnd(source)) return value;
  source.at = start;
  return failAtWord(source, noun, index, 'write a whole number');
}

/** Reads a coordinate: a number that a float32 can hold. */
export function readCoordinate(source: NumberSource, type: NumberType, noun: string, index: number): number {
  let value: number;
  const start = source.at;
  if (source.binary !== undefined) value = readBinary(source, type, noun, index);
  else {
    skipBlankLines(source);
    value = scanNumber(source);
    if (Number.isNaN(value)) failAtWord(source, noun, index, 'write a finite number');
  }
  if (Number.isFinite(Math.fround(value))) return value;
  if (source.binary !== undefined) source.at = start;
  return fail(source, 'bad-number', `${nameOf(noun, index)} is ${value}; write a number that a float32 can hold`);
}

/** Passes over numbers that are not wanted. */
export function skipNumbers(source: NumberSource, type: NumberType, count: number, noun: string): void {
  if (source.binary !== undefined) {
    requireRoom(source, type, count, noun);
    source.at += NUMBER_BYTES[type] * count;
    return;
  }
  for (let k = 0; k < count; k++) {
    skipBlankLines(source);
    if (isAtEnd(source)) fail(source, 'cut-short', `the file ends within ${noun}; it is cut short`);
    skipWord(source);
  }
}

/** Refuses counts of numbers for which the rest of the file has no room, before anything is allocated for them. */
export function requireRoom(source: NumberSource, type: NumberType, count: number, noun: string): void {
  const each = source.binary === undefined ? TEXT_NUMBER_BYTES : NUMBER_BYTES[type];
  const left = source.bytes.length - source.at + (source.binary === undefined ? 1 : 0);
  if (count * each <= left) return;
  const announced = `${noun} are announced, which takes at least ${count * each} bytes, but ${left} are left`;
  fail(source, 'cut-short', `${announced}; the file is cut short, or the count is wrong`);
}

/** Reads a count, of 0 or more, for whose numbers the file has room: so many numbers each. */
export function readCount(source: NumberSource, type: NumberType, noun: string, numbersEach: number): number {
  return checkCount(source, readWhole(source, type, `the number of ${noun}`, -1), noun, numbersEach);
}

/** Refuses a count that is negative, or more than the file has room for at a byte each. */
export function checkCount(source: NumberSource, count: number, noun: string, numbersEach: number): number {
  if (count < 0) fail(source, 'bad-count', `the number of ${noun} is ${count}; write 0 or more`);
  requireRoom(source, 'int32', count * numbersEach, `${count} ${noun}`);
  return count;
}

/** Refuses what stands at the source; where the file ends instead of something readable, as cut short. */
export function fail(source: NumberSource, code: PliantErrorCode, what: string): never {
  const isMissing = isAtEnd(source) && (code === 'bad-file' || code === 'bad-number');
  throw new PliantError(isMissing ? 'cut-short' : code, `${source.caller}: ${placeOf(source)}: ${what}`);
}

/** Where the source stands, for error messages: bytes in a binary file, or else lines. */
function placeOf({ at, binary, line }: NumberSource): string {
  return binary === undefined ? `line ${line}` : `byte ${at}`;
}

function failAtWord(source: NumberSource, noun: string, index: number, remedy: string): never {
  fail(source, 'bad-number', `${nameOf(noun, index)} is ${quoteWord(source)}; ${remedy}`);
}

function nameOf(noun: string, index: number): string {
  return index < 0 ? noun : `${noun} ${index}`;
}

function readBinary(source: NumberSource, type: NumberType, noun: string, index: number): number {
  const { view, littleEndian } = source.binary as NonNullable<NumberSource['binary']>;
  const at = source.at;
  if (at + NUMBER_BYTES[type] > view.byteLength) {
    source.at = view.byteLength;
    fail(source, 'cut-short', `the file ends before ${nameOf(noun, index)}; it is cut short`);
  }
  source.at = at + NUMBER_BYTES[type];
  switch (type) {
    case 'int32':
      return view.getInt32(at, littleEndian);
    case 'int64': {
      const value = Number(view.getBigInt64(at, littleEndian));
      if (Number.isSafeInteger(value)) return value;
      source.at = at;
      return fail(source, 'bad-number', `${nameOf(noun, index)} is ${value}; check that the file is whole`);
    }
    case 'float32':
      return view.getFloat32(at, littleEndian);
    case 'float64':
      return view.getFloat64(at, littleEndian);
  }
}

function toBytes(caller: string, data: string | Uint8Array | ArrayBuffer): Uint8Array {
  if (typeof data === 'string') return new TextEncoder().encode(data);
  if (data instanceof Uint8Array) return data;
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  throw new PliantError(
    'bad-type',
    `${caller}: the data is ${describe(data)}; pass the file as a Uint8Array or an ArrayBuffer, or its text as a string`,
  );
}
