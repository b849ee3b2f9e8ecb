import { CONTACT, createContacts } from 'pliant';
import type { Contacts, PliantError } from 'pliant';
import { createRandom } from 'pliant/exact';
import {
  FIXED,
  averageForces,
  createPenalty,
  createRigidBodies,
  createRigidSide,
  createSoftSide,
  kineticEnergy,
  moveRigidBodies,
  pushApart,
  setVelocities,
} from 'pliant/sim';
import type { MassProperties, PenaltyOptions, RigidBodies, SoftSide } from 'pliant/sim';
import { describe, expect, it } from 'vitest';

const RADIUS = 0.5;
const STEP = 1 / 400;

function ball(mass: number): MassProperties {
  const i = 0.4 * mass * RADIUS * RADIUS;
  return { mass, center: new Float64Array(3), inertia: Float64Array.of(i, 0, 0, 0, i, 0, 0, 0, i) };
}

/** Puts the contact of two balls, if they meet. */
function addBalls(
  contacts: Contacts,
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  pair: readonly [number, number] = [0, 0],
): void {
  const way = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const distance = Math.sqrt(way[0] ** 2 + way[1] ** 2 + way[2] ** 2);
  if (distance > 2 * RADIUS) return;
  const numbers = [
    a[0],
    a[1],
    a[2],
    RADIUS,
    b[0],
    b[1],
    b[2],
    RADIUS,
    ...way.map((x) => x / distance),
    2 * RADIUS - distance,
  ];
  contacts.numbers.set(numbers, contacts.count * CONTACT.stride);
  contacts.pairs.set(pair, contacts.count * 2);
  contacts.count++;
}

/** Puts the contact of a ball with the plane y = 0, leaning by a slope. */
function addPlane(contacts: Contacts, center: ArrayLike<number>, up: readonly number[]): void {
  const height = center[0] * up[0] + center[1] * up[1] + center[2] * up[2];
  if (height > RADIUS) return;
  const foot = [0, 1, 2].map((axis) => center[axis] - height * up[axis]);
  const numbers = [center[0], center[1], center[2], RADIUS, ...foot, 0, ...up.map((x) => -x), RADIUS - height];
  contacts.numbers.set(numbers, contacts.count * CONTACT.stride);
  contacts.count++;
}

function momentumOf({ angularMomenta, centers, count, momenta }: RigidBodies): number[] {
  const sum = [0, 0, 0, 0, 0, 0];
  for (let at = 0; at < count * 3; at += 3) {
    const [x, y, z] = centers.subarray(at, at + 3);
    const [px, py, pz] = momenta.subarray(at, at + 3);
    [px, py, pz, y * pz - z * py, z * px - x * pz, x * py - y * px].forEach((value, k) => (sum[k] += value));
    for (let axis = 0; axis < 3; axis++) sum[3 + axis] += angularMomenta[at + axis];
  }
  return sum;
}

/** Two balls that run into each other; returns the share of the speed that is left, and the worst change of momentum. */
function collide(
  options: PenaltyOptions,
  offset: number,
  masses: readonly [number, number],
): { kept: number; lost: number; energy: number } {
  const bodies = createRigidBodies(masses.map(ball));
  bodies.centers.set([-0.6, 0, 0, 0.6, offset, 0]);
  setVelocities(bodies, 0, [1, 0, 0], [0, 0, 3]);
  setVelocities(bodies, 1, [-1, 0, 0], [1, 0, 0]);
  const contacts = createContacts(1);
  const penalty = createPenalty(options);
  const [sideA, sideB] = [createRigidSide(bodies, 0), createRigidSide(bodies, 1)];
  const before = momentumOf(bodies);
  const energy = kineticEnergy(bodies);
  let lost = 0;
  for (let step = 0; step < 800; step++) {
    contacts.count = 0;
    addBalls(contacts, bodies.centers.subarray(0, 3), bodies.centers.subarray(3, 6));
    pushApart(contacts, 0, contacts.count, sideA, sideB, penalty);
    moveRigidBodies(bodies, STEP);
    momentumOf(bodies).forEach((value, k) => (lost = Math.max(lost, Math.abs(value - before[k]))));
  }
  return { kept: (bodies.velocities[3] - bodies.velocities[0]) / 2, lost, energy: kineticEnergy(bodies) / energy };
}

