/**
 * Blobs that deform all the time are dropped into a bin and pile up: many bodies, known by their contact proxies alone, in a
 * contact world. After the falling chairs and fish of James & Pai 2004. Every number follows from the options, bit for bit.
 */
import { addBody, createBody, createContacts, createPlane, createWorld, stepWorld } from 'pliant';
import type { Contacts, Kernels, Plane, ProxyBody, ProxyShape, World } from 'pliant';
import { PI, cos, createRandom, sin } from 'pliant/exact';
import type { Random } from 'pliant/exact';
import { QUINLAN_TREE, buildTree, createProxyShape } from 'pliant/parts';
import type { LinearModel, Mesh } from 'pliant/parts';

import { BLOB_FIELD_COUNT, createBlob } from './blob.js';
import { MOTION_STRIDE, PUSH, createPileWork, solveContacts } from './pile-solver.js';
import type { PileMotion, PileWork } from './pile-solver.js';

/** How many bodies, how fine, and how they are dropped. */
export interface PileOptions {
  readonly bodyCount?: number;
  /** Level of the binary sphere tree whose nodes are the contact proxies: 2^level of them at most. */
  readonly level?: number;
  /** Fineness of the mesh: 8 · divisions² triangles. */
  readonly divisions?: number;
  /** How far weights swing: 0 for rigid bodies, 1 for as much as looks natural. */
  readonly amplitude?: number;
  /** Room for contacts; more than a pile of this size has. */
  readonly contactCapacity?: number;
  readonly seed?: number;
}

/** Sixty blobs of 2,048 triangles with 128 proxies each. */
const PILE_DEFAULTS: Required<PileOptions> = {
  bodyCount: 60,
  level: 7,
  divisions: 16,
  amplitude: 1,
  contactCapacity: 60_000,
  seed: 3601,
};

/** Length of a step in seconds. */
export const PILE_TIME_STEP = 1 / 120;

/** The pile at one moment. Read all you like; {@link stepPileScene} moves it on. */
export interface PileScene {
  /** The blob at rest, and how it deforms. */
  readonly mesh: Mesh;
  readonly model: LinearModel;
  readonly proxies: ProxyShape;
  /** One per blob; body i has the number i in the world. */
  readonly bodies: readonly ProxyBody[];
  /** Floor and walls; their numbers follow those of the bodies. */
  readonly planes: readonly Plane[];
  readonly world: World;
  /** The contacts of the last step, pair by pair as in `world.touching`. */
  readonly contacts: Contacts;
  /** Sixteen numbers per body, column by column. */
  readonly placements: Float64Array;
  /** One weight per body and field. */
  readonly weights: Float32Array;
  /** Centres, velocities and turning velocities of the bodies. */
  readonly motion: PileMotion;
  /** Turns of the bodies, as unit quaternions x, y, z, w. */
  readonly turns: Float64Array;
  /** Steps made so far. */
  stepCount: number;
  readonly swings: readonly Swing[];
  readonly skin: number;
  readonly work: PileWork;
}

/** How one weight of one body swings. */
interface Swing {
  readonly reach: number;
  readonly pace: number;
  readonly start: number;
}

const GRAVITY = -9.81;
const FRICTION = 0.5;
const ROUNDS = 10;
/** Shares of velocity that a step keeps. */
const KEPT_SPEED = 0.9995;
const KEPT_TURN = 0.997;
/** A blob's mass in kilograms, and its share of mass times squared radius in inertia: that of a solid ball. */
const MASS = 20;
const BALL_INERTIA = 0.4;
/** Bodies of a layer before the drop, in each direction, and how far apart they are in mean radii. */
const LAYER_SIDE = 3;
const SPACING = 3.6;
/** The floor reaches so many mean radii from the middle on each side, then walls rise that lean outward. */
const FLOOR_REACH = 4.5;
/** Two proxies that just overlap are still apart from the surfaces they stand for by about this share of their radii. */
const SKIN_SHARE = 0.8;

