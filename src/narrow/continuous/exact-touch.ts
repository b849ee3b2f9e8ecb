/** First touch in big integers: always decides, and allocates. It is where the filter sends what it cannot tell. */
import { candidatePolynomial } from './candidates.js';
import { WHOLE } from './cell.js';
import { findRoot } from './find-root.js';
import { createMotion } from './motion.js';
import type { Encounter } from './motion.js';
import { dyadicRoot } from './root.js';
import type { Root } from './root.js';
import { touchesAt } from './touches-at.js';

/** The instant of the first touch in the closed [0, 1], or undefined if there is none. The coordinates must be finite. */
export function findExactTouch(encounter: Encounter, start: Float64Array, end: Float64Array): Root | undefined {
  const motion = createMotion(encounter, start, end);
  if (motion.volume.length === 0) {
    // Always in one plane: the beginning counts, whether or not a vertex is on an edge then.
    const root = dyadicRoot(WHOLE);
    if (touchesAt(motion, root)) return root;
  }
  return findRoot(candidatePolynomial(motion), (root) => touchesAt(motion, root));
}
