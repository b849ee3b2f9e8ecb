/**
 * Chairs that fall into a pile, and bend: rigid bodies with modes, known by the spheres of one level of their BD-Tree alone. After the chairs of James & Pai 2004. Every number follows from the options, bit for bit.
 */
import { addBody, createBody, createContacts, createPlane, createWorld, stepWorld } from 'pliant';
import type { Contacts, Kernels, Plane, ProxyBody, World } from 'pliant';
import { PI, cos, createRandom, sin } from 'pliant/exact';
import {
  FIXED,
  createMaterial,
  createPenalty,
  createRigidBodies,
  createRigidSide,
  createVibratingSide,
  createVibration,
  moveRigidBodies,
  pushApart,
  stepVibration,
  writeRigidPlacement,
} from 'pliant/sim';
import type { ContactSide, PenaltyOptions, RigidBodies, Vibration } from 'pliant/sim';

import { createChair } from './chair.js';
import { createVibratingKind } from './vibrating-kind.js';
import type { VibratingKind } from './vibrating-kind.js';

/** How fine a chair is. */
export interface ChairKindOptions {
  /** About how many triangles. */
  readonly triangles?: number;
  /** Modes that it vibrates in; the paper has ten. */
  readonly modeCount?: number;
  /** Level of the binary sphere tree whose nodes are the proxies: 2^level of them at most. */
  readonly level?: number;
  /** Cells of the lattice along the longest side, in which modes are found. */
  readonly cells?: number;
}

const KIND_DEFAULTS: Required<ChairKindOptions> = { triangles: 17_914, modeCount: 10, level: 10, cells: 20 };

/** What all chairs have in common. */
export type ChairKind = VibratingKind;

/** Chairs at one moment. {@link stepChairPile} moves them on. */
export interface ChairPile {
  readonly kind: ChairKind;
  /** One per chair; chair i has the number i in the world. */
  readonly bodies: readonly ProxyBody[];
  readonly planes: readonly Plane[];
  readonly world: World;
  /** The contacts of the last step, pair by pair as in `world.touching`. */
  readonly contacts: Contacts;
  readonly rigid: RigidBodies;
  /** How each chair vibrates; none where chairs are rigid. */
  readonly vibrations: readonly Vibration[];
  readonly sides: readonly ContactSide[];
  readonly penalties: { readonly ofChairs: Required<PenaltyOptions>; readonly ofGround: Required<PenaltyOptions> };
  stepCount: number;
}

/** How many, and whether they bend. */
export interface ChairPileOptions {
  readonly chairCount?: number;
  readonly isRigid?: boolean;
  /** Room for contacts. */
  readonly contactCapacity?: number;
  readonly seed?: number;
}

const PILE_DEFAULTS: Required<ChairPileOptions> = {
  chairCount: 40,
  isRigid: false,
  contactCapacity: 400_000,
  seed: 3601,
};

/** Seconds per step. */
const CHAIR_TIME_STEP = 1 / 240;
/** Strain at most, however hard a chair is hit. */
export const CHAIR_STRAIN_LIMIT = 0.05;

const GRAVITY = -9.81;
/** Soft wood: chairs that bend so that it is seen. */
const MATERIAL = { young: 4e7, poisson: 0.3, density: 600 };
const DAMPING_RATIO = 0.08;
/** Two proxies that just overlap are still apart from the surfaces they stand for by about this share of their radii. */
const SKIN_SHARE = 0.8;
/** Metres per second that chairs fall at most, for air holds them back: faster ones would be deep in each other before springs that are stable could stop them. */
const FASTEST = 5;
const DRAG = -GRAVITY / FASTEST;
/** Layers before the drop: more chairs make layers wider, at least so many chairs in each direction, and so far apart in metres. */
const LAYERS = 7;
const LEAST_SIDE = 6;
const SPACING = 1.3;
/** The walls lean outward from a floor that reaches so far from the middle on each side, for each chair of a layer's side. */
const FLOOR_REACH = 0.7;

/** Makes a chair, and all that is precomputed of it. Takes some seconds at the paper's resolution. */
export function createChairKind(options: ChairKindOptions = {}): ChairKind {
  const { cells, level, modeCount, triangles } = { ...KIND_DEFAULTS, ...options };
  return createVibratingKind(createChair({ triangles }), {
    material: createMaterial(MATERIAL),
    cells,
    level,
    modeCount,
    timeStep: CHAIR_TIME_STEP,
    dampingRatio: DAMPING_RATIO,
    strainLimit: CHAIR_STRAIN_LIMIT,
  });
}

/** Sets the scene: chairs hang over the floor in layers, each turned at random. Dispose of it with {@link disposeChairPile}. */
export function createChairPile(kernels: Kernels, kind: ChairKind, options: ChairPileOptions = {}): ChairPile {
  const { chairCount, contactCapacity, isRigid, seed } = { ...PILE_DEFAULTS, ...options };
  const shape = isRigid ? kind.rigidProxies : kind.proxies;
  const bodies = Array.from({ length: chairCount }, () => createBody(kernels, shape));
  const side = Math.max(LEAST_SIDE, Math.ceil(Math.sqrt(chairCount / LAYERS)));
  const planes = createFloor(side * FLOOR_REACH);
  const world = createWorld({ kernels, isWanted: (a) => a < chairCount });
  [...bodies, ...planes].forEach((body, id) => addBody(world, id, body));
  const rigid = createRigidBodies(bodies.map(() => kind.mass));
  const vibrations = isRigid ? [] : bodies.map(() => createVibration(kind.vibrator));
  const skin = 2 * SKIN_SHARE * meanRadius(bodies[0]);
  const pile: ChairPile = {
    kind,
    bodies,
    planes,
    world,
    contacts: createContacts(contactCapacity),
    rigid,
    vibrations,
    sides: bodies.map((_, body) =>
      isRigid
        ? createRigidSide(rigid, body)
        : createVibratingSide({
            bodies: rigid,
            body,
            model: kind.model,
            vibration: vibrations[body],
            vertices: kind.vertices,
          }),
    ),
    penalties: {
      ofChairs: createPenalty({ frequency: 12, damping: 0.4, friction: 0.5, slip: 0.02, slack: skin }),
      ofGround: createPenalty({ frequency: 12, damping: 0.6, friction: 0.6, slip: 0.02, slack: skin / 2 }),
    },
    stepCount: 0,
  };
  hangUp(pile, side, seed);
  for (let chair = 0; chair < chairCount; chair++) poseChair(pile, chair);
  return pile;
}

