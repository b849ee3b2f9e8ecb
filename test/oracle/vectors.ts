/** Vectors of big integers, for the oracles. */
export type BigVector = readonly [x: bigint, y: bigint, z: bigint];

export function bigVector(values: readonly bigint[], start: number): BigVector {
  return [values[start], values[start + 1], values[start + 2]];
}

export function minus(a: BigVector, b: BigVector): BigVector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function times(a: BigVector, factor: bigint): BigVector {
  return [a[0] * factor, a[1] * factor, a[2] * factor];
}

export function dot(a: BigVector, b: BigVector): bigint {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: BigVector, b: BigVector): BigVector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function isZero(a: BigVector): boolean {
  return a[0] === 0n && a[1] === 0n && a[2] === 0n;
}
