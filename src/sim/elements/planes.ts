/** Planes that soft bodies rest on: damped penalties with friction, by mass of each vertex, so that the step that is stable does not depend on how finely a body is cut. */
import { describe, requireArray, requireNames } from '../../checks.js';
import { PliantError } from '../../errors.js';
import { largestEigenvalueBound } from './eigenvalue-bound.js';
import type { Response } from './stable-step.js';

/** A plane that soft bodies rest on, and what happens to vertices behind it. */
export interface SupportPlane {
  /** Where free space is. Any length but 0. */
  readonly normal: readonly [number, number, number];
  /** The plane is where `normal · x` is this number, as with `createPlane` of `pliant`: metres along a normal of length 1. Default 0. */
  readonly offset?: number;
  /** How hard it pushes back, by mass: metres per second^2 for each metre behind it. Above 0. Default a quarter of what the body is at most. */
  readonly stiffness?: number;
  /** Damping by mass, in 1/s. 0 or more. Default half the root of the stiffness: a quarter of what would stop any bounce. */
  readonly damping?: number;
  /** Coulomb's coefficient. 0 or more. Below its limit friction only damps, by `damping`: a body creeps on a slope. Default 0.5. */
  readonly friction?: number;
}

const NAMES = ['normal', 'offset', 'stiffness', 'damping', 'friction'];

/** Checks planes and fills in what was left out, with normals of length 1; `stiffness` is what they have by default. */
export function fixPlanes(
  caller: string,
  planes: readonly SupportPlane[],
  stiffness: number,
): readonly Required<SupportPlane>[] {
  requireArray(caller, 'planes', planes, 0);
  return planes.map((plane, i) => fixPlane(caller, `planes[${i}]`, plane, stiffness));
}

function fixPlane(caller: string, name: string, plane: SupportPlane, ownStiffness: number): Required<SupportPlane> {
  requireNames(caller, plane, NAMES);
  const { friction = 0.5, normal, offset = 0, stiffness = ownStiffness } = plane;
  const { damping = Math.sqrt(stiffness) / 2 } = plane;
  requireArray(caller, `${name}.normal`, normal, 3);
  const [x, y, z] = normal;
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0 && Number.isFinite(length))) {
    throw new PliantError('bad-number', `${caller}: ${name}.normal has a length of ${length}; pass a direction`);
  }
  requireRange(caller, `${name}.offset`, offset, true, 'number');
  requireRange(caller, `${name}.stiffness`, stiffness, stiffness > 0, 'number above 0');
  requireRange(caller, `${name}.damping`, damping, damping >= 0, 'number of 0 or more');
  requireRange(caller, `${name}.friction`, friction, friction >= 0, 'number of 0 or more');
  return { normal: [x / length, y / length, z / length], offset: offset / length, stiffness, damping, friction };
}

function requireRange(caller: string, name: string, value: number, isWithin: boolean, range: string): void {
  if (isWithin && Number.isFinite(value)) return;
  throw new PliantError('bad-number', `${caller}: ${name} is ${describe(value)}; pass a finite ${range}`);
}

/** What planes add to the stiffness and damping of a body at most: as if a vertex were behind all of them. */
export function responseOfPlanes(
  planes: readonly Required<SupportPlane>[],
): Pick<Response, 'planeStiffness' | 'planeDamping'> {
  const sum = [0, 0, 0, 0, 0, 0];
  let planeDamping = 0;
  for (const { damping, normal, stiffness } of planes) {
    const [x, y, z] = normal;
    [x * x, y * y, z * z, x * y, x * z, y * z].forEach((product, i) => (sum[i] += stiffness * product));
    planeDamping += damping;
  }
  return { planeStiffness: largestEigenvalueBound(sum), planeDamping };
}

/**
 * Adds to accelerations what a plane does: along the normal, what pushes back and what damps, together never inward; across it, damping, by no more than friction holds. So what friction holds still creeps, the slower the more a plane damps.
 * So nothing is added to the energy but what the penalty gives back.
 */
export function pushByPlane(
  { damping, friction, normal: [nx, ny, nz], offset, stiffness }: Required<SupportPlane>,
  positions: Float64Array,
  velocities: Float64Array,
  out: Float64Array,
): void {
  for (let i = 0; i < positions.length; i += 3) {
    const depth = offset - (nx * positions[i] + ny * positions[i + 1] + nz * positions[i + 2]);
    if (!(depth > 0)) continue;
    const away = nx * velocities[i] + ny * velocities[i + 1] + nz * velocities[i + 2];
    const push = Math.max(stiffness * depth - damping * away, 0);
    const x = velocities[i] - away * nx;
    const y = velocities[i + 1] - away * ny;
    const z = velocities[i + 2] - away * nz;
    const speed = Math.sqrt(x * x + y * y + z * z);
    const brake = damping * speed > friction * push ? (friction * push) / speed : damping;
    out[i] += push * nx - brake * x;
    out[i + 1] += push * ny - brake * y;
    out[i + 2] += push * nz - brake * z;
  }
}

/** The energy that a plane has taken up, in joules. */
export function energyOfPlane(
  { normal: [nx, ny, nz], offset, stiffness }: Required<SupportPlane>,
  positions: Float64Array,
  masses: Float64Array,
): number {
  let energy = 0;
  for (let vertex = 0; vertex < masses.length; vertex++) {
    const i = vertex * 3;
    const depth = offset - (nx * positions[i] + ny * positions[i + 1] + nz * positions[i + 2]);
    if (depth > 0) energy += (masses[vertex] * stiffness * depth * depth) / 2;
  }
  return energy;
}
