/**
 * Whether two bodies of a contact world touch, by the search that fits their kinds: proxies give contacts, meshes are
 * tested triangle by triangle, exactly, until the first two that meet.
 */
import type { ProxyBody } from '../bounds/proxy-body.js';
import type { Kernels } from '../kernels/kernels.js';
import type { Body } from './body.js';
import { createPairHits, createTriangleHits } from './hits.js';
import { beginPairSearch, createPairSearch, pointPairSearch, stepPairSearch } from './pair-search.js';
import type { PairSearch } from './pair-search.js';
import { flipContacts } from './proxy-contacts.js';
import type { ProxyContacts } from './proxy-contacts.js';
import { beginProxyBall, beginProxyPair, beginProxyPlane, createProxySearch, stepProxySearch } from './proxy-search.js';
import type { ProxySearch } from './proxy-search.js';
import { beginBall, beginFrustum, createShapeSearch, stepShapeSearch } from './shape-search.js';
import type { ShapeSearch } from './shape-search.js';
import { BALL_SHAPE, LAZY, PLANE_SHAPE, POSED, PROXY } from './world-bodies.js';
import type { BallShape, PlaneShape, WorldBody, WorldBodyKind } from './world-bodies.js';

/** The searches of a world, each used for pair after pair. */
export interface BodyMeeting {
  readonly proxies: ProxySearch;
  /** Pointed at pair after pair. */
  pair: PairSearch | undefined;
  /** By body: a search for shapes belongs to one. */
  readonly shapes: Map<WorldBody, ShapeSearch>;
  /** Nodes, and pairs of nodes, that searches have opened since it was set to zero. */
  nodesVisited: number;
}

/** One hit is enough to know that two bodies touch. */
const pairHits = createPairHits(1);
const triangleHits = createTriangleHits(1);
/** Tests between two looks at whether there is a hit. */
const TESTS_PER_LOOK = 512;

/** Searches that work with these kernels. */
export function createBodyMeeting(kernels: Kernels): BodyMeeting {
  return { proxies: createProxySearch(kernels), pair: undefined, shapes: new Map(), nodesVisited: 0 };
}

/** Whether the bodies touch; contacts of proxies are added to `contacts`, the first body first. */
export function bodiesMeet(
  meeting: BodyMeeting,
  kindA: WorldBodyKind,
  bodyA: WorldBody,
  kindB: WorldBodyKind,
  bodyB: WorldBody,
  contacts: ProxyContacts,
): boolean {
  if (kindA === PROXY) return proxiesMeet(meeting, bodyA as ProxyBody, kindB, bodyB, contacts);
  if (kindB === PROXY) {
    const first = contacts.count;
    const met = proxiesMeet(meeting, bodyB as ProxyBody, kindA, bodyA, contacts);
    flipContacts(contacts, first);
    return met;
  }
  const isMeshA = kindA === LAZY || kindA === POSED;
  const isMeshB = kindB === LAZY || kindB === POSED;
  if (isMeshA && isMeshB) return meshesMeet(meeting, bodyA as Body, bodyB as Body);
  if (isMeshA) return meshMeetsShape(meeting, bodyA as Body, kindB, bodyB);
  if (isMeshB) return meshMeetsShape(meeting, bodyB as Body, kindA, bodyA);
  return shapesMeet(kindA, bodyA, kindB, bodyB);
}

/** Lets go of what was kept for a body. */
export function forgetBody(meeting: BodyMeeting, body: WorldBody): void {
  meeting.shapes.delete(body);
  meeting.pair = undefined;
}

function proxiesMeet(
  meeting: BodyMeeting,
  body: ProxyBody,
  kind: WorldBodyKind,
  other: WorldBody,
  contacts: ProxyContacts,
): boolean {
  const search = meeting.proxies;
  const before = contacts.count + contacts.dropped;
  if (kind === PLANE_SHAPE) beginProxyPlane(search, body, (other as PlaneShape).plane, contacts);
  else if (kind === BALL_SHAPE) {
    beginProxyBall(search, body, (other as BallShape).center, (other as BallShape).radius, contacts);
  } else beginProxyPair(search, body, other as ProxyBody | Body, contacts);
  stepProxySearch(search);
  meeting.nodesVisited += search.statistics.nodesVisited;
  return contacts.count + contacts.dropped > before;
}

function meshesMeet(meeting: BodyMeeting, bodyA: Body, bodyB: Body): boolean {
  if (meeting.pair) pointPairSearch(meeting.pair, bodyA, bodyB);
  else meeting.pair = createPairSearch(bodyA, bodyB);
  beginPairSearch(meeting.pair, pairHits);
  while (pairHits.count === 0) {
    if (stepPairSearch(meeting.pair, TESTS_PER_LOOK)) break;
  }
  meeting.nodesVisited += meeting.pair.statistics.nodesVisited;
  return pairHits.count > 0;
}

function meshMeetsShape(meeting: BodyMeeting, body: Body, kind: WorldBodyKind, shape: WorldBody): boolean {
  let search = meeting.shapes.get(body);
  if (!search) {
    search = createShapeSearch(body);
    meeting.shapes.set(body, search);
  }
  if (kind === PLANE_SHAPE) beginFrustum(search, (shape as PlaneShape).plane, triangleHits);
  else beginBall(search, (shape as BallShape).center, (shape as BallShape).radius, triangleHits);
  while (triangleHits.count === 0) {
    if (stepShapeSearch(search, TESTS_PER_LOOK)) break;
  }
  meeting.nodesVisited += search.statistics.nodesVisited;
  return triangleHits.count > 0;
}

/** Balls and half-spaces among themselves, in doubles; two half-spaces are surroundings and are never said to touch. */
function shapesMeet(kindA: WorldBodyKind, a: WorldBody, kindB: WorldBodyKind, b: WorldBody): boolean {
  if (kindA === PLANE_SHAPE) {
    return kindB === BALL_SHAPE && ballMeetsPlane(b as BallShape, a as PlaneShape);
  }
  const { center, radius } = a as BallShape;
  if (kindB === PLANE_SHAPE) return ballMeetsPlane(a as BallShape, b as PlaneShape);
  const other = b as BallShape;
  const x = other.center[0] - center[0];
  const y = other.center[1] - center[1];
  const z = other.center[2] - center[2];
  return Math.sqrt(x * x + y * y + z * z) <= radius + other.radius;
}

function ballMeetsPlane({ center, radius }: BallShape, { plane }: PlaneShape): boolean {
  return center[0] * plane[0] + center[1] * plane[1] + center[2] * plane[2] - plane[3] <= radius;
}
