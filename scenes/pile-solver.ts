/**
 * Pushes bodies apart where their proxies meet: sequential impulses (Catto 2005) with friction. Depth is taken back by
 * velocities of its own that move bodies for one step and are then forgotten, so that nothing is thrown up by it. Bodies are
 * solid balls as far as turning goes. Additions, products, quotients and roots in a fixed order: the same everywhere.
 */
import { CONTACT } from 'pliant';
import type { Contacts, TouchingPairs } from 'pliant';

/** Numbers of a body's motion: velocity, turning velocity, and the same two for taking depth back. */
export const MOTION_STRIDE = 12;
/** Where the velocities are that take depth back. */
export const PUSH = 6;

/** Moving bodies, numbered from 0; higher numbers are surroundings that do not move. */
export interface PileMotion {
  readonly bodyCount: number;
  /** Three coordinates of the centre of each. */
  readonly centers: Float64Array;
  /** {@link MOTION_STRIDE} numbers each; behind the bodies' one more set, at rest, for the surroundings. */
  readonly motions: Float64Array;
  readonly inverseMass: number;
  readonly inverseInertia: number;
}

/** How contacts are answered. */
export interface PileAnswer {
  /** Length of a step in seconds. */
  readonly timeStep: number;
  /** Depth of two proxies at which the surfaces they stand for are taken to touch; half of it for a plane. */
  readonly skin: number;
  readonly friction: number;
  readonly rounds: number;
}

/** Share of the depth that a step takes back, how much depth is left alone, and how fast it may be taken back. */
const TAKE_BACK = 0.2;
const LEFT_ALONE = 0.004;
const FASTEST = 2;
/** A gap that no body closes within a step. */
const FAR = 0.06;
/** Contacts of a pair that are answered: the deepest. A few hold a body as well as many do. */
const MOST_PER_PAIR = 8;

/** Numbers of a contact in hand: what it is, then what has been done about it. */
const STRIDE = 18;
const NORMAL = 0;
const ARM_A = 3;
const ARM_B = 6;
const MASS = 9;
const FRICTION_MASS = 10;
const BIAS = 11;
/** How fast the surfaces may come closer, because they are not yet in touch. */
const GAP = 12;
const IMPULSE = 13;
const PUSHED = 14;
const RUBBED = 15;

/** Room for solving. */
export interface PileWork {
  readonly numbers: Float64Array;
  readonly bodies: Uint32Array;
  /** Contacts that are answered in the present step. */
  count: number;
}

/** Room for solving `pairCapacity` pairs. */
export function createPileWork(pairCapacity: number): PileWork {
  const capacity = pairCapacity * MOST_PER_PAIR;
  return { numbers: new Float64Array(capacity * STRIDE), bodies: new Uint32Array(capacity * 2), count: 0 };
}

/** Changes velocities so that bodies stop approaching where they touch. */
export function solveContacts(
  motion: PileMotion,
  contacts: Contacts,
  touching: TouchingPairs,
  answer: PileAnswer,
  work: PileWork,
): void {
  work.count = 0;
  for (let pair = 0; pair < touching.count; pair++) choose(motion, contacts, touching, pair, answer, work);
  for (let round = 0; round < answer.rounds; round++) {
    for (let contact = 0; contact < work.count; contact++) {
      solveNormal(motion, work, contact, 0);
      solveNormal(motion, work, contact, PUSH);
      solveFriction(motion, work, contact, answer.friction);
    }
  }
}

const deepest = new Uint32Array(MOST_PER_PAIR);

