/** How much a surface moves beside what a rigid body would: the best rotation and translation are taken off. */

/**
 * How far vertices are from where the best rigid motion would take them, in the mean. The rotation is that of least squares: the eigenvector of the largest eigenvalue of a symmetric matrix is its
 * quaternion (Horn 1987), found by powers of the matrix, shifted so that no eigenvalue is negative.
 */
export function measureOwnMotion(from: Float32Array, to: Float32Array): number {
  const count = from.length / 3;
  const [middle, target] = [meanOf(from), meanOf(to)];
  const s = new Float64Array(9);
  for (let i = 0; i < from.length; i += 3) {
    for (let k = 0; k < 9; k++) {
      const [row, column] = [Math.floor(k / 3), k % 3];
      s[k] += (from[i + row] - middle[row]) * (to[i + column] - target[column]);
    }
  }
  const rotation = rotationOf(s);
  let sum = 0;
  for (let i = 0; i < from.length; i += 3) {
    const off = rotation.map(
      ([x, y, z], k) =>
        x * (from[i] - middle[0]) +
        y * (from[i + 1] - middle[1]) +
        z * (from[i + 2] - middle[2]) -
        (to[i + k] - target[k]),
    );
    sum += Math.hypot(...off);
  }
  return sum / count;
}

/** From the lowest vertex to the highest. */
export function heightOf(positions: Float32Array): number {
  let [lowest, highest] = [Infinity, -Infinity];
  for (let i = 1; i < positions.length; i += 3) {
    lowest = Math.min(lowest, positions[i]);
    highest = Math.max(highest, positions[i]);
  }
  return highest - lowest;
}

function meanOf(positions: Float32Array): number[] {
  const sum = [0, 0, 0];
  positions.forEach((value, i) => (sum[i % 3] += value));
  return sum.map((value) => (value * 3) / positions.length);
}

function rotationOf([xx, xy, xz, yx, yy, yz, zx, zy, zz]: Float64Array): number[][] {
  const matrix = [
    [xx + yy + zz, yz - zy, zx - xz, xy - yx],
    [yz - zy, xx - yy - zz, xy + yx, zx + xz],
    [zx - xz, xy + yx, yy - xx - zz, yz + zy],
    [xy - yx, zx + xz, yz + zy, zz - xx - yy],
  ];
  const shift = Math.max(...matrix.map((row) => row.reduce((sum, value) => sum + Math.abs(value), 0)));
  let q = [1, 0, 0, 0];
  for (let power = 0; power < 2000; power++) {
    const next = matrix.map((row, i) => shift * q[i] + row.reduce((sum, value, k) => sum + value * q[k], 0));
    const length = Math.hypot(...next);
    q = next.map((value) => value / length);
  }
  const [w, x, y, z] = q;
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
}
