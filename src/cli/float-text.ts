/** Float32 numbers as decimal text. */

/** Digits that no float32 needs more than. */
const MOST_DIGITS = 9;

/**
 * The shortest decimal number that reads back as the same float32, whether the reader rounds once or first to float64.
 * The sign of zero is kept.
 */
export function float32Text(value: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  for (let digits = 6; digits < MOST_DIGITS; digits++) {
    const read = Number(value.toPrecision(digits));
    if (Math.fround(read) === value && !isHalfway(read, value)) return String(read);
  }
  return String(Number(value.toPrecision(MOST_DIGITS)));
}

/** In the middle between two float32 numbers the text may lie on the other side of what it was rounded to. */
function isHalfway(read: number, value: number): boolean {
  const mirrored = 2 * read - value;
  return read !== value && Math.fround(mirrored) === mirrored;
}
