/** Arms and legs of the figure: two cones with round ends each. How to push a point out of them, and their middle line, which bends smoothly at the joint. */
import type { Limb, Vector } from './figure-walk.js';

/** How thick a limb is at its first joint, around its middle one, and at its end. */
export type Girth = readonly [number, number, number];

export const ARM_GIRTH: Girth = [0.052, 0.041, 0.029];
export const LEG_GIRTH: Girth = [0.088, 0.056, 0.038];

/** No part of a limb is farther than this to the side of its middle joint; limbs hang. */
const REACH = 0.4;

/** Moves a point that is nearer to a limb than `off` outwards. */
export function pushOffLimb(limb: Limb, girth: Girth, places: Float64Array, p: number, off: number): void {
  const [upper, middle, lower] = limb;
  const y = places[p + 1];
  if (y > upper[1] + girth[0] + off || y < lower[1] - girth[2] - off || Math.abs(places[p] - middle[0]) > REACH) return;
  pushOffCone(upper, middle, girth[0] + off, girth[1] + off, places, p);
  pushOffCone(middle, lower, girth[1] + off, girth[2] + off, places, p);
}

function pushOffCone(a: Vector, b: Vector, thick: number, thin: number, places: Float64Array, p: number): void {
  const lowest = Math.min(a[1], b[1]) - thick;
  const highest = Math.max(a[1], b[1]) + thick;
  if (places[p + 1] < lowest || places[p + 1] > highest) return;
  const x = b[0] - a[0];
  const y = b[1] - a[1];
  const z = b[2] - a[2];
  const fromA = (places[p] - a[0]) * x + (places[p + 1] - a[1]) * y + (places[p + 2] - a[2]) * z;
  const share = Math.min(Math.max(fromA / (x * x + y * y + z * z), 0), 1);
  const awayX = places[p] - a[0] - share * x;
  const awayY = places[p + 1] - a[1] - share * y;
  const awayZ = places[p + 2] - a[2] - share * z;
  const far = Math.sqrt(awayX * awayX + awayY * awayY + awayZ * awayZ);
  const radius = thick + share * (thin - thick);
  if (far >= radius || far === 0) return;
  const step = (radius - far) / far;
  places[p] += awayX * step;
  places[p + 1] += awayY * step;
  places[p + 2] += awayZ * step;
}

/** So many places along a limb, from its first joint to its end, each with its direction and how thick it is there. */
export function walkAlongLimb(
  [a, b, c]: Limb,
  girth: Girth,
  count: number,
): { readonly middle: Vector; readonly direction: Vector; readonly radius: number }[] {
  return Array.from({ length: count }, (_, step) => {
    const t = (2 * step) / (count - 1);
    const [before, behind] = [bend(a, b, c, Math.max(t - 0.05, 0)), bend(a, b, c, Math.min(t + 0.05, 2))];
    const direction: Vector = [behind[0] - before[0], behind[1] - before[1], behind[2] - before[2]];
    const radius = t < 1 ? girth[0] + t * (girth[1] - girth[0]) : girth[1] + (t - 1) * (girth[2] - girth[1]);
    return { middle: bend(a, b, c, t), direction, radius };
  });
}

/** From a by way of b to c; around b a parabola, from a quarter before it to a quarter behind it. */
function bend(a: Vector, b: Vector, c: Vector, t: number): Vector {
  const [from, to] = [0.75, 1.25];
  const on = (p: Vector, q: Vector, share: number): Vector => [
    p[0] + share * (q[0] - p[0]),
    p[1] + share * (q[1] - p[1]),
    p[2] + share * (q[2] - p[2]),
  ];
  if (t <= from) return on(a, b, t);
  if (t >= to) return on(b, c, t - 1);
  const share = (t - from) / (to - from);
  return on(on(on(a, b, from), b, share), on(b, on(b, c, to - 1), share), share);
}
