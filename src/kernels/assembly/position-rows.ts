/** Four positions as three rows of four numbers. */

/** A third of 0 to 11, rounded down: which of four positions a coordinate is of. */
// @ts-ignore: decorator
@inline
export function positionOf(coordinate: u32): u32 {
  return (coordinate * 11) >> 5;
}

// @ts-ignore: decorator
@inline
export function bitsOf(row0: v128, row1: v128, row2: v128): u32 {
  return i32x4.bitmask(row0) | (i32x4.bitmask(row1) << 4) | (i32x4.bitmask(row2) << 8);
}

/** Three numbers by axis as they lie in the first of three rows: x, y, z, x. */
// @ts-ignore: decorator
@inline
export function rowOf0(numbers: v128): v128 {
  return v128.shuffle<f32>(numbers, numbers, 0, 1, 2, 0);
}

/** y, z, x, y. */
// @ts-ignore: decorator
@inline
export function rowOf1(numbers: v128): v128 {
  return v128.shuffle<f32>(numbers, numbers, 1, 2, 0, 1);
}

/** z, x, y, z. */
// @ts-ignore: decorator
@inline
export function rowOf2(numbers: v128): v128 {
  return v128.shuffle<f32>(numbers, numbers, 2, 0, 1, 2);
}

/** By axis, what the second row has of y, z and x. */
// @ts-ignore: decorator
@inline
export function secondOf(row1: v128): v128 {
  return v128.shuffle<f32>(row1, row1, 2, 0, 1, 2);
}

/** By axis, what the third row has of z, x and y. */
// @ts-ignore: decorator
@inline
export function thirdOf(row2: v128): v128 {
  return v128.shuffle<f32>(row2, row2, 1, 2, 0, 1);
}

/** What comes last in each row: x, y and z. */
// @ts-ignore: decorator
@inline
export function fourthOf(row0: v128, row1: v128, row2: v128): v128 {
  return v128.shuffle<f32>(v128.shuffle<f32>(row0, row1, 3, 7, 3, 7), row2, 0, 1, 7, 7);
}
