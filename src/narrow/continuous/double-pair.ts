/**
 * Numbers as unevaluated sums of two doubles, the second at most half a unit in the last place of the first: some 105 bits.
 * They lie in flat arrays, `a` at offset `i` being `a[i]` + `a[i + 1]`; results go to `out` at offset `o`, which may be one of
 * the operands. Nothing is allocated. The bounds, with e = 2^-53 and a little for terms in e³, suppose that nothing
 * overflows or underflows (Dekker 1971; tighter ones in Joldes, Muller and Popescu 2017).
 */

/** 2^27 + 1: cuts a double into halves whose products are exact. */
const SPLITTER = 134217729;

/** out = x - y, exactly. */
export function pairOfDifference(out: Float64Array, o: number, x: number, y: number): void {
  const difference = x - y;
  const part = x - difference;
  out[o] = difference;
  out[o + 1] = x - (difference + part) + (part - y);
}

/** out = a + sign · b, off by at most 4e² (|a| + |b|): the lower parts are rounded twice, and are small. The sign is 1 or -1. */
export function addPairs(
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  sign: number,
): void {
  const x = a[i];
  const y = sign * b[j];
  const sum = x + y;
  const part = sum - x;
  const rest = x - (sum - part) + (y - part) + (a[i + 1] + sign * b[j + 1]);
  const high = sum + rest;
  // The sum may have cancelled, so it need not be the larger one.
  const other = high - sum;
  out[o] = high;
  out[o + 1] = sum - (high - other) + (rest - other);
}

/**
 * out = a · b, off by at most 9e² |a b|: the product of the first doubles is exact as a sum of two, that of the
 * second ones is left out, and what is in between is rounded four times.
 */
export function multiplyPairs(
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
): void {
  const x = a[i];
  const y = b[j];
  const product = x * y;
  const bigX = SPLITTER * x;
  const headX = bigX - (bigX - x);
  const tailX = x - headX;
  const bigY = SPLITTER * y;
  const headY = bigY - (bigY - y);
  const tailY = y - headY;
  const error = tailX * tailY - (product - headX * headY - tailX * headY - headX * tailY);
  const rest = error + (x * b[j + 1] + a[i + 1] * y);
  const high = product + rest;
  out[o] = high;
  out[o + 1] = rest - (high - product);
}
