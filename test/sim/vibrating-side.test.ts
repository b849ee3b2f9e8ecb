/** What a body that vibrates gets of a contact, against sums over its fields written out, and what a collision keeps. */
import { CONTACT, createContacts } from 'pliant';
import type { Contacts, PliantError } from 'pliant';
import { createRandom } from 'pliant/exact';
import { createLinearModel, createMesh } from 'pliant/parts';
import {
  FIXED,
  createPenalty,
  createRigidBodies,
  createRigidSide,
  createVibratingSide,
  createVibration,
  createVibrator,
  kineticEnergy,
  moveRigidBodies,
  pushApart,
  setVelocities,
  stepVibration,
  vibrationEnergy,
} from 'pliant/sim';
import type { MassProperties, RigidBodies, Vibration, VibratingSide, VibrationModes } from 'pliant/sim';
import { describe, expect, it } from 'vitest';

const SEED = 181;
const MODES = 3;
const VERTICES = 7;
const MESH = createMesh({
  positions: Float32Array.from({ length: VERTICES * 3 }, (_, k) => ((k * 7) % 11) / 11),
  triangles: Uint32Array.of(0, 1, 2, 3, 4, 5, 4, 5, 6),
});
const FIELDS = ((random) =>
  Array.from({ length: MODES }, () => Float32Array.from({ length: VERTICES * 3 }, () => random.range(-0.7, 0.7))))(
  createRandom(SEED),
);
const MODEL = createLinearModel(MESH, FIELDS);
const PROXIES = Uint32Array.of(3, 6, 0);

function solid(mass: number): MassProperties {
  return { mass, center: new Float64Array(3), inertia: Float64Array.of(0.3, 0, 0, 0, 0.5, 0, 0, 0, 0.4) };
}

function addContact(contacts: Contacts, numbers: readonly number[], pair: readonly [number, number]): void {
  contacts.numbers.set(numbers, contacts.count * CONTACT.stride);
  contacts.pairs.set(pair, contacts.count * 2);
  contacts.count++;
}

/** The rows of the rotation of a unit quaternion, by turning the axes: v + 2 w (u x v) + 2 u x (u x v). */
function turn([x, y, z, w]: ArrayLike<number> & Iterable<number>, v: readonly number[]): number[] {
  const across = (a: readonly number[], b: readonly number[]): number[] => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  const once = across([x, y, z], v);
  const twice = across([x, y, z], once);
  return v.map((value, k) => value + 2 * w * once[k] + 2 * twice[k]);
}

