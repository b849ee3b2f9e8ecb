/**
 * Pushes two bodies apart where their proxies meet: a spring and a damper side by side (Kelvin and Voigt) along the line of centres, and friction across it. Forces are added to both sides, equal and opposite, so momentum is kept. Additions, products, quotients and roots in a fixed order: the same
 * everywhere.
 */
import { requireNames, withDefaults } from '../../checks.js';
import { PliantError } from '../../errors.js';
import { PI } from '../../exact.js';
import { CONTACT } from '../../index.js';
import type { Contacts } from '../../index.js';
import { addForceAt } from '../rigid/rigid-bodies.js';
import { multiplyTurned } from '../rigid/turned.js';
import { FIXED_SIDE, RIGID_SIDE, VIBRATING_SIDE } from './sides.js';
import type { ContactSide, RigidSide, SoftSide, VibratingSide } from './sides.js';
import { addSpeedOfModes, inverseMassOfModes, pushModes } from './vibrating.js';

/** How hard bodies push. */
export interface PenaltyOptions {
  /**
   * How fast two bodies that push each other would swing, in hertz: how stiff that is follows from their masses. A step is stable if it is shorter than about a twentieth of a swing; what lies on the ground sinks in by gravity / (2 pi frequency)^2. Above 0. Default 10.
   */
  readonly frequency?: number;
  /** Damping along the line of centres, as a share of what just lets nothing bounce. 0 or more. Default 0.5. */
  readonly damping?: number;
  /** Force across the line of centres at most, as a share of the force along it. 0 or more. Default 0.5. */
  readonly friction?: number;
  /** Speed in metres per second at which friction has its full force; below, it grows with speed, so that nothing trembles. Above 0. Default 0.01. */
  readonly slip?: number;
  /** Depth in metres that is left alone: by so much proxies overlap where the surfaces that they stand for begin to touch. 0 or more. Default 0. */
  readonly slack?: number;
}

/** Used where {@link PenaltyOptions} are left out. */
export const PENALTY_DEFAULTS: Required<PenaltyOptions> = {
  frequency: 10,
  damping: 0.5,
  friction: 0.5,
  slip: 0.01,
  slack: 0,
};

const NAMES = Object.keys(PENALTY_DEFAULTS);

/** Options with defaults in place, after a check. Make them once, and push by them as often as you like. */
export function createPenalty(options: PenaltyOptions = {}): Required<PenaltyOptions> {
  requireNames('createPenalty', options, NAMES);
  const penalty = withDefaults(PENALTY_DEFAULTS, options);
  for (const name of NAMES as (keyof PenaltyOptions)[]) {
    const isPositive = name === 'frequency' || name === 'slip';
    const value = penalty[name];
    if (Number.isFinite(value) && (isPositive ? value > 0 : value >= 0)) continue;
    throw new PliantError(
      'bad-number',
      `createPenalty: ${name} is ${String(value)}; pass a finite number ${isPositive ? 'above 0' : 'of 0 or more'}`,
    );
  }
  return penalty;
}

/** What is in hand of one contact: point, speed of the second side seen from the first, force on the second. */
const point = new Float64Array(3);
const speed = new Float64Array(3);
const force = new Float64Array(3);
/** The same on the side in hand. */
const signed = new Float64Array(3);

/**
 * Answers the contacts of a pair of bodies: those from `first` up to, not including, `end`, such as `world.touching.contactRanges` names. The stiffness of the pair is shared out among them, so it does not depend on how fine proxies are. Velocities are those that the sides have now.
 */
export function pushApart(
  contacts: Contacts,
  first: number,
  end: number,
  sideA: ContactSide,
  sideB: ContactSide,
  penalty: Required<PenaltyOptions>,
): void {
  if (!(first >= 0 && first <= end && end <= contacts.count)) {
    throw new PliantError(
      'bad-index',
      `pushApart: contacts ${first} up to ${end} are asked for, but there are ${contacts.count}; pass a range of those`,
    );
  }
  const rate = 2 * PI * penalty.frequency;
  const count = end - first;
  for (let contact = first; contact < end; contact++) {
    const at = contact * CONTACT.stride;
    const { numbers, pairs } = contacts;
    const depth = numbers[at + CONTACT.depth] - penalty.slack;
    if (!(depth > 0)) continue;
    const [a, b] = [pairs[contact * 2], pairs[contact * 2 + 1]];
    // The point of contact is in the middle of what the spheres have in common.
    const reach = numbers[at + CONTACT.radiusA] - numbers[at + CONTACT.depth] / 2;
    for (let axis = 0; axis < 3; axis++) {
      point[axis] = numbers[at + CONTACT.centerA + axis] + numbers[at + CONTACT.normal + axis] * reach;
    }
    const inverseMass =
      inverseMassOf(sideA, a, numbers, at + CONTACT.normal) + inverseMassOf(sideB, b, numbers, at + CONTACT.normal);
    if (!(inverseMass > 0)) continue;
    const mass = 1 / (inverseMass * count);
    speed.fill(0);
    addSpeed(sideB, b, 1);
    addSpeed(sideA, a, -1);
    measureForce(numbers, at + CONTACT.normal, depth, mass * rate * rate, 2 * penalty.damping * mass * rate, penalty);
    addForce(sideB, b, 1);
    addForce(sideA, a, -1);
  }
}

