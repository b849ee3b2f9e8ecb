/**
 * Whether two bodies of a world touch, by the question that fits their kinds: proxies give contacts, meshes are
 * tested triangle by triangle, exactly, until the first two that meet.
 */
import type { Body } from '../body/body.js';
import type { ProxyBody } from '../body/proxy-body.js';
import { beginContacts } from '../query/contacts/find-contacts.js';
import { flipContacts } from '../query/contacts/contacts.js';
import type { Contacts } from '../query/contacts/contacts.js';
import type { Ball, Plane } from '../query/contacts/surroundings.js';
import { createHits, createPairHits } from '../query/hits.js';
import type { Hits, PairHits } from '../query/hits.js';
import { beginPair } from '../query/pair/find-pair-hits.js';
import { beginBall, beginFrustum } from '../query/probe/find-probe-hits.js';
import { createSearch, step } from '../query/search.js';
import type { Search } from '../query/search.js';
import { BALL, MESH, PLANE, PROXY } from './bodies.js';
import type { WorldBody, WorldBodyKind } from './bodies.js';

/** What a world asks with, pair after pair. */
export interface BodyMeeting {
  readonly search: Search;
  /** One hit is enough to know that two bodies touch. */
  readonly pairHits: PairHits;
  readonly hits: Hits;
  /** Nodes, and pairs of nodes, that searches have opened since it was set to zero. */
  nodesVisited: number;
}

/** Tests between two looks at whether there is a hit. */
const TESTS_PER_LOOK = 512;

/** A search, with room for one hit. */
export function createBodyMeeting(): BodyMeeting {
  return { search: createSearch(), pairHits: createPairHits(1), hits: createHits(1), nodesVisited: 0 };
}

/** Whether the bodies touch; contacts of proxies are added to `contacts`, the first body first. */
export function bodiesMeet(
  meeting: BodyMeeting,
  kindA: WorldBodyKind,
  bodyA: WorldBody,
  kindB: WorldBodyKind,
  bodyB: WorldBody,
  contacts: Contacts,
): boolean {
  if (kindA === PROXY) return proxiesMeet(meeting, bodyA as ProxyBody, bodyB, contacts);
  if (kindB === PROXY) {
    const first = contacts.count;
    const met = proxiesMeet(meeting, bodyB as ProxyBody, bodyA, contacts);
    flipContacts(contacts, first);
    return met;
  }
  if (kindA === MESH && kindB === MESH) return meshesMeet(meeting, bodyA as Body, bodyB as Body);
  if (kindA === MESH) return meshMeetsShape(meeting, bodyA as Body, kindB, bodyB);
  if (kindB === MESH) return meshMeetsShape(meeting, bodyB as Body, kindA, bodyA);
  return shapesMeet(kindA, bodyA, kindB, bodyB);
}

function proxiesMeet(meeting: BodyMeeting, body: ProxyBody, other: WorldBody, contacts: Contacts): boolean {
  const before = contacts.count + contacts.dropped;
  beginContacts(meeting.search, body, other, contacts);
  step(meeting.search);
  meeting.nodesVisited += meeting.search.statistics.nodesVisited;
  return contacts.count + contacts.dropped > before;
}

function meshesMeet(meeting: BodyMeeting, bodyA: Body, bodyB: Body): boolean {
  const { pairHits, search } = meeting;
  beginPair(search, bodyA, bodyB, pairHits);
  return stepToFirst(meeting, pairHits);
}

function meshMeetsShape(meeting: BodyMeeting, body: Body, kind: WorldBodyKind, shape: WorldBody): boolean {
  const { hits, search } = meeting;
  if (kind === PLANE) beginFrustum(search, body, (shape as Plane).plane, hits);
  else beginBall(search, body, (shape as Ball).center, (shape as Ball).radius, hits);
  return stepToFirst(meeting, hits);
}

/** Goes on with a question until there is a hit, or it is answered. */
function stepToFirst(meeting: BodyMeeting, hits: Hits | PairHits): boolean {
  const { search } = meeting;
  while (hits.count === 0) {
    if (step(search, TESTS_PER_LOOK)) break;
  }
  meeting.nodesVisited += search.statistics.nodesVisited;
  return hits.count > 0;
}

/** Balls and half-spaces among themselves, in doubles; two half-spaces are surroundings and are never said to touch. */
function shapesMeet(kindA: WorldBodyKind, a: WorldBody, kindB: WorldBodyKind, b: WorldBody): boolean {
  if (kindA === PLANE) {
    return kindB === BALL && ballMeetsPlane(b as Ball, a as Plane);
  }
  const { center, radius } = a as Ball;
  if (kindB === PLANE) return ballMeetsPlane(a as Ball, b as Plane);
  const other = b as Ball;
  const x = other.center[0] - center[0];
  const y = other.center[1] - center[1];
  const z = other.center[2] - center[2];
  return Math.sqrt(x * x + y * y + z * z) <= radius + other.radius;
}

function ballMeetsPlane({ center, radius }: Ball, { plane }: Plane): boolean {
  return center[0] * plane[0] + center[1] * plane[1] + center[2] * plane[2] - plane[3] <= radius;
}