const dot = (a: readonly number[], b: readonly number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function sideOf(bodies: RigidBodies, body: number, vibration: Vibration): VibratingSide {
  return createVibratingSide({ bodies, body, model: MODEL, vibration, vertices: PROXIES });
}

describe('a contact of a body that vibrates', () => {
  it('pushes rigid motion and every mode as the sums over fields say, equal and opposite to the other side', () => {
    const random = createRandom(SEED + 1);
    for (let round = 0; round < 40; round++) {
      const message = `seed ${SEED + 1}, round ${round}`;
      const bodies = createRigidBodies([solid(2), solid(3)]);
      const direction = (length: number): number[] => {
        const v = Array.from({ length }, () => random.range(-1, 1));
        const size = Math.sqrt(v.reduce((sum, x) => sum + x * x, 0));
        return v.map((x) => x / size);
      };
      bodies.centers.set(Array.from({ length: 6 }, () => random.range(-0.5, 0.5)));
      for (const body of [0, 1]) {
        bodies.turns.set(direction(4), body * 4);
        setVelocities(bodies, body, direction(3), direction(3));
      }
      const vibration = createVibration({ modeCount: MODES });
      vibration.velocities.set(Array.from({ length: MODES }, () => random.range(-1, 1)));
      const normal = direction(3);
      const [radius, depth] = [0.4, random.range(0.1, 0.3)];
      const center = [0, 1, 2].map(() => random.range(-0.5, 0.5));
      const proxy = round % PROXIES.length;
      const contacts = createContacts(1);
      addContact(contacts, [...center, radius, 0, 0, 0, radius, ...normal, depth], [0, proxy]);
      const penalty = createPenalty({ frequency: 5, damping: 0.4, friction: 0.3, slip: 0.1 });
      pushApart(contacts, 0, 1, createRigidSide(bodies, 0), sideOf(bodies, 1, vibration), penalty);

      const point = center.map((x, k) => x + normal[k] * (radius - depth / 2));
      const columns = FIELDS.map((field) =>
        turn(
          bodies.turns.subarray(4, 8),
          [0, 1, 2].map((axis) => field[PROXIES[proxy] * 3 + axis]),
        ),
      );
      const push = [0, 1, 2].map((axis) => bodies.forces[3 + axis]);
      // Equal and opposite, torques about the origin too.
      for (let axis = 0; axis < 3; axis++) expect(bodies.forces[axis] + push[axis], message).toBeCloseTo(0, 10);
      columns.forEach((column, mode) => {
        expect(vibration.forces[mode], message).toBeCloseTo(dot(column, push), 9);
      });
      // The force itself: a spring and a damper that share the mass that a push at the point meets.
      let inverseMass = 0;
      const speed = [0, 0, 0];
      for (const [body, sign] of [
        [0, -1],
        [1, 1],
      ]) {
        const arm = point.map((x, k) => x - bodies.centers[body * 3 + k]);
        const lever = [
          arm[1] * normal[2] - arm[2] * normal[1],
          arm[2] * normal[0] - arm[0] * normal[2],
          arm[0] * normal[1] - arm[1] * normal[0],
        ];
        const q = bodies.turns.subarray(body * 4, body * 4 + 4);
        const axes = [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ].map((axis) => dot(turn(q, axis), lever));
        inverseMass += 1 / bodies.masses[body];
        inverseMass += axes[0] ** 2 / 0.3 + axes[1] ** 2 / 0.5 + axes[2] ** 2 / 0.4;
        const [sx, sy, sz] = bodies.spins.subarray(body * 3, body * 3 + 3);
        const spun = [sy * arm[2] - sz * arm[1], sz * arm[0] - sx * arm[2], sx * arm[1] - sy * arm[0]];
        for (let k = 0; k < 3; k++) speed[k] += sign * (bodies.velocities[body * 3 + k] + spun[k]);
      }
      columns.forEach((column, mode) => {
        inverseMass += dot(column, normal) ** 2;
        for (let k = 0; k < 3; k++) speed[k] += column[k] * vibration.velocities[mode];
      });
      const rate = 2 * Math.PI * 5;
      const along = (rate * rate * depth - 2 * 0.4 * rate * dot(speed, normal)) / inverseMass;
      expect(dot(push, normal), message).toBeCloseTo(Math.max(0, along), 8);
    }
  });

  it('on the ground leaves modes alone that do not move the place', () => {
    const bodies = createRigidBodies([solid(2)]);
    const still = createLinearModel(MESH, [new Float32Array(VERTICES * 3)]);
    const vibration = createVibration({ modeCount: 1 });
    const side = createVibratingSide({ bodies, body: 0, model: still, vibration, vertices: PROXIES });
    const contacts = createContacts(1);
    addContact(contacts, [0, 0, 0, 0.4, 0, -0.3, 0, 0, 0, -1, 0, 0.1], [1, 0]);
    pushApart(contacts, 0, 1, side, FIXED, createPenalty());
    expect(vibration.forces[0]).toBe(0);
    expect(bodies.forces[1]).toBeGreaterThan(0);
  });
});

describe('a collision of a rigid body with one that vibrates', () => {
  it.each([0, 0.5])('keeps momentum, and makes no energy; damping %d', (damping) => {
    const modes: Pick<VibrationModes, 'modeCount' | 'eigenvalues' | 'strains'> = {
      modeCount: MODES,
      eigenvalues: Float64Array.of(300, 700, 1500),
      strains: new Float64Array(MODES),
    };
    const step = 1 / 4000;
    const vibrator = createVibrator(modes as VibrationModes, {
      timeStep: step,
      dampingRatios: new Float64Array(MODES),
    });
    const bodies = createRigidBodies([solid(2), solid(3)]);
    bodies.centers.set([-0.6, 0.45, 0.4, 0.6, 0, 0]);
    setVelocities(bodies, 0, [1, 0, 0], [0, 0, 0]);
    setVelocities(bodies, 1, [-1, 0, 0.1], [0, 0, 0]);
    const vibration = createVibration(vibrator);
    const sides = [createRigidSide(bodies, 0), sideOf(bodies, 1, vibration)] as const;
    const penalty = createPenalty({ frequency: 6, damping, friction: 0 });
    const contacts = createContacts(1);
    const energyOf = (): number => kineticEnergy(bodies) + vibrationEnergy(vibration, vibrator);
    const before = energyOf();
    const momentum = [0, 1, 2].map((axis) => bodies.momenta[axis] + bodies.momenta[axis + 3]);
    let touched = 0;
    let swung = 0;
    for (let k = 0; k < 4000; k++) {
      contacts.count = 0;
      vibration.forces.fill(0);
      // The sphere of the proxy lies around its vertex, wherever modes move it.
      const place = [0, 1, 2].map((axis) =>
        FIELDS.reduce(
          (sum, field, mode) => sum + field[PROXIES[1] * 3 + axis] * vibration.amplitudes[mode],
          MESH.positions[PROXIES[1] * 3 + axis],
        ),
      );
      const turned = turn(bodies.turns.subarray(4, 8), place);
      const way = turned.map((x, axis) => x + bodies.centers[3 + axis] - bodies.centers[axis]);
      const distance = Math.sqrt(dot(way, way));
      if (distance < 1) {
        const normal = way.map((x) => x / distance);
        const first = [...bodies.centers.subarray(0, 3)];
        addContact(
          contacts,
          [...first, 0.5, ...way.map((x, axis) => x + first[axis]), 0.5, ...normal, 1 - distance],
          [0, 1],
        );
        touched++;
      }
      pushApart(contacts, 0, contacts.count, ...sides, penalty);
      moveRigidBodies(bodies, step);
      stepVibration(vibration, vibrator);
      swung = Math.max(swung, vibrationEnergy(vibration, vibrator));
      for (let axis = 0; axis < 3; axis++) {
        expect(bodies.momenta[axis] + bodies.momenta[axis + 3]).toBeCloseTo(momentum[axis], 11);
      }
    }
    expect(touched).toBeGreaterThan(20);
    expect(contacts.count).toBe(0);
    expect(swung).toBeGreaterThan(0.001 * before);
    const kept = energyOf() / before;
    // How stiff the spring is follows from where bodies are, so that it gives back a little more or less than it took.
    expect(kept).toBeLessThan(1 + 0.02);
    expect(kept > 0.98).toBe(damping === 0);
  });
});

describe('createVibratingSide refuses', () => {
  const bodies = createRigidBodies([solid(1)]);
  const vibration = createVibration({ modeCount: MODES });
  const good = { bodies, body: 0, model: MODEL, vibration, vertices: PROXIES };

  it.each<[string, () => unknown, string, RegExp]>([
    ['a body that there is none of', () => createVibratingSide({ ...good, body: 1 }), 'bad-count', /body is 1/],
    [
      'a vibration of other modes',
      () => createVibratingSide({ ...good, vibration: createVibration({ modeCount: 2 }) }),
      'mismatch',
      /2 modes, but the model 3 fields/,
    ],
    [
      'vertices that there are none of',
      () => createVibratingSide({ ...good, vertices: Uint32Array.of(0, VERTICES) }),
      'bad-index',
      /vertices\[1\] is 7, but there are 7/,
    ],
  ])('%s', (_, run, code, message) => {
    expect(run).toThrow(expect.objectContaining({ code }) as PliantError);
    expect(run).toThrow(message);
  });
});
