/** The first touch in big integers alone: no rounding and no filter, some twenty to forty times as slow. */
import { bracketRoot } from '../narrow/continuous/bracket.js';
import { TOUCH_FIRST, TOUCH_TIME } from '../narrow/continuous/first-touch.js';
import { findExactTouch } from '../narrow/continuous/exact-touch.js';
import { writeMeetingPlace } from '../narrow/continuous/meeting-place.js';
import { EDGE_EDGE, VERTEX_FACE } from '../narrow/continuous/motion.js';
import type { Encounter } from '../narrow/continuous/motion.js';

/** As `findVertexFaceTouch` of `pliant/exact`, without its filter. All numbers must be finite. */
export function exactVertexFaceTouch(start: Float64Array, end: Float64Array, out: Float64Array): boolean {
  return find(VERTEX_FACE, start, end, out);
}

/** As `findEdgeEdgeTouch` of `pliant/exact`, without its filter. All numbers must be finite. */
export function exactEdgeEdgeTouch(start: Float64Array, end: Float64Array, out: Float64Array): boolean {
  return find(EDGE_EDGE, start, end, out);
}

/** As `doVertexFaceMeet` of `pliant/exact`, without its filter. All numbers must be finite. */
export function exactVertexFaceMeet(start: Float64Array, end: Float64Array): boolean {
  return findExactTouch(VERTEX_FACE, start, end) !== undefined;
}

/** As `doEdgeEdgeMeet` of `pliant/exact`, without its filter. All numbers must be finite. */
export function exactEdgeEdgeMeet(start: Float64Array, end: Float64Array): boolean {
  return findExactTouch(EDGE_EDGE, start, end) !== undefined;
}

function find(encounter: Encounter, start: Float64Array, end: Float64Array, out: Float64Array): boolean {
  const root = findExactTouch(encounter, start, end);
  if (root === undefined) return false;
  bracketRoot(root, out);
  writeMeetingPlace(encounter, start, end, out, TOUCH_TIME, TOUCH_FIRST);
  return true;
}
