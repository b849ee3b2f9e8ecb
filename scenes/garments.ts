/**
 * A shirt and a dress on a figure that walks: keyframes between which vertices go straight. After the scenes of Zachmann & Weller 2006, shirts of 32 k to 326 k triangles and dresses of 65 k to 580 k. Cloth is simulated over
 * the figure as a coarse net, and smoothed and wrinkled to the resolution that is wanted, so that the motion is the same whatever the resolution. Every number follows from the options, bit for bit.
 */
import { PliantError } from 'pliant';
import { createMesh } from 'pliant/parts';
import type { Mesh } from 'pliant/parts';
import { createFigure, poseFigure } from './figure.js';
import { BRISK, DANCING, walk } from './figure-walk.js';
import type { Gait } from './figure-walk.js';
import { putOn, stepWorn } from './garment-cloth.js';
import { createNet } from './garment-pattern.js';
import type { Pattern } from './garment-pattern.js';
import { createSurface, poseSurface } from './garment-surface.js';

/** What is worn. */
export type GarmentKind = 'shirt' | 'dress';

/** Which garment, how fine, and how long. */
export interface GarmentOptions {
  /** Vertices along a cell of the pattern, 1 to 24. {@link GARMENT_DETAILS} has those of the paper. */
  readonly detail?: number;
  /** Keyframes, 2 at least. */
  readonly keys?: number;
  /** Vertices around each part of the figure, 8 to 200: 12 times its square are the triangles, roughly. */
  readonly figure?: number;
  /** Told the share that is made, key by key. */
  readonly onProgress?: (share: number) => void;
}

/** Small enough to be shown, two steps and a half long. */
const GARMENT_DEFAULTS: Required<Omit<GarmentOptions, 'onProgress'>> = { detail: 5, keys: 31, figure: 32 };

/** Details from the paper's smallest to its largest: shirts of 32 k, 81 k, 183 k and 326 k triangles, dresses of 64 k, 165 k, 312 k and 580 k. */
export const GARMENT_DETAILS: Readonly<Record<GarmentKind, readonly number[]>> = {
  shirt: [5, 8, 12, 16],
  dress: [5, 8, 11, 15],
};

/** How many keys go by in a second. */
const GARMENT_KEY_RATE = 15;

/** A surface that moves: its triangles, and where its vertices are at each key. */
interface MovingSurface {
  /** As it is at the first key. */
  readonly mesh: Mesh;
  /** Seconds. */
  readonly times: readonly number[];
  /** Positions at each key. */
  readonly frames: readonly Float32Array[];
}

/** A garment, and the figure that wears it; both have the same times. */
export interface Garment extends MovingSurface {
  readonly figure: MovingSurface;
  /** How fast both get on along z, in metres per second. */
  readonly speed: number;
}

const PATTERNS: Readonly<Record<GarmentKind, Pattern>> = {
  shirt: {
    half: 7,
    rows: 17,
    armhole: 4,
    sleeve: 10,
    neck: 3,
    widths: [0.42, 0.5, 0.54, 0.54, 0.53, 0.54, 0.56],
    length: 0.72,
    sleeveLength: 0.56,
    sleeveWidths: [0.2, 0.13],
  },
  dress: {
    half: 8,
    rows: 38,
    armhole: 6,
    sleeve: 3,
    neck: 4,
    widths: [0.4, 0.48, 0.48, 0.44, 0.46, 0.62, 0.8, 0.97, 1.12, 1.26, 1.4],
    length: 0.96,
    sleeveLength: 0.12,
    sleeveWidths: [0.2, 0.19],
  },
};
const GAITS: Readonly<Record<GarmentKind, Gait>> = { shirt: BRISK, dress: DANCING };
/** Points of the simulated cloth along a cell of the pattern. */
const COARSE = 2;
const STEPS_PER_KEY = 10;
/** How long before the first key it begins to move, in seconds. */
const RUN_UP = 1.4;

/** What a garment is cut by. */
export function garmentPattern(kind: GarmentKind): Pattern {
  return PATTERNS[kind];
}

/** Makes a garment, puts it on a figure, and lets that walk. */
export function createGarment(kind: GarmentKind, options: GarmentOptions = {}): Garment {
  const { detail, figure: around, keys, onProgress } = { ...GARMENT_DEFAULTS, ...options };
  requireWhole('detail', detail, 1, 24);
  requireWhole('keys', keys, 2, 10_000);
  requireWhole('figure', around, 8, 200);
  const [pattern, gait] = [PATTERNS[kind], GAITS[kind]];
  const coarse = createNet(pattern, COARSE);
  const fine = createNet(pattern, detail);
  const surface = createSurface(fine, coarse);
  const figure = createFigure(around, walk(gait, 0));
  const cloth = putOn(coarse);
  const times: number[] = [];
  const frames: Float32Array[] = [];
  const poses: Float32Array[] = [];
  const seconds = 1 / (GARMENT_KEY_RATE * STEPS_PER_KEY);
  const first = -Math.round(RUN_UP / seconds);
  for (let step = first; frames.length < keys; step++) {
    if (step % STEPS_PER_KEY === 0) onProgress?.((step - first) / ((keys - 1) * STEPS_PER_KEY - first));
    const time = step * seconds;
    const pose = walk(gait, time, effortAt(time));
    stepWorn(cloth, seconds, pose);
    if (step < 0 || step % STEPS_PER_KEY !== 0) continue;
    const ahead = gait.speed * time;
    times.push(frames.length / GARMENT_KEY_RATE);
    frames.push(poseSurface(surface, cloth.state, time, ahead));
    poses.push(poseFigure(figure, pose, ahead));
  }
  return {
    mesh: createMesh({ positions: frames[0], triangles: fine.triangles }),
    times,
    frames,
    figure: { mesh: createMesh({ positions: poses[0], triangles: figure.triangles }), times, frames: poses },
    speed: gait.speed,
  };
}

/** It stands, and begins to walk. */
function effortAt(time: number): number {
  const share = Math.min(Math.max((time + RUN_UP) / (0.6 * RUN_UP), 0), 1);
  return share * share * (3 - 2 * share);
}

function requireWhole(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new PliantError(
    'bad-number',
    `createGarment: ${name} is ${String(value)}; pass a whole number from ${least} to ${most}`,
  );
}
