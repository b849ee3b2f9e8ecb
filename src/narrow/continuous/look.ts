/** What can be said in doubles about an interval, at whose ends u, v, w are given; filter.ts has the rules. Nothing is allocated. */
import { VERTEX_FACE } from './motion.js';
import type { Encounter } from './motion.js';
import {
  ERROR_OF_FIRST,
  ERROR_OF_SECOND,
  ERROR_OF_SUM,
  ERROR_OF_VOLUME,
  errors,
  ERRORS_OF_AXIS,
  V,
  W,
} from './ways.js';

/** What is said. */
export type Verdict = typeof APART | typeof MEET | typeof UNDECIDED;
/** Certainly no touch. */
export const APART = 0;
/** Certainly a touch. */
export const MEET = 1;
/** Doubles cannot tell, or not soon enough. */
export const UNDECIDED = 2;

/** The four Bernstein coefficients of f on the interval that was last looked at; they may be off by `errors[ERROR_OF_VOLUME]`. */
export const volume = new Float64Array(4);

/** What can be said about the interval at whose ends u, v, w are `p` and `q`. */
export function look(encounter: Encounter, p: Float64Array, q: Float64Array, isStubborn: boolean): Verdict {
  const ux0 = p[0];
  const uy0 = p[1];
  const uz0 = p[2];
  const vx0 = p[3];
  const vy0 = p[4];
  const vz0 = p[5];
  const wx0 = p[6];
  const wy0 = p[7];
  const wz0 = p[8];
  const ux1 = q[0];
  const uy1 = q[1];
  const uz1 = q[2];
  const vx1 = q[3];
  const vy1 = q[4];
  const vz1 = q[5];
  const wx1 = q[6];
  const wy1 = q[7];
  const wz1 = q[8];
  // The Bernstein coefficients of n: three for each component. Those of f = n · w: four.
  const x0 = uy0 * vz0 - uz0 * vy0;
  const y0 = uz0 * vx0 - ux0 * vz0;
  const z0 = ux0 * vy0 - uy0 * vx0;
  const x1 = (uy0 * vz1 - uz0 * vy1 + (uy1 * vz0 - uz1 * vy0)) / 2;
  const y1 = (uz0 * vx1 - ux0 * vz1 + (uz1 * vx0 - ux1 * vz0)) / 2;
  const z1 = (ux0 * vy1 - uy0 * vx1 + (ux1 * vy0 - uy1 * vx0)) / 2;
  const x2 = uy1 * vz1 - uz1 * vy1;
  const y2 = uz1 * vx1 - ux1 * vz1;
  const z2 = ux1 * vy1 - uy1 * vx1;
  const f0 = x0 * wx0 + y0 * wy0 + z0 * wz0;
  const f1 = (2 * (x1 * wx0 + y1 * wy0 + z1 * wz0) + (x0 * wx1 + y0 * wy1 + z0 * wz1)) / 3;
  const f2 = (2 * (x1 * wx1 + y1 * wy1 + z1 * wz1) + (x2 * wx0 + y2 * wy0 + z2 * wz0)) / 3;
  const f3 = x2 * wx1 + y2 * wy1 + z2 * wz1;
  volume[0] = f0;
  volume[1] = f1;
  volume[2] = f2;
  volume[3] = f3;
  const error = errors[ERROR_OF_VOLUME];
  if (f0 > error && f1 > error && f2 > error && f3 > error) return APART;
  if (f0 < -error && f1 < -error && f2 < -error && f3 < -error) return APART;
  // Where n is long, weights are certain soonest.
  const sizeX = Math.abs(x1);
  const sizeY = Math.abs(y1);
  const sizeZ = Math.abs(z1);
  const axis = sizeX > sizeY ? (sizeX > sizeZ ? 0 : 2) : sizeY > sizeZ ? 1 : 2;
  let verdict = lookAlong(encounter, axis, p, q);
  if (verdict === UNDECIDED && isStubborn) verdict = lookAlong(encounter, axis === 2 ? 0 : axis + 1, p, q);
  if (verdict === UNDECIDED && isStubborn) verdict = lookAlong(encounter, axis === 0 ? 2 : axis - 1, p, q);
  return verdict === MEET && !crosses() ? UNDECIDED : verdict;
}

