/**
 * Rigid bodies in motion. What is kept is momentum, linear and angular, not velocity: it changes by forces alone, so free flight keeps both to the last bit. Bodies lie side by side in arrays, in the order of their numbers.
 */
import { requireFinite, requireInteger } from '../../checks.js';
import { PliantError } from '../../errors.js';
import { cos, sin } from '../../exact.js';
import type { MassProperties } from './mass.js';
import { multiplyTurned } from './turned.js';

/** Some rigid bodies. Write what you like between steps; {@link moveRigidBodies} reads it. */
export interface RigidBodies {
  /** How many. */
  readonly count: number;
  /** Where centres of mass are: three coordinates each. */
  readonly centers: Float64Array;
  /** How bodies are turned: unit quaternions x, y, z, w. */
  readonly turns: Float64Array;
  /** Mass times velocity: three numbers each. */
  readonly momenta: Float64Array;
  /** Angular momentum about the centre of mass, in the world: three numbers each. */
  readonly angularMomenta: Float64Array;
  /** Velocities of the centres, as of the last move or {@link readVelocities}. */
  readonly velocities: Float64Array;
  /** Angular velocities, in the world, as of the same moment. */
  readonly spins: Float64Array;
  /** Forces in newtons that act until the next move; taken up and cleared by it. */
  readonly forces: Float64Array;
  /** Torques about the centres of mass, in newton metres; likewise. */
  readonly torques: Float64Array;
  /** Masses in kilograms; `Infinity` for a body that nothing moves. */
  readonly masses: Float64Array;
  /** Centres of mass in the space of each mesh. */
  readonly centersAtRest: Float64Array;
  /** Inverse inertia along the axes of the mesh: xx, xy, xz, yy, yz, zz each; zero for a body that nothing turns. */
  readonly inverseInertia: Float64Array;
  /** Inertia likewise. */
  readonly inertia: Float64Array;
}

/** Makes rigid bodies, at rest, where their meshes are; one for each of the masses, which may be the same ones. `null` stands for a body that nothing moves. */
export function createRigidBodies(masses: readonly (MassProperties | null)[]): RigidBodies {
  const count = masses.length;
  requireInteger('createRigidBodies', 'the number of masses', count, 1, 0xffffff);
  const bodies: RigidBodies = {
    count,
    centers: new Float64Array(count * 3),
    turns: new Float64Array(count * 4),
    momenta: new Float64Array(count * 3),
    angularMomenta: new Float64Array(count * 3),
    velocities: new Float64Array(count * 3),
    spins: new Float64Array(count * 3),
    forces: new Float64Array(count * 3),
    torques: new Float64Array(count * 3),
    masses: new Float64Array(count).fill(Infinity),
    centersAtRest: new Float64Array(count * 3),
    inverseInertia: new Float64Array(count * 6),
    inertia: new Float64Array(count * 6),
  };
  masses.forEach((mass, body) => {
    bodies.turns[body * 4 + 3] = 1;
    if (mass === null) return;
    bodies.masses[body] = mass.mass;
    bodies.centersAtRest.set(mass.center, body * 3);
    bodies.centers.set(mass.center, body * 3);
    const [xx, xy, xz, , yy, yz, , , zz] = mass.inertia;
    bodies.inertia.set([xx, xy, xz, yy, yz, zz], body * 6);
    bodies.inverseInertia.set(invert(mass.inertia, body), body * 6);
  });
  return bodies;
}

function invert([xx, xy, xz, , yy, yz, , , zz]: Float64Array, body: number): number[] {
  const [a, b, c] = [yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy];
  const determinant = xx * a + xy * b + xz * c;
  if (!(determinant > 0)) {
    throw new PliantError(
      'bad-number',
      `createRigidBodies: the inertia of body ${body} has no inverse: all of its mass lies on a line; give it some width`,
    );
  }
  return [a, b, c, xx * zz - xz * xz, xy * xz - xx * yz, xx * yy - xy * xy].map((entry) => entry / determinant);
}

/** Adds a force that acts at a point of the world. */
export function addForceAt(
  bodies: RigidBodies,
  body: number,
  point: ArrayLike<number>,
  force: ArrayLike<number>,
): void {
  const { centers, forces, torques } = bodies;
  const at = body * 3;
  const [x, y, z] = [point[0] - centers[at], point[1] - centers[at + 1], point[2] - centers[at + 2]];
  const [fx, fy, fz] = [force[0], force[1], force[2]];
  forces[at] += fx;
  forces[at + 1] += fy;
  forces[at + 2] += fz;
  torques[at] += y * fz - z * fy;
  torques[at + 1] += z * fx - x * fz;
  torques[at + 2] += x * fy - y * fx;
}

/**
 * Moves all bodies on: forces change momenta for the whole step, then bodies go where those take them (symplectic Euler). A turn is by the angular velocity of the middle of the step, so that a body spinning freely keeps its energy to the third power of the step,
 * and its momentum exactly.
 *
 * @throws PliantError `bad-number` where a body is no longer anywhere: forces were not finite, or too stiff for the step.
 */
export function moveRigidBodies(bodies: RigidBodies, seconds: number): void {
  if (!(seconds >= 0 && seconds < Infinity)) {
    throw new PliantError('bad-number', `moveRigidBodies: seconds is ${seconds}; pass a finite number of 0 or more`);
  }
  const { angularMomenta, centers, count, forces, masses, momenta, torques } = bodies;
  for (let body = 0; body < count; body++) {
    if (masses[body] === Infinity) continue;
    const step = seconds / masses[body];
    for (let at = body * 3; at < body * 3 + 3; at++) {
      momenta[at] += seconds * forces[at];
      angularMomenta[at] += seconds * torques[at];
      centers[at] += step * momenta[at];
    }
    turn(bodies, body, seconds);
    readBodyVelocities(bodies, body);
    requireSomewhere(bodies, body);
  }
  forces.fill(0);
  torques.fill(0);
}

