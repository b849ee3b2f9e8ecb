/**
 * Brute force: the same questions answered by testing every triangle, exactly, without a tree or a bound. Slow on purpose; compare with it.
 *
 * @packageDocumentation
 */
export {
  bruteBallHits,
  bruteBoxHits,
  bruteCapsuleHits,
  bruteClosestPoint,
  bruteDistance,
  bruteFrustumHits,
  brutePairHits,
  bruteRayHits,
  bruteSelfHits,
  bruteSweepHits,
} from './oracle/brute.js';
export {
  exactEdgeEdgeTouch,
  exactEdgeEdgeMeet,
  exactVertexFaceTouch,
  exactVertexFaceMeet,
} from './oracle/exact-touch.js';
export { bruteMotionHits, bruteMotionSelfHits } from './oracle/brute-motion.js';
export type { MovingSurface } from './oracle/brute-motion.js';
