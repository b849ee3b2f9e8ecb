/**
 * Tetrahedral elements: the float32 kernel in WebAssembly against the float64 reference in TypeScript, 20,000 of them, damped, stretched and moving. Once for the forces alone, each side with places and velocities
 * in its own memory, and once for whole steps of the integrator: four times the forces, with what it takes to hand places to the kernel and forces back, planes and gravity, in float64 for both.
 */
import { createMaterial, createSoftBody, findStableStep, stepSoftBody } from 'pliant/sim';
import type { SoftBody, SoftBodyOptions } from 'pliant/sim';
import { createRandom } from 'pliant/exact';
import { createSolidBlock } from '../scenes/solid-block.js';
import { race } from './protocol.js';
import type { Side } from './protocol.js';
import type { Figures, Print } from './report.js';

const ELEMENTS = 20_000;
const STATES = 4;
const EVALUATIONS = 4;
const STEPS = 2;
/** Of forces by the largest one, and of places by the edge of a cell, as the kernel has 24 bits. */
const TOLERANCE = 1e-5;
const CELL = 0.1;

/** Places and velocities that bodies are in. */
interface State {
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
}

/** Measures both, and returns by how much the kernel is faster. */
export function benchElements(print: Print): Figures {
  const block = createSolidBlock({ cells: [20, 20, 10], cell: CELL, jitter: 0.2 });
  const material = createMaterial({ phi: 5, psi: 10 });
  const make = (options: SoftBodyOptions): SoftBody =>
    createSoftBody(block, { material, planes: [{ normal: [0, 1, 0] }], ...options });
  const kernel = make({ backend: 'wasm' });
  const twin = make({ backend: 'typescript' });
  const reference = make({ precision: 'float64' });
  if (kernel.elementCount !== ELEMENTS) throw new Error(`${kernel.elementCount} elements instead of ${ELEMENTS}`);
  const states = makeStates(kernel.positions);
  const error = compareForces([kernel, twin, reference], states);
  const forces = raceForces(kernel, reference, states);
  const steps = raceSteps(kernel, twin, reference, states);
  const times = ([fast, slow]: readonly number[]): string => `${fast.toFixed(0)} µs against ${slow.toFixed(0)} µs`;
  print(`\n${ELEMENTS} tetrahedra, ${kernel.vertexCount} vertices:`);
  print(`  forces ${times(forces)}, off by ${error.toExponential(1)} of the largest at most`);
  print(`  a step ${times(steps.microseconds)}, off by ${steps.error.toExponential(1)} of a cell at most`);
  return {
    fem_simd_vs_typescript: forces[1] / forces[0],
    fem_step_simd_vs_typescript: steps.microseconds[1] / steps.microseconds[0],
  };
}

function makeStates(rest: Float64Array): readonly State[] {
  const random = createRandom(1999);
  return Array.from({ length: STATES }, () => ({
    positions: rest.map((place) => place * 1.05 + random.range(-0.05, 0.05) * CELL),
    velocities: rest.map(() => random.range(-0.5, 0.5)),
  }));
}

/** The kernel must write the bits of its twin, and be near to the reference. Answers how far off it is. */
function compareForces([kernel, twin, reference]: readonly SoftBody[], states: readonly State[]): number {
  let worst = 0;
  for (const state of states) {
    const [ours, same, exact] = [kernel, twin, reference].map((body) => {
      const out = new Float64Array(body.positions.length);
      body.law(state.positions, state.velocities, out);
      return out;
    });
    requireSameBits(ours, same, 'forces');
    const largest = exact.reduce((most, force) => Math.max(most, Math.abs(force)), 0);
    worst = Math.max(worst, distance(ours, exact) / largest);
  }
  requireNear(worst, 'forces');
  return worst;
}

function raceForces(kernel: SoftBody, reference: SoftBody, states: readonly State[]): readonly number[] {
  const out = new Float64Array(kernel.positions.length);
  // What is found has been compared already: float32 and float64 have no checksum in common.
  const sideOf = (name: string, evaluate: (state: State) => void, prepare: (state: State) => void): Side => ({
    name,
    prepare: (frame) => prepare(states[frame]),
    frame: (frame) => {
      for (let i = 0; i < EVALUATIONS; i++) evaluate(states[frame]);
      return 0;
    },
  });
  const evaluateBy = (body: SoftBody) => (state: State) => void body.law(state.positions, state.velocities, out);
  const ours = sideOf('kernel', () => void kernel.kernel!.measure(), evaluateBy(kernel));
  const theirs = sideOf('reference', evaluateBy(reference), () => undefined);
  const { microseconds } = race([ours, theirs], STATES);
  return microseconds.map((time) => time / EVALUATIONS);
}

function raceSteps(
  kernel: SoftBody,
  twin: SoftBody,
  reference: SoftBody,
  states: readonly State[],
): { readonly microseconds: readonly number[]; readonly error: number } {
  const stable = states.map((state) => {
    begin(kernel, state);
    return findStableStep(kernel);
  });
  const seconds = Math.min(...stable) / 2;
  const run = (body: SoftBody, frame: number): void => {
    begin(body, states[frame]);
    stepSoftBody(body, seconds * STEPS, { substeps: STEPS });
  };
  let error = 0;
  for (let frame = 0; frame < STATES; frame++) {
    for (const body of [kernel, twin, reference]) run(body, frame);
    requireSameBits(kernel.positions, twin.positions, 'places');
    error = Math.max(error, distance(kernel.positions, reference.positions) / CELL);
  }
  requireNear(error, 'places');
  const sideOf = (name: string, body: SoftBody): Side => ({
    name,
    frame: (frame) => {
      run(body, frame);
      return 0;
    },
  });
  const { microseconds } = race([sideOf('kernel', kernel), sideOf('reference', reference)], STATES);
  return { microseconds: microseconds.map((time) => time / STEPS), error };
}

function begin(body: SoftBody, { positions, velocities }: State): void {
  body.positions.set(positions);
  body.velocities.set(velocities);
}

function distance(a: Float64Array, b: Float64Array): number {
  return a.reduce((most, number, i) => Math.max(most, Math.abs(number - b[i])), 0);
}

function requireSameBits(a: Float64Array, b: Float64Array, what: string): void {
  if (a.every((number, i) => Object.is(number, b[i]))) return;
  throw new Error(`${what} of the kernel and of its twin are not the same; the race is void`);
}

function requireNear(error: number, what: string): void {
  if (error < TOLERANCE) return;
  throw new Error(`${what} of the kernel are off by ${error}, more than ${TOLERANCE}; the race is void`);
}
