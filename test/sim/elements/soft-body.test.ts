/** Soft bodies in motion: momentum, energy, order of the integrator, stability, pins, planes, inversion, and what happens where there is no way on. */
import { PI, createRandom } from 'pliant/exact';
import {
  addForce,
  createMaterial,
  createSoftBody,
  findStableStep,
  readEnergy,
  readMomentum,
  stepSoftBody,
} from 'pliant/sim';
import type { SoftBody, SoftBodyOptions } from 'pliant/sim';
import { describe, expect, it } from 'vitest';
import { createSolidBlock } from '../../../scenes/solid-block.js';
import type { SolidBlockOptions } from '../../../scenes/solid-block.js';
import { expectRefused } from '../../mesh/expect-refused.js';

const SOFT = createMaterial({ young: 2e4, poisson: 0.3, density: 1000 });
const BLOCK: SolidBlockOptions = { cells: [3, 4, 2], jitter: 0.2 };

function makeBody(options: SoftBodyOptions = {}, block: SolidBlockOptions = BLOCK): SoftBody {
  return createSoftBody(createSolidBlock(block), { material: SOFT, precision: 'float64', ...options });
}

function shake(body: SoftBody, seed: number, speed: number): void {
  const random = createRandom(seed);
  for (let i = 0; i < body.velocities.length; i++) body.velocities[i] = random.range(-speed, speed);
}

function volumes({ elements, positions, tetrahedra }: SoftBody): number[] {
  return Array.from({ length: elements.count }, (_, element) => {
    const [o, a, b, c] = [0, 1, 2, 3].map((corner) => tetrahedra[element * 4 + corner] * 3);
    const [u, v, w] = [a, b, c].map((at) => [0, 1, 2].map((axis) => positions[at + axis] - positions[o + axis]));
    return u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
  });
}

