import { createLinearModel, createMesh, createPose, createTetEmbedding, fieldsOf, poseMesh } from 'pliant/parts';
import type { PliantError } from 'pliant';
import { createRandom } from 'pliant/exact';
import {
  createMaterial,
  createVibration,
  createVibrator,
  embedModeFields,
  findVibrationModes,
  limitStrain,
  pushTriangle,
  pushVertex,
  stepVibration,
  vibrationEnergy,
  writeModeFields,
} from 'pliant/sim';
import type { VibrationModes, VibratorOptions } from 'pliant/sim';
import { describe, expect, it } from 'vitest';
import { RUBBER, createBlock } from '../../support/blocks.js';
import { denseSolid } from './dense-oracle.js';

const SEED = 5;
const BLOCK = createBlock([2, 2, 1], [0.2, 0.2, 0.1]);
const PINNED = [0, 1, 4];
const TRIANGLES = Uint32Array.of(0, 1, 3, 17, 8, 5);
const MESH = createMesh({ positions: BLOCK.points, triangles: TRIANGLES });
/** All modes there are, so that nothing of the block is left out. */
const ALL = findVibrationModes(BLOCK, RUBBER, { modeCount: 45, pinned: PINNED });
const MODEL = createLinearModel(MESH, writeModeFields(ALL));

/** Where and how fast each point is, from amplitudes and velocities of modes. */
function sum({ shapes }: VibrationModes, weights: Float64Array): Float64Array {
  return shapes[0].map((_, k) => shapes.reduce((total, shape, mode) => total + shape[k] * weights[mode], 0));
}

/** The whole system M u'' + (a M + b K) u' + K u = force, by Runge and Kutta's method of fourth order in tiny steps. */
function integrateWhole(
  u: Float64Array,
  v: Float64Array,
  force: Float64Array,
  time: number,
  steps: number,
  a: number,
  b: number,
): void {
  const free = [...Array.from({ length: 18 }).keys()].flatMap((p) =>
    PINNED.includes(p) ? [] : [p * 3, p * 3 + 1, p * 3 + 2],
  );
  const dense = denseSolid(BLOCK, RUBBER, PINNED);
  const roots = free.map((k) => Math.sqrt(ALL.masses[Math.floor(k / 3)]));
  // In mass-weighted coordinates x = sqrt(M) u the mass is 1.
  const x = Float64Array.from(free, (k, i) => u[k] * roots[i]);
  const y = Float64Array.from(free, (k, i) => v[k] * roots[i]);
  const push = Float64Array.from(free, (k, i) => force[k] / roots[i]);
  const accelerate = (place: Float64Array, speed: Float64Array): Float64Array =>
    place.map((_, i) => {
      let total = push[i] - a * speed[i];
      for (let j = 0; j < place.length; j++) total -= dense[i * place.length + j] * (place[j] + b * speed[j]);
      return total;
    });
  const h = time / steps;
  const ahead = (start: Float64Array, slope: Float64Array, by: number): Float64Array =>
    start.map((z, i) => z + by * slope[i]);
  for (let step = 0; step < steps; step++) {
    const a1 = accelerate(x, y);
    const y2 = ahead(y, a1, h / 2);
    const a2 = accelerate(ahead(x, y, h / 2), y2);
    const y3 = ahead(y, a2, h / 2);
    const a3 = accelerate(ahead(x, y2, h / 2), y3);
    const y4 = ahead(y, a3, h);
    const a4 = accelerate(ahead(x, y3, h), y4);
    for (let i = 0; i < x.length; i++) {
      x[i] += (h / 6) * (y[i] + 2 * y2[i] + 2 * y3[i] + y4[i]);
      y[i] += (h / 6) * (a1[i] + 2 * a2[i] + 2 * a3[i] + a4[i]);
    }
  }
  free.forEach((k, i) => {
    u[k] = x[i] / roots[i];
    v[k] = y[i] / roots[i];
  });
}

