/**
 * Fish poured on a bridge, after James & Pai 2004: thousands of fish that bend, known by the spheres of one level of their BD-Tree, fall on a bridge that swings, and are held by its exact triangles. They pile up on the deck, and slide off its ends. Every number follows from the options, bit for bit.
 *
 * The bridge plays back its recorded run, to and fro. Its modes are principal components of that run: they say where it has been seen, but have neither masses nor frequencies of their own, so there is nothing that fish could push. A vibration of the coarse solid would have them, but would not be the recording.
 */
import {
  addBody,
  beginBox,
  createBody,
  createContacts,
  createHits,
  createSearch,
  createShape,
  createWorld,
  findContacts,
  step,
  stepWorld,
} from 'pliant';
import type { Contacts, Hits, Kernels, MeshBody, ProxyBody, Search, Shape, World } from 'pliant';
import { QUINLAN_TREE } from 'pliant/parts';
import type { LinearFit } from 'pliant/parts';
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

import { createBridge } from './bridge.js';
import { BRIDGE_FRAME_TIME, recordBridge } from './bridge-run.js';
import { FISH_DEFAULTS, createFish } from './fish.js';
import { pourFish } from './fish-pour.js';
import { findTriangleNormals, keepDeepest, turnContactsOutward } from './outward-contacts.js';
import { createVibratingKind } from './vibrating-kind.js';
import type { VibratingKind } from './vibrating-kind.js';

/** How fine fish and bridge are. */
export interface FishBridgeKindOptions {
  /** About how many triangles a fish has. */
  readonly fishTriangles?: number;
  /** Level of the binary sphere tree of a fish whose nodes are the proxies: 2^level of them at most. */
  readonly level?: number;
  /** About how many triangles the bridge has. */
  readonly bridgeTriangles?: number;
  /** Cells of the lattice along the bridge, in which its run is recorded. */
  readonly bridgeCells?: number;
  /** Frames of that run. */
  readonly frameCount?: number;
}

const KIND_DEFAULTS: Required<FishBridgeKindOptions> = {
  fishTriangles: FISH_DEFAULTS.triangles,
  level: 7,
  bridgeTriangles: 240_316,
  bridgeCells: 60,
  frameCount: 48,
};

/** What does not depend on how many fish there are. */
export interface FishBridgeKind {
  readonly fish: VibratingKind;
  readonly bridge: LinearFit;
  /** The bridge in spheres of a BD-Tree, a triangle a leaf. */
  readonly bridgeShape: Shape;
  /** Unit normals of the bridge's triangles at rest. */
  readonly bridgeNormals: Float64Array;
}

/** How many fish, and whether they bend. */
export interface FishBridgeOptions {
  readonly fishCount?: number;
  /** Fish that do not bend. The bridge swings all the same. */
  readonly isRigid?: boolean;
  /** Room for contacts of fish with each other. */
  readonly contactCapacity?: number;
  readonly seed?: number;
}

const SCENE_DEFAULTS: Required<FishBridgeOptions> = {
  fishCount: 200,
  isRigid: false,
  contactCapacity: 100_000,
  seed: 12_000,
};

/** Fish and bridge at one moment. {@link stepFishBridge} moves them on. */
export interface FishBridge {
  readonly kind: FishBridgeKind;
  /** One per fish; fish i has the number i in the world. */
  readonly bodies: readonly ProxyBody[];
  readonly bridge: MeshBody;
  readonly bridgeWeights: Float32Array;
  /** The fish. The bridge is not in it: its contacts with a fish are made fewer before they are answered. */
  readonly world: World;
  /** The contacts of fish with each other in the last step, pair by pair as in `world.touching`. */
  readonly contacts: Contacts;
  /** The contacts of one fish with the bridge. */
  readonly bridgeContacts: Contacts;
  readonly places: Int32Array;
  /** For the question whether the bridge comes near a fish. */
  readonly search: Search;
  readonly hits: Hits;
  readonly rigid: RigidBodies;
  /** How each fish vibrates; none where fish are rigid. */
  readonly vibrations: readonly Vibration[];
  readonly sides: readonly ContactSide[];
  readonly penalty: Required<PenaltyOptions>;
  /** 1 for each fish that touched the bridge in the last step. */
  readonly onBridge: Uint8Array;
  /** Of the last step: spheres of fish that touched the bridge, and contacts of either kind that found no room. */
  readonly statistics: { bridgeContacts: number; dropped: number };
  stepCount: number;
}

/** Seconds per step. */
const FISH_TIME_STEP = 1 / 320;
/** Strain at most of a fish. */
export const FISH_STRAIN_LIMIT = 0.15;
/** Metres per second at which fish are poured; air lets them fall no faster. A few centimetres of a fish then stop it, with springs as stiff as the step allows. */
const FISH_SPEED = 1.5;

