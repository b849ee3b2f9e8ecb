/** What can be in a contact world: deforming bodies of every kind, and two shapes that stand for simple surroundings. */
import { describe, requireFinite } from '../checks.js';
import { BOX_BOUND, BOX_HIGH, BOX_LOW, SPHERE_RADIUS } from '../bounds/layout.js';
import { LazyBody } from '../bounds/lazy-body.js';
import type { PosedBody } from '../bounds/posed-body.js';
import { ProxyBody } from '../bounds/proxy-body.js';
import { PliantError } from '../errors.js';

/** The solid half-space n · x ≤ d: a floor, a wall. */
export interface PlaneShape {
  /** Tells shapes apart. */
  readonly shape: 'plane';
  /** The unit normal n and the number d. */
  readonly plane: Float64Array;
}

/** A ball. Write its centre and radius to move it; the next step sees it. */
export interface BallShape {
  /** Tells shapes apart. */
  readonly shape: 'ball';
  /** Its centre; change it to move the ball. */
  readonly center: Float64Array;
  /** Its radius; change it to grow or shrink the ball. */
  radius: number;
}

/** Anything that a contact world can hold. */
export type WorldBody = LazyBody | PosedBody | ProxyBody | PlaneShape | BallShape;

/** A body evaluated where it is asked, with its triangles. */
export const LAZY = 0;
/** A body deformed and refitted as a whole. */
export const POSED = 1;
/** A body known by its contact proxies. */
export const PROXY = 2;
/** A half-space. */
export const PLANE_SHAPE = 3;
/** A ball. */
export const BALL_SHAPE = 4;

/** Tag of a kind of body. */
export type WorldBodyKind = typeof LAZY | typeof POSED | typeof PROXY | typeof PLANE_SHAPE | typeof BALL_SHAPE;

/** The half-space on the far side of a plane: `normal`, of any length but 0, points out of it, n · x = `offset` on it. */
export function createPlaneShape(normal: ArrayLike<number>, offset: number): PlaneShape {
  requireFinite('createPlaneShape', 'normal', normal);
  const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  if (normal.length !== 3 || !(length > 0 && length < Infinity) || !Number.isFinite(offset)) {
    throw new PliantError(
      'bad-number',
      `createPlaneShape: got a normal of ${normal.length} numbers and length ${length}, and the offset ${describe(offset)}; ` +
        'pass a direction and a distance',
    );
  }
  return {
    shape: 'plane',
    plane: Float64Array.of(normal[0] / length, normal[1] / length, normal[2] / length, offset / length),
  };
}

/** A ball around `center`. */
export function createBallShape(center: ArrayLike<number>, radius: number): BallShape {
  if (center.length !== 3 || !(radius >= 0 && radius < Infinity)) {
    throw new PliantError(
      'bad-number',
      `createBallShape: got ${center.length} coordinates and the radius ${describe(radius)}; pass three and a length from 0`,
    );
  }
  requireFinite('createBallShape', 'center', center);
  return { shape: 'ball', center: Float64Array.from(center), radius };
}

/** What kind a body is of; refuses anything else. */
export function kindOf(caller: string, body: WorldBody): WorldBodyKind {
  if (body instanceof ProxyBody) return PROXY;
  if (body instanceof LazyBody) return LAZY;
  if (typeof body === 'object' && body !== null) {
    if ('shape' in body) return body.shape === 'plane' ? PLANE_SHAPE : BALL_SHAPE;
    if ('boundKind' in body) return POSED;
  }
  throw new PliantError('bad-type', `${caller}: got ${describe(body)}; pass a body, a plane or a ball`);
}

/** Writes lowest and highest corner of a box around the body, in its present pose and placement. */
export function writeRootBox(kind: WorldBodyKind, body: WorldBody, out: Float64Array): void {
  switch (kind) {
    case LAZY:
    case PROXY:
      (body as LazyBody | ProxyBody).rootBox(out);
      break;
    case POSED:
      writePosedBox(body as PosedBody, out);
      break;
    case PLANE_SHAPE:
      for (let axis = 0; axis < 3; axis++) {
        out[axis] = -Infinity;
        out[axis + 3] = Infinity;
      }
      break;
    case BALL_SHAPE:
      writeBallBox(body as BallShape, out);
      break;
  }
}

function writePosedBox(body: PosedBody, out: Float64Array): void {
  body.refresh();
  const { bounds, boundKind } = body;
  for (let axis = 0; axis < 3; axis++) {
    if (boundKind === BOX_BOUND) {
      out[axis] = bounds[BOX_LOW + axis];
      out[axis + 3] = bounds[BOX_HIGH + axis];
    } else {
      writeSides(out, axis, bounds[axis], bounds[SPHERE_RADIUS]);
    }
  }
}

function writeBallBox(ball: BallShape, out: Float64Array): void {
  if (!(ball.radius >= 0 && ball.radius < Infinity)) {
    throw new PliantError('bad-number', `stepContactWorld: a ball has the radius ${ball.radius}; pass a length from 0`);
  }
  requireFinite('stepContactWorld', 'center', ball.center);
  for (let axis = 0; axis < 3; axis++) writeSides(out, axis, ball.center[axis], ball.radius);
}

/** The sums are good to a factor of 1 ± 2^-53, which the widening covers. */
function writeSides(out: Float64Array, axis: number, center: number, radius: number): void {
  const slack = (Math.abs(center) + radius) * 4.440892098500626e-16;
  out[axis] = center - radius - slack;
  out[axis + 3] = center + radius + slack;
}
