/** The header of a PLY file: what elements follow, how many of each, and what each is made of. */
import { PliantError, type PliantErrorCode } from '../errors.js';
import { decodeAscii } from './scan-text.js';

/** The order in which a PLY file stores its numbers. */
type PlyFormat = 'ascii' | 'binary_little_endian' | 'binary_big_endian';

/** The types of number a PLY file can hold, by their current names. */
export type PlyType = 'int8' | 'uint8' | 'int16' | 'uint16' | 'int32' | 'uint32' | 'float32' | 'float64';

/** One property of an element. */
export interface PlyProperty {
  readonly name: string;
  readonly type: PlyType;
  /** The type of the count that precedes the items of a list; absent for a single number. */
  readonly countType?: PlyType;
}

/** One kind of thing that the file lists. */
export interface PlyElement {
  readonly name: string;
  readonly count: number;
  readonly properties: PlyProperty[];
}

/** What a PLY file says about itself. */
export interface PlyHeader {
  readonly format: PlyFormat;
  readonly elements: readonly PlyElement[];
  /** Offset of the first byte after the header, and its line. */
  readonly bodyStart: number;
  readonly bodyLine: number;
}

/** Bytes per number of each type. */
export const PLY_TYPE_BYTES: Readonly<Record<PlyType, number>> = {
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  float32: 4,
  float64: 8,
};

/** Names of types, with the older C names that mean the same. */
const TYPES: ReadonlyMap<string, PlyType> = new Map([
  ...(Object.keys(PLY_TYPE_BYTES) as PlyType[]).map((type): [string, PlyType] => [type, type]),
  ['char', 'int8'],
  ['uchar', 'uint8'],
  ['short', 'int16'],
  ['ushort', 'uint16'],
  ['int', 'int32'],
  ['uint', 'uint32'],
  ['float', 'float32'],
  ['double', 'float64'],
]);

const FORMATS: readonly string[] = ['ascii', 'binary_little_endian', 'binary_big_endian'] satisfies PlyFormat[];

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Reads the header of a PLY file, or refuses the file with the number of the line at fault. */
export function readPlyHeader(bytes: Uint8Array): PlyHeader {
  const lineBreak = findLineBreak(bytes);
  const elements: PlyElement[] = [];
  let format: PlyFormat | undefined;
  let at = 3 + lineBreak.length;
  for (let line = 2; ; line++) {
    const end = findEndOfLine(bytes, at, lineBreak);
    if (end < 0) fail(line, 'cut-short', 'the file ends before "end_header"; it is cut short');
    const words = decodeAscii(bytes, at, end)
      .trim()
      .split(/[ \t]+/);
    at = end + lineBreak.length;
    switch (words[0]) {
      case 'format':
        format = parseFormat(words, line);
        break;
      case 'element':
        elements.push(parseElement(words, line, elements));
        break;
      case 'property':
        addProperty(words, line, elements.at(-1));
        break;
      case 'comment':
      case 'obj_info':
      case '':
        break;
      case 'end_header':
        if (format === undefined) fail(line, 'bad-file', 'the header names no format; add a line "format ascii 1.0"');
        return { format, elements, bodyStart: at, bodyLine: line + 1 };
      default:
        fail(line, 'bad-file', `${quote(words[0])} is no keyword of a PLY header; check that the file is complete`);
    }
  }
}

/** The line break after the magic word, which all lines of the header must have: a body may well start with a LF byte. */
function findLineBreak(bytes: Uint8Array): readonly number[] {
  if (decodeAscii(bytes, 0, Math.min(3, bytes.length)) === 'ply') {
    if (bytes[3] === LINE_FEED) return [LINE_FEED];
    if (bytes[3] === CARRIAGE_RETURN) {
      return bytes[4] === LINE_FEED ? [CARRIAGE_RETURN, LINE_FEED] : [CARRIAGE_RETURN];
    }
  }
  throw new PliantError(
    'bad-file',
    'readPly: the data does not start with a line "ply"; check that this is a PLY file',
  );
}

function findEndOfLine(bytes: Uint8Array, start: number, lineBreak: readonly number[]): number {
  const limit = bytes.length - lineBreak.length + 1;
  for (let at = start; at < limit; at++) {
    if (bytes[at] === lineBreak[0] && (lineBreak.length === 1 || bytes[at + 1] === lineBreak[1])) return at;
  }
  return -1;
}

function parseFormat(words: readonly string[], line: number): PlyFormat {
  if (!FORMATS.includes(words[1])) {
    fail(line, 'bad-file', `the format is ${quote(words[1])}; it must be one of ${FORMATS.join(', ')}`);
  }
  if (words[2] !== '1.0') fail(line, 'unsupported', `the version is ${quote(words[2])}; save the file as version 1.0`);
  return words[1] as PlyFormat;
}

function parseElement(words: readonly string[], line: number, earlier: readonly PlyElement[]): PlyElement {
  const [, name, countText] = words;
  if (words.length !== 3)
    fail(line, 'bad-file', `an element has ${words.length - 1} words; write "element NAME COUNT"`);
  if (earlier.some((element) => element.name === name)) {
    fail(line, 'bad-file', `the element ${quote(name)} is declared twice; keep one`);
  }
  const count = /^\d+$/.test(countText) ? Number(countText) : NaN;
  if (!Number.isSafeInteger(count)) {
    fail(line, 'bad-count', `the count of ${quote(name)} is ${quote(countText)}; write a whole number, not negative`);
  }
  return { name, count, properties: [] };
}

function addProperty(words: readonly string[], line: number, element: PlyElement | undefined): void {
  if (element === undefined) fail(line, 'bad-file', 'a property comes before any element; name the element first');
  const isList = words[1] === 'list';
  if (words.length !== (isList ? 5 : 3)) {
    fail(line, 'bad-file', 'write "property TYPE NAME" or "property list COUNT-TYPE ITEM-TYPE NAME"');
  }
  const name = words.at(-1) as string;
  if (element.properties.some((property) => property.name === name)) {
    fail(line, 'bad-file', `the property ${quote(name)} of ${quote(element.name)} is declared twice; keep one`);
  }
  const type = parseType(words.at(-2), line);
  element.properties.push(isList ? { name, type, countType: parseType(words[2], line) } : { name, type });
}

function parseType(word: string | undefined, line: number): PlyType {
  const type = TYPES.get(word ?? '');
  if (type === undefined) {
    fail(line, 'bad-file', `${quote(word)} is no type of a PLY property; known are ${[...TYPES.keys()].join(', ')}`);
  }
  return type;
}

function quote(word: string | undefined): string {
  if (word === undefined) return 'missing';
  return JSON.stringify(word.length > 40 ? `${word.slice(0, 40)}…` : word);
}

function fail(line: number, code: PliantErrorCode, what: string): never {
  throw new PliantError(code, `readPly: line ${line}: ${what}`);
}
