/** Arrays of a legacy VTK file: how many numbers, and of which type. */
import {
  type NumberSource,
  type NumberType,
  checkCount,
  fail,
  readWholeText,
  readWord,
  skipNumbers,
} from './number-source.js';
import { skipLine } from './scan-text.js';

/** Bytes of the types that arrays may have. */
const TYPE_BYTES: Readonly<Record<string, number>> = {
  bit: 1,
  char: 1,
  unsigned_char: 1,
  vtktypeint8: 1,
  vtktypeuint8: 1,
  short: 2,
  unsigned_short: 2,
  vtktypeint16: 2,
  vtktypeuint16: 2,
  int: 4,
  unsigned_int: 4,
  float: 4,
  vtktypeint32: 4,
  vtktypeuint32: 4,
  long: 8,
  unsigned_long: 8,
  double: 8,
  vtkidtype: 8,
  vtktypeint64: 8,
  vtktypeuint64: 8,
};

/** Reads a size, which is text in binary files too, and for which the file has room. */
export function readSize(source: NumberSource, noun: string, numbersEach: number): number {
  return checkCount(source, readWholeText(source, `the number of ${noun}`, -1), noun, numbersEach);
}

/** Reads the line that begins an array, such as `OFFSETS vtktypeint64`; returns the type of its whole numbers. */
export function readArrayHead(source: NumberSource, name: string): NumberType {
  const word = readWord(source).toUpperCase();
  if (word !== name) fail(source, 'bad-file', `"${name}" should stand before this; check the counts before it`);
  const type = readWord(source).toLowerCase();
  skipLine(source);
  const bytes = /int/.test(type) ? TYPE_BYTES[type] : undefined;
  if (bytes === 4) return 'int32';
  if (bytes === 8) return 'int64';
  return fail(
    source,
    'unsupported',
    `${name} are of type ${JSON.stringify(type.slice(0, 40))}; save them as vtktypeint64`,
  );
}

/** Passes over the numbers of an array. */
export function skipVtkArray(source: NumberSource, type: string, count: number): void {
  const bytes = TYPE_BYTES[type.toLowerCase()];
  if (bytes === undefined)
    fail(source, 'unsupported', `a field has type ${JSON.stringify(type.slice(0, 40))}; leave it out`);
  if (source.binary === undefined) {
    checkCount(source, count, 'numbers of a field', 1);
    skipNumbers(source, 'int32', count, 'a field');
    return;
  }
  const byteCount = type.toLowerCase() === 'bit' ? Math.ceil(count / 8) : count * bytes;
  if (byteCount > source.bytes.length - source.at) {
    source.at = source.bytes.length;
    fail(source, 'cut-short', `the file ends within a field of ${count} numbers; it is cut short`);
  }
  source.at += byteCount;
}
