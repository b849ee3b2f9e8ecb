/**
 * Many bodies at once: which pairs of them began to touch, still touch, and ended touching since the last step. A grid over
 * the boxes of their roots leaves few pairs, and each of those is searched as its kinds demand. What a step reports
 * depends on the bodies and their numbers alone, not on the order in which they came.
 */
import { requireInteger } from '../checks.js';
import { PliantError } from '../errors.js';
import type { Kernels } from '../kernels/kernels.js';
import { bodiesMeet, createBodyMeeting } from './meeting.js';
import type { BodyMeeting } from './meeting.js';
import { BROAD_BOX_STRIDE, createBroadPhase, findBoxPairs } from './broad-phase.js';
import type { BroadPhase } from './broad-phase.js';
import { addTouchingPair, comparePairs, createPairList, createTouchingPairs } from './pair-list.js';
import type { PairList, TouchingPairs } from './pair-list.js';
import { clearContacts, createContacts } from '../query/contacts/contacts.js';
import type { Contacts } from '../query/contacts/contacts.js';
import { kindOf, writeRootBox } from './bodies.js';
import type { WorldBody, WorldBodyKind } from './bodies.js';

/** How bodies meet. */
export interface WorldOptions {
  /** The kernels that all bodies of the world live with. */
  readonly kernels: Kernels;
  /** Which pairs to look at, by their numbers, the lower first. Default: all. */
  readonly isWanted?: (idA: number, idB: number) => boolean;
}

/** What the last step did. */
export interface WorldStatistics {
  /** Bodies in the world. */
  bodies: number;
  /** Bodies whose box was compared with all others. */
  everywhere: number;
  /** Pairs of boxes that were compared. */
  boxTests: number;
  /** Pairs of bodies whose boxes meet, and that were searched. */
  searches: number;
  /** Nodes, and pairs of nodes, that those searches opened. */
  nodesVisited: number;
  /** Pairs of bodies that touch. */
  touching: number;
  /** Contacts between proxies, those that found no room included. */
  contacts: number;
}

/** Bodies that may touch, and those that do. */
export interface World {
  /** Pairs that touch, and did not in the step before. */
  readonly began: PairList;
  /** Pairs that touch, and did so in the step before. */
  readonly stays: PairList;
  /** Pairs that touched in the step before, and do no more; also those of a body that was removed. */
  readonly ended: PairList;
  /** All pairs that touch. */
  touching: TouchingPairs;
  /** What the last step did. */
  readonly statistics: WorldStatistics;
  /**
   * The bodies, and what a step needs.
   * @internal
   */
  readonly state: WorldState;
}

interface WorldState {
  readonly kernels: Kernels;
  readonly isWanted: ((idA: number, idB: number) => boolean) | undefined;
  /** In rising order of their numbers. */
  readonly entries: Entry[];
  readonly broadPhase: BroadPhase;
  readonly meeting: BodyMeeting;
  readonly box: Float64Array;
  boxes: Float64Array;
  /** The touching pairs of the step before, and in a step those that are found. */
  spare: TouchingPairs;
  readonly noContacts: Contacts;
  nextSerial: number;
}

interface Entry {
  readonly id: number;
  /** Tells bodies apart that have the same number one after the other. */
  readonly serial: number;
  readonly kind: WorldBodyKind;
  readonly body: WorldBody;
}

const LARGEST_ID = 0xffffffff;

/** A world without bodies. */
export function createWorld(options: WorldOptions): World {
  if (!options?.kernels?.arena) {
    throw new PliantError('bad-type', 'createWorld: kernels are missing; pass what loadKernels gave');
  }
  return {
    began: createPairList(),
    stays: createPairList(),
    ended: createPairList(),
    touching: createTouchingPairs(),
    statistics: { bodies: 0, everywhere: 0, boxTests: 0, searches: 0, nodesVisited: 0, touching: 0, contacts: 0 },
    state: {
      kernels: options.kernels,
      isWanted: options.isWanted,
      entries: [],
      broadPhase: createBroadPhase(),
      meeting: createBodyMeeting(),
      box: new Float64Array(BROAD_BOX_STRIDE),
      boxes: new Float64Array(0),
      spare: createTouchingPairs(),
      noContacts: createContacts(0),
      nextSerial: 0,
    },
  };
}

