/**
 * Places in the memory of the kernels, told apart by type: pointers count bytes, and views of the memory count what they are made of. None
 * of it is there at run time. Sums of places are plain numbers: `u32[header + HEADER.stamp]` is how a word is read.
 */

/** Bytes from the beginning of the memory: what headers hold, and what kernels take. */
export type ByteOffset = number & { readonly __unit: 'byte' };
/** Words of four bytes from the beginning: an index of `u32` and `f32`. */
export type WordIndex = number & { readonly __unit: 'word' };
/** Doubles from the beginning: an index of `f64`. */
export type DoubleIndex = number & { readonly __unit: 'double' };

/** The place so many bytes behind another. */
export function behind(place: ByteOffset, bytes: number): ByteOffset {
  return (place + bytes) as ByteOffset;
}

/** The word at a place. */
export function wordAt(place: ByteOffset): WordIndex {
  return (place >>> 2) as WordIndex;
}

/** The double at a place. */
export function doubleAt(place: ByteOffset): DoubleIndex {
  return (place >>> 3) as DoubleIndex;
}

/** The place of a word. */
export function placeOf(word: WordIndex): ByteOffset {
  return (word << 2) as ByteOffset;
}

/** A pointer that the memory holds; `word` is where. */
export function pointerAt(u32: Uint32Array, word: number): ByteOffset {
  return u32[word] as ByteOffset;
}

/** The word that a pointer leads to; `word` is where the pointer is. */
export function follow(u32: Uint32Array, word: number): WordIndex {
  return (u32[word] >>> 2) as WordIndex;
}

/** The double that a pointer leads to; `word` is where the pointer is. */
export function follow64(u32: Uint32Array, word: number): DoubleIndex {
  return (u32[word] >>> 3) as DoubleIndex;
}
