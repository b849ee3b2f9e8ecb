/**
 * Exact tests and arithmetic: what queries decide by at the leaves, for programs that have triangles of their own, and functions with the same
 * bits in every engine.
 *
 * @packageDocumentation
 */

// Triangles: two of them, apart, touching or crossing, and what is wrong with one
export {
  APART,
  CROSSING,
  DEFECT,
  TOUCHING,
  meetTriangles,
  meetTrianglesOfOneSurface,
} from './narrow/triangle-triangle.js';
export type { Meeting } from './narrow/triangle-triangle.js';
export { TRIANGLE_DISTANCE_SQUARED, measureTriangleDistance } from './narrow/triangle-distance.js';
export { isCollinear } from './narrow/coplanar.js';
export { createDefects, findDefects } from './narrow/defects.js';
export type { Defects } from './narrow/defects.js';

// Triangles and other things: balls, boxes, capsules, frusta, rays, points
export { ballMeetsTriangle } from './narrow/ball-triangle.js';
export { boxMeetsTriangle } from './narrow/box-triangle.js';
export { capsuleMeetsTriangle } from './narrow/capsule-triangle.js';
export { frustumMeetsTriangle } from './narrow/frustum-triangle.js';
export { RAY_FAR, RAY_LENGTH, RAY_PARAMETER, rayHitBarycentric, rayMeetsTriangle } from './narrow/ray-triangle.js';
export { SWEEP_LENGTH, SWEEP_RADIUS, SWEEP_TIME, sweepBall } from './narrow/sweep-ball.js';
export { closestPointOnTriangle } from './narrow/closest-point.js';

// In time: the first touch of a vertex and a face, or of two edges, that move linearly
export {
  TOUCH_FIRST,
  TOUCH_LENGTH,
  TOUCH_SECOND,
  TOUCH_TIME,
  TOUCH_TIME_ABOVE,
  doEdgeEdgeMeet,
  doVertexFaceMeet,
  findEdgeEdgeTouch,
  findVertexFaceTouch,
} from './narrow/continuous/first-touch.js';

// Arithmetic: exact predicates, rounding outward, and functions with the same bits in every engine
export { orient2d, orient3d } from './math/predicates.js';
export type { Sign } from './math/predicates.js';
export { nextDown32, nextUp32, roundDown32, roundUp32 } from './math/round.js';
export { PI, acos, cos, sin } from './math/trigonometry.js';
export { createRandom } from './math/random.js';
export type { Random } from './math/random.js';
/** Vectors on flat arrays with offsets. */
export * as vec3 from './math/vec3.js';