describe('a soft body', () => {
  it.each([
    ['float64', 1e-13],
    ['float32', 1e-6],
  ] as const)('keeps its momentum without gravity, pins and planes (%s)', (precision, tolerance) => {
    const body = makeBody({ precision, gravity: [0, 0, 0], material: createMaterial({ young: 2e4, psi: 4, phi: 2 }) });
    shake(body, 18_500, 0.5);
    const before = readMomentum(body);
    // What moves in all, whichever way.
    const size = body.masses.reduce((sum, mass) => sum + mass, 0) * 0.5;
    stepSoftBody(body, 0.5);
    const after = readMomentum(body);
    for (let axis = 0; axis < 3; axis++) {
      expect(Math.abs(after.linear[axis] - before.linear[axis])).toBeLessThan(tolerance * size);
      // Runge-Kutta keeps what is linear; this is quadratic.
      expect(Math.abs(after.angular[axis] - before.angular[axis])).toBeLessThan((1e-4 + tolerance) * size);
      const way = (before.linear[axis] / before.mass) * 0.5;
      expect(Math.abs(after.center[axis] - before.center[axis] - way)).toBeLessThan(1e-6);
    }
    expect(after.mass).toBe(before.mass);
  });

  it('keeps its angular momentum the better the shorter the steps are: by the fourth order at least', () => {
    const drifts = [40, 80].map((substeps) => {
      const body = makeBody({ gravity: [0, 0, 0] });
      shake(body, 18_510, 0.2);
      const before = readMomentum(body).angular;
      stepSoftBody(body, 0.1, { substeps });
      return Math.max(...readMomentum(body).angular.map((part, axis) => Math.abs(part - before[axis])));
    });
    expect(drifts[0]).toBeGreaterThan(0);
    expect(drifts[0] / drifts[1]).toBeGreaterThan(12);
  });

  it('falls as a stone does', () => {
    for (const precision of ['float64', 'float32'] as const) {
      const body = makeBody({ precision });
      const start = Float64Array.from(body.positions);
      stepSoftBody(body, 0.7);
      body.positions.forEach((place, i) => {
        expect(place - start[i]).toBeCloseTo(i % 3 === 1 ? (-9.81 * 0.49) / 2 : 0, 6);
      });
      expect(body.time).toBeCloseTo(0.7, 12);
      const { total } = readEnergy(body);
      const first = readEnergy(makeBody({ precision }));
      expect(Math.abs(total - first.total)).toBeLessThan(1e-6 * first.total);
    }
  });

  it.each(['float64', 'float32'] as const)('does not gain energy as it falls, bounces and slides (%s)', (precision) => {
    const material = createMaterial({ young: 4e4, phi: 1, psi: 2 });
    const planes = [
      { normal: [0.2, 1, 0] as const, offset: -0.1 },
      { normal: [-1, 0.1, 0.1] as const, offset: -1 },
    ];
    const body = makeBody({ precision, material, planes });
    for (let i = 0; i < body.velocities.length; i += 3) body.velocities[i] = 1;
    let last = readEnergy(body).total;
    const first = last;
    let contact = 0;
    let kinetic = 0;
    for (let frame = 0; frame < 300; frame++) {
      stepSoftBody(body, 1 / 100);
      const energy = readEnergy(body);
      // A kink of a penalty in the middle of a step is met no better than to the first order.
      expect(energy.total, `frame ${frame}`).toBeLessThan(last + 1e-5 * Math.abs(first));
      last = energy.total;
      contact = Math.max(contact, energy.contact);
      kinetic = energy.kinetic;
    }
    expect(contact).toBeGreaterThan(0);
    expect(last).toBeLessThan(first);
    expect(kinetic).toBeLessThan(0.2 * Math.abs(first));
  });

  it('creeps on a slope that friction holds, and slides down one that it does not', () => {
    const material = createMaterial({ young: 4e4, phi: 20, psi: 20 });
    const way = (friction: number): number => {
      const body = makeBody(
        { material, planes: [{ normal: [0.3, 1, 0], friction, damping: 400 }] },
        { cells: [5, 2, 4], jitter: 0.2 },
      );
      stepSoftBody(body, 1);
      const from = readMomentum(body).center[0];
      stepSoftBody(body, 0.5);
      return readMomentum(body).center[0] - from;
    };
    expect(way(0.1)).toBeGreaterThan(0.5);
    // Below its limit friction only damps: the less, the more it damps.
    expect(Math.abs(way(1))).toBeLessThan(0.06);
  });

  it('oscillates as often as theory says, and comes nearer to it by the fourth order of the step', () => {
    // A bar without sidewise strain (Poisson's ratio 0), held at one end: waves go along at the root of E / density.
    const [cells, cell, density, young] = [16, 0.05, 1000, 1e6];
    const length = cells * cell;
    const omega = (PI / 2 / length) * Math.sqrt(young / density);
    const period = (2 * PI) / omega;
    const run = (substeps: number): { readonly ends: Float64Array; readonly crossing: number } => {
      const block = createSolidBlock({ cells: [cells, 1, 1], cell });
      const pinned = Array.from({ length: block.isOutside.length }, (_, i) => i).filter(
        (i) => block.points[i * 3] === 0,
      );
      const material = createMaterial({ young, poisson: 0, density });
      const body = createSoftBody(block, { material, pinned, gravity: [0, 0, 0], precision: 'float64' });
      // The first mode, of small amplitude: a straight line is near enough to a quarter of a sine, since others are much faster and smaller.
      for (let i = 0; i < body.positions.length; i += 3)
        body.positions[i] += 1e-6 * quarterSine(block.points[i] / length);
      const tip = body.positions.length - 3;
      const rest = block.points[tip];
      let before = body.positions[tip] - rest;
      let crossing = 0;
      for (let frame = 0; frame < 60; frame++) {
        stepSoftBody(body, period / 120, { substeps });
        const now = body.positions[tip] - rest;
        if (before > 0 && now <= 0 && crossing === 0) crossing = (frame + before / (before - now)) / 120;
        before = now;
      }
      return { ends: body.positions, crossing };
    };
    const [coarse, fine, finest] = [2, 4, 16].map((substeps) => run(substeps));
    // A quarter of a period; a lumped mesh of 16 cells is some 0.04 % off.
    expect(Math.abs(finest.crossing - 0.25)).toBeLessThan(0.25 * 0.003);
    const distance = (a: Float64Array): number =>
      a.reduce((most, x, i) => Math.max(most, Math.abs(x - finest.ends[i])), 0);
    const order = distance(coarse.ends) / distance(fine.ends);
    expect(order).toBeGreaterThan(10);
    expect(order).toBeLessThan(24);
  });

  it('takes steps that are stable, and would blow up at some that are a little longer', () => {
    let worst = Infinity;
    for (const seed of [1, 2, 3]) {
      const cube: SolidBlockOptions = { cells: [2, 2, 2], jitter: 0.2, seed };
      const quiet = makeBody({ gravity: [0, 0, 0] }, cube);
      const stable = findStableStep(quiet);
      // Free of the check: what the integrator does with the same step, and with longer ones.
      for (const factor of [1, 1.5, 2, 2.5, 3, 4]) {
        if (!growsAt(seed, stable * factor)) continue;
        expect(factor, 'the estimate itself').toBeGreaterThan(1);
        worst = Math.min(worst, factor);
        break;
      }
    }
    // The bound is safe, and not so wide as to be of no use.
    expect(worst).toBeLessThanOrEqual(3);
  });

  it('stays when it is damped so strongly that damping sets the step', () => {
    const body = makeBody({ gravity: [0, 0, 0], material: createMaterial({ young: 2e4, phi: 500, psi: 800 }) });
    const undamped = findStableStep(makeBody());
    expect(findStableStep(body)).toBeLessThan(undamped / 2);
    shake(body, 18_600, 0.3);
    const before = readEnergy(body).total;
    stepSoftBody(body, 0.2);
    expect(readEnergy(body).total).toBeLessThan(before);
  });

  it('does not move where it is pinned, but goes on there as it is told', () => {
    const body = makeBody({ pinned: [0, 7] });
    body.velocities[21] = 0.25;
    const held = [...body.positions.subarray(0, 3), ...body.positions.subarray(21, 24)];
    stepSoftBody(body, 0.2);
    expect([...body.positions.subarray(0, 3)]).toEqual(held.slice(0, 3));
    expect(body.positions[21]).toBeCloseTo(held[3] + 0.05, 12);
    expect([...body.positions.subarray(22, 24)]).toEqual(held.slice(4));
    expect(body.contactMasses[7]).toBe(Infinity);
    expect(body.contactMasses[6]).toBe(body.masses[6]);
  });

  it('takes up forces that are added, for one call', () => {
    const body = makeBody({ gravity: [0, 0, 0] });
    for (let vertex = 0; vertex < body.vertexCount; vertex++) {
      addForce(body, vertex, body.masses[vertex], 0, 0);
      addForce(body, vertex, body.masses[vertex], 0, 0);
    }
    stepSoftBody(body, 0.1);
    expect(readMomentum(body).linear[0] / readMomentum(body).mass).toBeCloseTo(0.2, 9);
    stepSoftBody(body, 0.1);
    expect(readMomentum(body).linear[0] / readMomentum(body).mass).toBeCloseTo(0.2, 9);
  });

  it.each([
    ['mirrored', [-1, 1, 1]],
    ['inside out', [-1, -1, -1]],
    ['inside out and pressed', [-0.4, -0.3, -0.5]],
    ['flat', [0, 1, 1]],
    ['a point', [0, 0, 0]],
  ] as const)('finds back to its shape after it was %s', (_, scale) => {
    for (const precision of ['float64', 'float32'] as const) {
      const material = createMaterial({ young: 2e4, phi: 8, psi: 8 });
      const body = makeBody({ precision, material, gravity: [0, 0, 0] }, { cells: [2, 2, 2], jitter: 0.2 });
      for (let i = 0; i < body.positions.length; i++) body.positions[i] *= scale[i % 3];
      const random = createRandom(18_700);
      // From a point and a plane there is no way that would be better than its mirror image.
      for (let i = 0; i < body.positions.length; i++) body.positions[i] += random.range(-0.001, 0.001);
      const start = readEnergy(body).total;
      let last = start;
      for (let frame = 0; frame < 100; frame++) {
        stepSoftBody(body, 0.02);
        const { total } = readEnergy(body);
        expect(total, `frame ${frame}`).toBeLessThanOrEqual(last * 1.01 + 1e-9);
        last = total;
      }
      expect(body.positions.every((place) => Number.isFinite(place))).toBe(true);
      const turned = volumes(body).filter((volume) => volume <= 0).length;
      expect(turned, `${precision}: elements that are still turned inside out`).toBe(0);
      expect(last).toBeLessThan(0.01 * start);
    }
  });
});

