/**
 * Questions about a step: what do moving bodies touch between two poses, when first, and with what? Vertices move straight between two poses, and nothing is computed but what the question comes to.
 *
 * @packageDocumentation
 */

// Motions: two poses of a body, and straight ways between them
export { createMotion, nextStep } from './continuous/motion.js';
export type { Motion } from './continuous/motion.js';

// Answers: pairs of triangles with their first times, and the earliest touch of all
export { createMotionHits } from './continuous/motion-hits.js';
export type { MotionHits } from './continuous/motion-hits.js';
export { createFirstTouch } from './continuous/first-touch.js';
export type { FirstTouch } from './continuous/first-touch.js';
export { EDGE, FACE } from './continuous/features.js';

// Triangles: the exact test of two, for programs that find their pairs themselves
export { createTriangleTouch, findTriangleTouch } from './continuous/triangle-touch.js';
export type { TriangleTouch } from './continuous/triangle-touch.js';
export type { PosedTriangles } from './query/pair/leaf-pairs.js';

// Questions at once: what meets, and what meets first
export { findMotionHits, findMotionSelfHits } from './continuous/find-hits.js';
export { findFirstTouch, findFirstSelfTouch } from './continuous/find-first.js';

// Questions in slices: begun here, gone on with by `step` of `pliant`
export { beginMotionHits, beginMotionSelfHits } from './continuous/find-hits.js';
export { beginFirstTouch, beginFirstSelfTouch } from './continuous/find-first.js';