/** Takes the deepest contacts of a pair; of equal ones those that come first. */
function choose(
  motion: PileMotion,
  contacts: Contacts,
  touching: TouchingPairs,
  pair: number,
  answer: PileAnswer,
  work: PileWork,
): void {
  const { numbers } = contacts;
  const isFixed = touching.ids[pair * 2 + 1] >= motion.bodyCount;
  const skin = isFixed ? answer.skin * 0.5 : answer.skin;
  const first = touching.contactRanges[pair * 2];
  const end = first + touching.contactRanges[pair * 2 + 1];
  let count = 0;
  for (let contact = first; contact < end; contact++) {
    const depth = numbers[contact * CONTACT.stride + CONTACT.depth];
    if (depth < skin - FAR) continue;
    let place = count;
    while (place > 0 && numbers[deepest[place - 1] * CONTACT.stride + CONTACT.depth] < depth) place--;
    if (place === MOST_PER_PAIR) continue;
    if (count < MOST_PER_PAIR) count++;
    for (let k = count - 1; k > place; k--) deepest[k] = deepest[k - 1];
    deepest[place] = contact;
  }
  for (let k = 0; k < count; k++) {
    prepare(motion, contacts, touching.ids[pair * 2], touching.ids[pair * 2 + 1], deepest[k], skin, answer, work);
  }
}

function prepare(
  motion: PileMotion,
  contacts: Contacts,
  a: number,
  b: number,
  contact: number,
  skin: number,
  answer: PileAnswer,
  work: PileWork,
): void {
  const from = contact * CONTACT.stride;
  const at = work.count * STRIDE;
  const { numbers } = work;
  const isFixed = b >= motion.bodyCount;
  const depth = contacts.numbers[from + CONTACT.depth];
  // The point of contact is in the middle of what the spheres have in common.
  const reach = contacts.numbers[from + CONTACT.radiusA] - depth * 0.5;
  let squaredArms = 0;
  for (let axis = 0; axis < 3; axis++) {
    const normal = contacts.numbers[from + CONTACT.normal + axis];
    const point = contacts.numbers[from + CONTACT.centerA + axis] + normal * reach;
    const armA = point - motion.centers[a * 3 + axis];
    const armB = isFixed ? 0 : point - motion.centers[b * 3 + axis];
    numbers[at + NORMAL + axis] = normal;
    numbers[at + ARM_A + axis] = armA;
    numbers[at + ARM_B + axis] = armB;
    squaredArms += armA * armA + armB * armB;
  }
  const levers = crossSquared(numbers, at + ARM_A, at + NORMAL) + crossSquared(numbers, at + ARM_B, at + NORMAL);
  const inverseMass = motion.inverseMass * (isFixed ? 1 : 2);
  numbers[at + MASS] = 1 / (inverseMass + motion.inverseInertia * levers);
  // The least that a tangent can have: friction then never overshoots.
  numbers[at + FRICTION_MASS] = 1 / (inverseMass + motion.inverseInertia * squaredArms);
  const excess = depth - skin;
  const speed = (TAKE_BACK * (excess - LEFT_ALONE)) / answer.timeStep;
  numbers[at + BIAS] = speed < 0 ? 0 : speed > FASTEST ? FASTEST : speed;
  numbers[at + GAP] = excess < 0 ? excess / answer.timeStep : 0;
  for (let k = IMPULSE; k < STRIDE; k++) numbers[at + k] = 0;
  work.bodies[work.count * 2] = a;
  work.bodies[work.count * 2 + 1] = isFixed ? motion.bodyCount : b;
  work.count++;
}

/** Along the normal bodies may not approach faster than the gap allows, and by their push must part as depth demands. */
function solveNormal(motion: PileMotion, work: PileWork, contact: number, kind: 0 | typeof PUSH): void {
  const { numbers } = work;
  const at = contact * STRIDE;
  const x = numbers[at];
  const y = numbers[at + 1];
  const z = numbers[at + 2];
  measureSpeed(motion, work, contact, kind);
  const approach = speed[0] * x + speed[1] * y + speed[2] * z;
  const wanted = approach + (kind === PUSH ? numbers[at + BIAS] : numbers[at + GAP]);
  const done = at + (kind === PUSH ? PUSHED : IMPULSE);
  const impulse = numbers[done] + wanted * numbers[at + MASS];
  const clamped = impulse > 0 ? impulse : 0;
  const change = clamped - numbers[done];
  numbers[done] = clamped;
  apply(motion, work, contact, kind, x * change, y * change, z * change);
}

