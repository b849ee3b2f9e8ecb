/**
 * Bodies that vibrate: amplitudes and velocities of modes, taken from time to time in closed form. The amplitudes are the pose of a linear model whose fields are the modes.
 *
 * What is the same for all bodies of a kind is a {@link Vibrator}; a body has only its {@link Vibration}, three numbers per mode.
 */
import { PliantError } from '../../errors.js';
import { requireNames } from '../../checks.js';
import type { VibrationModes } from './find-modes.js';
import { OSCILLATOR_STRIDE, writeOscillatorStep } from './oscillator.js';

/** How modes go on. */
export interface VibratorOptions {
  /** Seconds per step, above 0. */
  readonly timeStep: number;
  /** Rayleigh damping by mass, in 1/s: slows all modes alike. 0 or more. Default 0. */
  readonly massDamping?: number;
  /** Rayleigh damping by stiffness, in seconds: slows fast modes more. 0 or more. Default 0. */
  readonly stiffnessDamping?: number;
  /** Damping of each mode as a share of the critical one, from which on it does not swing, instead of all other damping. 0 or more. */
  readonly dampingRatios?: ArrayLike<number>;
  /** The largest strain that modes may come to together. Above 0. Default Infinity: no limit. */
  readonly strainLimit?: number;
}

/** Used where {@link VibratorOptions} are left out. */
export const VIBRATOR_DEFAULTS: Required<Omit<VibratorOptions, 'timeStep' | 'dampingRatios'>> = {
  massDamping: 0,
  stiffnessDamping: 0,
  strainLimit: Infinity,
};

/** What all bodies with the same modes, damping and step have in common. Plain data. */
export interface Vibrator {
  /** How many modes there are. */
  readonly modeCount: number;
  /** Seconds per step. */
  readonly timeStep: number;
  /** Square of the angular frequency of each mode. */
  readonly eigenvalues: Float64Array;
  /** Half of the damping of each mode, in 1/s. */
  readonly decays: Float64Array;
  /** Coefficients of a step, six per mode. */
  readonly steps: Float64Array;
  /** The largest strain of each mode at amplitude 1. */
  readonly strains: Float64Array;
  /** The largest strain that modes may come to together. */
  readonly strainLimit: number;
}

/** How a body vibrates now. */
export interface Vibration {
  /** Of each mode, in metres times the root of kilograms. */
  readonly amplitudes: Float64Array;
  /** How fast the amplitudes grow. */
  readonly velocities: Float64Array;
  /** What pushes each mode: constant over a step, and left as it is by it. */
  readonly forces: Float64Array;
}

const CALLER = 'createVibrator';
const NAMES = ['timeStep', 'massDamping', 'stiffnessDamping', 'dampingRatios', 'strainLimit'];

/**
 * Prepares the steps of modes. Without any option but the time, they have the material's own damping.
 *
 * @throws PliantError `bad-number`, `bad-count` or `unsupported`, naming the option.
 */
export function createVibrator(modes: VibrationModes, options: VibratorOptions): Vibrator {
  requireNames(CALLER, options, NAMES);
  const { dampingRatios, strainLimit = VIBRATOR_DEFAULTS.strainLimit, timeStep } = options;
  const { eigenvalues, modeCount, strains } = modes;
  requireRange('timeStep', timeStep, timeStep > 0 && timeStep < Infinity, 'above 0');
  requireRange('strainLimit', strainLimit, strainLimit > 0, 'above 0');
  const decays = dampingRatios === undefined ? rayleighDecays(modes, options) : decaysOf(modes, dampingRatios);
  const steps = new Float64Array(modeCount * OSCILLATOR_STRIDE);
  for (let mode = 0; mode < modeCount; mode++) {
    writeOscillatorStep(eigenvalues[mode], decays[mode], timeStep, steps, mode * OSCILLATOR_STRIDE);
  }
  return { modeCount, timeStep, eigenvalues, decays, steps, strains, strainLimit };
}

