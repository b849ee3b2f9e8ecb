/** The surfaces that can be looked at: an animal on bones, a cloth on control points, a teddy on particles. How each moves, and how much room that takes. */
import { CLOTH_FRAMES, CLOTH_FRAME_RATE, writeClothPose } from '../../scenes/cloth.js';
import type { Cloth, ClothMotion } from '../../scenes/cloth.js';
import { QUADRUPED_PERIODS, writeQuadrupedPose } from '../../scenes/quadruped.js';
import type { Quadruped, QuadrupedMotion } from '../../scenes/quadruped.js';
import { TEDDY_PERIOD, writeTeddyPose } from '../../scenes/teddy.js';
import type { Teddy } from '../../scenes/teddy.js';
import type { Extent } from './model-extent.js';
import type { LabState } from './state.js';

/** What is looked at, as it was made. */
export type Subject =
  | { readonly kind: 'quadruped'; readonly quadruped: Quadruped }
  | { readonly kind: 'cloth'; readonly cloth: Cloth }
  | { readonly kind: 'teddy'; readonly teddy: Teddy };

/** What one of them does. */
export type Motion = QuadrupedMotion | ClothMotion | 'swing';

/** A moment of a motion. */
export interface Moment {
  readonly motion: Motion;
  readonly frame: number;
}

/** Frames in a second of each motion. */
export const FILM_RATE = 60;

/** Seconds of each film, after which it begins again: steps and jumps come several times, a cloth goes there and back. */
const SECONDS: Readonly<Record<Motion, number>> = {
  walk: 4 * QUADRUPED_PERIODS.walk,
  jump: 2 * QUADRUPED_PERIODS.jump,
  drape: (2 * (CLOTH_FRAMES.drape - 1)) / CLOTH_FRAME_RATE,
  fold: (2 * (CLOTH_FRAMES.fold - 1)) / CLOTH_FRAME_RATE,
  swing: TEDDY_PERIOD,
};

/** The room that is needed, roughly: a ray wanders over it, and the ground lies below it. */
export const EXTENTS: Readonly<Record<Motion, Extent>> = {
  walk: { low: [-0.4, 0, -0.08], high: [0.25, 0.35, 0.08] },
  jump: { low: [-0.4, 0, -0.08], high: [0.25, 0.5, 0.08] },
  drape: { low: [-0.5, -0.83, -1], high: [0.5, 0.22, 1] },
  fold: { low: [-0.5, 0, -0.75], high: [0.6, 2, 0.75] },
  swing: { low: [-0.12, -0.15, -0.28], high: [0.2, 0.51, 0.28] },
};

/** What the choices have a subject do. */
export function motionOf(kind: Subject['kind'], { clothMotion, motion }: LabState): Motion {
  return kind === 'quadruped' ? motion : kind === 'cloth' ? clothMotion : 'swing';
}

/** Frames of a film of a motion. */
export function frameCountOf(motion: Motion): number {
  return Math.round(SECONDS[motion] * FILM_RATE);
}

/** Writes the pose of a moment: transforms of bones and particles, points of a cloth. */
export function writePose(subject: Subject, { frame, motion }: Moment, out: Float32Array): void {
  const seconds = frame / FILM_RATE;
  if (subject.kind === 'quadruped')
    writeQuadrupedPose(subject.quadruped, motion === 'jump' ? 'jump' : 'walk', seconds, out);
  else if (subject.kind === 'cloth') writeClothPose(subject.cloth, motion === 'fold' ? 'fold' : 'drape', seconds, out);
  else writeTeddyPose(subject.teddy, seconds, out);
}