describe('a simulation that cannot go on', () => {
  it('refuses a step beyond stability, and names one that is stable', () => {
    const body = makeBody();
    const before = Float64Array.from(body.positions);
    expectRefused(
      () => stepSoftBody(body, 0.1, { substeps: 3 }),
      'unstable',
      'stepSoftBody: 3 steps',
      'step 0',
      String(findStableStep(body)),
      'more substeps',
    );
    expect(body.positions).toEqual(before);
    expect(stepSoftBody(body, 0.1, { substeps: 60 })).toBe(60);
  });

  it('refuses a time that needs more steps than are granted', () => {
    const body = makeBody();
    expectRefused(() => stepSoftBody(body, 10, { mostSubsteps: 5 }), 'unstable', '10 s', 'more than 5', 'softer');
  });

  it('stops where forces are not finite, says when, and does not go on', () => {
    for (const precision of ['float64', 'float32'] as const) {
      const body = makeBody({ precision });
      stepSoftBody(body, 0.05);
      const { stepCount } = body;
      const before = Float64Array.from(body.velocities);
      addForce(body, 3, NaN, 0, 0);
      expectRefused(() => stepSoftBody(body, 0.05), 'unstable', 'blown up', `step ${stepCount}`, 'begin again');
      expect(body.velocities).toEqual(before);
      body.forces.fill(0);
      expectRefused(() => stepSoftBody(body, 0.05), 'unstable', 'before', `step ${stepCount}`);
      expect(body.stepCount).toBe(stepCount);
    }
  });

  it('stops at once where somebody has written what is no place', () => {
    for (const bad of [NaN, Infinity, 1e200]) {
      const body = makeBody();
      body.positions[4] = bad;
      expectRefused(() => stepSoftBody(body, 0.05), 'unstable', 'stepSoftBody');
    }
  });

  it.each([0, -1, NaN, Infinity])('refuses %d seconds', (seconds) => {
    expectRefused(() => stepSoftBody(makeBody(), seconds), 'bad-number', 'stepSoftBody', String(seconds));
  });
});