/** Adds a body, of whatever kind, under a number of your choice, which reports name it by. */
export function addBody(world: World, id: number, body: WorldBody): void {
  const { entries, kernels } = world.state;
  requireInteger('addBody', 'id', id, 0, LARGEST_ID);
  const kind = kindOf('addBody', body);
  const index = indexOf(entries, id);
  if (entries[index]?.id === id) {
    throw new PliantError('mismatch', `addBody: there is a body ${id} already; remove it, or choose another number`);
  }
  if ('kernels' in body && body.kernels !== kernels) {
    throw new PliantError('mismatch', 'addBody: the body has other kernels than the world; create both with the same');
  }
  for (const other of entries) {
    if (other.body === body) throw new PliantError('mismatch', `addBody: this body is there already, as ${other.id}`);
  }
  entries.splice(index, 0, { id, serial: world.state.nextSerial++, kind, body });
}

/** Takes a body out. The next step reports that it ended touching whatever it touched. Returns whether it was there. */
export function removeBody(world: World, id: number): boolean {
  const { entries } = world.state;
  const index = indexOf(entries, id);
  if (entries[index]?.id !== id) return false;
  entries.splice(index, 1);
  return true;
}

/**
 * Looks at all bodies where they are now, and reports what changed since the last step. `contacts` is emptied, then
 * filled with the contacts of proxies, pair by pair as in `touching`. Returns how many pairs touch. When a body refuses
 * its pose, the error is passed on and the reports stay those of the last step.
 */
export function stepWorld(world: World, contacts?: Contacts): number {
  const { state, statistics } = world;
  const { broadPhase, entries } = state;
  const into = contacts ?? state.noContacts;
  writeBoxes(state);
  findBoxPairs(broadPhase, state.boxes, entries.length);
  clearContacts(into);
  const now = state.spare;
  now.count = 0;
  state.meeting.nodesVisited = 0;
  const searches = searchPairs(state, into, now);
  comparePairs(world.touching, now, world.began, world.stays, world.ended);
  state.spare = world.touching;
  world.touching = now;
  statistics.bodies = entries.length;
  statistics.everywhere = broadPhase.everywhereCount;
  statistics.boxTests = broadPhase.boxTests;
  statistics.searches = searches;
  statistics.nodesVisited = state.meeting.nodesVisited;
  statistics.touching = now.count;
  statistics.contacts = into.count + into.dropped;
  return now.count;
}

function writeBoxes(state: WorldState): void {
  const { box, entries } = state;
  if (state.boxes.length < entries.length * BROAD_BOX_STRIDE) {
    state.boxes = new Float64Array(entries.length * BROAD_BOX_STRIDE * 2);
  }
  for (let i = 0; i < entries.length; i++) {
    writeRootBox(entries[i].kind, entries[i].body, box);
    for (let k = 0; k < BROAD_BOX_STRIDE; k++) state.boxes[i * BROAD_BOX_STRIDE + k] = box[k];
  }
}

/** Searches the pairs whose boxes meet; returns how many were wanted. */
function searchPairs(state: WorldState, contacts: Contacts, touching: TouchingPairs): number {
  const { broadPhase, entries, isWanted, meeting } = state;
  let searches = 0;
  for (let pair = 0; pair < broadPhase.pairCount; pair++) {
    const a = entries[broadPhase.pairs[pair * 2]];
    const b = entries[broadPhase.pairs[pair * 2 + 1]];
    if (isWanted && !isWanted(a.id, b.id)) continue;
    searches++;
    const first = contacts.count;
    if (!bodiesMeet(meeting, a.kind, a.body, b.kind, b.body, contacts)) continue;
    addTouchingPair(touching, a.id, b.id, a.serial, b.serial, first, contacts.count - first);
  }
  return searches;
}

/** Where the body with the number is, or would be. */
function indexOf(entries: readonly Entry[], id: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (entries[middle].id < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
