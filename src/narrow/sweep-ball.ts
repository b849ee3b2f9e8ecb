/**
 * When a moving ball first touches a triangle. Whether it does is decided exactly, as a capsule; the time is then
 * approached from before, in doubles.
 *
 * For any direction w, the triangle lies beyond the plane across w through its nearest corner, so the ball, moving along
 * d from the origin, cannot touch it before its front reaches that plane:
 *     t >= (min over corners v of w · v - r |w|) / (w · d)   if w · d > 0.
 * With w from the centre at some time to the point of the triangle closest to it, this is Newton's method for the
 * distance, which is a convex function of time: it never passes the root, and any error of the closest point costs
 * progress only.
 */
import { powerOfTwo } from '../math/big.js';
import { ballMeetsTriangle } from './ball-triangle.js';
import { capsuleMeetsTriangle } from './capsule-triangle.js';
import { closestToTriangle, POINT_RESULT } from './closest-features.js';

const TWO_TO_THE_MINUS_49 = powerOfTwo(-49);
const TWO_TO_THE_MINUS_50 = powerOfTwo(-50);
/** A ball that passes with a graze halves the time that is left in each step; others need some three to six. */
const MOST_STEPS = 60;

const CENTRE = 0;
const CORNER_A = 1;
const CORNER_B = 2;
const CORNER_C = 3;
/** The centre of the ball and the corners, seen from where it starts. */
const points = new Float64Array(12);
const closest = new Float64Array(POINT_RESULT);
/** The ball where it starts, and the sweep in hand, written and read within one call. */
const ball = new Float64Array(4);

/** Numbers of a sweep: start, end, radius, and the time found. */
export const SWEEP_LENGTH = 8;
/** Where the radius of a sweep is. */
export const SWEEP_RADIUS = 6;
/** Where the time of the first touch is left. */
export const SWEEP_TIME = 7;

/**
 * Whether a ball that moves from its start to its end touches the closed triangle, exactly as `capsuleMeetsTriangle` says;
 * if so, the first time in [0, 1] at which it does is left in `sweep[SWEEP_TIME]`: 0 when it touches at the start. A
 * collinear triangle is the segment or point that it covers.
 *
 * The time is never later than the true one, as far as magnitudes stay between 2^-200 and 2^200; beyond, it may be 0.
 * With M the largest of the radius and the components of the move and of the corners seen from the start, the ball is
 * then less than 2^-22 M away from touching, and as a rule less than 2^-45 M: more only beside slivers, or if its
 * radius is tiny. Nor is it before the ball can reach the box of the triangle: a walk that leaves out boxes which the ball
 * reaches after some time leaves out no triangle with an earlier one.
 */
export function sweepBall(sweep: Float64Array, positions: Float32Array, i0: number, i1: number, i2: number): boolean {
  if (!capsuleMeetsTriangle(sweep, positions, i0, i1, i2)) return false;
  const startX = (ball[0] = sweep[0]);
  const startY = (ball[1] = sweep[1]);
  const startZ = (ball[2] = sweep[2]);
  ball[3] = sweep[SWEEP_RADIUS];
  sweep[SWEEP_TIME] = 0;
  if (ballMeetsTriangle(ball, positions, i0, i1, i2)) return true;
  points[3] = positions[3 * i0] - startX;
  points[4] = positions[3 * i0 + 1] - startY;
  points[5] = positions[3 * i0 + 2] - startZ;
  points[6] = positions[3 * i1] - startX;
  points[7] = positions[3 * i1 + 1] - startY;
  points[8] = positions[3 * i1 + 2] - startZ;
  points[9] = positions[3 * i2] - startX;
  points[10] = positions[3 * i2 + 1] - startY;
  points[11] = positions[3 * i2 + 2] - startZ;
  findFirstTouch(sweep);
  waitForBox(sweep);
  return true;
}

/**
 * Sets the time to that of reaching the triangle's box, if that is later. 2^-50 of the numbers that take part cover the
 * rounding, so that it is not late. Differences, quotients and their rounding are monotone: who takes off 2^-48 of at least
 * these numbers before dividing, which is more by six times what rounding sums in another order makes, never comes later to a
 * box around this one. Along an axis without a way the ball is at the box already, and the quotient is not above zero.
 */
function waitForBox(sweep: Float64Array): void {
  const radius = sweep[SWEEP_RADIUS];
  for (let axis = 0; axis < 3; axis++) {
    const direction = sweep[axis + 3] - sweep[axis];
    const a = points[3 + axis];
    const b = points[6 + axis];
    const c = points[9 + axis];
    const near = direction > 0 ? Math.min(a, b, c) : -Math.max(a, b, c);
    const entry = (near - radius - TWO_TO_THE_MINUS_50 * (Math.abs(near) + radius)) / Math.abs(direction);
    if (entry > sweep[SWEEP_TIME]) sweep[SWEEP_TIME] = Math.min(entry, 1);
  }
}

function findFirstTouch(sweep: Float64Array): void {
  const dx = sweep[3] - sweep[0];
  const dy = sweep[4] - sweep[1];
  const dz = sweep[5] - sweep[2];
  const radius = sweep[SWEEP_RADIUS];
  let reach = Math.max(Math.abs(dx), Math.abs(dy), Math.abs(dz));
  for (let i = 3; i < 12; i++) reach = Math.max(reach, Math.abs(points[i]));
  let time = 0;
  for (let step = 0; step < MOST_STEPS; step++) {
    const x = time * dx;
    const y = time * dy;
    const z = time * dz;
    points[0] = x;
    points[1] = y;
    points[2] = z;
    closestToTriangle(points, CENTRE, CORNER_A, CORNER_B, CORNER_C, closest);
    const wx = closest[0] - x;
    const wy = closest[1] - y;
    const wz = closest[2] - z;
    const speed = wx * dx + wy * dy + wz * dz;
    const nearest = Math.min(
      wx * points[3] + wy * points[4] + wz * points[5],
      wx * points[6] + wy * points[7] + wz * points[8],
      wx * points[9] + wy * points[10] + wz * points[11],
    );
    const front = radius * Math.sqrt(wx * wx + wy * wy + wz * wz);
    // With u = 2^-53, corners and move err by uM, products of w with them by 4uM(|x| + |y| + |z|), the front by 3u of
    // itself, and the quotient, times the speed, by 4u of all together: that the time is never late, this takes off.
    const error = TWO_TO_THE_MINUS_49 * (reach * (Math.abs(wx) + Math.abs(wy) + Math.abs(wz)) + front);
    const next = (nearest - front - error) / speed;
    // Also ends where rounding leaves no direction, or the ball moves along the triangle or away from it.
    if (!(speed > 0 && next > time)) break;
    time = next;
    if (time >= 1) break;
  }
  sweep[SWEEP_TIME] = Math.min(time, 1);
}
