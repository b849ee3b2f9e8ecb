/**
 * A cloth that drapes itself over a ball, and one that is let down to the floor and folds over itself: a control grid of 11 x 21 points, simulated,
 * and smoothed by Loop's subdivision. After the cloth of Schvartzman, Gascón & Otaduy 2009: 231 control points, two to four levels, 51,681
 * vertices at the fourth. Every number follows from the options, bit for bit.
 */
import { PliantError } from 'pliant';
import { cos, createRandom, sin } from 'pliant/exact';
import { subdivideLoop } from 'pliant/parts';
import type { BlendModel, Mesh } from 'pliant/parts';

import { createClothState, stepCloth } from './cloth-simulation.js';
import type { ClothObstacles, ClothState } from './cloth-simulation.js';

/** How fine, and which cloth. */
export interface ClothOptions {
  /** How often every triangle of the control grid is cut into four, from 0 to 5. */
  readonly levels?: number;
  /** Cloths differ in how they begin to fall, and so in all their folds. */
  readonly seed?: number;
}

/** The paper's finest. */
export const CLOTH_DEFAULTS: Required<ClothOptions> = { levels: 4, seed: 2009 };

/** What the cloth does: few collisions with itself, or many. */
export type ClothMotion = 'drape' | 'fold';

/** Control points along the width and the length of the cloth. */
export const CLOTH_COLUMNS = 11;
export const CLOTH_ROWS = 21;
/** Frames of each motion, and how many of them go by in a second. */
export const CLOTH_FRAMES: Readonly<Record<ClothMotion, number>> = { drape: 48, fold: 72 };
export const CLOTH_FRAME_RATE = 30;
/** Centre and radius of the ball that the cloth falls on. */
export const CLOTH_BALL = [0.02, 0, 0.03, 0.2] as const;

/** The cloth at rest, how control points move it, and where those are in each frame. */
export interface Cloth {
  /** Flat, one metre wide and two metres long. */
  readonly mesh: Mesh;
  readonly model: BlendModel;
  /** Control points at rest. */
  readonly points: Float32Array;
  readonly frames: Readonly<Record<ClothMotion, readonly Float32Array[]>>;
}

const SPACING = 0.1;
const STEPS_PER_FRAME = 8;
const BALL: ClothObstacles = { ball: CLOTH_BALL, thickness: 0.03 };
const FLOOR: ClothObstacles = { floor: 0, thickness: 0.02 };
/** How fast the held end comes down, in metres per second, and turns, in radians; how far it swings forth and back, and how fast. */
const LOWERING = 1.0;
const TWIST = 0.8;
const SWING = 0.3;
const SWING_SPEED = 6;

/** Makes the cloth, and lets it fall. */
export function createCloth(options: ClothOptions = {}): Cloth {
  const { levels, seed } = { ...CLOTH_DEFAULTS, ...options };
  if (!(Number.isInteger(levels) && levels >= 0 && levels <= 5)) {
    throw new PliantError('bad-number', `createCloth: levels is ${String(levels)}; pass a whole number from 0 to 5`);
  }
  const { mesh, model, points } = subdivideLoop(createGrid(), { levels });
  return { mesh, model, points, frames: { drape: drape(seed), fold: fold(seed) } };
}

/**
 * Writes the control points of a moment, in seconds. `out` has room for three numbers per point. Between frames points go straight; a motion goes on
 * to its last frame and back, for ever. Creates no objects.
 */
export function writeClothPose(cloth: Cloth, motion: ClothMotion, time: number, out: Float32Array): void {
  const frames = cloth.frames[motion];
  const last = frames.length - 1;
  const there = (time * CLOTH_FRAME_RATE) / (2 * last);
  const place = 2 * last * (there - Math.floor(there));
  const at = place <= last ? place : 2 * last - place;
  const first = Math.min(Math.floor(at), last - 1);
  const share = at - first;
  const from = frames[first];
  const to = frames[first + 1];
  for (let i = 0; i < out.length; i++) out[i] = from[i] + share * (to[i] - from[i]);
}

/** The control grid, flat. Diagonals run one way, so six triangles meet in every inner point. */
function createGrid(): { positions: Float32Array; triangles: Uint32Array } {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let row = 0; row < CLOTH_ROWS; row++) {
    for (let column = 0; column < CLOTH_COLUMNS; column++) {
      positions.push(SPACING * (column - (CLOTH_COLUMNS - 1) / 2), 0, SPACING * (row - (CLOTH_ROWS - 1) / 2));
      if (row + 1 === CLOTH_ROWS || column + 1 === CLOTH_COLUMNS) continue;
      const corner = row * CLOTH_COLUMNS + column;
      const below = corner + CLOTH_COLUMNS;
      triangles.push(corner, below, below + 1, corner, below + 1, corner + 1);
    }
  }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** The cloth falls on a ball, a little beside its middle, and hangs down around it. */
function drape(seed: number): Float32Array[] {
  const random = createRandom(seed);
  const { positions } = createGrid();
  const places = Float64Array.from(positions, (value, i) => (i % 3 === 1 ? 0.21 + random.range(0, 0.01) : value));
  const state = createClothState(CLOTH_COLUMNS, CLOTH_ROWS, SPACING, places);
  return simulate(state, CLOTH_FRAMES.drape, () => BALL);
}

/** The cloth hangs from one end, is let down to the floor, and comes to lie on itself. */
function fold(seed: number): Float32Array[] {
  const random = createRandom(seed);
  const { positions } = createGrid();
  const length = SPACING * (CLOTH_ROWS - 1);
  const places = Float64Array.from(positions, (value, i) => {
    if (i % 3 === 0) return value;
    // Upright, and not quite straight.
    return i % 3 === 1 ? length / 2 - positions[i + 1] + 0.02 : random.range(-0.01, 0.01);
  });
  const state = createClothState(CLOTH_COLUMNS, CLOTH_ROWS, SPACING, places);
  for (let column = 0; column < CLOTH_COLUMNS; column++) state.isHeld[column] = 1;
  return simulate(state, CLOTH_FRAMES.fold, (seconds) => {
    const height = Math.max(length + 0.02 - LOWERING * seconds, 0.12);
    const turn = TWIST * seconds;
    const [across, along] = [cos(turn), sin(turn)];
    const forward = SWING * sin(SWING_SPEED * seconds);
    for (let column = 0; column < CLOTH_COLUMNS; column++) {
      const out = positions[column * 3];
      state.places.set([across * out, height, along * out + forward], column * 3);
    }
    return FLOOR;
  });
}

/** Frames of a simulation; `prepare` moves what is held, and says what is in the way. */
function simulate(state: ClothState, frameCount: number, prepare: (seconds: number) => ClothObstacles): Float32Array[] {
  const seconds = 1 / (CLOTH_FRAME_RATE * STEPS_PER_FRAME);
  const frames: Float32Array[] = [];
  for (let step = 0; frames.length < frameCount; step++) {
    if (step % STEPS_PER_FRAME === 0) frames.push(Float32Array.from(state.places));
    stepCloth(state, seconds, prepare(step * seconds));
  }
  return frames;
}