/** Sets the scene: bodies hang over the bin in layers, each turned at random. Dispose of it with {@link disposePileScene}. */
export function createPileScene(kernels: Kernels, options: PileOptions = {}): PileScene {
  const settings = { ...PILE_DEFAULTS, ...options };
  const { bodyCount } = settings;
  const random = createRandom(settings.seed);
  const { mesh, model, meanRadius } = createBlob(settings.divisions);
  const proxies = createProxyShape(mesh, model, buildTree(mesh, QUINLAN_TREE), { level: settings.level });
  const bodies = Array.from({ length: bodyCount }, () => createBody(kernels, proxies));
  const planes = createBin(meanRadius);
  const world = createWorld({ kernels, isWanted: (a) => a < bodyCount });
  [...bodies, ...planes].forEach((body, id) => addBody(world, id, body));
  const scene: PileScene = {
    mesh,
    model,
    proxies,
    bodies,
    planes,
    world,
    contacts: createContacts(settings.contactCapacity),
    placements: new Float64Array(bodyCount * 16),
    weights: new Float32Array(bodyCount * BLOB_FIELD_COUNT),
    motion: {
      bodyCount,
      centers: new Float64Array(bodyCount * 3),
      motions: new Float64Array((bodyCount + 1) * MOTION_STRIDE),
      inverseMass: 1 / MASS,
      inverseInertia: 1 / (BALL_INERTIA * MASS * meanRadius * meanRadius),
    },
    turns: new Float64Array(bodyCount * 4),
    stepCount: 0,
    swings: chooseSwings(random, bodyCount, settings.amplitude),
    skin: 2 * SKIN_SHARE * meanProxyRadius(bodies[0]),
    work: createPileWork((bodyCount * (bodyCount - 1)) / 2 + bodyCount * planes.length),
  };
  hangUp(scene, random, meanRadius);
  for (let body = 0; body < bodyCount; body++) poseBody(scene, body);
  return scene;
}

/** Moves everything on by {@link PILE_TIME_STEP}: {@link findPileContacts}, then {@link movePile}. */
export function stepPileScene(scene: PileScene): void {
  findPileContacts(scene);
  movePile(scene);
}

/** The first half of a step: finds the contacts of all bodies where they are now. */
export function findPileContacts(scene: PileScene): void {
  stepWorld(scene.world, scene.contacts);
}

/** The second half of a step: lets all bodies fall, answers the contacts that were found, moves and deforms. */
export function movePile(scene: PileScene): void {
  const { motion } = scene;
  const { motions } = motion;
  for (let body = 0; body < motion.bodyCount; body++) {
    const at = body * MOTION_STRIDE;
    motions[at + 1] += GRAVITY * PILE_TIME_STEP;
    for (let axis = 0; axis < 3; axis++) {
      motions[at + axis] *= KEPT_SPEED;
      motions[at + 3 + axis] *= KEPT_TURN;
    }
    for (let k = PUSH; k < MOTION_STRIDE; k++) motions[at + k] = 0;
  }
  const answer = { timeStep: PILE_TIME_STEP, skin: scene.skin, friction: FRICTION, rounds: ROUNDS };
  solveContacts(motion, scene.contacts, scene.world.touching, answer, scene.work);
  scene.stepCount++;
  for (let body = 0; body < motion.bodyCount; body++) {
    moveBody(scene, body);
    poseBody(scene, body);
  }
}

/** Gives the memory of all bodies back. */
export function disposePileScene(scene: PileScene): void {
  for (const body of scene.bodies) body.dispose();
}

/** A floor at height 0, and four walls that lean outward. */
function createBin(meanRadius: number): Plane[] {
  const reach = -0.8 * FLOOR_REACH * meanRadius;
  return [
    createPlane([0, 1, 0], 0),
    createPlane([0.8, 0.6, 0], reach),
    createPlane([-0.8, 0.6, 0], reach),
    createPlane([0, 0.6, 0.8], reach),
    createPlane([0, 0.6, -0.8], reach),
  ];
}

function chooseSwings(random: Random, bodyCount: number, amplitude: number): Swing[] {
  return Array.from({ length: bodyCount * BLOB_FIELD_COUNT }, () => ({
    reach: amplitude * random.range(0.5, 1),
    pace: 2 * PI * random.range(0.15, 0.4),
    start: random.range(0, 2 * PI),
  }));
}

function meanProxyRadius(body: ProxyBody): number {
  const sphere = new Float64Array(4);
  let sum = 0;
  for (let proxy = 0; proxy < body.proxies.proxyCount; proxy++) {
    body.readProxy(proxy, sphere);
    sum += sphere[3];
  }
  return sum / body.proxies.proxyCount;
}

