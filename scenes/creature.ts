/**
 * A creature like a dragon: trunk, neck, head, tail, four legs and two wings, in one closed surface. It stands at rest, faces +x, its left is -z, up is +y; about a metre and a half long. Every seed makes
 * another one: how far the neck and the tail bend, how wide the wings are spread, how long the horns are. Every number follows from the options, bit for bit.
 */
import { PliantError } from 'pliant';
import { createRandom } from 'pliant/exact';
import type { Random } from 'pliant/exact';
import type { Mesh } from 'pliant/parts';

import { layFlesh } from './flesh.js';
import type { Muscle, MuscleGroup, Point } from './flesh.js';
import { meshFlesh } from './flesh-surface.js';

/** Which creature, and how fine. */
export interface CreatureOptions {
  /** About how many triangles, from 5,000 to 200,000; met within one percent. */
  readonly triangles?: number;
  /** A whole number from 0 on. */
  readonly seed?: number;
}

/** Used where {@link CreatureOptions} are left out. */
export const CREATURE_DEFAULTS: Required<CreatureOptions> = { triangles: 20_000, seed: 1 };

/** The middle of the trunk. */
const BELLY: Point = [0, 0.36, 0];
/** In square metres. */
const NET_DENSITY = 3.8;
/** Nothing is thinner than this many steps of the net, from its middle to its face: the net would fold there. */
const THINNEST = 1.6;

/** A place and the radius there. */
type Knot = readonly [x: number, y: number, z: number, radius: number];

/** Makes a creature: a closed surface in one piece that does not touch itself. */
export function createCreature(options: CreatureOptions = {}): Mesh {
  const { seed, triangles } = { ...CREATURE_DEFAULTS, ...options };
  if (!(triangles >= 5000 && triangles <= 200_000)) {
    throw new PliantError(
      'bad-number',
      `createCreature: triangles is ${String(triangles)}; pass a number from 5,000 to 200,000`,
    );
  }
  const random = createRandom(seed);
  const thinnest = THINNEST * Math.sqrt(NET_DENSITY / triangles);
  const groups = [
    { blend: 0, muscles: growTrunk() },
    growNeckAndHead(random),
    growTail(random),
    ...both(growForeLeg()),
    ...both(growHindLeg()),
    ...both(growWing(random)),
  ];
  const thick = groups.map((group) => thicken(group, thinnest));
  return meshFlesh(layFlesh(thick, BELLY, NET_DENSITY), triangles);
}

function thicken({ blend, muscles }: MuscleGroup, thinnest: number): MuscleGroup {
  return {
    blend,
    muscles: muscles.map((muscle) => {
      const radius = Math.max(muscle.radius, thinnest);
      const toRadius = Math.max(muscle.toRadius, thinnest);
      const flatness = Math.min(muscle.flatness ?? 1, Math.min(radius, toRadius) / thinnest);
      return { ...muscle, radius, toRadius, flatness };
    }),
  };
}

function growTrunk(): Muscle[] {
  return growAlong(
    [
      [-0.2, 0.37, 0, 0.1],
      [-0.06, 0.36, 0, 0.125],
      [0.1, 0.37, 0, 0.135],
      [0.21, 0.42, 0, 0.1],
    ],
    0.06,
  );
}

/** The neck rises and turns to a side; the head has a snout, two horns and a jaw. */
function growNeckAndHead(random: Random): MuscleGroup {
  const turn = random.range(-0.06, 0.06);
  const rise = random.range(-0.03, 0.05);
  const horn = random.range(0.7, 1.2);
  const [x, y, z] = [0.5, 0.7 + rise, 2 * turn];
  const neck: Knot[] = [
    [0.2, 0.44, 0, 0.085],
    [0.31, 0.52 + 0.3 * rise, 0.3 * turn, 0.066],
    [0.36, 0.62 + 0.7 * rise, turn, 0.056],
    [0.43, 0.69 + rise, 1.6 * turn, 0.052],
    [x, y, z, 0.056],
  ];
  const head: Muscle[] = [
    { from: [x, y, z], to: [x + 0.15, y - 0.035, z], radius: 0.056, toRadius: 0.033, blend: 0.03 },
    { from: [x + 0.03, y - 0.045, z], to: [x + 0.12, y - 0.07, z], radius: 0.034, toRadius: 0.022, blend: 0.02 },
  ];
  for (const side of [-1, 1]) {
    const root: Point = [x - 0.01, y + 0.035, z + side * 0.04];
    const tip: Point = [x - 0.01 - 0.1 * horn, y + 0.035 + 0.06 * horn, z + side * (0.04 + 0.05 * horn)];
    head.push({ from: root, to: tip, radius: 0.022, toRadius: 0.014, blend: 0.015 });
  }
  return { blend: 0.06, muscles: [...growAlong(neck, 0.03), ...head] };
}

