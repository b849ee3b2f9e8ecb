/** The teddy's body: what it is made of, and the particles inside. It stands at rest, faces +x, its left is -z, up is +y; in metres. */
import { layFlesh } from './flesh.js';
import type { Flesh, Muscle, Point } from './flesh.js';

/** A part that moves as one: about a pivot, each of its particles by a share of the whole turn. */
export interface TeddyLimb {
  readonly name: string;
  readonly pivot: Point;
  readonly particles: readonly TeddyParticle[];
}

/** A particle: where it rests, and how much of its limb's turn it makes. */
interface TeddyParticle {
  readonly place: Point;
  readonly share: number;
}

/** Inside the belly. */
const BELLY: Point = [0, 0.16, 0];
/** In square metres. */
const NET_DENSITY = 1.05;

const TRUNK: readonly Muscle[] = [
  { from: [0.01, 0.13, 0], to: [0, 0.215, 0], radius: 0.108, toRadius: 0.088, blend: 0.04 },
  { from: [0, 0.22, -0.03], to: [0, 0.22, 0.03], radius: 0.075, toRadius: 0.075, blend: 0.04 },
];
const HEAD: readonly Muscle[] = [
  { from: [0, 0.385, -0.012], to: [0, 0.385, 0.012], radius: 0.09, toRadius: 0.09, blend: 0.02 },
  { from: [0.06, 0.362, 0], to: [0.095, 0.358, 0], radius: 0.046, toRadius: 0.036, blend: 0.03 },
  { from: [0.128, 0.372, 0], to: [0.13, 0.372, 0], radius: 0.012, toRadius: 0.012, blend: 0.01 },
];
const RIGHT_EAR: Muscle = {
  from: [-0.005, 0.462, 0.072],
  to: [-0.005, 0.468, 0.076],
  radius: 0.038,
  toRadius: 0.036,
  blend: 0.02,
  flat: [1, 0, 0],
  flatness: 2,
};
const RIGHT_ARM: readonly Muscle[] = [
  { from: [0, 0.262, 0.07], to: [0.012, 0.222, 0.165], radius: 0.04, toRadius: 0.038, blend: 0.03 },
  { from: [0.012, 0.222, 0.165], to: [0.03, 0.192, 0.222], radius: 0.04, toRadius: 0.044, blend: 0.03 },
];
const RIGHT_LEG: readonly Muscle[] = [
  { from: [0, 0.09, 0.062], to: [0.006, -0.05, 0.108], radius: 0.054, toRadius: 0.047, blend: 0.03 },
  { from: [0.01, -0.08, 0.116], to: [0.062, -0.087, 0.124], radius: 0.046, toRadius: 0.042, blend: 0.03 },
];

/** Four in each limb that lie in no plane, so that they tell by themselves how it turns. */
const RIGHT_ARM_PARTICLES: readonly TeddyParticle[] = [
  { place: [-0.005, 0.255, 0.098], share: 0.45 },
  { place: [0.036, 0.235, 0.152], share: 1 },
  { place: [-0.012, 0.205, 0.172], share: 1 },
  { place: [0.03, 0.182, 0.222], share: 1.05 },
];
const RIGHT_LEG_PARTICLES: readonly TeddyParticle[] = [
  { place: [0.005, 0.066, 0.068], share: 0.35 },
  { place: [-0.025, 0, 0.084], share: 1 },
  { place: [0.025, -0.035, 0.13], share: 1 },
  { place: [0.04, -0.09, 0.1], share: 1.05 },
];

/** The parts of the teddy: trunk, head, arms and legs, left before right. Twenty-four particles. */
export const TEDDY_LIMBS: readonly TeddyLimb[] = [
  {
    name: 'trunk',
    pivot: [0, 0.1, 0],
    particles: [
      { place: [0.055, 0.1, 0], share: 0 },
      { place: [-0.05, 0.12, 0], share: 0.1 },
      { place: [0.005, 0.17, -0.055], share: 0.6 },
      { place: [0.005, 0.17, 0.055], share: 0.6 },
      { place: [0, 0.235, 0], share: 1 },
    ],
  },
  {
    name: 'head',
    pivot: [0, 0.3, 0],
    particles: [
      { place: [0.045, 0.36, 0], share: 1 },
      { place: [-0.02, 0.41, -0.05], share: 1 },
      { place: [-0.02, 0.41, 0.05], share: 1 },
    ],
  },
  ...pair('arm', [0, 0.262, 0.06], RIGHT_ARM_PARTICLES),
  ...pair('leg', [0, 0.075, 0.055], RIGHT_LEG_PARTICLES),
];

/** Stuffs the teddy. */
export function createTeddyFlesh(): Flesh {
  const groups = [
    { blend: 0, muscles: TRUNK },
    { blend: 0.02, muscles: [...HEAD, mirrorMuscle(RIGHT_EAR), RIGHT_EAR] },
    ...[RIGHT_ARM, RIGHT_LEG].flatMap((limb) => [
      { blend: 0.02, muscles: limb.map(mirrorMuscle) },
      { blend: 0.02, muscles: limb },
    ]),
  ];
  return layFlesh(groups, BELLY, NET_DENSITY);
}

/** A limb on the left and on the right. */
function pair(name: string, pivot: Point, particles: readonly TeddyParticle[]): TeddyLimb[] {
  const left = particles.map(({ place, share }) => ({ place: across(place), share }));
  return [
    { name: `left ${name}`, pivot: across(pivot), particles: left },
    { name: `right ${name}`, pivot, particles },
  ];
}

function mirrorMuscle(muscle: Muscle): Muscle {
  const { flat } = muscle;
  return { ...muscle, from: across(muscle.from), to: across(muscle.to), ...(flat && { flat: across(flat) }) };
}

function across([x, y, z]: Point): Point {
  return [x, y, -z];
}
