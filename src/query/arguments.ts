/** Checks of what questions are asked with. */
import { describe, requireFinite } from '../checks.js';
import { PliantError } from '../errors.js';

/** Refuses what is not a point of three finite coordinates. */
export function requirePoint(caller: string, name: string, point: ArrayLike<number>): void {
  if (!point || point.length !== 3) {
    throw new PliantError('bad-count', `${caller}: ${name} has ${point?.length} numbers; pass three coordinates`);
  }
  requireFinite(caller, name, point);
}

/** Refuses what is not a finite length. */
export function requireRadius(caller: string, radius: number): void {
  if (!(radius >= 0) || !Number.isFinite(radius)) {
    throw new PliantError(
      'bad-number',
      `${caller}: the radius is ${describe(radius)}; pass a finite number, zero or more`,
    );
  }
}