describe('a vibration', () => {
  it('answers an impulse and a force as the whole system does, integrated in tiny steps', () => {
    const vibrator = createVibrator(ALL, { timeStep: 0.004, massDamping: 2, stiffnessDamping: 1e-4 });
    const vibration = createVibration(vibrator);
    pushVertex(MODEL, 17, 0.3, -0.2, 0.1, vibration.velocities);
    pushTriangle(MODEL, TRIANGLES, 1, 0.5, 0.25, 0, 4, 2, vibration.forces);
    const u = new Float64Array(54);
    const v = new Float64Array(54);
    const force = new Float64Array(54);
    [0.3, -0.2, 0.1].forEach((part, axis) => (v[51 + axis] = part / ALL.masses[17]));
    for (const [vertex, share] of [
      [17, 0.25],
      [8, 0.5],
      [5, 0.25],
    ]) {
      force[vertex * 3 + 1] = 4 * share;
      force[vertex * 3 + 2] = 2 * share;
    }
    for (let step = 0; step < 5; step++) {
      stepVibration(vibration, vibrator);
      integrateWhole(u, v, force, 0.004, 80, 2, 1e-4);
      const [places, speeds] = [sum(ALL, vibration.amplitudes), sum(ALL, vibration.velocities)];
      const [farthest, fastest] = [u, v].map((values) => values.reduce((most, x) => Math.max(most, Math.abs(x)), 0));
      u.forEach((x, k) => expect(Math.abs(places[k] - x), `step ${step}, place ${k}`).toBeLessThan(1e-5 * farthest));
      v.forEach((x, k) => expect(Math.abs(speeds[k] - x), `step ${step}, speed ${k}`).toBeLessThan(1e-5 * fastest));
    }
  });

  it('gives a free body the part of an impulse that deforms it, and leaves the rest to rigid motion', () => {
    const modes = findVibrationModes(BLOCK, RUBBER, { modeCount: 48 });
    const model = createLinearModel(MESH, writeModeFields(modes));
    const velocities = new Float64Array(48);
    pushVertex(model, 3, 1, 2, 3, velocities);
    const speeds = sum(modes, velocities);
    for (let axis = 0; axis < 3; axis++) {
      const momentum = modes.masses.reduce((total, mass, p) => total + mass * speeds[p * 3 + axis], 0);
      expect(Math.abs(momentum)).toBeLessThan(1e-6);
    }
    expect(speeds[11] * modes.masses[3]).toBeGreaterThan(0.5);
  });

  it('keeps its energy without damping, step by step and in the end', () => {
    const vibrator = createVibrator(ALL, { timeStep: 1 / 60 });
    const vibration = createVibration(vibrator);
    pushVertex(MODEL, 17, 1, 1, 1, vibration.velocities);
    const energy = vibrationEnergy(vibration, vibrator);
    for (let step = 0; step < 10_000; step++) stepVibration(vibration, vibrator);
    expect(vibrationEnergy(vibration, vibrator) / energy).toBeCloseTo(1, 10);
  });

  it('counts the energy of its impulse: half of its square over the mass it hits', () => {
    const vibration = createVibration(ALL);
    pushVertex(MODEL, 17, 0, 3, 4, vibration.velocities);
    expect(vibrationEnergy(vibration, ALL) / (25 / (2 * ALL.masses[17]))).toBeCloseTo(1, 5);
  });

  it('dies down as its damping says', () => {
    const ratios = ALL.eigenvalues.map((_, mode) => 0.01 + 0.05 * mode);
    const vibrator = createVibrator(ALL, { timeStep: 0.01, dampingRatios: ratios });
    vibrator.decays.forEach((decay, k) => expect(decay).toBeCloseTo(ratios[k] * Math.sqrt(ALL.eigenvalues[k]), 9));
    const vibration = createVibration(vibrator);
    pushVertex(MODEL, 17, 1, 1, 1, vibration.velocities);
    let energy = vibrationEnergy(vibration, vibrator);
    for (let step = 0; step < 200; step++) {
      stepVibration(vibration, vibrator);
      const next = vibrationEnergy(vibration, vibrator);
      expect(next).toBeLessThan(energy);
      energy = next;
    }
    const damped = createMaterial({ young: 1e5, poisson: 0.3, density: 1000, phi: 5, psi: 3 });
    const own = findVibrationModes(BLOCK, damped, { modeCount: 8, pinned: PINNED });
    const { decays } = createVibrator(own, { timeStep: 0.01 });
    decays.forEach((decay, k) => expect(decay).toBe(own.dampings[k] / 2));
    expect(Math.min(...decays)).toBeGreaterThan(0);
  });

  it('strains no tetrahedron beyond its limit, and only loses energy by that', () => {
    const random = createRandom(SEED);
    const modes = findVibrationModes(BLOCK, RUBBER, { modeCount: 10 });
    const vibrator = createVibrator(modes, { timeStep: 0.01, strainLimit: 0.08 });
    let limited = 0;
    for (let k = 0; k < 200; k++) {
      const vibration = createVibration(vibrator);
      const size = 10 ** random.range(-3, 1);
      for (let mode = 0; mode < 10; mode++) {
        vibration.amplitudes[mode] = (random.range(-1, 1) * size) / modes.strains[mode];
        vibration.velocities[mode] = random.range(-1, 1);
      }
      const before = vibrationEnergy(vibration, vibrator);
      const [q] = [...vibration.amplitudes];
      const wasLimited = limitStrain(vibration, vibrator);
      if (wasLimited) limited++;
      else expect(vibration.amplitudes[0]).toBe(q);
      expect(vibrationEnergy(vibration, vibrator)).toBeLessThanOrEqual(before);
      expect(largestStrain(sum(modes, vibration.amplitudes)), `seed ${SEED}, case ${k}`).toBeLessThan(
        0.08 * (1 + 1e-6),
      );
    }
    expect(limited).toBeGreaterThan(20);
    expect(limited).toBeLessThan(180);
  });

  it('knows the largest strain of each mode', () => {
    ALL.shapes.forEach((shape, mode) => expect(largestStrain(shape) / ALL.strains[mode]).toBeCloseTo(1, 5));
  });

  it('stays within its strain limit from step to step', () => {
    const vibrator = createVibrator(ALL, { timeStep: 0.01, strainLimit: 0.05 });
    const vibration = createVibration(vibrator);
    pushVertex(MODEL, 17, 50, 50, 50, vibration.velocities);
    for (let step = 0; step < 50; step++) {
      stepVibration(vibration, vibrator);
      expect(largestStrain(sum(ALL, vibration.amplitudes))).toBeLessThan(0.05 * (1 + 1e-6));
    }
  });

  it.each<[VibratorOptions, string, RegExp]>([
    [{ timeStep: 0 }, 'bad-number', /createVibrator: timeStep is 0; pass a number above 0/],
    [{ timeStep: NaN }, 'bad-number', /timeStep is NaN/],
    [{ timeStep: 1, massDamping: -1 }, 'bad-number', /massDamping is -1/],
    [{ timeStep: 1, stiffnessDamping: Infinity }, 'bad-number', /stiffnessDamping is Infinity/],
    [{ timeStep: 1, dampingRatios: [0.1] }, 'bad-count', /dampingRatios has 1 numbers, but there are 45 modes/],
    [{ timeStep: 1, dampingRatios: new Float64Array(45).fill(-1) }, 'bad-number', /dampingRatios\[0\] is -1/],
    [{ timeStep: 1, strainLimit: 0 }, 'bad-number', /strainLimit is 0/],
    [{ timeStep: 1, damping: 2 } as VibratorOptions, 'unsupported', /no option damping/],
  ])('refuses %o', (options, code, message) => {
    const make = (): unknown => createVibrator(ALL, options);
    expect(make).toThrow(expect.objectContaining({ code }) as PliantError);
    expect(make).toThrow(message);
  });
});