/** The force on the second side, left in `force`. Bodies are never pulled together. */
function measureForce(
  numbers: Float64Array,
  normal: number,
  depth: number,
  stiffness: number,
  viscosity: number,
  { friction, slip }: Required<PenaltyOptions>,
): void {
  const parting = speed[0] * numbers[normal] + speed[1] * numbers[normal + 1] + speed[2] * numbers[normal + 2];
  const push = stiffness * depth - viscosity * parting;
  if (!(push > 0)) {
    force.fill(0);
    return;
  }
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    speed[axis] -= parting * numbers[normal + axis];
    squared += speed[axis] * speed[axis];
  }
  const along = Math.sqrt(squared);
  const drag = (friction * push) / (along > slip ? along : slip);
  for (let axis = 0; axis < 3; axis++) force[axis] = push * numbers[normal + axis] - drag * speed[axis];
}

/** By how much a unit impulse along the normal would change the speed of the point of contact along it. */
function inverseMassOf(side: ContactSide, proxy: number, numbers: Float64Array, normal: number): number {
  if (side.kind === FIXED_SIDE) return 0;
  if (side.kind === RIGID_SIDE) return inverseMassOfRigid(side, numbers, normal);
  if (side.kind === VIBRATING_SIDE) {
    return inverseMassOfRigid(side, numbers, normal) + inverseMassOfModes(side, proxy, numbers, normal);
  }
  const { masses, starts, vertices } = side;
  const count = starts[proxy + 1] - starts[proxy];
  let sum = 0;
  for (let k = starts[proxy]; k < starts[proxy + 1]; k++) sum += 1 / masses[vertices[k]];
  return count > 0 ? sum / (count * count) : 0;
}

const arm = new Float64Array(3);
const lever = new Float64Array(3);

function inverseMassOfRigid({ bodies, body }: RigidSide | VibratingSide, n: Float64Array, i: number): number {
  const { centers, inverseInertia, masses, turns } = bodies;
  for (let axis = 0; axis < 3; axis++) arm[axis] = point[axis] - centers[body * 3 + axis];
  lever[0] = arm[1] * n[i + 2] - arm[2] * n[i + 1];
  lever[1] = arm[2] * n[i] - arm[0] * n[i + 2];
  lever[2] = arm[0] * n[i + 1] - arm[1] * n[i];
  multiplyTurned(inverseInertia, body * 6, turns, body * 4, lever, 0, arm, 0);
  return 1 / masses[body] + (lever[0] * arm[0] + lever[1] * arm[1] + lever[2] * arm[2]);
}

function addSpeed(side: ContactSide, proxy: number, sign: number): void {
  if (side.kind === FIXED_SIDE) return;
  if (side.kind === RIGID_SIDE) addSpeedOfRigid(side, sign);
  else if (side.kind === VIBRATING_SIDE) {
    addSpeedOfRigid(side, sign);
    addSpeedOfModes(side, proxy, sign, speed);
  } else addSpeedOfSoft(side, proxy, sign);
}

function addSpeedOfRigid({ bodies, body }: RigidSide | VibratingSide, sign: number): void {
  const { centers, spins, velocities } = bodies;
  const at = body * 3;
  const [x, y, z] = [point[0] - centers[at], point[1] - centers[at + 1], point[2] - centers[at + 2]];
  speed[0] += sign * (velocities[at] + spins[at + 1] * z - spins[at + 2] * y);
  speed[1] += sign * (velocities[at + 1] + spins[at + 2] * x - spins[at] * z);
  speed[2] += sign * (velocities[at + 2] + spins[at] * y - spins[at + 1] * x);
}

function addSpeedOfSoft({ starts, velocities, vertices }: SoftSide, proxy: number, sign: number): void {
  const share = sign / (starts[proxy + 1] - starts[proxy]);
  for (let k = starts[proxy]; k < starts[proxy + 1]; k++) {
    for (let axis = 0; axis < 3; axis++) speed[axis] += share * velocities[vertices[k] * 3 + axis];
  }
}

function addForce(side: ContactSide, proxy: number, sign: number): void {
  if (side.kind === FIXED_SIDE) return;
  if (side.kind === RIGID_SIDE) addForceToRigid(side, sign);
  else if (side.kind === VIBRATING_SIDE) {
    addForceToRigid(side, sign);
    pushModes(side, proxy, sign, force);
  } else addForceToSoft(side, proxy, sign);
}

function addForceToRigid({ bodies, body }: RigidSide | VibratingSide, sign: number): void {
  for (let axis = 0; axis < 3; axis++) signed[axis] = sign * force[axis];
  addForceAt(bodies, body, point, signed);
}

function addForceToSoft({ forces, received, starts, vertices }: SoftSide, proxy: number, sign: number): void {
  const share = sign / (starts[proxy + 1] - starts[proxy]);
  for (let k = starts[proxy]; k < starts[proxy + 1]; k++) {
    for (let axis = 0; axis < 3; axis++) forces[vertices[k] * 3 + axis] += share * force[axis];
    received[vertices[k]]++;
  }
}
