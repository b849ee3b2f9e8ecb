/** Changing what vertices do: another flight at the present time, new vertices, vertices that go. */
import { requireInteger } from '../checks.js';
import { PliantError } from '../errors.js';
import { NO_INDEX } from '../mesh/mesh.js';
import type { AnyKineticTree } from './box-tree/box-tree-record.js';
import { renewForVertex } from './box-tree/planes.js';
import { renewForPath } from './certificates.js';
import { BELOW_CHANGED, noteNode, requireFollowed } from './followers.js';
import { FLIGHT_STRIDE, MOTION_LIMIT, requireMotion } from './flightplan.js';
import { growWords } from './grow.js';
import type { KineticNodes } from './tree-record.js';
import { MOTION, readMotion, setOwnFlight } from './paths.js';

/** How a vertex goes on from the present. Each is three numbers. */
export interface Flight {
  /** Where it is now. */
  readonly position: ArrayLike<number>;
  /** None unless given: it rests. */
  readonly velocity?: ArrayLike<number>;
  /** Stays as it is; none unless given. */
  readonly acceleration?: ArrayLike<number>;
}

const AT_REST: readonly number[] = [0, 0, 0];
const flightNumbers = new Float64Array(FLIGHT_STRIDE);
const motion = new Float64Array(MOTION.stride);

/**
 * Gives a vertex another flight from the present time on, instead of its keyframes or its flight so far. Without a position it goes on from where it is. Renews the certificates that the vertex takes part
 * in.
 *
 * @throws PliantError `bad-index` when there is no such vertex, `bad-number` or `bad-count` when the flight is none.
 */
export function setFlight(
  tree: AnyKineticTree,
  vertex: number,
  flight: Omit<Flight, 'position'> & Partial<Flight>,
): void {
  requireVertex('setFlight', tree, vertex);
  requireFollowed('setFlight', tree);
  motion[MOTION.time] = tree.paths.time;
  for (let axis = 0; axis < 3; axis++) {
    readMotion(tree.paths, vertex, axis, tree.paths.key, motion);
    flightNumbers[axis * 3] = motion[MOTION.coordinate];
  }
  if (flight.position !== undefined) readVector('setFlight', 'position', flight.position, 0, 1);
  readRates('setFlight', flight);
  setOwnFlight(tree.paths, vertex, flightNumbers, 0);
  tree.counts.flightplanEvents++;
  if (tree.form === 'box-tree') {
    renewForVertex(tree, vertex);
    return;
  }
  const slotsPerNode = tree.corners * tree.leafSize;
  for (let slot = tree.firstSlots[vertex]; slot !== NO_INDEX; slot = tree.nextSlots[slot]) {
    const leaf = Math.floor(slot / slotsPerNode);
    renewForPath(tree, leaf, vertex);
    noteNode(tree, leaf, BELOW_CHANGED);
  }
}

/** Adds a vertex that flies from the present time on, and returns its number. It is in no box until an item has it. */
export function insertVertex(tree: KineticNodes, flight: Flight): number {
  readVector('insertVertex', 'position', flight.position, 0, 1);
  readRates('insertVertex', flight);
  const vertex = tree.paths.vertexCount;
  setOwnFlight(tree.paths, vertex, flightNumbers, 0);
  tree.firstSlots = growWords(tree.firstSlots, vertex + 1, NO_INDEX);
  tree.isRemoved = growWords(tree.isRemoved, vertex + 1, 0);
  return vertex;
}

/**
 * Removes a vertex that no item has any more. Its number is not used again.
 *
 * @throws PliantError `mismatch` when an item still has it.
 */
export function removeVertex(tree: KineticNodes, vertex: number): void {
  requireVertex('removeVertex', tree, vertex);
  const slot = tree.firstSlots[vertex];
  if (slot !== NO_INDEX) {
    const leaf = Math.floor(slot / (tree.corners * tree.leafSize));
    const first = leaf * tree.leafSize;
    const item = tree.leafItems
      .subarray(first, first + tree.itemCounts[leaf])
      .find((at) => tree.itemVertices.subarray(at * tree.corners, (at + 1) * tree.corners).includes(vertex));
    throw new PliantError(
      'mismatch',
      `removeVertex: vertex ${vertex} is still in use by item ${item}; remove that first`,
    );
  }
  tree.isRemoved[vertex] = 1;
}

/** Refuses what is not the number of a vertex that is there. */
export function requireVertex(caller: string, tree: KineticNodes, vertex: number): void {
  requireInteger(caller, 'vertex', vertex, 0, tree.paths.vertexCount - 1);
  if (tree.isRemoved[vertex] === 0) return;
  throw new PliantError('bad-index', `${caller}: vertex ${vertex} has been removed; use one that is there`);
}

function readRates(caller: string, { velocity = AT_REST, acceleration = AT_REST }: Partial<Flight>): void {
  readVector(caller, 'velocity', velocity, 1, 1);
  readVector(caller, 'acceleration', acceleration, 2, 0.5);
}

function readVector(caller: string, name: string, values: ArrayLike<number>, part: number, share: number): void {
  if (values.length !== 3) {
    throw new PliantError('bad-count', `${caller}: ${name} has ${values.length} numbers; pass three`);
  }
  for (let axis = 0; axis < 3; axis++) {
    if (!(Math.abs(values[axis]) <= MOTION_LIMIT)) requireMotion(caller, `${name}[${axis}]`, values[axis]);
    flightNumbers[axis * 3 + part] = values[axis] * share;
  }
}