function hangUp(scene: PileScene, random: Random, meanRadius: number): void {
  const { centers } = scene.motion;
  const spacing = SPACING * meanRadius;
  for (let body = 0; body < scene.motion.bodyCount; body++) {
    const layer = Math.floor(body / (LAYER_SIDE * LAYER_SIDE));
    const place = body % (LAYER_SIDE * LAYER_SIDE);
    const jitter = (): number => random.range(-0.15, 0.15) * meanRadius;
    centers[body * 3] = ((place % LAYER_SIDE) - (LAYER_SIDE - 1) / 2) * spacing + jitter();
    centers[body * 3 + 1] = (layer + 1) * spacing + jitter();
    centers[body * 3 + 2] = (Math.floor(place / LAYER_SIDE) - (LAYER_SIDE - 1) / 2) * spacing + jitter();
    turnAtRandom(scene.turns, body * 4, random);
  }
}

/** A uniform turn (Shoemake 1992). */
function turnAtRandom(turns: Float64Array, at: number, random: Random): void {
  const share = random.next();
  const [a, b] = [2 * PI * random.next(), 2 * PI * random.next()];
  const [p, q] = [Math.sqrt(1 - share), Math.sqrt(share)];
  turns.set([p * sin(a), p * cos(a), q * sin(b), q * cos(b)], at);
}

function moveBody(scene: PileScene, body: number): void {
  const { motion, turns } = scene;
  const at = body * MOTION_STRIDE;
  const { centers, motions } = motion;
  for (let axis = 0; axis < 3; axis++) {
    centers[body * 3 + axis] += PILE_TIME_STEP * (motions[at + axis] + motions[at + PUSH + axis]);
  }
  const half = 0.5 * PILE_TIME_STEP;
  const x = half * (motions[at + 3] + motions[at + PUSH + 3]);
  const y = half * (motions[at + 4] + motions[at + PUSH + 4]);
  const z = half * (motions[at + 5] + motions[at + PUSH + 5]);
  const t = body * 4;
  const [qx, qy, qz, qw] = [turns[t], turns[t + 1], turns[t + 2], turns[t + 3]];
  const nx = qx + x * qw + y * qz - z * qy;
  const ny = qy + y * qw + z * qx - x * qz;
  const nz = qz + z * qw + x * qy - y * qx;
  const nw = qw - x * qx - y * qy - z * qz;
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz + nw * nw);
  turns[t] = nx / length;
  turns[t + 1] = ny / length;
  turns[t + 2] = nz / length;
  turns[t + 3] = nw / length;
}

/** Writes placement and weights, and hands them to the body. */
function poseBody(scene: PileScene, body: number): void {
  const { bodies, motion, placements, swings, turns, weights } = scene;
  const time = scene.stepCount * PILE_TIME_STEP;
  const t = body * 4;
  const [x, y, z, w] = [turns[t], turns[t + 1], turns[t + 2], turns[t + 3]];
  const m = body * 16;
  placements[m] = 1 - 2 * (y * y + z * z);
  placements[m + 1] = 2 * (x * y + w * z);
  placements[m + 2] = 2 * (x * z - w * y);
  placements[m + 4] = 2 * (x * y - w * z);
  placements[m + 5] = 1 - 2 * (x * x + z * z);
  placements[m + 6] = 2 * (y * z + w * x);
  placements[m + 8] = 2 * (x * z + w * y);
  placements[m + 9] = 2 * (y * z - w * x);
  placements[m + 10] = 1 - 2 * (x * x + y * y);
  for (let axis = 0; axis < 3; axis++) placements[m + 12 + axis] = motion.centers[body * 3 + axis];
  placements[m + 15] = 1;
  for (let j = 0; j < BLOB_FIELD_COUNT; j++) {
    const { reach, pace, start } = swings[body * BLOB_FIELD_COUNT + j];
    weights[body * BLOB_FIELD_COUNT + j] = reach * sin(pace * time + start);
  }
  bodies[body].setPlacement(placements.subarray(m, m + 16));
  bodies[body].setWeights(weights.subarray(body * BLOB_FIELD_COUNT, (body + 1) * BLOB_FIELD_COUNT));
}