describe('modes as fields', () => {
  it('are the shapes of the points that a surface is made of', () => {
    const points = Uint32Array.of(7, 3, 12);
    writeModeFields(ALL, points).forEach((field, mode) => {
      points.forEach((point, vertex) => {
        for (let axis = 0; axis < 3; axis++) {
          expect(field[vertex * 3 + axis]).toBe(Math.fround(ALL.shapes[mode][point * 3 + axis]));
        }
      });
    });
    expect(fieldsOf(MODEL)[4]).toEqual(Float32Array.from(ALL.shapes[4]));
    expect(() => writeModeFields(ALL, [0, 18])).toThrow(/points\[1\] is 18, but there are 18 points/);
  });

  it('carry an embedded surface as the embedding does', () => {
    const random = createRandom(SEED);
    const positions = Float32Array.from({ length: 60 }, (_, i) => random.range(-0.05, i % 3 === 2 ? 0.15 : 0.25));
    const dense = createMesh({ positions, triangles: Uint32Array.from({ length: 60 }, (_, i) => i % 20) });
    const embedding = createTetEmbedding(dense, BLOCK);
    const fields = embedModeFields(ALL, embedding);
    const amplitudes = Float32Array.from(fields, () => random.range(-0.01, 0.01));
    const pose = createPose(embedding.poseLayout);
    const moved = sum(ALL, Float64Array.from(amplitudes));
    pose.points.set(BLOCK.points.map((x, k) => x + moved[k]));
    const carried = new Float32Array(60);
    poseMesh(embedding, pose, carried);
    const model = createLinearModel(dense, fields);
    const posed = new Float32Array(60);
    poseMesh(model, { ...createPose(model.poseLayout), weights: amplitudes }, posed);
    posed.forEach((x, k) => expect(Math.abs(x - carried[k]), `seed ${SEED}, coordinate ${k}`).toBeLessThan(1e-6));
    expect(posed.some((x, k) => Math.abs(x - positions[k]) > 1e-3)).toBe(true);
    const other = createTetEmbedding(dense, createBlock([1, 1, 1], [0.2, 0.2, 0.2]));
    expect(() => embedModeFields(ALL, other)).toThrow(/the embedding has 8 points, but the modes have 18/);
  });
});

/** The largest root of the sum of squared strains of any tetrahedron, by differences along its edges. */
function largestStrain(u: Float64Array): number {
  let largest = 0;
  for (let at = 0; at < BLOCK.tetrahedra.length; at += 4) {
    const [o, a, b, c] = BLOCK.tetrahedra.subarray(at, at + 4);
    const edges = [a, b, c].map((p) => [0, 1, 2].map((k) => BLOCK.points[p * 3 + k] - BLOCK.points[o * 3 + k]));
    const moves = [a, b, c].map((p) => [0, 1, 2].map((k) => u[p * 3 + k] - u[o * 3 + k]));
    const growth = [0, 1, 2].map((i) =>
      solveCramer(
        edges,
        moves.map((move) => move[i]),
      ),
    );
    let squares = 0;
    for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) squares += ((growth[i][j] + growth[j][i]) / 2) ** 2;
    largest = Math.max(largest, Math.sqrt(squares));
  }
  return largest;
}

function solveCramer(rows: readonly (readonly number[])[], right: readonly number[]): number[] {
  const whole = determinant(rows);
  return [0, 1, 2].map((j) => determinant(rows.map((row, i) => row.map((x, k) => (k === j ? right[i] : x)))) / whole);
}

function determinant([a, b, c]: readonly (readonly number[])[]): number {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}
