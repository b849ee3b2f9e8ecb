/**
 * Which contact proxies of a body meet those of another, the triangles of a mesh, a ball, or the half-space behind a
 * plane? Walks end at the proxies, so what they cost is bounded by the level of the proxies and not by the mesh.
 */
import { describe, requireFinite } from '../checks.js';
import type { LazyBody } from '../bounds/lazy-body.js';
import type { PosedBody } from '../bounds/posed-body.js';
import { ProxyBody } from '../bounds/proxy-body.js';
import { PliantError } from '../errors.js';
import type { Kernels } from '../kernels/kernels.js';
import { isLazy, stampOf } from './body.js';
import type { Body } from './body.js';
import { createSavedWalk } from './kernel-walk.js';
import { createPosedTriangles } from './leaf-pairs.js';
import { CONTACT_NORMAL, clearContacts, createProxyContacts } from './proxy-contacts.js';
import type { ProxyContacts } from './proxy-contacts.js';
import { beginMeshWalk, stepMeshWalk } from './proxy-mesh-walk.js';
import { stepPairWalk } from './proxy-pair-walk.js';
import { BALL, PLANE } from './proxy-progress.js';
import type { ProxyProgress } from './proxy-progress.js';
import { stepShapeWalk } from './proxy-shape-walk.js';
import { createStatistics, requireBudget, resetStatistics } from './statistics.js';
import type { SearchStatistics } from './statistics.js';

/** State of a search for contacts. One serves any number of bodies that share kernels, one after the other. */
export interface ProxySearch {
  /** What the present search has done so far. */
  readonly statistics: SearchStatistics;
  /**
   * What the search is after, and how far it is.
   * @internal
   */
  readonly progress: ProxyProgress;
}

/** Prepares searches among bodies that share these kernels. */
export function createProxySearch(kernels: Kernels): ProxySearch {
  return {
    statistics: createStatistics(),
    progress: {
      kernels,
      bodyA: undefined,
      bodyB: undefined,
      stampA: -1,
      stampB: -1,
      shapeKind: BALL,
      shape: new Float64Array(4),
      contacts: createProxyContacts(0),
      walk: createSavedWalk(2),
      triangles: createPosedTriangles(),
      ball: new Float64Array(4),
      spheres: new Float64Array(CONTACT_NORMAL),
      fallback: Float64Array.of(0, 1, 0),
    },
  };
}

/**
 * Begins a search for the contacts of a body's proxies with another body: with its proxies, or with the triangles of a
 * mesh, moving or static. They are added to `contacts` by {@link stepProxySearch}, behind those that are there.
 */
export function beginProxyPair(
  search: ProxySearch,
  bodyA: ProxyBody,
  bodyB: ProxyBody | Body,
  contacts: ProxyContacts,
): void {
  const { progress } = search;
  if (bodyA === bodyB) throw new PliantError('mismatch', 'beginProxyPair: both bodies are the same one; pass two');
  requireKernels('beginProxyPair', progress, bodyA);
  if (!isPosed(bodyB)) requireKernels('beginProxyPair', progress, bodyB);
  begin(search, bodyA, contacts);
  bodyB.refresh();
  progress.bodyB = bodyB;
  progress.stampB = stampOfEither(bodyB);
  if (isPosed(bodyB)) {
    beginMeshWalk(progress, bodyA);
    return;
  }
  // The walk reads the root's own bound when the root is a leaf.
  progress.kernels.run.evaluateBlock(bodyA.header, 0);
  progress.kernels.run.evaluateBlock(bodyB.header, 0);
  progress.walk.stack[0] = 0;
  progress.walk.stack[1] = 0;
  progress.walk.stackSize = 1;
}

/** Begins a search for the contacts of a body's proxies with a ball; see {@link beginProxyPair}. */
export function beginProxyBall(
  search: ProxySearch,
  body: ProxyBody,
  center: ArrayLike<number>,
  radius: number,
  contacts: ProxyContacts,
): void {
  requireNumbers('beginProxyBall', 'center', center, 3);
  if (!(radius >= 0 && radius < Infinity)) {
    throw new PliantError('bad-number', `beginProxyBall: radius is ${describe(radius)}; pass a length from 0`);
  }
  beginShape(search, body, BALL, contacts);
  const { shape } = search.progress;
  for (let axis = 0; axis < 3; axis++) shape[axis] = center[axis];
  shape[3] = radius;
}

/**
 * Begins a search for the contacts of a body's proxies with the solid half-space n · x ≤ d; see {@link beginProxyPair}.
 * `plane` is the normal n, of any length but 0, and the number d.
 */
