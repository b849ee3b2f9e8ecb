import { createRandom } from 'pliant/exact';
import { describe, expect, it } from 'vitest';
import { OSCILLATOR_STRIDE, writeOscillatorStep } from '../../../src/sim/modes/oscillator.js';

const SEED = 41;

type State = readonly [q: number, v: number];

function step(stiffness: number, decay: number, time: number, [q, v]: State, force: number): State {
  const c = new Float64Array(OSCILLATOR_STRIDE);
  writeOscillatorStep(stiffness, decay, time, c, 0);
  return [c[0] * q + c[1] * v + c[2] * force, c[3] * q + c[4] * v + c[5] * force];
}

/** The oracle: Taylor's series of the equation itself, in pieces so short that forty terms are far too many. */
function integrate(stiffness: number, decay: number, time: number, [q0, v0]: State, force: number): State {
  const rate = Math.max(Math.sqrt(stiffness), 2 * decay);
  const pieces = Math.ceil(rate * time * 2) + 1;
  const h = time / pieces;
  let [q, v] = [q0, v0];
  for (let piece = 0; piece < pieces; piece++) {
    let [slope, acceleration] = [v, force - stiffness * q - 2 * decay * v];
    let [sumQ, sumV, power] = [q, v, 1];
    for (let k = 1; k <= 40; k++) {
      power *= h / k;
      sumQ += slope * power;
      sumV += acceleration * power;
      [slope, acceleration] = [acceleration, -stiffness * slope - 2 * decay * acceleration];
    }
    [q, v] = [sumQ, sumV];
  }
  return [q, v];
}

/** How large an oscillator is: amplitude, and velocity by frequency. */
function sizeOf(stiffness: number, [q, v]: State, force: number): number {
  return Math.abs(q) + Math.abs(v) / Math.sqrt(stiffness) + Math.abs(force) / stiffness;
}

function expectNear(stiffness: number, actual: State, expected: State, size: number, what: string): void {
  expect(Math.abs(actual[0] - expected[0]), `${what}: amplitude`).toBeLessThan(size);
  expect(Math.abs(actual[1] - expected[1]), `${what}: velocity`).toBeLessThan(size * Math.sqrt(stiffness));
}

describe('a step of an oscillator', () => {
  const ratios: readonly (readonly [string, (random: () => number) => number])[] = [
    ['without damping', () => 0],
    ['that swings', (random) => random()],
    ['that all but creeps', (random) => 1 - 1e-9 * random()],
    ['with critical damping', () => 1],
    ['that barely creeps', (random) => 1 + 1e-9 * random()],
    ['near critical damping', (random) => 0.97 + 0.06 * random()],
    ['that creeps', (random) => 1 + 12 * random()],
  ];

  it.each(ratios)('follows the equation: one %s', (name, ratioOf) => {
    const random = createRandom(SEED);
    for (let k = 0; k < 300; k++) {
      const frequency = 10 ** random.range(-2, 4);
      const decay = frequency * ratioOf(() => random.next());
      const time = 10 ** random.range(-4, 1) / frequency;
      const state: State = [random.range(-1, 1), random.range(-1, 1) * frequency];
      const force = random.integer(3) === 0 ? 0 : random.range(-1, 1) * frequency * frequency;
      const stiffness = frequency * frequency;
      const what = `seed ${SEED}, ${name}, case ${k}`;
      const size = 3e-13 * sizeOf(stiffness, state, force);
      expectNear(
        stiffness,
        step(stiffness, decay, time, state, force),
        integrate(stiffness, decay, time, state, force),
        size,
        what,
      );
    }
  });

  it.each(ratios)('is half of a step of twice the time: one %s', (name, ratioOf) => {
    const random = createRandom(SEED + 1);
    for (let k = 0; k < 1000; k++) {
      const frequency = 10 ** random.range(-2, 4);
      const decay = frequency * ratioOf(() => random.next());
      const time = 10 ** random.range(-3, 3) / frequency;
      const state: State = [random.range(-1, 1), random.range(-1, 1) * frequency];
      const force = random.range(-1, 1) * frequency * frequency;
      const stiffness = frequency * frequency;
      const once = step(stiffness, decay, 2 * time, state, force);
      const twice = step(stiffness, decay, time, step(stiffness, decay, time, state, force), force);
      // A long time is known to as many digits as its product with the frequency is.
      const size = 1e-13 * (1 + 0.01 * frequency * time) * sizeOf(stiffness, state, force);
      expectNear(stiffness, twice, once, size, `seed ${SEED + 1}, ${name}, case ${k}`);
    }
  });

  it('never adds energy, and keeps it without damping', () => {
    const random = createRandom(SEED + 2);
    for (let k = 0; k < 1000; k++) {
      const frequency = 10 ** random.range(-2, 4);
      const stiffness = frequency * frequency;
      const damping = random.integer(2) === 0 ? 0 : 10 ** random.range(-6, 2) * frequency;
      const state: State = [random.range(-1, 1), random.range(-1, 1) * frequency];
      const energyOf = ([q, v]: State): number => v * v + stiffness * q * q;
      const after = step(stiffness, damping, 10 ** random.range(-3, 3) / frequency, state, 0);
      const ratio = energyOf(after) / energyOf(state);
      expect(ratio, `seed ${SEED + 2}, case ${k}`).toBeLessThan(1 + 1e-13);
      if (damping === 0) expect(ratio, `seed ${SEED + 2}, case ${k}`).toBeGreaterThan(1 - 1e-13);
    }
  });

  it('comes to rest where the force is balanced, and stays there', () => {
    for (const decay of [0.5, 3, 40]) {
      const [q, v] = step(9, decay, 1000, [1, 2], 18);
      expect(q).toBeCloseTo(2, 12);
      expect(v).toBeCloseTo(0, 12);
      const [still] = step(9, decay, 0.37, [2, 0], 18);
      expect(still).toBeCloseTo(2, 14);
    }
  });

  it('moves freely, or is braked, where there is no stiffness', () => {
    expect(step(0, 0, 2, [1, 3], 4)).toEqual([1 + 6 + 8, 3 + 8]);
    const [q, v] = step(0, 0.5, 2, [1, 3], 0);
    expect(v).toBeCloseTo(3 * Math.exp(-2), 14);
    expect(q).toBeCloseTo(1 + 3 * (1 - Math.exp(-2)), 14);
    expect(step(0, 0.5, 2, [0, 0], 1)[0]).toBeCloseTo(2 - (1 - Math.exp(-2)), 14);
  });
});
