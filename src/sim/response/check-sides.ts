/** Checks of what is handed over to be pushed. */
import { describe, requireInteger } from '../../checks.js';
import { PliantError } from '../../errors.js';
import type { SoftSide } from './sides.js';

/** Refuses a number that is none of `count` rows. */
export function requireRows(caller: string, name: string, value: number, count: number): void {
  requireInteger(caller, name, value, 0, count - 1);
}

/** Refuses arrays that do not go together; returns the number of vertices. */
export function requireSoftSide(caller: string, side: Omit<SoftSide, 'kind' | 'received'>): number {
  const { forces, masses, starts, velocities, vertices } = side;
  const count = masses?.length ?? 0;
  for (const [name, value] of Object.entries({ forces, velocities })) {
    if (value?.length === count * 3 && count > 0) continue;
    throw new PliantError(
      'mismatch',
      `${caller}: ${name} is ${describe(value)} of ${value?.length ?? 0} numbers; pass three for each of ${count} masses`,
    );
  }
  if (!(forces instanceof Float64Array)) {
    throw new PliantError('bad-type', `${caller}: forces is ${describe(forces)}; pass a Float64Array`);
  }
  requireMasses(caller, masses);
  requireLists(caller, starts, vertices, count);
  return count;
}

function requireMasses(caller: string, masses: ArrayLike<number>): void {
  for (let vertex = 0; vertex < masses.length; vertex++) {
    if (masses[vertex] > 0) continue;
    throw new PliantError('bad-number', `${caller}: masses[${vertex}] is ${masses[vertex]}; pass numbers above 0`);
  }
}

function requireLists(caller: string, starts: Uint32Array, vertices: Uint32Array, count: number): void {
  for (let row = 0; row + 1 < starts.length; row++) {
    if (starts[row] <= starts[row + 1] && starts[row + 1] <= vertices.length) continue;
    throw new PliantError(
      'bad-index',
      `${caller}: starts[${row + 1}] is ${starts[row + 1]}; starts must not fall, nor exceed the ${vertices.length} vertices`,
    );
  }
  for (let k = 0; k < vertices.length; k++) {
    if (vertices[k] < count) continue;
    throw new PliantError('bad-index', `${caller}: vertices[${k}] is ${vertices[k]}, but there are ${count} vertices`);
  }
}