/** Of one fish, before they are made fewer. */
const BRIDGE_CONTACTS = 8192;
/** Tests between two looks at whether there is a hit. */
const TESTS_PER_LOOK = 128;
const GRAVITY = -9.81;
const DRAG = -GRAVITY / FISH_SPEED;
/** Flesh, about. */
const MATERIAL = { young: 6e4, poisson: 0.4, density: 1000 };

/** Makes fish and bridge, and all that is precomputed of them. Takes half a minute at the paper's resolution. */
export function createFishBridgeKind(options: FishBridgeKindOptions = {}): FishBridgeKind {
  const { bridgeCells, bridgeTriangles, fishTriangles, frameCount, level } = { ...KIND_DEFAULTS, ...options };
  const bridge = recordBridge(createBridge({ triangles: bridgeTriangles }), { cells: bridgeCells, frameCount });
  return {
    fish: createVibratingKind(createFish({ triangles: fishTriangles }).mesh, {
      material: createMaterial(MATERIAL),
      cells: 24,
      level,
      modeCount: 3,
      timeStep: FISH_TIME_STEP,
      dampingRatio: 0.1,
      strainLimit: FISH_STRAIN_LIMIT,
    }),
    bridge,
    bridgeShape: createShape(bridge.mesh, bridge.model, { ...QUINLAN_TREE, bound: 'sphere' }),
    bridgeNormals: findTriangleNormals(bridge.mesh),
  };
}

/** Sets the scene: fish hang over the bridge in layers. Dispose of it with {@link disposeFishBridge}. */
export function createFishBridge(kernels: Kernels, kind: FishBridgeKind, options: FishBridgeOptions = {}): FishBridge {
  const { contactCapacity, fishCount, isRigid, seed } = { ...SCENE_DEFAULTS, ...options };
  const { fish } = kind;
  const bodies = Array.from({ length: fishCount }, () =>
    createBody(kernels, isRigid ? fish.rigidProxies : fish.proxies),
  );
  const bridge = createBody(kernels, kind.bridgeShape, { strategy: 'lazy' });
  const world = createWorld({ kernels });
  bodies.forEach((body, id) => addBody(world, id, body));
  const rigid = createRigidBodies(bodies.map(() => fish.mass));
  const vibrations = isRigid ? [] : bodies.map(() => createVibration(fish.vibrator));
  const scene: FishBridge = {
    kind,
    bodies,
    bridge,
    bridgeWeights: new Float32Array(kind.bridge.model.fieldCount),
    world,
    contacts: createContacts(contactCapacity),
    bridgeContacts: createContacts(BRIDGE_CONTACTS),
    places: new Int32Array(fish.proxies.proxyCount),
    search: createSearch(),
    hits: createHits(1),
    rigid,
    vibrations,
    sides: bodies.map((_, body) =>
      isRigid
        ? createRigidSide(rigid, body)
        : createVibratingSide({
            bodies: rigid,
            body,
            model: fish.model,
            vibration: vibrations[body],
            vertices: fish.vertices,
          }),
    ),
    penalty: createPenalty({ frequency: 16, damping: 0.6, friction: 0.25, slip: 0.05 }),
    onBridge: new Uint8Array(fishCount),
    statistics: { bridgeContacts: 0, dropped: 0 },
    stepCount: 0,
  };
  pourFish(rigid, seed, FISH_SPEED);
  poseAll(scene);
  return scene;
}

/** Moves everything on by a 320th of a second: contacts, forces, motion, vibration. */
export function stepFishBridge(scene: FishBridge): void {
  const { bodies, contacts, kind, penalty, rigid, sides, statistics, vibrations, world } = scene;
  stepWorld(world, contacts);
  statistics.dropped = contacts.dropped;
  statistics.bridgeContacts = 0;
  for (const { forces } of vibrations) forces.fill(0);
  const { contactRanges, count, ids } = world.touching;
  for (let pair = 0; pair < count; pair++) {
    const first = contactRanges[pair * 2];
    const end = first + contactRanges[pair * 2 + 1];
    pushApart(contacts, first, end, sides[ids[pair * 2]], sides[ids[pair * 2 + 1]], penalty);
  }
  for (let fish = 0; fish < bodies.length; fish++) {
    for (let at = fish * 3; at < fish * 3 + 3; at++) rigid.forces[at] -= DRAG * rigid.momenta[at];
    rigid.forces[fish * 3 + 1] += GRAVITY * rigid.masses[fish];
    meetBridge(scene, fish);
  }
  moveRigidBodies(rigid, FISH_TIME_STEP);
  for (const vibration of vibrations) stepVibration(vibration, kind.fish.vibrator);
  scene.stepCount++;
  poseAll(scene);
}

