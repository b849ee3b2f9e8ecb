/** Rigid placements for tests. */
import type { Random } from 'pliant/exact';

/** A random rotation, uniform by a random unit quaternion, and a translation of up to `distance` on each axis. */
export function randomPlacement(random: Random, distance: number): Float64Array {
  const quaternion = [0, 0, 0, 0];
  let squared = 0;
  do {
    for (let i = 0; i < 4; i++) quaternion[i] = random.range(-1, 1);
    squared = quaternion.reduce((sum, value) => sum + value * value, 0);
  } while (squared > 1 || squared < 0.01);
  const [x, y, z, w] = quaternion.map((value) => value / Math.sqrt(squared));
  return Float64Array.of(
    1 - 2 * (y * y + z * z),
    2 * (x * y + w * z),
    2 * (x * z - w * y),
    0,
    2 * (x * y - w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z + w * x),
    0,
    2 * (x * z + w * y),
    2 * (y * z - w * x),
    1 - 2 * (x * x + y * y),
    0,
    random.range(-distance, distance),
    random.range(-distance, distance),
    random.range(-distance, distance),
    1,
  );
}
