/** The instants at which a first touch is possible: roots of one polynomial in [0, 1]. */
import { crossComponent, difference } from './motion.js';
import type { Motion, MovingVector, VertexEdge } from './motion.js';
import { greatestCommonDivisor, ONE, times } from './polynomial.js';
import type { Polynomial } from './polynomial.js';

/**
 * A polynomial, not 0, among whose roots and the instant 0 is the first touch, if there is one at all.
 *
 * Where the four points are not always in one plane, that is the volume: whatever touches lies in a plane.
 *
 * Else let t > 0 be the instant of the first touch. Then a vertex touches an edge at t. For if p lies in the interior
 * of a face that has area, or two edges that are not parallel meet between their ends, then the weights of the meeting
 * point are continuous around t, and, as all stays in one plane, there is a touch just before. A face without area is its
 * edges, and parallel or shrunk edges that meet have an end of one on the other. So at t a vertex p is on an edge a b, and
 * (a - p) x (b - p) is zero: its components have a common root. If they are zero for ever, then p is on the line for ever,
 * but not on the edge just before t (or this is no first touch), (a - p) · (b - p) changes its sign and is zero at t,
 * and so is a - p or b - p. If one of these is zero for ever, there is a touch at 0.
 */
export function candidatePolynomial(motion: Motion): Polynomial {
  if (motion.volume.length > 0) return motion.volume;
  return motion.vertexEdges.reduce((product, one) => times(product, instantsOnLine(one)), ONE);
}

/** When the vertex comes to the line of the edge, or, if it is there for ever, to its ends. */
function instantsOnLine([vertex, from, to]: VertexEdge): Polynomial {
  const a = difference(from, vertex);
  const b = difference(to, vertex);
  const across = commonRoots([crossComponent(a, b, 0), crossComponent(a, b, 1), crossComponent(a, b, 2)]);
  return across.length > 0 ? across : times(orOne(commonRoots(a)), orOne(commonRoots(b)));
}

/** The roots that all three have in common; 0 if all three are 0. */
function commonRoots([x, y, z]: MovingVector): Polynomial {
  return greatestCommonDivisor(greatestCommonDivisor(x, y), z);
}

function orOne(p: Polynomial): Polynomial {
  return p.length > 0 ? p : ONE;
}
