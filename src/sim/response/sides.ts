/** Who is pushed where proxies meet: a rigid body, coarse vertices of a soft one, or something that nothing moves. */
import { requireRows, requireSoftSide } from './check-sides.js';
import type { RigidBodies } from '../rigid/rigid-bodies.js';

/** Kinds of sides. */
export const FIXED_SIDE = 0;
/** A rigid body. */
export const RIGID_SIDE = 1;
/** Coarse vertices. */
export const SOFT_SIDE = 2;

/** What nothing moves: floors, walls. */
export interface FixedSide {
  readonly kind: typeof FIXED_SIDE;
}

/** One of some rigid bodies. */
export interface RigidSide {
  readonly kind: typeof RIGID_SIDE;
  readonly bodies: RigidBodies;
  readonly body: number;
}

/** Coarse vertices that steer a surface. Which of them a proxy pushes is listed for each proxy: those that are closest to it. */
export interface SoftSide {
  readonly kind: typeof SOFT_SIDE;
  /** Three numbers a vertex, in metres per second. */
  readonly velocities: Float64Array | Float32Array;
  /** In kilograms; `Infinity` where a vertex is pinned. */
  readonly masses: Float64Array | Float32Array;
  /** Three numbers a vertex, in newtons: what contacts do is added. Yours to clear. */
  readonly forces: Float64Array;
  /** Vertices of proxy p: `vertices[starts[p]]` up to, not including, `vertices[starts[p + 1]]`. */
  readonly starts: Uint32Array;
  readonly vertices: Uint32Array;
  /** How many contacts have pushed each vertex since {@link averageForces}. */
  readonly received: Uint32Array;
}

/** One side of a pair of bodies. */
export type ContactSide = FixedSide | RigidSide | SoftSide;

/** The side of what nothing moves. */
export const FIXED: FixedSide = { kind: FIXED_SIDE };

/** The side of a rigid body. */
export function createRigidSide(bodies: RigidBodies, body: number): RigidSide {
  requireRows('createRigidSide', 'body', body, bodies.count);
  return { kind: RIGID_SIDE, bodies, body };
}

/** The side of a soft body. The arrays are kept, not copied: `forces` is written, the others are read. */
export function createSoftSide(side: Omit<SoftSide, 'kind' | 'received'>): SoftSide {
  const count = requireSoftSide('createSoftSide', side);
  return { ...side, kind: SOFT_SIDE, received: new Uint32Array(count) };
}

/**
 * Divides what each vertex was given by the number of contacts that gave it, as Mendoza & O'Sullivan 2005 do: a vertex under many small spheres is then pushed as hard as one under a single large one. What one body gets is no longer what the other one gave, so momentum is not kept;
 * {@link pushApart} has no need of it, since it shares out the stiffness of a pair among its contacts.
 */
export function averageForces({ forces, received }: SoftSide): void {
  for (let vertex = 0; vertex < received.length; vertex++) {
    if (received[vertex] > 1) {
      for (let at = vertex * 3; at < vertex * 3 + 3; at++) forces[at] /= received[vertex];
    }
    received[vertex] = 0;
  }
}