function meetBridge(scene: FishBridge, fish: number): void {
  const { bodies, bridge, bridgeContacts, kind, onBridge, penalty, places, sides, statistics } = scene;
  onBridge[fish] = 0;
  if (!isBridgeNear(scene, bodies[fish])) return;
  findContacts(bodies[fish], bridge, bridgeContacts);
  statistics.dropped += bridgeContacts.dropped;
  turnContactsOutward(bridgeContacts, kind.bridgeNormals);
  keepDeepest(bridgeContacts, places);
  pushApart(bridgeContacts, 0, bridgeContacts.count, sides[fish], FIXED, penalty);
  statistics.bridgeContacts += bridgeContacts.count;
  onBridge[fish] = bridgeContacts.count > 0 ? 1 : 0;
}

/** Whether a triangle of the bridge meets the box of a fish's root. Walks of both trees open them at the same pace, so that against what is so much larger a fish would be opened to its last sphere, however far it is. */
function isBridgeNear({ bridge, hits, search }: FishBridge, body: ProxyBody): boolean {
  body.rootBox(box);
  beginBox(search, bridge, lowest, highest, hits);
  while (hits.count === 0) if (step(search, TESTS_PER_LOOK)) break;
  return hits.count > 0;
}

/** Spheres that were evaluated in the last step: four a block, whether or not a block is full. Ask before any other question: the next one finds bodies elsewhere, and counts anew. */
export function countSpheres({ bodies, bridge }: FishBridge): { readonly ofFish: number; readonly ofBridge: number } {
  let ofFish = 0;
  for (const body of bodies) ofFish += 4 * body.blocksEvaluated;
  return { ofFish, ofBridge: 4 * bridge.blocksEvaluated };
}

/** Puts fish of one scene where those of another are, and lets them move alike; the bridge too. They need not bend alike. */
export function copyFish(from: FishBridge, to: FishBridge): void {
  for (const name of ['centers', 'turns', 'momenta', 'angularMomenta', 'velocities', 'spins'] as const) {
    to.rigid[name].set(from.rigid[name]);
  }
  for (let fish = 0; fish < Math.min(from.vibrations.length, to.vibrations.length); fish++) {
    to.vibrations[fish].amplitudes.set(from.vibrations[fish].amplitudes);
    to.vibrations[fish].velocities.set(from.vibrations[fish].velocities);
  }
  to.stepCount = from.stepCount;
  poseAll(to);
}

/**
 * Which fish may be seen within the half-spaces n·x ≤ d of a view, four numbers each: writes their numbers to `seen`, in rising order, and returns how many. A fish is left out when the box of its root lies beyond one of the planes, so none is left out that is in
 * view. `seen` needs room for all.
 */
export function findFishInView({ bodies }: FishBridge, planes: ArrayLike<number>, seen: Uint32Array): number {
  let count = 0;
  for (let fish = 0; fish < bodies.length; fish++) {
    bodies[fish].rootBox(box);
    if (isBoxInView(planes)) seen[count++] = fish;
  }
  return count;
}

/** Gives the memory of all bodies back. */
export function disposeFishBridge({ bodies, bridge }: FishBridge): void {
  for (const body of bodies) body.dispose();
  bridge.dispose();
}

const box = new Float64Array(6);
const lowest = box.subarray(0, 3);
const highest = box.subarray(3, 6);
const placement = new Float64Array(16);

/** The corner of the box in hand that is farthest behind each plane decides; the sum's own rounding is allowed for. */
function isBoxInView(planes: ArrayLike<number>): boolean {
  for (let at = 0; at < planes.length; at += 4) {
    let least = 0;
    let size = Math.abs(planes[at + 3]);
    for (let axis = 0; axis < 3; axis++) {
      const along = planes[at + axis] * box[planes[at + axis] > 0 ? axis : axis + 3];
      least += along;
      size += Math.abs(along);
    }
    if (least - planes[at + 3] > size * 1e-15) return false;
  }
  return true;
}

function poseAll(scene: FishBridge): void {
  const { bodies, bridge, bridgeWeights, kind, rigid, stepCount, vibrations } = scene;
  for (let fish = 0; fish < bodies.length; fish++) {
    writeRigidPlacement(rigid, fish, placement);
    bodies[fish].setPlacement(placement);
    if (vibrations.length > 0) bodies[fish].setWeights(vibrations[fish].amplitudes);
  }
  readBridgeWeights(kind.bridge.weights, stepCount * FISH_TIME_STEP, bridgeWeights);
  bridge.setWeights(bridgeWeights);
}

/** The recording to and fro, so that the bridge never jumps; in between frames, what lies between them. */
export function readBridgeWeights(frames: readonly Float32Array[], seconds: number, out: Float32Array): void {
  const length = frames.length - 1;
  const time = seconds / BRIDGE_FRAME_TIME;
  const round = time - Math.floor(time / (2 * length)) * 2 * length;
  const place = round > length ? 2 * length - round : round;
  const frame = Math.min(Math.floor(place), length - 1);
  const share = place - frame;
  for (let k = 0; k < out.length; k++) out[k] = frames[frame][k] * (1 - share) + frames[frame + 1][k] * share;
}
