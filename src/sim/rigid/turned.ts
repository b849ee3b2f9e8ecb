/** Vectors and matrices that a unit quaternion x, y, z, w has turned: R is its rotation, and `at` where its four numbers begin. */

/** Writes R v. `out` may be `v`. */
export function turnVector(
  q: Float64Array,
  at: number,
  v: ArrayLike<number>,
  i: number,
  out: Float64Array,
  o: number,
): void {
  const [x, y, z, w] = [q[at], q[at + 1], q[at + 2], q[at + 3]];
  const [a, b, c] = [v[i], v[i + 1], v[i + 2]];
  out[o] = (1 - 2 * (y * y + z * z)) * a + 2 * (x * y - w * z) * b + 2 * (x * z + w * y) * c;
  out[o + 1] = 2 * (x * y + w * z) * a + (1 - 2 * (x * x + z * z)) * b + 2 * (y * z - w * x) * c;
  out[o + 2] = 2 * (x * z - w * y) * a + 2 * (y * z + w * x) * b + (1 - 2 * (x * x + y * y)) * c;
}

/** Writes Rᵀ v. `out` may be `v`. */
export function turnVectorBack(
  q: Float64Array,
  at: number,
  v: ArrayLike<number>,
  i: number,
  out: Float64Array,
  o: number,
): void {
  const [x, y, z, w] = [q[at], q[at + 1], q[at + 2], q[at + 3]];
  const [a, b, c] = [v[i], v[i + 1], v[i + 2]];
  out[o] = (1 - 2 * (y * y + z * z)) * a + 2 * (x * y + w * z) * b + 2 * (x * z - w * y) * c;
  out[o + 1] = 2 * (x * y - w * z) * a + (1 - 2 * (x * x + z * z)) * b + 2 * (y * z + w * x) * c;
  out[o + 2] = 2 * (x * z + w * y) * a + 2 * (y * z - w * x) * b + (1 - 2 * (x * x + y * y)) * c;
}

/** Writes R M Rᵀ v for a symmetric matrix xx, xy, xz, yy, yz, zz. `out` may be `v`. */
export function multiplyTurned(
  matrix: Float64Array,
  m: number,
  q: Float64Array,
  at: number,
  v: ArrayLike<number>,
  i: number,
  out: Float64Array,
  o: number,
): void {
  turnVectorBack(q, at, v, i, out, o);
  const [a, b, c] = [out[o], out[o + 1], out[o + 2]];
  out[o] = matrix[m] * a + matrix[m + 1] * b + matrix[m + 2] * c;
  out[o + 1] = matrix[m + 1] * a + matrix[m + 3] * b + matrix[m + 4] * c;
  out[o + 2] = matrix[m + 2] * a + matrix[m + 4] * b + matrix[m + 5] * c;
  turnVector(q, at, out, o, out, o);
}