/** Works out velocities from momenta, after you have written momenta. */
export function readVelocities(bodies: RigidBodies): void {
  for (let body = 0; body < bodies.count; body++) readBodyVelocities(bodies, body);
}

/** Sets velocity and angular velocity of a body, in the world, and its momenta accordingly. */
export function setVelocities(
  bodies: RigidBodies,
  body: number,
  velocity: ArrayLike<number>,
  spin: ArrayLike<number>,
): void {
  requireInteger('setVelocities', 'body', body, 0, bodies.count - 1);
  requireFinite('setVelocities', 'velocity', velocity);
  requireFinite('setVelocities', 'spin', spin);
  const mass = bodies.masses[body];
  if (mass === Infinity) {
    throw new PliantError(
      'mismatch',
      `setVelocities: body ${body} has no mass that could move; it stays where you put it`,
    );
  }
  for (let axis = 0; axis < 3; axis++) bodies.momenta[body * 3 + axis] = mass * velocity[axis];
  multiplyTurned(bodies.inertia, body * 6, bodies.turns, body * 4, spin, 0, bodies.angularMomenta, body * 3);
  readBodyVelocities(bodies, body);
}

/** Writes the placement of a body for `setPlacement`: sixteen numbers, column by column, from the space of its mesh to the world. */
export function writeRigidPlacement(
  bodies: RigidBodies,
  body: number,
  out: Float64Array | Float32Array | number[],
): void {
  const { centers, centersAtRest, turns } = bodies;
  const [x, y, z, w] = [turns[body * 4], turns[body * 4 + 1], turns[body * 4 + 2], turns[body * 4 + 3]];
  out[0] = 1 - 2 * (y * y + z * z);
  out[1] = 2 * (x * y + w * z);
  out[2] = 2 * (x * z - w * y);
  out[4] = 2 * (x * y - w * z);
  out[5] = 1 - 2 * (x * x + z * z);
  out[6] = 2 * (y * z + w * x);
  out[8] = 2 * (x * z + w * y);
  out[9] = 2 * (y * z - w * x);
  out[10] = 1 - 2 * (x * x + y * y);
  out[3] = out[7] = out[11] = 0;
  out[15] = 1;
  const rest = body * 3;
  for (let axis = 0; axis < 3; axis++) {
    out[12 + axis] =
      centers[rest + axis] -
      (out[axis] * centersAtRest[rest] +
        out[4 + axis] * centersAtRest[rest + 1] +
        out[8 + axis] * centersAtRest[rest + 2]);
  }
}

/** Kinetic energy of all bodies that move, in joules, from their momenta. */
export function kineticEnergy(bodies: RigidBodies): number {
  readVelocities(bodies);
  let sum = 0;
  for (let at = 0; at < bodies.count * 3; at++) {
    sum += bodies.momenta[at] * bodies.velocities[at] + bodies.angularMomenta[at] * bodies.spins[at];
  }
  return sum / 2;
}

const middle = new Float64Array(4);
const spin = new Float64Array(3);

function turn(bodies: RigidBodies, body: number, seconds: number): void {
  const { angularMomenta, inverseInertia, turns } = bodies;
  multiplyTurned(inverseInertia, body * 6, turns, body * 4, angularMomenta, body * 3, spin, 0);
  turnBy(turns, body * 4, spin, seconds / 2, middle, 0);
  multiplyTurned(inverseInertia, body * 6, middle, 0, angularMomenta, body * 3, spin, 0);
  turnBy(turns, body * 4, spin, seconds, turns, body * 4);
}

function readBodyVelocities(
  { angularMomenta, inverseInertia, masses, momenta, spins, turns, velocities }: RigidBodies,
  body: number,
): void {
  for (let at = body * 3; at < body * 3 + 3; at++) velocities[at] = momenta[at] / masses[body];
  multiplyTurned(inverseInertia, body * 6, turns, body * 4, angularMomenta, body * 3, spins, body * 3);
}

/** A turn that comes behind another: about the axis of `speed`, by its length times `seconds`. `out` is made a unit again. */
function turnBy(q: Float64Array, at: number, speed: Float64Array, seconds: number, out: Float64Array, o: number): void {
  const rate = Math.sqrt(speed[0] * speed[0] + speed[1] * speed[1] + speed[2] * speed[2]);
  const half = (rate * seconds) / 2;
  const share = rate > 0 ? sin(half) / rate : 0;
  const [x, y, z, w] = [speed[0] * share, speed[1] * share, speed[2] * share, cos(half)];
  const [qx, qy, qz, qw] = [q[at], q[at + 1], q[at + 2], q[at + 3]];
  const nx = w * qx + x * qw + y * qz - z * qy;
  const ny = w * qy + y * qw + z * qx - x * qz;
  const nz = w * qz + z * qw + x * qy - y * qx;
  const nw = w * qw - x * qx - y * qy - z * qz;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz + nw * nw);
  out[o] = nx / length;
  out[o + 1] = ny / length;
  out[o + 2] = nz / length;
  out[o + 3] = nw / length;
}

function requireSomewhere({ centers, turns }: RigidBodies, body: number): void {
  const sum = centers[body * 3] + centers[body * 3 + 1] + centers[body * 3 + 2] + turns[body * 4 + 3];
  if (Number.isFinite(sum)) return;
  throw new PliantError(
    'bad-number',
    `moveRigidBodies: body ${body} has been thrown out of all bounds; contacts are too stiff for the step: take shorter steps, or a lower frequency`,
  );
}