/** Whether f certainly has different signs at the ends of the interval that was last looked at. */
export function crosses(): boolean {
  const error = errors[ERROR_OF_VOLUME];
  return (volume[0] > error && volume[3] < -error) || (volume[0] < -error && volume[3] > error);
}

/**
 * Whether f certainly has exactly one root in that interval, a simple one: the first and the last coefficient have different
 * signs, and there is no other change, as there would be if the second had the sign of the last and the third that of the first.
 */
export function hasOneRoot(): boolean {
  const error = errors[ERROR_OF_VOLUME];
  const sign = volume[0] > 0 ? 1 : -1;
  return crosses() && (sign * volume[1] > error || sign * volume[2] < -error);
}

/** Whether the weights along an axis are all right, or one is wrong, as far as n has a certain sign along it. */
function lookAlong(encounter: Encounter, axis: number, p: Float64Array, q: Float64Array): Verdict {
  const i = axis === 2 ? 0 : axis + 1;
  const j = axis === 0 ? 2 : axis - 1;
  const place = ERRORS_OF_AXIS * axis;
  const ux0 = p[i];
  const uy0 = p[j];
  const vx0 = p[V + i];
  const vy0 = p[V + j];
  const wx0 = p[W + i];
  const wy0 = p[W + j];
  const ux1 = q[i];
  const uy1 = q[j];
  const vx1 = q[V + i];
  const vy1 = q[V + j];
  const wx1 = q[W + i];
  const wy1 = q[W + j];
  // Bernstein coefficients, of n first. The error bounds are the same for both signs, so all that follows may be turned.
  let n0 = ux0 * vy0 - uy0 * vx0;
  const sign = n0 < 0 ? -1 : 1;
  n0 *= sign;
  const n1 = (sign * (ux0 * vy1 - uy0 * vx1 + (ux1 * vy0 - uy1 * vx0))) / 2;
  const n2 = sign * (ux1 * vy1 - uy1 * vx1);
  const normalError = errors[place];
  if (!(n0 > normalError && n1 > normalError && n2 > normalError)) return UNDECIDED;
  const firstError = errors[place + ERROR_OF_FIRST];
  const a0 = sign * (wx0 * vy0 - wy0 * vx0);
  const a1 = (sign * (wx0 * vy1 - wy0 * vx1 + (wx1 * vy0 - wy1 * vx0))) / 2;
  const a2 = sign * (wx1 * vy1 - wy1 * vx1);
  if (a0 < -firstError && a1 < -firstError && a2 < -firstError) return APART;
  const isFace = encounter === VERTEX_FACE;
  const turn = isFace ? sign : -sign;
  const secondError = errors[place + ERROR_OF_SECOND];
  const b0 = turn * (ux0 * wy0 - uy0 * wx0);
  const b1 = (turn * (ux0 * wy1 - uy0 * wx1 + (ux1 * wy0 - uy1 * wx0))) / 2;
  const b2 = turn * (ux1 * wy1 - uy1 * wx1);
  if (b0 < -secondError && b1 < -secondError && b2 < -secondError) return APART;
  const sumError = errors[place + ERROR_OF_SUM];
  const c0 = isFace ? n0 - a0 - b0 : n0 - a0;
  const c1 = isFace ? n1 - a1 - b1 : n1 - a1;
  const c2 = isFace ? n2 - a2 - b2 : n2 - a2;
  if (c0 < -sumError && c1 < -sumError && c2 < -sumError) return APART;
  const d0 = isFace ? c0 : n0 - b0;
  const d1 = isFace ? c1 : n1 - b1;
  const d2 = isFace ? c2 : n2 - b2;
  if (d0 < -sumError && d1 < -sumError && d2 < -sumError) return APART;
  const isInside =
    Math.min(a0, a1, a2) > firstError &&
    Math.min(b0, b1, b2) > secondError &&
    Math.min(c0, c1, c2, d0, d1, d2) > sumError;
  return isInside ? MEET : UNDECIDED;
}
