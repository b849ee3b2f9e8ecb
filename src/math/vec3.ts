/**
 * Vectors of three numbers inside flat arrays: `a` at offset `i` means `a[i]`, `a[i + 1]`, `a[i + 2]`. Results go to `out` at
 * offset `o`, which may be one of the operands. Nothing is allocated.
 */

/** An array that vectors are read from. */
export type NumberArray = Readonly<ArrayLike<number>>;

/** An array that vectors are written to. */
export type WritableNumberArray = Float32Array | Float64Array | number[];

/** out = a - b. */
export function subtract(
  out: WritableNumberArray,
  o: number,
  a: NumberArray,
  i: number,
  b: NumberArray,
  j: number,
): void {
  out[o] = a[i] - b[j];
  out[o + 1] = a[i + 1] - b[j + 1];
  out[o + 2] = a[i + 2] - b[j + 2];
}

/** out = a x b, the vector across both, right-handed. */
export function cross(out: WritableNumberArray, o: number, a: NumberArray, i: number, b: NumberArray, j: number): void {
  const x = a[i + 1] * b[j + 2] - a[i + 2] * b[j + 1];
  const y = a[i + 2] * b[j] - a[i] * b[j + 2];
  out[o + 2] = a[i] * b[j + 1] - a[i + 1] * b[j];
  out[o] = x;
  out[o + 1] = y;
}

/** The scalar product of a and b. */
export function dot(a: NumberArray, i: number, b: NumberArray, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}

/** The squared length of a. */
export function lengthSquared(a: NumberArray, i: number): number {
  return dot(a, i, a, i);
}

/** The squared distance between the points a and b. */
export function distanceSquared(a: NumberArray, i: number, b: NumberArray, j: number): number {
  const x = a[i] - b[j];
  const y = a[i + 1] - b[j + 1];
  const z = a[i + 2] - b[j + 2];
  return x * x + y * y + z * z;
}
