/** The body of a PLY file as a stream of numbers, the same whether it is text or binary. */
import { PliantError } from '../errors.js';
import { PLY_TYPE_BYTES, type PlyHeader, type PlyType } from './ply-header.js';
import {
  createTextScanner,
  isAtEnd,
  isAtLineEnd,
  quoteWord,
  scanNumber,
  skipBlankLines,
  skipBlanks,
  skipWord,
} from './scan-text.js';

/** The numbers of a PLY body, in the order of the file. Reading past the end is refused as cut short. */
export interface PlyValues {
  /** Starts a row: one vertex, one face, or one of whatever the element is. */
  beginRow(): void;
  /** Reads a number; NaN and infinities come as they are. */
  read(type: PlyType): number;
  /** Passes over numbers without looking at them. */
  skip(type: PlyType, count: number): void;
  /** Ends a row: in a text, the line must end too. */
  endRow(): void;
  /** The least number of bytes that a number of this type takes. */
  leastBytes(type: PlyType): number;
  /** Whether this many bytes can still follow. */
  hasRoomFor(byteCount: number): boolean;
  /** The place of the number read last, for error messages. */
  place(): string;
}

/** Starts at the beginning of the body. */
export function createPlyValues(bytes: Uint8Array, header: PlyHeader): PlyValues {
  return header.format === 'ascii'
    ? createTextValues(bytes, header)
    : createBinaryValues(bytes, header.bodyStart, header.format === 'binary_little_endian');
}

/** In a text, each row stands in a line of its own. */
function createTextValues(bytes: Uint8Array, header: PlyHeader): PlyValues {
  const scanner = createTextScanner(bytes, header.bodyStart, header.bodyLine);
  const requireWord = (): void => {
    skipBlanks(scanner);
    if (!isAtLineEnd(scanner)) return;
    const code = isAtEnd(scanner) ? 'cut-short' : 'bad-file';
    const what = isAtEnd(scanner) ? 'the file ends' : 'the line ends';
    throw new PliantError(code, `readPly: line ${scanner.line}: ${what} before all its numbers; check the properties`);
  };
  return {
    beginRow: () => skipBlankLines(scanner),
    read() {
      requireWord();
      const value = scanNumber(scanner);
      if (!Number.isNaN(value)) return value;
      throw new PliantError(
        'bad-number',
        `readPly: line ${scanner.line}: ${quoteWord(scanner)} is no finite number; repair or export the file again`,
      );
    },
    skip(_type, count) {
      for (let k = 0; k < count; k++) {
        requireWord();
        skipWord(scanner);
      }
    },
    endRow() {
      skipBlanks(scanner);
      if (isAtLineEnd(scanner)) return;
      throw new PliantError(
        'bad-file',
        `readPly: line ${scanner.line}: ${quoteWord(scanner)} follows the last property; check the header`,
      );
    },
    // One digit and what separates it from the next number; after the last one the file may end.
    leastBytes: () => 2,
    hasRoomFor: (byteCount) => byteCount <= bytes.length - scanner.at + 1,
    place: () => `line ${scanner.line}`,
  };
}

function createBinaryValues(bytes: Uint8Array, start: number, littleEndian: boolean): PlyValues {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let next = start;
  let last = start;
  const advance = (byteCount: number): void => {
    last = next;
    if (byteCount > bytes.length - next) {
      throw new PliantError(
        'cut-short',
        `readPly: byte ${next}: ${byteCount} bytes should follow, but only ${bytes.length - next} are left; ` +
          'the file is cut short, or its header is wrong',
      );
    }
    next += byteCount;
  };
  return {
    beginRow: () => undefined,
    read(type) {
      advance(PLY_TYPE_BYTES[type]);
      return readBinary(view, last, type, littleEndian);
    },
    skip: (type, count) => advance(PLY_TYPE_BYTES[type] * count),
    endRow: () => undefined,
    leastBytes: (type) => PLY_TYPE_BYTES[type],
    hasRoomFor: (byteCount) => byteCount <= bytes.length - next,
    place: () => `byte ${last}`,
  };
}

function readBinary(view: DataView, at: number, type: PlyType, littleEndian: boolean): number {
  switch (type) {
    case 'int8':
      return view.getInt8(at);
    case 'uint8':
      return view.getUint8(at);
    case 'int16':
      return view.getInt16(at, littleEndian);
    case 'uint16':
      return view.getUint16(at, littleEndian);
    case 'int32':
      return view.getInt32(at, littleEndian);
    case 'uint32':
      return view.getUint32(at, littleEndian);
    case 'float32':
      return view.getFloat32(at, littleEndian);
    case 'float64':
      return view.getFloat64(at, littleEndian);
  }
}
