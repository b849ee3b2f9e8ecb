/**
 * WebAssembly as text that packs well. A byte is written as one character where it is below 86, and as a mark and a character elsewhere; small bytes are by far the most frequent. Characters
 * are those from % to |, without the two that a string would have to escape, ' and \\; the marks are the two behind them, } and ~. Once packed for the network that takes 3 % more than the
 * bytes themselves would; two hexadecimal digits a byte take 11 % more, base64 36 %, since bytes no longer look alike where they are. scripts/wasm-text.mjs writes it.
 */

/** Of the character for 0. */
const FIRST_CODE = 37;
const QUOTE = 39;
const BACKSLASH = 92;
/** Of the last character that is no mark. */
const LAST_CODE = 124;
/** What a mark adds, and the other one twice. */
const DIGITS = 86;

/** The bytes that a text stands for. */
export function decodeWasm(text: string): Uint8Array<ArrayBuffer> {
  const bytes = [];
  let high = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > LAST_CODE) high = (code - LAST_CODE) * DIGITS;
    else {
      bytes.push(high + code - FIRST_CODE - (code > QUOTE ? 1 : 0) - (code > BACKSLASH ? 1 : 0));
      high = 0;
    }
  }
  return Uint8Array.from(bytes);
}
