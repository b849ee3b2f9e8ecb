import type { PliantError } from 'pliant';
import { cos, createRandom, sin } from 'pliant/exact';
import {
  addForceAt,
  createRigidBodies,
  kineticEnergy,
  moveRigidBodies,
  readVelocities,
  setVelocities,
  writeRigidPlacement,
} from 'pliant/sim';
import type { MassProperties } from 'pliant/sim';
import { describe, expect, it } from 'vitest';

function massOf(mass: number, inertia: readonly number[], center: readonly number[] = [0, 0, 0]): MassProperties {
  const [x, y, z] = inertia;
  return { mass, center: Float64Array.from(center), inertia: Float64Array.of(x, 0, 0, 0, y, 0, 0, 0, z) };
}

describe('rigid bodies that fly freely', () => {
  it('keep momentum and angular momentum to the last bit', () => {
    const random = createRandom(5);
    const bodies = createRigidBodies(Array.from({ length: 20 }, () => massOf(random.range(0.1, 9), [1, 2, 2.5])));
    for (let at = 0; at < 60; at++) {
      bodies.momenta[at] = random.range(-5, 5);
      bodies.angularMomenta[at] = random.range(-5, 5);
    }
    const before = [bodies.momenta.slice(), bodies.angularMomenta.slice()];
    for (let step = 0; step < 500; step++) moveRigidBodies(bodies, 1 / 120);
    expect([bodies.momenta, bodies.angularMomenta]).toEqual(before);
  });

  it('keep energy the better, the shorter the steps: by the third power within a step', () => {
    const drifts = [1 / 50, 1 / 100, 1 / 200].map((seconds) => {
      const bodies = createRigidBodies([massOf(2, [1, 2, 2.9])]);
      setVelocities(bodies, 0, [0, 0, 0], [0.3, 4, 0.2]);
      const before = kineticEnergy(bodies);
      let worst = 0;
      for (let time = 0; time < 5; time += seconds) {
        moveRigidBodies(bodies, seconds);
        worst = Math.max(worst, Math.abs(kineticEnergy(bodies) / before - 1));
      }
      return worst;
    });
    expect(drifts[0]).toBeLessThan(1e-2);
    // At least by the square over a given time.
    expect(drifts[1]).toBeLessThan(drifts[0] / 3.5);
    expect(drifts[2]).toBeLessThan(drifts[1] / 3.5);
  });

  it('turn like a symmetric top, whose axis goes round at a rate that is known', () => {
    const bodies = createRigidBodies([massOf(1, [1, 1, 2])]);
    const [across, along] = [0.5, 3];
    setVelocities(bodies, 0, [0, 0, 0], [across, 0, along]);
    const momentum = Array.from(bodies.angularMomenta);
    const length = Math.hypot(...momentum);
    const rate = length / 1;
    const matrix = new Float64Array(16);
    const seconds = 1 / 2000;
    for (let step = 0; step < 2000; step++) moveRigidBodies(bodies, seconds);
    writeRigidPlacement(bodies, 0, matrix);
    // The axis turns about the angular momentum.
    const unit = momentum.map((x) => x / length);
    const [c, s] = [cos(rate), sin(rate)];
    const axis = [0, 0, 1];
    const crossed = [
      unit[1] * axis[2] - unit[2] * axis[1],
      unit[2] * axis[0] - unit[0] * axis[2],
      unit[0] * axis[1] - unit[1] * axis[0],
    ];
    const share = unit[2] * (1 - c);
    for (let k = 0; k < 3; k++) {
      expect(matrix[8 + k]).toBeCloseTo(axis[k] * c + crossed[k] * s + unit[k] * share, 5);
    }
  });

  it('stay rigid: the placement is a rotation, and takes the centre at rest to the centre', () => {
    const random = createRandom(9);
    const center = [0.3, -2, 1];
    const bodies = createRigidBodies([massOf(1, [1, 2, 2], center)]);
    setVelocities(bodies, 0, [1, 2, 3], [5, -3, 2]);
    const m = new Float64Array(16);
    for (let step = 0; step < 1000; step++) {
      if (step % 10 === 0) addForceAt(bodies, 0, [random.range(-1, 1), 0, 1], [random.range(-9, 9), 1, 2]);
      moveRigidBodies(bodies, 1 / 120);
    }
    writeRigidPlacement(bodies, 0, m);
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        const product = m[i * 4] * m[j * 4] + m[i * 4 + 1] * m[j * 4 + 1] + m[i * 4 + 2] * m[j * 4 + 2];
        expect(product).toBeCloseTo(i === j ? 1 : 0, 12);
      }
      const place = m[i] * center[0] + m[4 + i] * center[1] + m[8 + i] * center[2] + m[12 + i];
      expect(place).toBeCloseTo(bodies.centers[i], 9);
    }
  });
});

