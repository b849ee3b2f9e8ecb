/**
 * The quadruped's skeleton: forty bones of a cat-like animal that stands with its head towards +x, up is +y, its right side
 * is +z; in metres. At rest all bones have the axes of the world, so a bone is a joint to turn about and a tip.
 */
import { createRandom } from 'pliant/exact';
import type { Point } from './flesh.js';

export type { Point } from './flesh.js';

/** What makes one animal differ from another: factors around 1. */
export interface Physique {
  readonly girth: number;
  readonly head: number;
  readonly tail: number;
  /** When its tail swings, in radians. */
  readonly tailStart: number;
}

/** A body part that a physique changes in size. */
export type Part = 'trunk' | 'head' | 'tail' | 'leg';

/** One bone at rest. */
export interface Bone {
  readonly name: string;
  /** Comes earlier in the list; -1 for the root. */
  readonly parent: number;
  readonly joint: Point;
  readonly tip: Point;
  /** How far the skin is from the bone, about, at its joint and at its tip. */
  readonly radius: number;
  readonly tipRadius: number;
  /** -1 for bones of left legs, 1 of right ones, 0 for all others. */
  readonly side: -1 | 0 | 1;
}

/** Where chains of bones begin. A leg has five bones: to the shoulder or hip, upper, lower, middle of the foot, toes. */
export const PELVIS = 0;
export const SPINE = 1;
export const SPINE_COUNT = 4;
export const NECK = 5;
export const NECK_COUNT = 3;
export const HEAD = 8;
export const JAW = 9;
export const EARS = 10;
export const TAIL = 12;
export const TAIL_COUNT = 8;
export const LEG_BONES = 5;
export const LEFT_FORE = 20;
export const RIGHT_FORE = 25;
export const LEFT_HIND = 30;
export const RIGHT_HIND = 35;

/** A chain of bones: each begins where the one before ends. Points, with the distance of the skin there. */
type Chain = readonly (readonly [number, number, number, number])[];

const TRUNK: Chain = [
  [-0.14, 0.225, 0, 0.05],
  [-0.088, 0.23, 0, 0.048],
  [-0.036, 0.231, 0, 0.05],
  [0.015, 0.228, 0, 0.054],
  [0.062, 0.224, 0, 0.054],
  [0.112, 0.226, 0, 0.045],
];
const NECK_BONES: Chain = [
  [0.1, 0.232, 0, 0.044],
  [0.128, 0.254, 0, 0.037],
  [0.152, 0.277, 0, 0.033],
  [0.174, 0.3, 0, 0.032],
];
/** Where head and tail begin, and stay when a physique changes their size. */
const NAPE: Point = [0.174, 0.3, 0];
const TAIL_ROOT: Point = [-0.165, 0.238, 0];

const TAIL_BONES: Chain = [
  [-0.165, 0.238, 0, 0.019],
  [-0.197, 0.231, 0, 0.014],
  [-0.227, 0.214, 0, 0.012],
  [-0.254, 0.19, 0, 0.0115],
  [-0.28, 0.166, 0, 0.011],
  [-0.309, 0.147, 0, 0.0105],
  [-0.342, 0.139, 0, 0.01],
  [-0.375, 0.144, 0, 0.0095],
  [-0.404, 0.161, 0, 0.008],
];
const FORE_LEG: Chain = [
  [0.08, 0.252, 0.022, 0.026],
  [0.116, 0.188, 0.036, 0.026],
  [0.076, 0.137, 0.038, 0.02],
  [0.09, 0.049, 0.035, 0.0125],
  [0.098, 0.021, 0.034, 0.014],
  [0.126, 0.011, 0.034, 0.009],
];
const HIND_LEG: Chain = [
  [-0.112, 0.24, 0.02, 0.034],
  [-0.136, 0.208, 0.034, 0.034],
  [-0.09, 0.133, 0.042, 0.024],
  [-0.163, 0.076, 0.038, 0.013],
  [-0.148, 0.021, 0.036, 0.014],
  [-0.12, 0.011, 0.036, 0.009],
];

/** An animal of its own for every seed. */
export function createPhysique(seed: number): Physique {
  const random = createRandom(seed);
  return {
    girth: random.range(0.97, 1.04),
    head: random.range(0.97, 1.05),
    tail: random.range(0.92, 1.08),
    tailStart: random.range(0, 6),
  };
}

/** Where a point of a part lies in an animal of that physique. */
export function placePoint(physique: Physique, part: Part, point: Point): Point {
  const scale = partScale(physique, part);
  const [x, y, z] = part === 'head' ? NAPE : TAIL_ROOT;
  if (part !== 'head' && part !== 'tail') return point;
  return [x + scale * (point[0] - x), y + scale * (point[1] - y), scale * (point[2] - z)];
}

/** By how much a radius of a part is larger than in the table. */
export function partScale(physique: Physique, part: Part): number {
  if (part === 'head') return physique.head;
  if (part === 'tail') return physique.tail;
  return part === 'trunk' ? physique.girth : 1;
}

/** The bones, parents first. */
export function createSkeleton(physique: Physique): Bone[] {
  const bones: Bone[] = [];
  const grow = (name: string, parent: number, chain: Chain, part: Part, side: -1 | 0 | 1 = 0): void => {
    const scale = partScale(physique, part);
    for (let k = 0; k + 1 < chain.length; k++) {
      const [x, y, z, radius] = chain[k];
      const [tipX, tipY, tipZ, tipRadius] = chain[k + 1];
      bones.push({
        name: chain.length > 2 ? `${name} ${k + 1}` : name,
        parent: k === 0 ? parent : bones.length - 1,
        joint: placePoint(physique, part, [x, y, side < 0 ? -z : z]),
        tip: placePoint(physique, part, [tipX, tipY, side < 0 ? -tipZ : tipZ]),
        radius: radius * scale,
        tipRadius: tipRadius * scale,
        side,
      });
    }
  };
  grow('spine', -1, TRUNK, 'trunk');
  grow('neck', SPINE + SPINE_COUNT - 1, NECK_BONES, 'trunk');
  grow(
    'head',
    NECK + NECK_COUNT - 1,
    [
      [...NAPE, 0.032],
      [0.225, 0.302, 0, 0.02],
    ],
    'head',
  );
  grow(
    'jaw',
    HEAD,
    [
      [0.192, 0.286, 0, 0.015],
      [0.236, 0.281, 0, 0.01],
    ],
    'head',
  );
  for (const z of [-1, 1]) {
    grow(
      z < 0 ? 'left ear' : 'right ear',
      HEAD,
      [
        [0.192, 0.332, z * 0.02, 0.012],
        [0.188, 0.368, z * 0.031, 0.005],
      ],
      'head',
    );
  }
  grow('tail', PELVIS, TAIL_BONES, 'tail');
  grow('left fore leg', SPINE + SPINE_COUNT - 1, FORE_LEG, 'leg', -1);
  grow('right fore leg', SPINE + SPINE_COUNT - 1, FORE_LEG, 'leg', 1);
  grow('left hind leg', PELVIS, HIND_LEG, 'leg', -1);
  grow('right hind leg', PELVIS, HIND_LEG, 'leg', 1);
  return bones;
}
