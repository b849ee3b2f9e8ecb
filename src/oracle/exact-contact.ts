/** The first contact in big integers alone: no rounding and no filter, some twenty to forty times as slow. */
import { bracketRoot } from '../narrow/continuous/bracket.js';
import { CONTACT_FIRST, CONTACT_TIME } from '../narrow/continuous/contact.js';
import { findExactContact } from '../narrow/continuous/exact-contact.js';
import { writeMeetingPlace } from '../narrow/continuous/meeting-place.js';
import { EDGE_EDGE, VERTEX_FACE } from '../narrow/continuous/motion.js';
import type { Encounter } from '../narrow/continuous/motion.js';

/** As `findVertexFaceContact` of `pliant/exact`, without its filter. All numbers must be finite. */
export function exactVertexFaceContact(start: Float64Array, end: Float64Array, out: Float64Array): boolean {
  return find(VERTEX_FACE, start, end, out);
}

/** As `findEdgeEdgeContact` of `pliant/exact`, without its filter. All numbers must be finite. */
export function exactEdgeEdgeContact(start: Float64Array, end: Float64Array, out: Float64Array): boolean {
  return find(EDGE_EDGE, start, end, out);
}

/** As `doVertexFaceMeet` of `pliant/exact`, without its filter. All numbers must be finite. */
export function exactVertexFaceMeet(start: Float64Array, end: Float64Array): boolean {
  return findExactContact(VERTEX_FACE, start, end) !== undefined;
}

/** As `doEdgeEdgeMeet` of `pliant/exact`, without its filter. All numbers must be finite. */
export function exactEdgeEdgeMeet(start: Float64Array, end: Float64Array): boolean {
  return findExactContact(EDGE_EDGE, start, end) !== undefined;
}

function find(encounter: Encounter, start: Float64Array, end: Float64Array, out: Float64Array): boolean {
  const root = findExactContact(encounter, start, end);
  if (root === undefined) return false;
  bracketRoot(root, out);
  writeMeetingPlace(encounter, start, end, out, CONTACT_TIME, CONTACT_FIRST);
  return true;
}
