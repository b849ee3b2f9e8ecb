/** What can be in a world: bodies of every kind, and two shapes that stand for simple surroundings. */
import { hasTriangles, requireAnyBody } from '../body/body.js';
import type { AnyBody } from '../body/body.js';
import { describe, requireFinite } from '../checks.js';
import { PliantError } from '../errors.js';
import { isBall, isPlane } from '../query/contacts/surroundings.js';
import type { Ball, Plane } from '../query/contacts/surroundings.js';
import { FLOAT64_ROUNDOFF } from '../math/float.js';

/** Anything that a world can hold. */
export type WorldBody = AnyBody | Plane | Ball;

/** A body with its triangles. */
export const MESH = 0;
/** A body known by its proxies. */
export const PROXY = 1;
/** A half-space. */
export const PLANE = 2;
/** A ball. */
export const BALL = 3;

/** Tag of a kind of body. */
export type WorldBodyKind = typeof MESH | typeof PROXY | typeof PLANE | typeof BALL;

/** What kind a body is of; refuses anything else. */
export function kindOf(caller: string, body: WorldBody): WorldBodyKind {
  if (typeof body === 'object' && body !== null) {
    if (isPlane(body)) return PLANE;
    if (isBall(body)) return BALL;
    if ('mark' in body) return bodyKindOf(caller, body);
  }
  throw new PliantError('bad-type', `${caller}: got ${describe(body)}; pass a body, a plane or a ball`);
}

function bodyKindOf(caller: string, body: AnyBody): WorldBodyKind {
  requireAnyBody(caller, body);
  return hasTriangles(body) ? MESH : PROXY;
}

/** Writes lowest and highest corner of a box around the body, in its present pose and placement. */
export function writeRootBox(kind: WorldBodyKind, body: WorldBody, out: Float64Array): void {
  switch (kind) {
    case MESH:
    case PROXY:
      (body as AnyBody).rootBox(out);
      break;
    case PLANE:
      for (let axis = 0; axis < 3; axis++) {
        out[axis] = -Infinity;
        out[axis + 3] = Infinity;
      }
      break;
    case BALL:
      writeBallBox(body as Ball, out);
      break;
  }
}

function writeBallBox(ball: Ball, out: Float64Array): void {
  if (!(ball.radius >= 0 && ball.radius < Infinity)) {
    throw new PliantError('bad-number', `stepWorld: a ball has the radius ${ball.radius}; pass a length from 0`);
  }
  requireFinite('stepWorld', 'center', ball.center);
  for (let axis = 0; axis < 3; axis++) writeSides(out, axis, ball.center[axis], ball.radius);
}

/** The sums are good to a factor of 1 ± 2^-53, which the widening covers. */
function writeSides(out: Float64Array, axis: number, center: number, radius: number): void {
  const slack = (Math.abs(center) + radius) * 4 * FLOAT64_ROUNDOFF;
  out[axis] = center - radius - slack;
  out[axis + 3] = center + radius + slack;
}