describe('two rigid bodies that collide', () => {
  it('keep momentum, linear and angular, to rounding', () => {
    for (const offset of [0, 0.2, 0.5, 0.9]) {
      for (const damping of [0, 0.3, 1]) {
        const { energy, lost } = collide({ damping, frequency: 8 }, offset, [1, 3]);
        expect(lost).toBeLessThan(1e-12);
        expect(energy).toBeLessThan(1 + 1e-9 + (damping === 0 ? 2e-2 : 0));
      }
    }
  });

  it('bounce as high as damping says: by the closed form of a spring that is left when it no longer pushes', () => {
    expect(collide({ damping: 0, friction: 0, frequency: 4 }, 0, [1, 1]).kept).toBeCloseTo(1, 1);
    const [little, some, much] = [0.1, 0.3, 0.7].map(
      (damping) => collide({ damping, friction: 0, frequency: 4 }, 0, [1, 1]).kept,
    );
    // exp(-z/w (pi - atan(2 z w / (2 z^2 - 1)...)): the force ends when spring and damper cancel, before the spring is back at rest.
    const restitution = (z: number): number => {
      const w = Math.sqrt(1 - z * z);
      return Math.exp((-z / w) * Math.atan2(2 * z * w, 2 * z * z - 1));
    };
    expect(little).toBeCloseTo(restitution(0.1), 1);
    expect(some).toBeCloseTo(restitution(0.3), 1);
    expect(much).toBeCloseTo(restitution(0.7), 1);
  });

  it('are pushed as hard by many contacts as by one', () => {
    const forces = [1, 7].map((count) => {
      const bodies = createRigidBodies([ball(1), ball(1)]);
      bodies.centers.set([0, 0, 0, 0.9, 0, 0]);
      const contacts = createContacts(count);
      for (let k = 0; k < count; k++) addBalls(contacts, [0, 0, 0], [0.9, 0, 0]);
      pushApart(contacts, 0, count, createRigidSide(bodies, 0), createRigidSide(bodies, 1), createPenalty());
      return bodies.forces[3];
    });
    expect(forces[0]).toBeGreaterThan(0);
    expect(forces[1]).toBeCloseTo(forces[0], 9);
  });
});

describe('a rigid ball on the ground', () => {
  it('comes to rest as deep as its frequency says', () => {
    const bodies = createRigidBodies([ball(2)]);
    bodies.centers.set([0, 0.7, 0]);
    const contacts = createContacts(1);
    const penalty = createPenalty({ frequency: 10 });
    for (let step = 0; step < 4000; step++) {
      contacts.count = 0;
      addPlane(contacts, bodies.centers, [0, 1, 0]);
      pushApart(contacts, 0, contacts.count, createRigidSide(bodies, 0), FIXED, penalty);
      bodies.forces[1] -= 9.81 * 2;
      moveRigidBodies(bodies, STEP);
    }
    expect(RADIUS - bodies.centers[1]).toBeCloseTo(9.81 / (2 * Math.PI * 10) ** 2, 5);
    expect(Math.abs(bodies.velocities[1])).toBeLessThan(1e-6);
  });

  it.each([
    [0.3, 0.2, false],
    [0.3, 1.5, true],
    [0.05, 1.5, true],
  ])(
    'on a slope, friction %d: rolls without sliding where two sevenths of the slope %d ask for more, else slides',
    (friction, slope, slides) => {
      // A solid ball rolls without sliding while friction is at least 2/7 of the slope.
      const length = Math.sqrt(1 + slope * slope);
      const up = [slope / length, 1 / length, 0];
      const bodies = createRigidBodies([ball(1)]);
      for (let axis = 0; axis < 3; axis++) bodies.centers[axis] = RADIUS * up[axis];
      const contacts = createContacts(1);
      const penalty = createPenalty({ friction, frequency: 10, damping: 1, slip: 1e-3 });
      for (let step = 0; step < 800; step++) {
        contacts.count = 0;
        addPlane(contacts, bodies.centers, up);
        pushApart(contacts, 0, contacts.count, createRigidSide(bodies, 0), FIXED, penalty);
        bodies.forces[1] -= 9.81;
        moveRigidBodies(bodies, STEP);
      }
      const along = bodies.velocities[0] * up[1] - bodies.velocities[1] * up[0];
      const sliding = along + bodies.spins[2] * RADIUS;
      expect(along).toBeGreaterThan(0.5);
      expect(Math.abs(sliding) > 0.1 * along).toBe(slides);
    },
  );
});

