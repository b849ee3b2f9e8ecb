/** Two simple things that bodies can meet: a ball, and the solid half-space behind a plane. */
import { describe, requireFinite } from '../../checks.js';
import { PliantError } from '../../errors.js';

/** The solid half-space n · x ≤ d: a floor, a wall. */
export interface Plane {
  /** Tells it from bodies and balls. */
  readonly shape: 'plane';
  /** The unit normal n and the number d. */
  readonly plane: Float64Array;
}

/** A ball. Write its centre and radius to move it; the next question sees it. */
export interface Ball {
  /** Tells it from bodies and planes. */
  readonly shape: 'ball';
  /** Its centre; change it to move the ball. */
  readonly center: Float64Array;
  /** Its radius; change it to grow or shrink the ball. */
  radius: number;
}

/** The half-space on the far side of a plane: `normal`, of any length but 0, points out of it, n · x = `offset` on it. */
export function createPlane(normal: ArrayLike<number>, offset: number): Plane {
  requireFinite('createPlane', 'normal', normal);
  const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  if (normal.length !== 3 || !(length > 0 && length < Infinity) || !Number.isFinite(offset)) {
    throw new PliantError(
      'bad-number',
      `createPlane: got a normal of ${normal.length} numbers and length ${length}, and the offset ${describe(offset)}; ` +
        'pass a direction and a distance',
    );
  }
  return {
    shape: 'plane',
    plane: Float64Array.of(normal[0] / length, normal[1] / length, normal[2] / length, offset / length),
  };
}

/** A ball around `center`. */
export function createBall(center: ArrayLike<number>, radius: number): Ball {
  if (center.length !== 3 || !(radius >= 0 && radius < Infinity)) {
    throw new PliantError(
      'bad-number',
      `createBall: got ${center.length} coordinates and the radius ${describe(radius)}; pass three and a length from 0`,
    );
  }
  requireFinite('createBall', 'center', center);
  return { shape: 'ball', center: Float64Array.from(center), radius };
}

/** Whether something is a ball. */
export function isBall(thing: unknown): thing is Ball {
  return typeof thing === 'object' && thing !== null && 'shape' in thing && thing.shape === 'ball';
}

/** Whether something is a half-space. */
export function isPlane(thing: unknown): thing is Plane {
  return typeof thing === 'object' && thing !== null && 'shape' in thing && thing.shape === 'plane';
}
