import type { Random } from 'pliant/exact';

/** Points in a cube around the origin, three coordinates each. */
export function cloud(random: Random, count: number): Float32Array {
  return Float32Array.from({ length: count * 3 }, () => random.range(-1, 1));
}
