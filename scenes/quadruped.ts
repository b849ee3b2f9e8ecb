/**
 * A quadruped that walks and jumps: a smooth, closed skin over forty bones. After the cat of Schvartzman, Gascón & Otaduy 2009:
 * 244,735 triangles, 40 bones, up to 9 of them moving a vertex; walking with few collisions, jumping with many at its
 * joints. The same shape comes in any resolution. Every number follows from the options, bit for bit.
 */
import { PliantError } from 'pliant';
import type { Mesh } from 'pliant/parts';

import { meshFlesh } from './flesh-surface.js';
import { createFlesh } from './quadruped-flesh.js';
import { jump, walk } from './quadruped-motion.js';
import { createRig, solveRig, writeMatrices } from './quadruped-rig.js';
import type { Rig } from './quadruped-rig.js';
import { createPhysique, createSkeleton } from './quadruped-skeleton.js';
import type { Bone, Physique } from './quadruped-skeleton.js';
import { QUADRUPED_INFLUENCES, weighBones } from './quadruped-weights.js';

/** How fine, and which animal. */
export interface QuadrupedOptions {
  /** About how many triangles, from 8,000 to 1,000,000, or a size of {@link QUADRUPED_SIZES}; met within one percent. */
  readonly triangles?: QuadrupedSize | number;
  /** Animals differ in girth, head and tail. */
  readonly seed?: number;
}

/** Named resolutions, in triangles. The large one is the paper's. */
export const QUADRUPED_SIZES = { small: 15_000, medium: 60_000, large: 244_735 } as const;

/** A named resolution. */
type QuadrupedSize = keyof typeof QUADRUPED_SIZES;

/** The paper's resolution. */
export const QUADRUPED_DEFAULTS: Required<QuadrupedOptions> = { triangles: 'large', seed: 2009 };

/** What the quadruped does. */
export type QuadrupedMotion = 'walk' | 'jump';

/** Seconds until a motion repeats. */
export const QUADRUPED_PERIODS: Readonly<Record<QuadrupedMotion, number>> = { walk: 1, jump: 1.6 };

/** The animal at rest, how bones move its skin, and room to pose it. */
export interface Quadruped {
  readonly mesh: Mesh;
  readonly bones: readonly Bone[];
  /** Bones that move each vertex, `influencesPerVertex` entries each, and how strongly; weight zero for none. */
  readonly joints: Uint16Array;
  readonly weights: Float32Array;
  readonly influencesPerVertex: number;
  readonly jointCount: number;
  readonly physique: Physique;
  readonly rig: Rig;
}

/** Makes the animal. It takes a few seconds at the paper's resolution. */
export function createQuadruped(options: QuadrupedOptions = {}): Quadruped {
  const { seed, triangles } = { ...QUADRUPED_DEFAULTS, ...options };
  const triangleCount = typeof triangles === 'number' ? triangles : QUADRUPED_SIZES[triangles];
  if (!(triangleCount >= 8000 && triangleCount <= 1_000_000)) {
    throw new PliantError(
      'bad-number',
      `createQuadruped: triangles is ${String(triangles)}; pass a number from 8,000 to 1,000,000, or small, medium or large`,
    );
  }
  const physique = createPhysique(seed);
  const bones = createSkeleton(physique);
  const mesh = meshFlesh(createFlesh(physique), triangleCount);
  return {
    mesh,
    bones,
    ...weighBones(mesh, bones),
    influencesPerVertex: QUADRUPED_INFLUENCES,
    jointCount: bones.length,
    physique,
    rig: createRig(bones),
  };
}

/**
 * Writes the pose of a moment, in seconds: for each bone a 3 x 4 matrix row by row that takes places of the rest pose to the
 * world (the bone's place in the world times the inverse of its place at rest). `out` has room for twelve numbers per bone.
 * Motions stay where they are and repeat after their period of {@link QUADRUPED_PERIODS}. Creates no objects.
 */
export function writeQuadrupedPose(
  quadruped: Quadruped,
  motion: QuadrupedMotion,
  time: number,
  out: Float32Array,
): void {
  const { physique, rig } = quadruped;
  const turns = time / QUADRUPED_PERIODS[motion];
  const phase = turns - Math.floor(turns);
  if (motion === 'walk') walk(rig, phase, physique.tailStart);
  else jump(rig, phase, physique.tailStart);
  solveRig(rig);
  writeMatrices(rig, out);
}
