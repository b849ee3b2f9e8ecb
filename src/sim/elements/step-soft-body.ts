/** Moves soft bodies: steps as long as is stable, each chosen from what the body is like at its beginning, and tried again where it was too long. */
import { describe, requireInteger, requireNames } from '../../checks.js';
import { PliantError } from '../../errors.js';
import { pushByPlane } from './planes.js';
import { tryStep } from './runge-kutta.js';
import type { SoftBody } from './soft-body.js';
import { stableStep } from './stable-step.js';

/** How a time is cut into steps. */
export interface StepOptions {
  /** How many steps of the same length to take, whatever the body is like. One that is not stable is refused. Default as many as are needed. */
  readonly substeps?: number;
  /** Most steps to take; a time that needs more is refused. Default 10,000. */
  readonly mostSubsteps?: number;
}

/** Used where {@link StepOptions} are left out. */
export const STEP_DEFAULTS: Required<Pick<StepOptions, 'mostSubsteps'>> = { mostSubsteps: 10_000 };

/** More than anybody waits for. */
const MOST_STEPS = 2_147_483_647;
/** Steps may be this much longer than what their middle or end would have had: the bound of stable-step.ts is wide, and the method reaches some tenth farther than it says. */
const TOLERANCE = 1.1;
/** How often a step is halved. What is no better then will not become so. */
const MOST_HALVINGS = 16;

/**
 * Lets a time pass. Answers how many steps that took; the body is at its end. Forces that were added are used up.
 *
 * A simulation that blows up is stopped: the body stays where it was at the end of its last good step, and refuses to move on.
 *
 * @throws PliantError `unstable` where a step is beyond what is stable, or too many would be needed, or what comes out is not finite; `bad-number`, `bad-count` for bad arguments.
 */
export function stepSoftBody(body: SoftBody, seconds: number, options: StepOptions = {}): number {
  requireNames('stepSoftBody', options, ['substeps', 'mostSubsteps']);
  if (!(seconds > 0 && Number.isFinite(seconds))) {
    throw new PliantError(
      'bad-number',
      `stepSoftBody: ${describe(seconds)} seconds cannot pass; pass a finite number above 0`,
    );
  }
  const { substeps, mostSubsteps = STEP_DEFAULTS.mostSubsteps } = options;
  requireInteger('stepSoftBody', 'mostSubsteps', mostSubsteps, 1, MOST_STEPS);
  if (substeps !== undefined) requireInteger('stepSoftBody', 'substeps', substeps, 1, MOST_STEPS);
  if (body.failure !== undefined) {
    throw new PliantError('unstable', `stepSoftBody: this body has blown up before and cannot go on: ${body.failure}`);
  }
  const count =
    substeps === undefined ? stepAsNeeded(body, seconds, mostSubsteps) : stepEvenly(body, seconds, substeps);
  body.forces.fill(0);
  return count;
}

/** The longest step, in seconds, that is stable for the body as it is now: what {@link stepSoftBody} goes by. */
export function findStableStep(body: SoftBody): number {
  return stableStep(body.response, accelerate(body, body.positions, body.velocities, body.stages.trial));
}

function stepEvenly(body: SoftBody, seconds: number, substeps: number): number {
  const step = seconds / substeps;
  for (let i = 0; i < substeps; i++) {
    const stable = beginStep(body, step);
    if (step > stable) {
      throw new PliantError(
        'unstable',
        `stepSoftBody: ${substeps} steps of ${step} s are not stable; at step ${body.stepCount} the longest that is stable takes ${stable} s: ` +
          'ask for more substeps, or leave the option out',
      );
    }
    const bound = stableStep(body.response, tryStepOf(body, step));
    if (!isFinite(body) || !(step <= bound * TOLERANCE)) fail(body, step, bound);
    endStep(body, step);
  }
  return substeps;
}

function stepAsNeeded(body: SoftBody, seconds: number, mostSubsteps: number): number {
  let rest = seconds;
  for (let count = 1; ; count++) {
    const needed = Math.ceil(rest / beginStep(body, rest));
    if (count - 1 + needed > mostSubsteps) {
      throw new PliantError(
        'unstable',
        `stepSoftBody: ${seconds} s would take ${count - 1 + needed} steps at step ${body.stepCount}, more than ${mostSubsteps}; ` +
          'ask for less time, take a softer material or larger tetrahedra, or raise mostSubsteps',
      );
    }
    let step = rest / needed;
    let bound = stableStep(body.response, tryStepOf(body, step));
    let halvings = 0;
    for (; !isFinite(body) || !(step <= bound * TOLERANCE); halvings++) {
      if (halvings === MOST_HALVINGS) fail(body, step, bound);
      step /= 2;
      bound = stableStep(body.response, tryStepOf(body, step));
    }
    endStep(body, step);
    if (halvings === 0 && needed === 1) return count;
    rest -= step;
  }
}

/** Measures accelerations at the beginning of a step; answers how long it may be. */
function beginStep(body: SoftBody, step: number): number {
  const { positions, stages, velocities } = body;
  const stable = stableStep(body.response, accelerate(body, positions, velocities, stages.accelerations));
  if (!(stable > 0)) fail(body, step, stable);
  return stable;
}

function tryStepOf(body: SoftBody, step: number): number {
  return tryStep(body, body.stages, step, (positions, velocities, out) => accelerate(body, positions, velocities, out));
}

function endStep(body: SoftBody, step: number): void {
  body.positions.set(body.stages.positions);
  body.velocities.set(body.stages.velocities);
  body.time += step;
  body.stepCount++;
}

/** Whether all that a step wrote is finite, and so small that its sum is: what is not spoils a sum. */
function isFinite({ stages: { positions, velocities } }: SoftBody): boolean {
  let sum = 0;
  for (let i = 0; i < positions.length; i++) sum += positions[i] + velocities[i];
  return Number.isFinite(sum);
}

function fail(body: SoftBody, step: number, stable: number): never {
  body.failure =
    `step ${body.stepCount} of ${step} s, at ${body.time} s, ` +
    (Number.isNaN(stable) || stable === 0
      ? 'meets forces that are not finite'
      : `ends where ${stable} s would have been stable`) +
    '; add smaller forces, write finite places and velocities, take shorter steps, or more damping, and begin again with a new body';
  throw new PliantError('unstable', `stepSoftBody: the simulation has blown up: ${body.failure}`);
}

/** What all forces together do. Answers how stiff the stiffest element is. */
function accelerate(body: SoftBody, positions: Float64Array, velocities: Float64Array, out: Float64Array): number {
  const { ease, forces, gravity, planes } = body;
  const gx = gravity[0];
  const gy = gravity[1];
  const gz = gravity[2];
  const stiffest = body.law(positions, velocities, out);
  for (let vertex = 0, i = 0; vertex < ease.length; vertex++, i += 3) {
    const light = ease[vertex];
    out[i] = (out[i] + forces[i]) * light + gx;
    out[i + 1] = (out[i + 1] + forces[i + 1]) * light + gy;
    out[i + 2] = (out[i + 2] + forces[i + 2]) * light + gz;
  }
  for (const plane of planes) pushByPlane(plane, positions, velocities, out);
  for (let vertex = 0, i = 0; vertex < ease.length; vertex++, i += 3) {
    if (ease[vertex] === 0) out[i] = out[i + 1] = out[i + 2] = 0;
  }
  return stiffest;
}
