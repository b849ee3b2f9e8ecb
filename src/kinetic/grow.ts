/** Typed arrays that grow: room is doubled when it is short, so that adding one thing after the other costs a constant each. */

/** The same words with room for `length` at least; new ones are `fill`. */
export function growWords(words: Uint32Array, length: number, fill: number): Uint32Array {
  if (words.length >= length) return words;
  const grown = new Uint32Array(Math.max(length, words.length * 2)).fill(fill, words.length);
  grown.set(words);
  return grown;
}

/** The same numbers with room for `length` at least; new ones are 0. */
export function growNumbers(numbers: Float64Array, length: number): Float64Array {
  if (numbers.length >= length) return numbers;
  const grown = new Float64Array(Math.max(length, numbers.length * 2));
  grown.set(numbers);
  return grown;
}
