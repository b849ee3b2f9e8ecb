/**
 * Places in the memory of the kernels, told apart by type: pointers count bytes, and views of the memory count what they are made of. None
 * of it is there at run time, where each is a number. A pointer is not a number to the compiler: it cannot index a view, nor be added to
 * words. Sums of indices are plain numbers: `u32[header + HEADER.stamp]` is how a word is read.
 */

/** Bytes from the beginning of the memory: what headers hold, and what kernels take. */
export type ByteOffset = { readonly __unit: 'byte' };
/** Words of four bytes from the beginning: an index of `u32` and `f32`. */
export type WordIndex = number & { readonly __unit: 'word' };
/** Doubles from the beginning: an index of `f64`. */
export type DoubleIndex = number & { readonly __unit: 'double' };

/** The place so many bytes from the beginning. */
export function placeAt(bytes: number): ByteOffset {
  return bytes as unknown as ByteOffset;
}

/** How many bytes from the beginning a place is: what a word holds that points there. */
export function bytesTo(place: ByteOffset): number {
  return place as unknown as number;
}

/** The place so many bytes behind another. */
export function behind(place: ByteOffset, bytes: number): ByteOffset {
  return placeAt(bytesTo(place) + bytes);
}

/** The word at a place. */
export function wordAt(place: ByteOffset): WordIndex {
  return (bytesTo(place) >>> 2) as WordIndex;
}

/** The double at a place. */
export function doubleAt(place: ByteOffset): DoubleIndex {
  return (bytesTo(place) >>> 3) as DoubleIndex;
}

/** The place of a word. */
export function placeOf(word: number): ByteOffset {
  return placeAt(word << 2);
}

/** A pointer that the memory holds; `word` is where. */
export function pointerAt(u32: Uint32Array, word: number): ByteOffset {
  return placeAt(u32[word]);
}

/** Writes a pointer to the memory; `word` is where. */
export function point(u32: Uint32Array, word: number, place: ByteOffset): void {
  u32[word] = bytesTo(place);
}

/** The word that a pointer leads to; `word` is where the pointer is. */
export function follow(u32: Uint32Array, word: number): WordIndex {
  return wordAt(pointerAt(u32, word));
}

/** The double that a pointer leads to; `word` is where the pointer is. */
export function follow64(u32: Uint32Array, word: number): DoubleIndex {
  return doubleAt(pointerAt(u32, word));
}
