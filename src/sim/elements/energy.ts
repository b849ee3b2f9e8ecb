/** Energy and momentum of soft bodies. */
import { energyOfPlane } from './planes.js';
import { measureElasticEnergy } from './reference-forces.js';
import type { SoftBody } from './soft-body.js';

/** Energy of a body, in joules. */
export interface Energy {
  /** Of its motion. */
  readonly kinetic: number;
  /** Of elements that are stretched or pressed. */
  readonly elastic: number;
  /** Of its height, measured from the origin. */
  readonly gravity: number;
  /** Of planes that push it back. */
  readonly contact: number;
  /** All of these. */
  readonly total: number;
}

/** Momentum of a body. */
export interface Momentum {
  /** Kilograms. */
  readonly mass: number;
  /** Where its centre of mass is. */
  readonly center: readonly [number, number, number];
  /** Kilogram metres per second. */
  readonly linear: readonly [number, number, number];
  /** About the origin, in kilogram metres^2 per second. */
  readonly angular: readonly [number, number, number];
}

/** The energy of a body as it is, computed in float64. */
export function readEnergy(body: SoftBody): Energy {
  const { gravity: pull, masses, planes, positions, velocities } = body;
  let kinetic = 0;
  let gravity = 0;
  for (let i = 0; i < positions.length; i++) {
    const axis = i % 3;
    const mass = masses[(i - axis) / 3];
    kinetic += (mass * velocities[i] * velocities[i]) / 2;
    gravity -= mass * pull[axis] * positions[i];
  }
  const elastic = measureElasticEnergy(body.elements, body.constants, positions);
  let contact = 0;
  for (const plane of planes) contact += energyOfPlane(plane, positions, masses);
  return { kinetic, elastic, gravity, contact, total: kinetic + elastic + gravity + contact };
}

/** The momentum of a body as it is. */
export function readMomentum({ masses, positions, velocities, vertexCount }: SoftBody): Momentum {
  let mass = 0;
  const center: [number, number, number] = [0, 0, 0];
  const linear: [number, number, number] = [0, 0, 0];
  const angular: [number, number, number] = [0, 0, 0];
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const own = masses[vertex];
    mass += own;
    for (let axis = 0; axis < 3; axis++) {
      const next = vertex * 3 + ((axis + 1) % 3);
      const last = vertex * 3 + ((axis + 2) % 3);
      center[axis] += own * positions[vertex * 3 + axis];
      linear[axis] += own * velocities[vertex * 3 + axis];
      angular[axis] += own * (positions[next] * velocities[last] - positions[last] * velocities[next]);
    }
  }
  for (let axis = 0; axis < 3; axis++) center[axis] /= mass;
  return { mass, center, linear, angular };
}