/** Across the normal, what slides is held back, by no more than friction can. */
function solveFriction(motion: PileMotion, work: PileWork, contact: number, friction: number): void {
  const { numbers } = work;
  const at = contact * STRIDE;
  measureSpeed(motion, work, contact, 0);
  const along = speed[0] * numbers[at] + speed[1] * numbers[at + 1] + speed[2] * numbers[at + 2];
  const mass = numbers[at + FRICTION_MASS];
  const x = numbers[at + RUBBED] + (speed[0] - along * numbers[at]) * mass;
  const y = numbers[at + RUBBED + 1] + (speed[1] - along * numbers[at + 1]) * mass;
  const z = numbers[at + RUBBED + 2] + (speed[2] - along * numbers[at + 2]) * mass;
  const most = friction * numbers[at + IMPULSE];
  const squared = x * x + y * y + z * z;
  const share = squared > most * most ? most / Math.sqrt(squared) : 1;
  const dx = x * share - numbers[at + RUBBED];
  const dy = y * share - numbers[at + RUBBED + 1];
  const dz = z * share - numbers[at + RUBBED + 2];
  numbers[at + RUBBED] = x * share;
  numbers[at + RUBBED + 1] = y * share;
  numbers[at + RUBBED + 2] = z * share;
  apply(motion, work, contact, 0, dx, dy, dz);
}

const speed = new Float64Array(3);

/** How fast the point of contact of the first body moves, seen from the second; left in `speed`. */
function measureSpeed(motion: PileMotion, work: PileWork, contact: number, kind: number): void {
  const { motions } = motion;
  const { numbers } = work;
  const a = work.bodies[contact * 2] * MOTION_STRIDE + kind;
  const b = work.bodies[contact * 2 + 1] * MOTION_STRIDE + kind;
  const p = contact * STRIDE + ARM_A;
  const q = contact * STRIDE + ARM_B;
  speed[0] =
    motions[a] +
    (motions[a + 4] * numbers[p + 2] - motions[a + 5] * numbers[p + 1]) -
    (motions[b] + (motions[b + 4] * numbers[q + 2] - motions[b + 5] * numbers[q + 1]));
  speed[1] =
    motions[a + 1] +
    (motions[a + 5] * numbers[p] - motions[a + 3] * numbers[p + 2]) -
    (motions[b + 1] + (motions[b + 5] * numbers[q] - motions[b + 3] * numbers[q + 2]));
  speed[2] =
    motions[a + 2] +
    (motions[a + 3] * numbers[p + 1] - motions[a + 4] * numbers[p]) -
    (motions[b + 2] + (motions[b + 3] * numbers[q + 1] - motions[b + 4] * numbers[q]));
}

/** Pushes the first body back by an impulse, and the second one forward. */
function apply(
  motion: PileMotion,
  work: PileWork,
  contact: number,
  kind: number,
  x: number,
  y: number,
  z: number,
): void {
  const a = work.bodies[contact * 2];
  const b = work.bodies[contact * 2 + 1];
  applyToBody(motion, work.numbers, contact * STRIDE + ARM_A, a * MOTION_STRIDE + kind, -x, -y, -z);
  if (b < motion.bodyCount) {
    applyToBody(motion, work.numbers, contact * STRIDE + ARM_B, b * MOTION_STRIDE + kind, x, y, z);
  }
}

function applyToBody(
  motion: PileMotion,
  arms: Float64Array,
  arm: number,
  at: number,
  x: number,
  y: number,
  z: number,
): void {
  const { inverseInertia, inverseMass, motions } = motion;
  motions[at] += inverseMass * x;
  motions[at + 1] += inverseMass * y;
  motions[at + 2] += inverseMass * z;
  motions[at + 3] += inverseInertia * (arms[arm + 1] * z - arms[arm + 2] * y);
  motions[at + 4] += inverseInertia * (arms[arm + 2] * x - arms[arm] * z);
  motions[at + 5] += inverseInertia * (arms[arm] * y - arms[arm + 1] * x);
}

function crossSquared(p: Float64Array, i: number, j: number): number {
  const x = p[i + 1] * p[j + 2] - p[i + 2] * p[j + 1];
  const y = p[i + 2] * p[j] - p[i] * p[j + 2];
  const z = p[i] * p[j + 1] - p[i + 1] * p[j];
  return x * x + y * y + z * z;
}