describe('rigid bodies under forces', () => {
  it('fall as they should: by the closed form of steps that change speed first', () => {
    const bodies = createRigidBodies([massOf(3, [1, 1, 1])]);
    for (let step = 1; step <= 100; step++) {
      bodies.forces[1] = -9.81 * 3;
      moveRigidBodies(bodies, 0.01);
      expect(bodies.centers[1]).toBeCloseTo(-9.81 * 0.01 * 0.01 * ((step * (step + 1)) / 2), 9);
    }
    expect(bodies.velocities[1]).toBeCloseTo(-9.81, 9);
  });

  it('turn by what acts beside the centre', () => {
    const bodies = createRigidBodies([massOf(2, [4, 4, 4])]);
    addForceAt(bodies, 0, [0, 3, 0], [8, 0, 0]);
    moveRigidBodies(bodies, 0.5);
    expect(Array.from(bodies.velocities)).toEqual([2, 0, 0]);
    expect(Array.from(bodies.spins)).toEqual([0, 0, -3]);
    expect(Array.from(bodies.forces)).toEqual([0, 0, 0]);
  });

  it('stay where they are when nothing moves them', () => {
    const bodies = createRigidBodies([null, massOf(1, [1, 1, 1])]);
    bodies.centers.set([1, 2, 3]);
    addForceAt(bodies, 0, [0, 0, 0], [1e9, 1e9, 1e9]);
    moveRigidBodies(bodies, 1);
    readVelocities(bodies);
    expect(Array.from(bodies.centers.subarray(0, 3))).toEqual([1, 2, 3]);
    expect(Array.from(bodies.velocities.subarray(0, 3))).toEqual([0, 0, 0]);
    expect(kineticEnergy(bodies)).toBe(0);
  });
});

describe('rigid bodies refuse', () => {
  const one = (): ReturnType<typeof createRigidBodies> => createRigidBodies([massOf(1, [1, 1, 1])]);

  it.each<[string, () => unknown, string, RegExp]>([
    ['no masses', () => createRigidBodies([]), 'bad-count', /number of masses is 0/],
    ['a line', () => createRigidBodies([massOf(1, [0, 1, 1])]), 'bad-number', /inertia of body 0/],
    ['time that goes back', () => moveRigidBodies(one(), -1), 'bad-number', /seconds is -1/],
    [
      'speeds of what stays',
      () => setVelocities(createRigidBodies([null]), 0, [0, 0, 0], [0, 0, 0]),
      'mismatch',
      /body 0/,
    ],
    ['a body that there is none of', () => setVelocities(one(), 1, [0, 0, 0], [0, 0, 0]), 'bad-count', /body is 1/],
    [
      'to go on without numbers',
      () => {
        const bodies = one();
        addForceAt(bodies, 0, [0, 0, 0], [NaN, 0, 0]);
        moveRigidBodies(bodies, 1);
      },
      'bad-number',
      /body 0 has been thrown out of all bounds/,
    ],
  ])('%s', (_, run, code, message) => {
    expect(run).toThrow(expect.objectContaining({ code }) as PliantError);
    expect(run).toThrow(message);
  });
});