export function beginProxyPlane(
  search: ProxySearch,
  body: ProxyBody,
  plane: ArrayLike<number>,
  contacts: ProxyContacts,
): void {
  requireNumbers('beginProxyPlane', 'plane', plane, 4);
  const length = Math.sqrt(plane[0] * plane[0] + plane[1] * plane[1] + plane[2] * plane[2]);
  if (!(length > 0 && length < Infinity)) {
    throw new PliantError('bad-number', `beginProxyPlane: the normal has the length ${length}; pass a direction`);
  }
  beginShape(search, body, PLANE, contacts);
  for (let k = 0; k < 4; k++) search.progress.shape[k] = plane[k] / length;
}

/** Goes on until the search is complete (`true`) or about `budget` tests of bounds have been made (`false`). */
export function stepProxySearch(search: ProxySearch, budget = Infinity): boolean {
  requireBudget('stepProxySearch', budget);
  const { progress } = search;
  const { bodyA, bodyB } = progress;
  if (!bodyA) throw new PliantError('mismatch', 'stepProxySearch: no search was begun; begin one');
  bodyA.refresh();
  bodyB?.refresh();
  if (bodyA.stamp !== progress.stampA || (bodyB && stampOfEither(bodyB) !== progress.stampB)) {
    throw new PliantError('mismatch', 'stepProxySearch: the pose changed since the search began; begin it again');
  }
  if (!bodyB) return stepShapeWalk(progress, search.statistics, bodyA, budget);
  if (isPosed(bodyB)) return stepMeshWalk(progress, search.statistics, bodyA, bodyB, budget);
  return stepPairWalk(progress, search.statistics, bodyA, bodyB, budget);
}

/** {@link beginProxyPair} and all steps at once, into an emptied buffer; returns the number of contacts. */
export function findProxyContacts(
  search: ProxySearch,
  bodyA: ProxyBody,
  bodyB: ProxyBody | Body,
  contacts: ProxyContacts,
): number {
  clearContacts(contacts);
  beginProxyPair(search, bodyA, bodyB, contacts);
  return finish(search, contacts);
}

/** {@link beginProxyBall} and all steps at once, into an emptied buffer; returns the number of contacts. */
export function findProxyBallContacts(
  search: ProxySearch,
  body: ProxyBody,
  center: ArrayLike<number>,
  radius: number,
  contacts: ProxyContacts,
): number {
  clearContacts(contacts);
  beginProxyBall(search, body, center, radius, contacts);
  return finish(search, contacts);
}

/** {@link beginProxyPlane} and all steps at once, into an emptied buffer; returns the number of contacts. */
export function findProxyPlaneContacts(
  search: ProxySearch,
  body: ProxyBody,
  plane: ArrayLike<number>,
  contacts: ProxyContacts,
): number {
  clearContacts(contacts);
  beginProxyPlane(search, body, plane, contacts);
  return finish(search, contacts);
}

function finish(search: ProxySearch, contacts: ProxyContacts): number {
  stepProxySearch(search);
  return contacts.count + contacts.dropped;
}

function begin(search: ProxySearch, body: ProxyBody, contacts: ProxyContacts): void {
  const { progress } = search;
  requireKernels('beginProxySearch', progress, body);
  body.refresh();
  progress.bodyA = body;
  progress.bodyB = undefined;
  progress.stampA = body.stamp;
  progress.contacts = contacts;
  resetStatistics(search.statistics);
}

function beginShape(
  search: ProxySearch,
  body: ProxyBody,
  kind: typeof BALL | typeof PLANE,
  contacts: ProxyContacts,
): void {
  begin(search, body, contacts);
  search.progress.shapeKind = kind;
  search.progress.walk.stack[0] = 0;
  search.progress.walk.stackSize = 1;
}

function isPosed(body: ProxyBody | Body): body is PosedBody {
  return !(body instanceof ProxyBody || isLazy(body));
}

function stampOfEither(body: ProxyBody | Body): number {
  return body instanceof ProxyBody ? body.stamp : stampOf(body);
}

function requireKernels(caller: string, progress: ProxyProgress, body: ProxyBody | LazyBody): void {
  if (body.kernels !== progress.kernels) {
    throw new PliantError('mismatch', `${caller}: body and search have different kernels; create both with the same`);
  }
}

function requireNumbers(caller: string, name: string, values: ArrayLike<number>, count: number): void {
  if (!values || values.length !== count) {
    throw new PliantError('bad-count', `${caller}: ${name} has ${values?.length} numbers; pass ${count}`);
  }
  requireFinite(caller, name, values);
}
