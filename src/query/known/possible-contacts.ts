/**
 * Contacts of proxies that are still searched for: those that were found are certain; all others lie below pairs of nodes that wait, or below nodes that wait for a ball or a plane. These are taken as contacts,
 * with the spheres of the nodes.
 */
import { hasTriangles, requireSameStamp } from '../../body/body.js';
import type { AnyBody, Body } from '../../body/body.js';
import { PROXY_PAD } from '../../body/proxy-body.js';
import type { ProxyBody } from '../../body/proxy-body.js';
import { PliantError } from '../../errors.js';
import { LANES, LEAF_BIT, NO_CHILD, leafFirst } from '../../kernels/layout/child-words.js';
import { CONTACT, startContact } from '../contacts/contacts.js';
import type { Contacts } from '../contacts/contacts.js';
import { advanceContacts } from '../contacts/find-contacts.js';
import { BALL, readSlot } from '../contacts/progress.js';
import type { WalkedContacts } from '../contacts/progress.js';
import { CHILD_STRIDE, createOpenedNode, openNode } from '../opened-node.js';
import type { OpenedNode } from '../opened-node.js';
import type { Search } from '../search.js';

const opened: OpenedNode = createOpenedNode();

/**
 * Adds what a search by `beginContacts` has not looked at to `contacts`, as contacts of whole nodes: a contact of proxies that is not found yet lies in both spheres of one of them. Their depth is 0 where the
 * spheres are apart; they are named by the first proxy and the first triangle below. Returns how many there are; 0 when the search is over.
 *
 * @throws PliantError `mismatch` when the search is after something else, or when a body was posed or placed anew since.
 */
export function readPossibleContacts(search: Search, contacts: Contacts): number {
  const walked = search.contacts;
  if (search.advance !== advanceContacts || !walked) {
    throw new PliantError(
      'mismatch',
      'readPossibleContacts: the search is not after contacts; call beginContacts first',
    );
  }
  const { bodyA, bodyB, stampA, stampB, walk } = walked;
  requireSameStamp('readPossibleContacts', bodyA, stampA);
  if (bodyB) requireSameStamp('readPossibleContacts', bodyB, stampB);
  const before = contacts.count + contacts.dropped;
  for (let i = 0; i < walk.stackSize; i++) {
    if (bodyB) addPair(walked, bodyA, walk.stack[i * 2], bodyB, walk.stack[i * 2 + 1], contacts);
    else addBlock(walked, bodyA, walk.stack[i], contacts);
  }
  return contacts.count + contacts.dropped - before;
}

function addPair(
  { spheres }: WalkedContacts,
  bodyA: ProxyBody,
  slotA: number,
  bodyB: AnyBody,
  slotB: number,
  contacts: Contacts,
): void {
  readNode(bodyA, slotA, spheres, CONTACT.centerA);
  if (hasTriangles(bodyB)) readAroundBox(bodyB, slotB, spheres, CONTACT.centerB);
  else readNode(bodyB, slotB, spheres, CONTACT.centerB);
  const triangles = hasTriangles(bodyB);
  const first = firstBelow(triangles ? bodyB.bounds.words : bodyB.proxies.words, slotB);
  const b = triangles ? bodyB.bounds.triangleOrder[first] : first;
  addPossible(contacts, firstBelow(bodyA.proxies.words, slotA), b, spheres);
}

/** The children of a block, each with the ball or the plane. */
function addBlock(
  { shape, shapeKind, spheres }: WalkedContacts,
  body: ProxyBody,
  block: number,
  contacts: Contacts,
): void {
  for (let slot = block * LANES; slot < block * LANES + LANES; slot++) {
    if (body.proxies.words[slot] === NO_CHILD) continue;
    readNode(body, slot, spheres, CONTACT.centerA);
    const proxy = firstBelow(body.proxies.words, slot);
    if (shapeKind === BALL) {
      for (let k = 0; k < 4; k++) spheres[CONTACT.centerB + k] = shape[k];
      addPossible(contacts, proxy, 0, spheres);
    } else addAtPlane(contacts, proxy, spheres, shape);
  }
}

/** A sphere is pushed out of a half-space along its normal, however deep it is. */
function addAtPlane(contacts: Contacts, proxy: number, spheres: Float64Array, plane: Float64Array): void {
  const height = spheres[0] * plane[0] + spheres[1] * plane[1] + spheres[2] * plane[2] - plane[3];
  for (let axis = 0; axis < 3; axis++) spheres[CONTACT.centerB + axis] = spheres[axis] - height * plane[axis];
  spheres[CONTACT.radiusB] = 0;
  const at = startContact(contacts, proxy, 0, spheres);
  if (at < 0) return;
  for (let axis = 0; axis < 3; axis++) contacts.numbers[at + CONTACT.normal + axis] = -plane[axis];
  contacts.numbers[at + CONTACT.depth] = Math.max(0, spheres[CONTACT.radiusA] - height);
}

/** A node of proxies; since they were placed, they may stick out of it by the pad. */
function readNode(body: ProxyBody, slot: number, out: Float64Array, offset: number): void {
  body.kernels.run.evaluateBlock(body.header, slot >>> 2);
  readSlot(body, slot, out, offset);
  if (body.proxies.words[slot] < LEAF_BIT) out[offset + 3] += body.margins[PROXY_PAD];
}

/** A sphere around the box of a node of triangles, somewhat larger. */
function readAroundBox(body: Body, slot: number, out: Float64Array, offset: number): void {
  openNode(body, slot >>> 2, opened);
  let child = 0;
  for (let lane = slot & ~3; lane < slot; lane++) if (body.bounds.words[lane] !== NO_CHILD) child++;
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    const low = opened.boxes[child * CHILD_STRIDE + axis];
    const high = opened.boxes[child * CHILD_STRIDE + axis + 3];
    out[offset + axis] = low + (high - low) / 2;
    squared += (high - low) * (high - low);
  }
  out[offset + 3] = (Math.sqrt(squared) / 2) * (1 + 1e-12) + body.worldReach[0] * 1e-12;
}

/** The first proxy or triangle below a node. */
function firstBelow(words: Uint32Array, slot: number): number {
  let word = words[slot];
  while (word < LEAF_BIT) word = words[word * LANES];
  return leafFirst(word | 0);
}

function addPossible(contacts: Contacts, a: number, b: number, spheres: Float64Array): void {
  const at = startContact(contacts, a, b, spheres);
  if (at < 0) return;
  const { numbers } = contacts;
  const x = spheres[CONTACT.centerB] - spheres[CONTACT.centerA];
  const y = spheres[CONTACT.centerB + 1] - spheres[CONTACT.centerA + 1];
  const z = spheres[CONTACT.centerB + 2] - spheres[CONTACT.centerA + 2];
  const distance = Math.sqrt(x * x + y * y + z * z);
  numbers[at + CONTACT.normal] = distance > 0 ? x / distance : 0;
  numbers[at + CONTACT.normal + 1] = distance > 0 ? y / distance : 1;
  numbers[at + CONTACT.normal + 2] = distance > 0 ? z / distance : 0;
  numbers[at + CONTACT.depth] = Math.max(0, spheres[CONTACT.radiusA] + spheres[CONTACT.radiusB] - distance);
}
