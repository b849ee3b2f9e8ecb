/** Points in a cube that fly off in all directions, so that neighbours part: what spoils a tree most. Every number follows from the count, bit for bit. */
import { createRandom } from 'pliant/exact';
import { planFlights } from 'pliant/kinetic';
import type { Flightplan } from 'pliant/kinetic';

/** Points in a cube of one metre, at speeds of up to one metre a second along each axis. */
export function planFlyingPoints(count: number): Flightplan {
  const random = createRandom(7);
  const positions = Array.from({ length: count * 3 }, () => random.range(0, 1));
  const velocities = Array.from({ length: count * 3 }, () => random.range(-1, 1));
  return planFlights({ positions, velocities });
}