/** Moves everything on by a 240th of a second: contacts, forces, motion, vibration. */
export function stepChairPile(pile: ChairPile): void {
  const { bodies, contacts, kind, rigid, vibrations, world } = pile;
  stepWorld(world, contacts);
  for (const { forces } of vibrations) forces.fill(0);
  for (let chair = 0; chair < bodies.length; chair++) {
    for (let at = chair * 3; at < chair * 3 + 3; at++) rigid.forces[at] -= DRAG * rigid.momenta[at];
    rigid.forces[chair * 3 + 1] += GRAVITY * rigid.masses[chair];
  }
  const { contactRanges, count, ids } = world.touching;
  for (let pair = 0; pair < count; pair++) {
    const [a, b] = [ids[pair * 2], ids[pair * 2 + 1]];
    const first = contactRanges[pair * 2];
    const isGround = b >= bodies.length;
    const penalty = isGround ? pile.penalties.ofGround : pile.penalties.ofChairs;
    pushApart(
      contacts,
      first,
      first + contactRanges[pair * 2 + 1],
      pile.sides[a],
      isGround ? FIXED : pile.sides[b],
      penalty,
    );
  }
  moveRigidBodies(rigid, CHAIR_TIME_STEP);
  for (const vibration of vibrations) stepVibration(vibration, kind.vibrator);
  for (let chair = 0; chair < bodies.length; chair++) poseChair(pile, chair);
  pile.stepCount++;
}

/** Puts chairs of one pile where those of another are, and lets them move alike; they need not bend alike. */
export function copyChairs(from: ChairPile, to: ChairPile): void {
  to.rigid.centers.set(from.rigid.centers);
  to.rigid.turns.set(from.rigid.turns);
  to.rigid.momenta.set(from.rigid.momenta);
  to.rigid.angularMomenta.set(from.rigid.angularMomenta);
  to.rigid.velocities.set(from.rigid.velocities);
  to.rigid.spins.set(from.rigid.spins);
  for (let chair = 0; chair < Math.min(from.vibrations.length, to.vibrations.length); chair++) {
    to.vibrations[chair].amplitudes.set(from.vibrations[chair].amplitudes);
    to.vibrations[chair].velocities.set(from.vibrations[chair].velocities);
  }
  for (let chair = 0; chair < to.bodies.length; chair++) poseChair(to, chair);
}

/** How many chairs have come to the ground, or to lie on others: those that touch anything. */
export function countLanded({ bodies, world }: ChairPile): number {
  const { count, ids } = world.touching;
  const landed = new Set<number>();
  for (let k = 0; k < count * 2; k++) if (ids[k] < bodies.length) landed.add(ids[k]);
  return landed.size;
}

/** Gives the memory of all chairs back. */
export function disposeChairPile({ bodies }: ChairPile): void {
  for (const body of bodies) body.dispose();
}

function createFloor(floorReach: number): Plane[] {
  const reach = -0.8 * floorReach;
  return [
    createPlane([0, 1, 0], 0),
    createPlane([0.8, 0.6, 0], reach),
    createPlane([-0.8, 0.6, 0], reach),
    createPlane([0, 0.6, 0.8], reach),
    createPlane([0, 0.6, -0.8], reach),
  ];
}

function meanRadius(body: ProxyBody): number {
  const sphere = new Float64Array(4);
  let sum = 0;
  for (let proxy = 0; proxy < body.proxies.proxyCount; proxy++) {
    body.readProxy(proxy, sphere);
    sum += sphere[3];
  }
  return sum / body.proxies.proxyCount;
}

function hangUp({ rigid }: ChairPile, side: number, seed: number): void {
  const random = createRandom(seed);
  const { centers, count, turns } = rigid;
  for (let chair = 0; chair < count; chair++) {
    const layer = Math.floor(chair / (side * side));
    const place = chair % (side * side);
    const jitter = (): number => random.range(-0.1, 0.1);
    centers[chair * 3] = ((place % side) - (side - 1) / 2) * SPACING + jitter();
    centers[chair * 3 + 1] = 0.8 + layer * SPACING + jitter();
    centers[chair * 3 + 2] = (Math.floor(place / side) - (side - 1) / 2) * SPACING + jitter();
    // A uniform turn (Shoemake 1992).
    const share = random.next();
    const [a, b] = [2 * PI * random.next(), 2 * PI * random.next()];
    const [p, q] = [Math.sqrt(1 - share), Math.sqrt(share)];
    turns.set([p * sin(a), p * cos(a), q * sin(b), q * cos(b)], chair * 4);
  }
}

const placement = new Float64Array(16);

function poseChair({ bodies, rigid, vibrations }: ChairPile, chair: number): void {
  writeRigidPlacement(rigid, chair, placement);
  bodies[chair].setPlacement(placement);
  if (vibrations.length > 0) bodies[chair].setWeights(vibrations[chair].amplitudes);
}
