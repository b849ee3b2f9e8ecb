/** Whether a vertex and a face, or two edges, touch at an instant at which their four points lie in one plane, exactly. */
import { crossComponent, difference, dot, VERTEX_FACE } from './motion.js';
import type { Motion, VertexEdge } from './motion.js';
import { minus } from './polynomial.js';
import type { Polynomial } from './polynomial.js';
import type { Root } from './root.js';
import { signAtRoot } from './sign-at-root.js';

const AXES = [0, 1, 2] as const;

/**
 * Whether they touch at a root of `motion.volume`; shared and coincident points touch. The normal n = u x v may have any
 * component zero, now or for ever, so the axis to look along is chosen at this instant.
 */
export function touchesAt(motion: Motion, root: Root): boolean {
  for (const axis of AXES) {
    const normal = crossComponent(motion.u, motion.v, axis);
    const sign = signAtRoot(normal, root);
    if (sign === 0) continue;
    return weightsAlong(motion, normal, axis).every((weight) => signAtRoot(weight, root) !== -sign);
  }
  // The face has no area, and is its three edges; or an edge has no length, or the edges are parallel, and if they have a
  // point in common, an end of one lies on the other.
  return motion.vertexEdges.some((one) => isOnEdge(one, root));
}

/**
 * Numbers that have the sign of n, or are zero, exactly if they touch, seen along an axis on which n is not zero.
 * VF: w = s u + t v, so that w x v = s n and u x w = t n: s, t and 1 - s - t must not be negative.
 * EE: w = s u - t v, so that w x v = s n and w x u = t n: s and t lie between 0 and 1.
 */
function weightsAlong({ encounter, u, v, w }: Motion, normal: Polynomial, axis: number): Polynomial[] {
  const first = crossComponent(w, v, axis);
  if (encounter === VERTEX_FACE) {
    const second = crossComponent(u, w, axis);
    return [first, second, minus(minus(normal, first), second)];
  }
  const second = crossComponent(w, u, axis);
  return [first, second, minus(normal, first), minus(normal, second)];
}

/** Whether a vertex lies on a closed edge at an instant: a - p and b - p are parallel and do not point the same way. */
function isOnEdge([vertex, from, to]: VertexEdge, root: Root): boolean {
  const a = difference(from, vertex);
  const b = difference(to, vertex);
  return signAtRoot(dot(a, b), root) <= 0 && AXES.every((axis) => signAtRoot(crossComponent(a, b, axis), root) === 0);
}
