// WebAssembly as text that packs well: what src/kernels/wasm-text.ts reads, and explains.

/** From % to |, without ' and \\. */
const CHARACTERS = Array.from({ length: 88 }, (_, i) => String.fromCharCode(37 + i)).filter(
  (character) => !/['\\]/.test(character),
);
const MARKS = ['', '}', '~'];

/** @param {Uint8Array} bytes @returns {string} */
export function encodeWasm(bytes) {
  const { length } = CHARACTERS;
  return Array.from(bytes, (byte) => MARKS[Math.floor(byte / length)] + CHARACTERS[byte % length]).join('');
}