/** A body at rest. */
export function createVibration({ modeCount }: Pick<Vibrator, 'modeCount'>): Vibration {
  return {
    amplitudes: new Float64Array(modeCount),
    velocities: new Float64Array(modeCount),
    forces: new Float64Array(modeCount),
  };
}

/** Takes a body one step further: exactly, but for rounding, then within the strain limit. Creates no objects. */
export function stepVibration(vibration: Vibration, vibrator: Vibrator): void {
  const { amplitudes, forces, velocities } = vibration;
  const { modeCount, steps } = vibrator;
  for (let mode = 0; mode < modeCount; mode++) {
    const at = mode * OSCILLATOR_STRIDE;
    const q = amplitudes[mode];
    const v = velocities[mode];
    const f = forces[mode];
    amplitudes[mode] = steps[at] * q + steps[at + 1] * v + steps[at + 2] * f;
    velocities[mode] = steps[at + 3] * q + steps[at + 4] * v + steps[at + 5] * f;
  }
  if (vibrator.strainLimit < Infinity) limitStrain(vibration, vibrator);
}

/**
 * Draws all amplitudes back alike where their strains might add up to more than the limit: no tetrahedron is strained by more than the sum of what each mode does at its worst place. Modes that lead
 * further out lose as much of their velocity. Energy only falls. Says whether anything was drawn back.
 */
export function limitStrain({ amplitudes, velocities }: Vibration, { strainLimit, strains }: Vibrator): boolean {
  let strain = 0;
  for (let mode = 0; mode < strains.length; mode++) strain += strains[mode] * Math.abs(amplitudes[mode]);
  if (!(strain > strainLimit)) return false;
  const share = strainLimit / strain;
  for (let mode = 0; mode < strains.length; mode++) {
    if (amplitudes[mode] * velocities[mode] > 0) velocities[mode] *= share;
    amplitudes[mode] *= share;
  }
  return true;
}

/** The energy of a vibration, in joules: of its velocities, and of what its amplitudes have strained. */
export function vibrationEnergy(
  { amplitudes, velocities }: Vibration,
  { eigenvalues }: Pick<Vibrator, 'eigenvalues'>,
): number {
  let energy = 0;
  for (let mode = 0; mode < eigenvalues.length; mode++) {
    const q = amplitudes[mode];
    const v = velocities[mode];
    energy += 0.5 * (v * v + eigenvalues[mode] * q * q);
  }
  return energy;
}

function rayleighDecays({ dampings, eigenvalues }: VibrationModes, options: VibratorOptions): Float64Array {
  const { massDamping = VIBRATOR_DEFAULTS.massDamping } = options;
  const { stiffnessDamping = VIBRATOR_DEFAULTS.stiffnessDamping } = options;
  requireRange('massDamping', massDamping, massDamping >= 0 && massDamping < Infinity, 'of 0 or more');
  requireRange(
    'stiffnessDamping',
    stiffnessDamping,
    stiffnessDamping >= 0 && stiffnessDamping < Infinity,
    'of 0 or more',
  );
  return dampings.map((damping, mode) => 0.5 * (damping + massDamping + stiffnessDamping * eigenvalues[mode]));
}

function decaysOf({ eigenvalues, modeCount }: VibrationModes, ratios: ArrayLike<number>): Float64Array {
  if (ratios.length !== modeCount) {
    throw new PliantError(
      'bad-count',
      `${CALLER}: dampingRatios has ${ratios.length} numbers, but there are ${modeCount} modes; pass one for each`,
    );
  }
  return eigenvalues.map((eigenvalue, mode) => {
    requireRange(`dampingRatios[${mode}]`, ratios[mode], ratios[mode] >= 0 && ratios[mode] < Infinity, 'of 0 or more');
    return ratios[mode] * Math.sqrt(eigenvalue);
  });
}

function requireRange(name: string, value: number, isWithin: boolean, range: string): void {
  if (isWithin) return;
  throw new PliantError('bad-number', `${CALLER}: ${name} is ${String(value)}; pass a number ${range}`);
}
