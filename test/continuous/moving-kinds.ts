/** Motions of bodies of every kind: what deforms them, their poses at both ends, and where brute force finds their vertices. */
import { type Body, type Kernels, type Shape, createBody } from 'pliant';
import { type Motion, type MotionHits, createMotion } from 'pliant/continuous';
import type { Random } from 'pliant/exact';
import type { MovingSurface } from 'pliant/oracle';
import { type Kind, KIND_NAMES, makeKind } from '../body/sequence-kinds.js';
import { applyPose } from '../support/blend-poses.js';
import { randomPlacement } from '../support/placements.js';

/** All kinds of bodies that have triangles. */
export const MOVING_KINDS: readonly string[] = KIND_NAMES.filter((name) => name !== 'proxies');

const STRATEGIES = ['adaptive', 'lazy', 'refit'] as const;

/** Motions that are the same but for the kernels that their bodies live with. */
export interface MovingSubject {
  readonly what: string;
  readonly kind: Kind;
  readonly motions: readonly Motion[];
}

/** A motion for each two kernels: of the body at the beginning, and of that at the end. */
export function makeSubject(
  random: Random,
  name: string,
  pairs: readonly (readonly [Kernels, Kernels])[],
): MovingSubject {
  const kind = makeKind(random, name);
  const strategy = STRATEGIES[random.integer(3)];
  const motions = pairs.map((kernels) => {
    const [from, to] = kernels.map((one) => createBody(one, kind.shape as Shape, { ...kind.options, strategy }));
    return createMotion(from, to);
  });
  return { what: `${name}, ${strategy}`, kind, motions };
}

/** Gives all motions of a subject the same step. */
export function moveSubject(random: Random, { kind, motions }: MovingSubject): void {
  for (const end of ['from', 'to'] as const) {
    const pose = kind.randomPose(random);
    const placement = randomPlacement(random, 0.8);
    const isPlaced = random.integer(3) > 0;
    for (const motion of motions) {
      applyPose(motion[end], pose);
      if (isPlaced) motion[end].setPlacement(placement);
    }
  }
}

/** Where all vertices of a motion are at both ends. */
export function surfaceOf({ from, to }: Motion): MovingSurface {
  return { from: positionsOf(from), to: positionsOf(to), triangles: from.mesh.triangles };
}

/** Gives the bodies back. */
export function disposeSubject({ motions }: MovingSubject): void {
  for (const { from, to } of motions) {
    from.dispose();
    to.dispose();
  }
}

/** What was found, one line a pair, in its order. */
export function linesOf({ count, features, pairs, times, timesAbove }: MotionHits): string[] {
  return Array.from({ length: count }, (_, i) => {
    const [a, b, featureA, featureB] = [pairs[i * 2], pairs[i * 2 + 1], features[i * 2], features[i * 2 + 1]];
    return `${a} ${b} from ${times[i]} to ${timesAbove[i]}: ${featureA} ${featureB}`;
  });
}

function positionsOf(body: Body): Float32Array {
  body.refit();
  return body.positions.slice(0, body.mesh.vertexCount * 3);
}
