/**
 * Pliant: collision detection for meshes that deform.
 *
 * A mesh at rest, a deformation driven by a few numbers, a tree over the rest mesh, bounds that follow those numbers,
 * and questions that ask only about what they touch: `createShape`, `createBody`, `find…`.
 *
 * @packageDocumentation
 */

// Shapes: all that is precomputed
export { createShape, createShapeAsync } from './bounds/shape.js';
export type { Deformation, Shape, ShapeOptions } from './bounds/shape.js';
export type { ProxyOptions, ProxyShape } from './bounds/proxies/proxies.js';
export type { MeshData } from './mesh/mesh.js';
export { transferablesOf } from './transfer.js';
export type { LongWorkOptions } from './long-work.js';

// Bodies: instances of shapes
export { loadKernels } from './kernels/kernels.js';
export type { Kernels, LoadKernelsOptions } from './kernels/kernels.js';
export { createBody } from './body/create-body.js';
export type { AnyBody, Body } from './body/body.js';
export type { MeshBody } from './body/mesh-body.js';
export type { ProxyBody } from './body/proxy-body.js';
export type { BodyOptions, Pruning, Strategy } from './body/options.js';

// Hits: where answers are put
export { createHits, createPairHits } from './query/hits.js';
export type { Hits, PairHits } from './query/hits.js';
export { createClosestPoint } from './query/closest/state.js';
export type { ClosestPoint } from './query/closest/state.js';
export { createDistance } from './query/pair/distance-state.js';
export type { Distance } from './query/pair/distance-state.js';
export { CONTACT, createContacts } from './query/contacts/contacts.js';
export type { Contacts } from './query/contacts/contacts.js';
export { CROSSING, TOUCHING } from './narrow/triangle-triangle.js';

// Questions: asked of bodies in their present pose, and answered at once
export { findBallHits, findBoxHits, findCapsuleHits, findFrustumHits } from './query/probe/find-probe-hits.js';
export { findRayHits, findSweepHits } from './query/ray/find-ray-hits.js';
export { findClosestPoint } from './query/closest/find-closest-point.js';
export { findPairHits, findSelfHits } from './query/pair/find-pair-hits.js';
export { findDistance } from './query/pair/find-distance.js';
export { findContacts } from './query/contacts/find-contacts.js';

// Questions in slices: begun, then gone on with by `step` for as long as there is time
export { createSearch, step } from './query/search.js';
export type { Search } from './query/search.js';
export type { SearchStatistics } from './query/statistics.js';
export { beginBall, beginBox, beginCapsule, beginFrustum } from './query/probe/find-probe-hits.js';
export { beginRay, beginSweep } from './query/ray/find-ray-hits.js';
export { beginClosestPoint } from './query/closest/find-closest-point.js';
export { beginPair, beginSelf } from './query/pair/find-pair-hits.js';
export { beginDistance } from './query/pair/find-distance.js';
export { beginContacts } from './query/contacts/find-contacts.js';

// Worlds: which of many bodies began to touch, touch, and ended touching
export { addBody, createWorld, removeBody, stepWorld } from './world/world.js';
export type { World, WorldOptions, WorldStatistics } from './world/world.js';
export type { WorldBody } from './world/bodies.js';
export type { PairList, TouchingPairs } from './world/pair-list.js';
export { createBall, createPlane } from './query/contacts/surroundings.js';
export type { Ball, Plane } from './query/contacts/surroundings.js';

// Errors: what is thrown, with a code for programs and a message for people
export { PliantError } from './errors.js';
export type { PliantErrorCode } from './errors.js';
