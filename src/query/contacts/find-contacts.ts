/**
 * Which proxies of a body meet those of another, the triangles of a mesh, a ball, or the half-space behind a
 * plane? Walks end at the proxies, so what they cost is bounded by the level of the proxies and not by the mesh.
 */
import { requireAnyBody, requireProxyBody, requireSameStamp } from '../../body/body.js';
import type { AnyBody } from '../../body/body.js';
import type { ProxyBody } from '../../body/proxy-body.js';
import { describe, requireFinite } from '../../checks.js';
import { PliantError } from '../../errors.js';
import { clearSearch, searchOf } from '../search.js';
import type { Search } from '../search.js';
import { clearContacts } from './contacts.js';
import type { Contacts } from './contacts.js';
import { stepPairWalk } from './pair-walk.js';
import { BALL, PLANE, createWalkedContacts } from './progress.js';
import type { WalkedContacts } from './progress.js';
import { isBall, isPlane } from './surroundings.js';
import type { Ball, Plane } from './surroundings.js';
import { beginShapeWalk, stepShapeWalk } from './shape-walk.js';

/** How far the length of a normal may be from 1: what rounding leaves of it. */
const UNIT_TOLERANCE = 1e-12;

/**
 * Begins to look for the contacts of a body's proxies with another body — its proxies, or the triangles of a mesh — or with a ball or a plane.
 * They are added to `contacts` by `step`, behind those that are there.
 */
export function beginContacts(
  search: Search,
  body: ProxyBody,
  other: AnyBody | Ball | Plane,
  contacts: Contacts,
): void {
  clearSearch(search);
  requireProxyBody('beginContacts', body);
  const walked = (search.contacts ??= createWalkedContacts(body, search.statistics));
  if (isBall(other)) setBall(walked, other);
  else if (isPlane(other)) setPlane(walked, other);
  else requireOther(body, other);
  body.refresh();
  walked.bodyA = body;
  walked.bodyB = undefined;
  walked.stampA = body.stamp;
  walked.contacts = contacts;
  if (isBall(other) || isPlane(other)) beginShapeWalk(walked, body);
  else {
    other.refresh();
    walked.walk.stack[0] = 0;
    walked.walk.stack[1] = 0;
    walked.walk.stackSize = 1;
    walked.bodyB = other;
    walked.stampB = other.stamp;
    // The walk reads the root's own bound when the root is a leaf.
    body.kernels.run.evaluateBlock(body.header, 0);
    other.kernels.run.evaluateBlock(other.header, 0);
  }
  search.advance = advanceContacts;
}

/** Fills `contacts` with those of a body's proxies and another body, a ball or a plane; returns how many there are. */
export function findContacts(body: ProxyBody, other: AnyBody | Ball | Plane, contacts: Contacts): number {
  requireProxyBody('findContacts', body);
  const search = searchOf(body.kernels);
  clearContacts(contacts);
  beginContacts(search, body, other, contacts);
  advanceContacts(search, Infinity);
  return contacts.count + contacts.dropped;
}

/** Goes on with the question; whoever asks what is known of it tells by this that it is one. */
export function advanceContacts(search: Search, budget: number): boolean {
  const walked = search.contacts!;
  const { bodyA, bodyB } = walked;
  requireSameStamp('step', bodyA, walked.stampA);
  if (!bodyB) return stepShapeWalk(walked, bodyA, budget);
  requireSameStamp('step', bodyB, walked.stampB);
  return stepPairWalk(walked, bodyA, bodyB, budget);
}

function requireOther(body: ProxyBody, other: AnyBody): void {
  requireAnyBody('beginContacts', other);
  if (body === other) throw new PliantError('mismatch', 'beginContacts: both bodies are the same one; pass two');
  if (body.kernels !== other.kernels) {
    throw new PliantError('mismatch', 'beginContacts: the bodies have different kernels; create both with the same');
  }
}

function setBall(walked: WalkedContacts, { center, radius }: Ball): void {
  requireNumbers('center', center, 3);
  if (!(radius >= 0 && radius < Infinity)) {
    throw new PliantError('bad-number', `beginContacts: radius is ${describe(radius)}; pass a length from 0`);
  }
  walked.shapeKind = BALL;
  for (let axis = 0; axis < 3; axis++) walked.shape[axis] = center[axis];
  walked.shape[3] = radius;
}

function setPlane(walked: WalkedContacts, { plane }: Plane): void {
  requireNumbers('plane', plane, 4);
  const length = Math.sqrt(plane[0] * plane[0] + plane[1] * plane[1] + plane[2] * plane[2]);
  if (!(Math.abs(length - 1) < UNIT_TOLERANCE)) {
    throw new PliantError(
      'bad-number',
      `beginContacts: the normal of the plane has the length ${length}; use createPlane`,
    );
  }
  walked.shapeKind = PLANE;
  for (let k = 0; k < 4; k++) walked.shape[k] = plane[k];
}

function requireNumbers(name: string, values: ArrayLike<number>, count: number): void {
  if (!values || values.length !== count) {
    throw new PliantError('bad-count', `beginContacts: ${name} has ${values?.length} numbers; pass ${count}`);
  }
  requireFinite('beginContacts', name, values);
}
