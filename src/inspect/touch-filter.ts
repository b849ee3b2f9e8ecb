/** What the filter in front of the exact first touch tells by itself. */
import { decideInDoubles } from '../narrow/continuous/filter.js';
import { UNDECIDED } from '../narrow/continuous/look.js';
import { EDGE_EDGE, VERTEX_FACE } from '../narrow/continuous/motion.js';

/** Whether doubles are enough for `doVertexFaceMeet` of `pliant/exact` on these numbers; if not, it takes big integers. */
export function isVertexFaceDecidedInDoubles(start: Float64Array, end: Float64Array): boolean {
  return decideInDoubles(VERTEX_FACE, start, end) !== UNDECIDED;
}

/** Whether doubles are enough for `doEdgeEdgeMeet` of `pliant/exact` on these numbers; if not, it takes big integers. */
export function isEdgeEdgeDecidedInDoubles(start: Float64Array, end: Float64Array): boolean {
  return decideInDoubles(EDGE_EDGE, start, end) !== UNDECIDED;
}