/** The sine of a quarter turn times the share, by its series: near enough for a start. */
function quarterSine(share: number): number {
  const x = (PI / 2) * share;
  const square = x * x;
  return x * (1 - (square / 6) * (1 - (square / 20) * (1 - (square / 42) * (1 - square / 72))));
}

/** Whether small vibrations of a cube grow without bound when each step takes so long, by the law of the body and steps of our own. */
function growsAt(seed: number, seconds: number): boolean {
  const body = makeBody({ gravity: [0, 0, 0] }, { cells: [2, 2, 2], jitter: 0.2, seed });
  const { law, masses, positions, velocities } = body;
  const random = createRandom(seed);
  for (let i = 0; i < velocities.length; i++) velocities[i] = random.range(-1e-7, 1e-7);
  const start = readEnergy(body).total;
  const { length } = positions;
  const evaluate = (x: Float64Array, v: Float64Array): Float64Array => {
    const out = new Float64Array(length);
    law(x, v, out);
    return out.map((force, i) => force / masses[Math.floor(i / 3)]);
  };
  const along = (from: Float64Array, by: Float64Array, share: number): Float64Array =>
    from.map((x, i) => x + share * by[i]);
  for (let step = 0; step < 300; step++) {
    const a1 = evaluate(positions, velocities);
    const v2 = along(velocities, a1, seconds / 2);
    const a2 = evaluate(along(positions, velocities, seconds / 2), v2);
    const v3 = along(velocities, a2, seconds / 2);
    const a3 = evaluate(along(positions, v2, seconds / 2), v3);
    const v4 = along(velocities, a3, seconds);
    const a4 = evaluate(along(positions, v3, seconds), v4);
    for (let i = 0; i < length; i++) {
      positions[i] += (seconds / 6) * (velocities[i] + 2 * v2[i] + 2 * v3[i] + v4[i]);
      velocities[i] += (seconds / 6) * (a1[i] + 2 * a2[i] + 2 * a3[i] + a4[i]);
    }
    if (!(readEnergy(body).total < 10 * start)) return true;
  }
  return false;
}
