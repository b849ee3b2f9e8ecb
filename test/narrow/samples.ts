/** What the tests of balls and boxes against triangles have in common: awkward points and numbers, all seeded. */
import type { Random } from 'pliant/exact';

/** A pick of some choices, all equally likely. */
export function pick<T>(random: Random, choices: readonly T[]): T {
  return choices[random.integer(choices.length)];
}

/** x, y, z, uniform in a cube around the origin; float32 numbers. */
export function pointIn(random: Random, size: number): number[] {
  return [0, 0, 0].map(() => Math.fround(random.range(-size, size)));
}

/** x, y, z, integers from -size to size. */
export function gridPointIn(random: Random, size: number): number[] {
  return [0, 0, 0].map(() => random.integer(2 * size + 1) - size);
}

/** a + s (b - a) + t (c - a) in doubles: on the face, an edge or a corner, or near it where this rounds. */
export function pointOf(random: Random, triangle: readonly number[]): number[] {
  const s = pick(random, [0, 0.25, 0.5, 1, random.next()]);
  const t = pick(random, [0, (1 - s) / 2, 1 - s, random.next() * (1 - s)]);
  return [0, 1, 2].map((i) => triangle[i] + s * (triangle[3 + i] - triangle[i]) + t * (triangle[6 + i] - triangle[i]));
}

/** Now and then the second or third vertex is moved onto the line or place of the others. */
export function degraded(random: Random, triangle: number[]): number[] {
  const kind = random.integer(8);
  for (let i = 0; i < 3; i++) {
    if (kind === 0) triangle[6 + i] = triangle[i];
    if (kind === 1) triangle[6 + i] = triangle[3 + i] = triangle[i];
    if (kind === 2) triangle[6 + i] = Math.fround(2 * triangle[3 + i] - triangle[i]);
  }
  return triangle;
}

/** The double `steps` places after `value`, for a value that is not close to zero. */
export function stepped(value: number, steps: number): number {
  const float = new Float64Array([value]);
  new BigInt64Array(float.buffer)[0] += BigInt(steps);
  return float[0];
}

/** Any finite double, all sizes from 2^-1074 to 2^1024 equally likely. */
export function anyDouble(random: Random): number {
  const float = new Float64Array(1);
  const words = new Uint32Array(float.buffer);
  do {
    words[0] = random.bits();
    words[1] = random.bits();
  } while (!Number.isFinite(float[0]));
  return float[0];
}

/** Any finite float32, all sizes equally likely. */
export function anyFloat(random: Random): number {
  const float = new Float32Array(1);
  const words = new Uint32Array(float.buffer);
  do words[0] = random.bits();
  while (!Number.isFinite(float[0]));
  return float[0];
}