describe('soft sides', () => {
  const softOf = (random = createRandom(3)): SoftSide =>
    createSoftSide({
      velocities: Float64Array.from({ length: 12 }, () => random.range(-1, 1)),
      masses: Float64Array.of(1, 2, 3, 4),
      forces: new Float64Array(12),
      starts: Uint32Array.of(0, 3, 4),
      vertices: Uint32Array.of(0, 1, 3, 2),
    });

  it('share forces among the vertices of the proxy, equal and opposite to the other side', () => {
    const soft = softOf();
    const bodies = createRigidBodies([ball(1)]);
    const contacts = createContacts(2);
    addBalls(contacts, [0, 0, 0], [0.9, 0.1, 0], [0, 0]);
    pushApart(contacts, 0, 1, soft, createRigidSide(bodies, 0), createPenalty());
    for (let axis = 0; axis < 3; axis++) {
      const parts = [0, 1, 3].map((vertex) => soft.forces[vertex * 3 + axis]);
      expect(parts[1]).toBe(parts[0]);
      expect(parts[2]).toBe(parts[0]);
      expect(soft.forces[6 + axis]).toBe(0);
      expect(parts[0] * 3 + bodies.forces[axis]).toBeCloseTo(0, 12);
    }
    expect(bodies.forces[0]).toBeGreaterThan(0);
  });

  it('average what vertices receive, when asked to', () => {
    const soft = softOf();
    soft.velocities.fill(0);
    const contacts = createContacts(2);
    addBalls(contacts, [0, 0, 0], [0.9, 0, 0], [0, 0]);
    addBalls(contacts, [0, 0, 0], [0.8, 0, 0], [0, 0]);
    pushApart(contacts, 0, 2, soft, FIXED, createPenalty());
    const sum = soft.forces[0];
    averageForces(soft);
    expect(soft.forces[0]).toBe(sum / 2);
    averageForces(soft);
    expect(soft.forces[0]).toBe(sum / 2);
  });

  it('leave pinned vertices and the ground alone', () => {
    const soft = createSoftSide({ ...softOf(), masses: new Float64Array(4).fill(Infinity) });
    const contacts = createContacts(1);
    addBalls(contacts, [0, 0, 0], [0.9, 0, 0]);
    pushApart(contacts, 0, 1, soft, FIXED, createPenalty());
    expect(soft.forces.every((force) => force === 0)).toBe(true);
  });
});

describe('response refuses', () => {
  const good = {
    velocities: new Float64Array(3),
    masses: Float64Array.of(1),
    forces: new Float64Array(3),
    starts: Uint32Array.of(0, 1),
    vertices: Uint32Array.of(0),
  };

  it.each<[string, () => unknown, string, RegExp]>([
    ['a frequency of zero', () => createPenalty({ frequency: 0 }), 'bad-number', /frequency is 0/],
    ['negative friction', () => createPenalty({ friction: -1 }), 'bad-number', /friction is -1/],
    ['a misspelt option', () => createPenalty({ dampin: 1 } as PenaltyOptions), 'unsupported', /no option dampin/],
    ['a body that there is none of', () => createRigidSide(createRigidBodies([null]), 1), 'bad-count', /body is 1/],
    ['masses of zero', () => createSoftSide({ ...good, masses: Float64Array.of(0) }), 'bad-number', /masses\[0\] is 0/],
    [
      'too few velocities',
      () => createSoftSide({ ...good, velocities: new Float64Array(2) }),
      'mismatch',
      /velocities/,
    ],
    [
      'vertices that there are none of',
      () => createSoftSide({ ...good, vertices: Uint32Array.of(1) }),
      'bad-index',
      /vertices\[0\] is 1/,
    ],
    [
      'lists that end early',
      () => createSoftSide({ ...good, starts: Uint32Array.of(0, 2) }),
      'bad-index',
      /starts\[1\] is 2/,
    ],
  ])('%s', (_, run, code, message) => {
    expect(run).toThrow(expect.objectContaining({ code }) as PliantError);
    expect(run).toThrow(message);
  });
});
