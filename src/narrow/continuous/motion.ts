/**
 * Four points that move linearly, exactly: their coordinates as polynomials of time with integer coefficients, and what
 * the tests of touches ask of them. A vertex p and a face a b c, or two edges a b and c d; which of the two is a matter of
 * three vectors and of a few pairs.
 */
import { commonExponent, toBig } from '../../math/big.js';
import { minus, plus, polynomial, times } from './polynomial.js';
import type { Polynomial } from './polynomial.js';

/** What meets what. */
export type Encounter = typeof VERTEX_FACE | typeof EDGE_EDGE;
/** A vertex p and a face a b c, in this order. */
export const VERTEX_FACE = 0;
/** An edge a b and an edge c d, in this order. */
export const EDGE_EDGE = 1;

/** Numbers of a moving vertex and face, or of two edges, at one end of the time. */
export const ENCOUNTER_LENGTH = 12;

/** x, y, z as polynomials of time. */
export type MovingVector = readonly [x: Polynomial, y: Polynomial, z: Polynomial];

/** A vertex, and the two ends of an edge, that may touch. */
export type VertexEdge = readonly [vertex: MovingVector, from: MovingVector, to: MovingVector];

/** An encounter in time. */
export interface Motion {
  readonly encounter: Encounter;
  /** VF: b - a; EE: b - a. */
  readonly u: MovingVector;
  /** VF: c - a; EE: d - c. */
  readonly v: MovingVector;
  /** VF: p - a; EE: c - a. */
  readonly w: MovingVector;
  /** det(u, v, w): the four points lie in one plane exactly where it is zero. */
  readonly volume: Polynomial;
  /** VF: p with every edge; EE: every end with the other edge. */
  readonly vertexEdges: readonly VertexEdge[];
}

/** The motion from `start` to `end`, 12 finite doubles each. All are counted in one power of two, so nothing is rounded. */
export function createMotion(encounter: Encounter, start: Float64Array, end: Float64Array): Motion {
  const exponent = commonExponent(...start.subarray(0, ENCOUNTER_LENGTH), ...end.subarray(0, ENCOUNTER_LENGTH));
  const coordinate = (i: number): Polynomial => {
    const from = toBig(start[i], exponent);
    return polynomial([from, toBig(end[i], exponent) - from]);
  };
  const point = (i: number): MovingVector => [coordinate(3 * i), coordinate(3 * i + 1), coordinate(3 * i + 2)];
  const first = point(0);
  const second = point(1);
  const third = point(2);
  const fourth = point(3);
  if (encounter === VERTEX_FACE) {
    const [p, a, b, c] = [first, second, third, fourth];
    const ways = [difference(b, a), difference(c, a), difference(p, a)] as const;
    return motionOf(encounter, ways, [
      [p, a, b],
      [p, b, c],
      [p, c, a],
    ]);
  }
  const [a, b, c, d] = [first, second, third, fourth];
  const ways = [difference(b, a), difference(d, c), difference(c, a)] as const;
  return motionOf(encounter, ways, [
    [a, c, d],
    [b, c, d],
    [c, a, b],
    [d, a, b],
  ]);
}

function motionOf(
  encounter: Encounter,
  [u, v, w]: readonly [MovingVector, MovingVector, MovingVector],
  vertexEdges: readonly VertexEdge[],
): Motion {
  const volume = dot([crossComponent(u, v, 0), crossComponent(u, v, 1), crossComponent(u, v, 2)], w);
  return { encounter, u, v, w, volume, vertexEdges };
}

/** a - b. */
export function difference(a: MovingVector, b: MovingVector): MovingVector {
  return [minus(a[0], b[0]), minus(a[1], b[1]), minus(a[2], b[2])];
}

/** One component of a x b. */
export function crossComponent(a: MovingVector, b: MovingVector, axis: number): Polynomial {
  const next = (axis + 1) % 3;
  const last = (axis + 2) % 3;
  return minus(times(a[next], b[last]), times(a[last], b[next]));
}

/** The scalar product of a and b. */
export function dot(a: MovingVector, b: MovingVector): Polynomial {
  return plus(plus(times(a[0], b[0]), times(a[1], b[1])), times(a[2], b[2]));
}
