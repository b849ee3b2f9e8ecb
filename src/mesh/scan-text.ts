/**
 * Reads numbers and words from the bytes of a text file, without making strings of them. Lines end with LF, CR LF or CR;
 * a backslash at the end of a line continues it.
 */

/** A place in a text. */
export interface TextScanner {
  readonly bytes: Uint8Array;
  /** Offset of the next byte. */
  at: number;
  /** Line of the next byte, counted from one. */
  line: number;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const PLUS = 43;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const NINE = 57;
const BACKSLASH = 92;
const LOWER_CASE_E = 101;

/** Powers of ten that are exact in a double. */
const POWERS_OF_TEN = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
  1e21, 1e22,
];

/** Starts at an offset of a text, past the byte order mark if there is one. */
export function createTextScanner(bytes: Uint8Array, at = 0, line = 1): TextScanner {
  const marked = at === 0 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return { bytes, at: marked ? 3 : at, line };
}

/** Whether all bytes are used up. */
export function isAtEnd(scanner: TextScanner): boolean {
  return scanner.at >= scanner.bytes.length;
}

/** Whether the line, or the text, ends here. */
export function isAtLineEnd(scanner: TextScanner): boolean {
  return isAtEnd(scanner) || isLineBreak(scanner.bytes[scanner.at]);
}

/** Skips blanks in this line, and goes on to the next where this one is continued. */
export function skipBlanks(scanner: TextScanner): void {
  const { bytes } = scanner;
  while (scanner.at < bytes.length) {
    const byte = bytes[scanner.at];
    if (isLineBreak(byte)) return;
    if (byte === BACKSLASH && isLineBreak(bytes[scanner.at + 1])) {
      scanner.at++;
      skipLineBreak(scanner);
    } else if (byte <= SPACE) scanner.at++;
    else return;
  }
}

/** Goes to the start of the next line. */
export function skipLine(scanner: TextScanner): void {
  const { bytes } = scanner;
  let at = scanner.at;
  while (at < bytes.length && !isLineBreak(bytes[at])) at++;
  scanner.at = at;
  if (at < bytes.length) skipLineBreak(scanner);
}

/** Goes to the start of the next line that does not continue this one. */
export function skipStatement(scanner: TextScanner): void {
  do {
    skipLine(scanner);
  } while (!isAtEnd(scanner) && isContinued(scanner));
}

/** Skips blanks and blank lines. */
export function skipBlankLines(scanner: TextScanner): void {
  for (skipBlanks(scanner); !isAtEnd(scanner) && isAtLineEnd(scanner); skipBlanks(scanner)) skipLine(scanner);
}

/** Skips the word that starts here. */
export function skipWord(scanner: TextScanner): void {
  scanner.at = endOfWord(scanner);
}

/**
 * Reads the finite decimal number that starts here and ends with the word, rounded to the nearest double. NaN when the
 * word is anything else, and the scanner then stays before it.
 */
export function scanNumber(scanner: TextScanner): number {
  const { bytes } = scanner;
  const start = scanner.at;
  let at = start;
  const negative = bytes[at] === MINUS;
  if (negative || bytes[at] === PLUS) at++;

  let mantissa = 0;
  let digits = 0;
  let exponent = 0;
  for (; isDigit(bytes[at]); at++, digits++) mantissa = mantissa * 10 + (bytes[at] - ZERO);
  if (bytes[at] === POINT) {
    at++;
    const whole = digits;
    for (; isDigit(bytes[at]); at++, digits++) mantissa = mantissa * 10 + (bytes[at] - ZERO);
    exponent = whole - digits;
  }
  if (digits === 0) return NaN;
  if ((bytes[at] | 32) === LOWER_CASE_E) {
    at++;
    const exponentNegative = bytes[at] === MINUS;
    if (exponentNegative || bytes[at] === PLUS) at++;
    if (!isDigit(bytes[at])) return NaN;
    let given = 0;
    for (; isDigit(bytes[at]); at++) given = given * 10 + (bytes[at] - ZERO);
    exponent += exponentNegative ? -given : given;
  }
  if (!isWordEnd(bytes, at)) return NaN;

  let value: number;
  // Both operands are exact, so one operation rounds right (Clinger, "How to Read Floating Point Numbers Accurately", 1990).
  if (digits <= 15 && exponent >= -22 && exponent <= 22) {
    value = exponent < 0 ? mantissa / POWERS_OF_TEN[-exponent] : mantissa * POWERS_OF_TEN[exponent];
    if (negative) value = -value;
  } else {
    value = Number(decodeAscii(bytes, start, at));
  }
  if (!Number.isFinite(value)) return NaN;
  scanner.at = at;
  return value;
}

/** Reads a whole number, with or without a sign, up to the first byte that is no digit. NaN when there is none. */
export function scanInteger(scanner: TextScanner): number {
  const { bytes } = scanner;
  let at = scanner.at;
  const negative = bytes[at] === MINUS;
  if (negative || bytes[at] === PLUS) at++;
  if (!isDigit(bytes[at])) return NaN;
  let value = 0;
  for (; isDigit(bytes[at]); at++) value = value * 10 + (bytes[at] - ZERO);
  scanner.at = at;
  return negative ? -value : value;
}

/** Reads the rest of the line as text, without blanks at its ends. */
export function scanRestOfLine(scanner: TextScanner): string {
  const start = scanner.at;
  while (!isAtLineEnd(scanner)) scanner.at++;
  return new TextDecoder().decode(scanner.bytes.subarray(start, scanner.at)).trim();
}

/** Whether the word ends at the scanner. */
export function isAtWordEnd(scanner: TextScanner): boolean {
  return isWordEnd(scanner.bytes, scanner.at);
}

/** A word for an error message: cut when long, and quoted. */
export function quoteWord(scanner: TextScanner): string {
  if (isAtLineEnd(scanner)) return 'missing';
  const word = decodeAscii(scanner.bytes, scanner.at, endOfWord(scanner));
  return JSON.stringify(word.length > 40 ? `${word.slice(0, 40)}…` : word);
}

/** Bytes as text. Numbers and keywords are ASCII; of anything else only error messages see the text. */
export function decodeAscii(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at]);
  return text;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

function isLineBreak(byte: number): boolean {
  return byte === LINE_FEED || byte === CARRIAGE_RETURN;
}

/** Blanks, line breaks, other control characters and the end of the text all end a word. */
function isWordEnd(bytes: Uint8Array, at: number): boolean {
  return at >= bytes.length || bytes[at] <= SPACE || (bytes[at] === BACKSLASH && isLineBreak(bytes[at + 1]));
}

function endOfWord(scanner: TextScanner): number {
  let at = scanner.at;
  while (!isWordEnd(scanner.bytes, at)) at++;
  return at;
}

/** Steps over the line break that the scanner stands at. */
function skipLineBreak(scanner: TextScanner): void {
  const { bytes } = scanner;
  const pair = bytes[scanner.at] === CARRIAGE_RETURN && bytes[scanner.at + 1] === LINE_FEED;
  scanner.at += pair ? 2 : 1;
  scanner.line++;
}

/** Whether the line before this line start ends with a backslash. */
function isContinued(scanner: TextScanner): boolean {
  let last = scanner.at - 1;
  if (scanner.bytes[last] === LINE_FEED && scanner.bytes[last - 1] === CARRIAGE_RETURN) last--;
  return scanner.bytes[last - 1] === BACKSLASH;
}
