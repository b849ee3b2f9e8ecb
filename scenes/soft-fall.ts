/**
 * Two soft bodies fall on each other, and on a floor: the scene of Mendoza & O'Sullivan 2005. Their contacts are those of spheres, found within a budget; what is untested pushes as if it
 * collided. With a budget in tests every number follows from the options, bit for bit.
 */
import { createBody } from 'pliant';
import type { Body, Kernels } from 'pliant';
import { PI, cos, createRandom, sin } from 'pliant/exact';
import { createLinkTransforms, writeLinkTransforms } from 'pliant/parts';
import {
  createFollowedSpheres,
  createInterruptedWalk,
  createSoftBody,
  createSoftSide,
  followSphere,
  readEnergy,
  stepSoftBody,
  walkWithin,
} from 'pliant/sim';
import type { Energy, FollowedSpheres, InterruptedWalk, SoftBody, SoftSide, WalkBudget } from 'pliant/sim';

import type { SoftKind } from './soft-kind.js';
import { pushSoftBodies } from './soft-response.js';
import type { SoftResponse } from './soft-response.js';

/** How they fall. */
export interface SoftFallOptions {
  readonly seed?: number;
  /** How far the lower one hangs over the floor, and the upper one over the lower, in metres. */
  readonly height?: number;
  /** What each step may cost. */
  readonly budget?: WalkBudget;
  /** How contacts share what they push with; see `soft-response.ts`. */
  readonly response?: SoftResponse;
  /** Whether there is a floor. */
  readonly hasFloor?: boolean;
  /** Metres per second^2, downward. */
  readonly gravity?: number;
  /** Room of the walk. */
  readonly capacity?: number;
}

/** Used where {@link SoftFallOptions} are left out. */
const SOFT_FALL_DEFAULTS: Required<SoftFallOptions> = {
  seed: 2005,
  height: 0.08,
  budget: { tests: 500 },
  response: 'local',
  hasFloor: true,
  gravity: 9.81,
  capacity: 65_536,
};

/** One of the two. */
export interface FallingBody {
  readonly kind: SoftKind;
  readonly soft: SoftBody;
  /** Where its coarse vertices are, rounded to float32: what spheres and surface go by, both of them. */
  readonly points: Float32Array;
  readonly side: SoftSide;
  readonly spheres: FollowedSpheres;
  /** The dense surface. It is where {@link poseSurfaces} has put it. */
  readonly surface: Body;
  /** Grows with every move. */
  readonly mover: { stamp: number };
  readonly transforms: Float32Array;
}

/** Both at one moment. {@link stepSoftFall} moves them on. */
export interface SoftFall {
  /** The lower one first. */
  readonly bodies: readonly [FallingBody, FallingBody];
  /** Its answer is that of the last step. */
  readonly walk: InterruptedWalk;
  readonly options: Required<SoftFallOptions>;
  stepCount: number;
}

/** Seconds per step. */
export const SOFT_FALL_STEP = 1 / 960;

/** Sets the scene. Dispose of it with {@link disposeSoftFall}. */
export function createSoftFall(
  kernels: Kernels,
  lower: SoftKind,
  upper: SoftKind,
  options: SoftFallOptions = {},
): SoftFall {
  const chosen = { ...SOFT_FALL_DEFAULTS, ...options };
  const random = createRandom(chosen.seed);
  const bodies = [hangUp(kernels, lower, chosen), hangUp(kernels, upper, chosen)] as const;
  let top = 0;
  for (const { kind, points, soft } of bodies) {
    const shift = (): number => random.range(-0.06, 0.06) * kind.options.size;
    top = place(soft, 2 * PI * random.next(), [shift(), top + chosen.height, shift()]);
    points.set(soft.positions);
  }
  const walk = createInterruptedWalk(bodies[0].spheres, bodies[1].spheres, { capacity: chosen.capacity });
  return { bodies, walk, options: chosen, stepCount: 0 };
}

/** Moves both on by {@link SOFT_FALL_STEP}: contacts, forces, elements. */
export function stepSoftFall(fall: SoftFall): void {
  walkWithin(fall.walk, fall.options.budget);
  pushSoftBodies(fall.walk.answer.contacts, fall.bodies[0].side, fall.bodies[1].side, fall.options.response);
  for (const { mover, points, soft } of fall.bodies) {
    stepSoftBody(soft, SOFT_FALL_STEP);
    points.set(soft.positions);
    mover.stamp++;
  }
  fall.stepCount++;
}

/** Puts the bodies of one scene where those of another are, which must be of the same lattices, and lets them move alike. */
export function copySoftFall(from: SoftFall, to: SoftFall): void {
  to.bodies.forEach(({ mover, points, soft }, side) => {
    soft.positions.set(from.bodies[side].soft.positions);
    soft.velocities.set(from.bodies[side].soft.velocities);
    points.set(soft.positions);
    mover.stamp++;
  });
}

/** Puts both surfaces where the coarse vertices are now, for questions about them. */
export function poseSurfaces({ bodies }: SoftFall): void {
  for (const { kind, points, surface, transforms } of bodies) {
    if (kind.links) {
      writeLinkTransforms(kind.links, points, transforms);
      surface.setTransforms(transforms);
    } else surface.setPoints(points);
  }
}

/** The energy of both. What contacts of the two hold is not part of it. */
export function energyOfFall({ bodies }: SoftFall): Energy {
  const [a, b] = bodies.map(({ soft }) => readEnergy(soft));
  return {
    kinetic: a.kinetic + b.kinetic,
    elastic: a.elastic + b.elastic,
    gravity: a.gravity + b.gravity,
    contact: a.contact + b.contact,
    total: a.total + b.total,
  };
}

/** Gives the memory of both surfaces back. */
export function disposeSoftFall({ bodies }: SoftFall): void {
  for (const { surface } of bodies) surface.dispose();
}

function hangUp(kernels: Kernels, kind: SoftKind, { gravity, hasFloor }: Required<SoftFallOptions>): FallingBody {
  const { follower, lattice, links, material, pushed, shape, starts, tree } = kind;
  const soft = createSoftBody(lattice, {
    material,
    fills: lattice.fills,
    gravity: [0, -gravity, 0],
    planes: hasFloor ? [{ normal: [0, 1, 0] }] : [],
  });
  const points = Float32Array.from(soft.positions);
  const mover = {
    stamp: 0,
    writeSphere: (node: number, out: Float64Array, at: number): void => followSphere(follower, node, points, out, at),
  };
  const { contactMasses: masses, forces, velocities } = soft;
  return {
    kind,
    soft,
    points,
    side: createSoftSide({ velocities, masses, forces, starts, vertices: pushed }),
    spheres: createFollowedSpheres(tree, mover),
    surface: createBody(kernels, shape),
    mover,
    transforms: links ? createLinkTransforms(links) : new Float32Array(0),
  };
}

/** Turns a body about y and puts its lowest vertex above a height; answers how high its highest one is then. */
function place({ positions }: SoftBody, angle: number, [x, y, z]: readonly [number, number, number]): number {
  const [c, s] = [cos(angle), sin(angle)];
  let [low, high] = [Infinity, -Infinity];
  for (let i = 1; i < positions.length; i += 3) {
    low = Math.min(low, positions[i]);
    high = Math.max(high, positions[i]);
  }
  for (let i = 0; i < positions.length; i += 3) {
    const [px, pz] = [positions[i], positions[i + 2]];
    positions[i] = c * px + s * pz + x;
    positions[i + 1] += y - low;
    positions[i + 2] = c * pz - s * px + z;
  }
  return high + y - low;
}