/** The tail sinks, and sways to a side. */
function growTail(random: Random): MuscleGroup {
  const sway = random.range(-0.2, 0.2);
  const knots: Knot[] = [];
  for (let k = 0; k <= 8; k++) {
    const share = k / 8;
    const sink = share * (2 - share);
    knots.push([-0.22 - 0.62 * share, 0.37 - 0.22 * sink, sway * share * share, 0.085 - 0.068 * share]);
  }
  const end = knots[8];
  const blade: Muscle = {
    from: [end[0], end[1], end[2]],
    to: [end[0] - 0.09, end[1] - 0.005, end[2] + 0.2 * sway],
    radius: 0.036,
    toRadius: 0.02,
    blend: 0.03,
    flat: [0, 1, 0],
    flatness: 1.8,
  };
  return { blend: 0.06, muscles: [...growAlong(knots, 0.03), blade] };
}

function growForeLeg(): MuscleGroup {
  const knots: Knot[] = [
    [0.13, 0.34, 0.1, 0.07],
    [0.1, 0.23, 0.15, 0.052],
    [0.14, 0.07, 0.155, 0.034],
  ];
  return { blend: 0.05, muscles: [...growAlong(knots, 0.03), growFoot(0.14, 0.155)] };
}

function growHindLeg(): MuscleGroup {
  const knots: Knot[] = [
    [-0.17, 0.34, 0.09, 0.08],
    [-0.1, 0.22, 0.15, 0.06],
    [-0.2, 0.13, 0.16, 0.04],
    [-0.17, 0.06, 0.16, 0.036],
  ];
  return { blend: 0.05, muscles: [...growAlong(knots, 0.03), growFoot(-0.17, 0.16)] };
}

function growFoot(x: number, z: number): Muscle {
  return {
    from: [x, 0.035, z],
    to: [x + 0.075, 0.026, z + 0.012],
    radius: 0.036,
    toRadius: 0.026,
    blend: 0.03,
    flat: [0, 1, 0],
    flatness: 1.2,
  };
}

/** An arm, three fingers, and skin between them. */
function growWing(random: Random): MuscleGroup {
  const lift = random.range(-0.05, 0.12);
  const shoulder: Point = [0.11, 0.46, 0.08];
  const wrist: Point = [0.17, 0.62 + 0.5 * lift, 0.28];
  const flat: Point = [0.1, 0.9, -0.4];
  const tips: Point[] = [
    [-0.08, 0.74 + 1.6 * lift, 0.6],
    [-0.2, 0.66 + 1.3 * lift, 0.47],
    [-0.26, 0.58 + lift, 0.32],
  ];
  const arm: Muscle = { from: shoulder, to: wrist, radius: 0.036, toRadius: 0.028, blend: 0.03 };
  const fingers = tips.map((tip): Muscle => {
    return { from: wrist, to: tip, radius: 0.055, toRadius: 0.05, blend: 0.03, flat, flatness: 2.6 };
  });
  const skin: Muscle = {
    from: [0.05, 0.6 + 0.4 * lift, 0.28],
    to: [-0.11, 0.62 + lift, 0.36],
    radius: 0.09,
    toRadius: 0.09,
    blend: 0.04,
    flat,
    flatness: 4.5,
  };
  return { blend: 0.03, muscles: [arm, ...fingers, skin] };
}

/** Capsules from knot to knot. */
function growAlong(knots: readonly Knot[], blend: number): Muscle[] {
  return knots.slice(1).map(([x, y, z, toRadius], k) => {
    const [fromX, fromY, fromZ, radius] = knots[k];
    return { from: [fromX, fromY, fromZ], to: [x, y, z], radius, toRadius, blend };
  });
}

/** A limb of the right on the left too. */
function both({ blend, muscles }: MuscleGroup): MuscleGroup[] {
  const left = muscles.map((muscle): Muscle => {
    const { flat } = muscle;
    return { ...muscle, from: across(muscle.from), to: across(muscle.to), ...(flat && { flat: across(flat) }) };
  });
  return [
    { blend, muscles: left },
    { blend, muscles },
  ];
}

function across([x, y, z]: Point): Point {
  return [x, y, -z];
}
