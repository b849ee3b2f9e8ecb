/** Who is pushed where proxies meet: a rigid body, coarse vertices of a soft one, or something that nothing moves. */
import { describe, requireInteger } from '../../checks.js';
import { PliantError } from '../../errors.js';
import type { LinearModel } from '../../parts.js';
import type { Vibration } from '../modes/vibration.js';
import type { RigidBodies } from '../rigid/rigid-bodies.js';

/** Kinds of sides. */
export const FIXED_SIDE = 0;
/** A rigid body. */
export const RIGID_SIDE = 1;
/** Coarse vertices. */
export const SOFT_SIDE = 2;
/** A rigid body that vibrates. */
export const VIBRATING_SIDE = 3;

/** What nothing moves: floors, walls. */
export interface FixedSide {
  /** Tells kinds of sides apart. */
  readonly kind: typeof FIXED_SIDE;
}

/** One of some rigid bodies. */
export interface RigidSide {
  /** Tells kinds of sides apart. */
  readonly kind: typeof RIGID_SIDE;
  /** The bodies that it is one of. */
  readonly bodies: RigidBodies;
  /** Its number among them. */
  readonly body: number;
}

/** Coarse vertices that steer a surface. Which of them a proxy pushes is listed for each proxy: those that are closest to it. */
export interface SoftSide {
  /** Tells kinds of sides apart. */
  readonly kind: typeof SOFT_SIDE;
  /** Three numbers a vertex, in metres per second. */
  readonly velocities: Float64Array | Float32Array;
  /** In kilograms; `Infinity` where a vertex is pinned. */
  readonly masses: Float64Array | Float32Array;
  /** Three numbers a vertex, in newtons: what contacts do is added. Yours to clear. */
  readonly forces: Float64Array;
  /** Vertices of proxy p: `vertices[starts[p]]` up to, not including, `vertices[starts[p + 1]]`. */
  readonly starts: Uint32Array;
  /** Coarse vertices, proxy by proxy. */
  readonly vertices: Uint32Array;
  /** How many contacts have pushed each vertex since {@link averageForces}. */
  readonly received: Uint32Array;
}

/** A rigid body whose modes are pushed too. */
export interface VibratingSide {
  /** Tells kinds of sides apart. */
  readonly kind: typeof VIBRATING_SIDE;
  /** The bodies that it is one of. */
  readonly bodies: RigidBodies;
  /** Its number among them. */
  readonly body: number;
  /** Modes as fields of the surface: those of the vibration, mass-normalised. */
  readonly model: LinearModel;
  /** How the body vibrates now. What contacts do is added to its forces, which are yours to clear. */
  readonly vibration: Vibration;
  /** A vertex for each proxy, which stands for it. */
  readonly vertices: Uint32Array;
}

/** One side of a pair of bodies. */
export type ContactSide = FixedSide | RigidSide | SoftSide | VibratingSide;

/** The side of what nothing moves. */
export const FIXED: FixedSide = { kind: FIXED_SIDE };

/** The side of a rigid body. */
export function createRigidSide(bodies: RigidBodies, body: number): RigidSide {
  requireInteger('createRigidSide', 'body', body, 0, bodies.count - 1);
  return { kind: RIGID_SIDE, bodies, body };
}

/** The side of a rigid body that vibrates. */
export function createVibratingSide(side: Omit<VibratingSide, 'kind'>): VibratingSide {
  const { bodies, body, model, vertices, vibration } = side;
  requireInteger('createVibratingSide', 'body', body, 0, bodies.count - 1);
  if (vibration.amplitudes.length !== model.fieldCount) {
    throw new PliantError(
      'mismatch',
      `createVibratingSide: the vibration has ${vibration.amplitudes.length} modes, but the model ${model.fieldCount} fields; make the model of the same modes`,
    );
  }
  requireVertices('createVibratingSide', vertices, model.vertexCount);
  return { ...side, kind: VIBRATING_SIDE };
}

/** The side of a soft body. The arrays are kept, not copied: `forces` is written, the others are read. */
export function createSoftSide(side: Omit<SoftSide, 'kind' | 'received'>): SoftSide {
  const count = requireArrays('createSoftSide', side);
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

/** Refuses arrays that do not go together; returns the number of vertices. */
function requireArrays(caller: string, side: Omit<SoftSide, 'kind' | 'received'>): number {
  const { forces, masses, starts, velocities, vertices } = side;
  const count = masses?.length ?? 0;
  for (const [name, value] of Object.entries({ forces, velocities })) {
    if (value?.length === count * 3 && count > 0) continue;
    throw new PliantError(
      'mismatch',
      `${caller}: ${name} is ${describe(value)} of ${value?.length ?? 0} numbers; pass three for each of ${count} masses`,
    );
  }
  if (!(forces instanceof Float64Array)) {
    throw new PliantError('bad-type', `${caller}: forces is ${describe(forces)}; pass a Float64Array`);
  }
  requireMasses(caller, masses);
  requireLists(caller, starts, vertices, count);
  return count;
}

function requireMasses(caller: string, masses: ArrayLike<number>): void {
  for (let vertex = 0; vertex < masses.length; vertex++) {
    if (masses[vertex] > 0) continue;
    throw new PliantError('bad-number', `${caller}: masses[${vertex}] is ${masses[vertex]}; pass numbers above 0`);
  }
}

function requireLists(caller: string, starts: Uint32Array, vertices: Uint32Array, count: number): void {
  for (let row = 0; row + 1 < starts.length; row++) {
    if (starts[row] <= starts[row + 1] && starts[row + 1] <= vertices.length) continue;
    throw new PliantError(
      'bad-index',
      `${caller}: starts[${row + 1}] is ${starts[row + 1]}; starts must not fall, nor exceed the ${vertices.length} vertices`,
    );
  }
  requireVertices(caller, vertices, count);
}

function requireVertices(caller: string, vertices: Uint32Array, count: number): void {
  for (let k = 0; k < vertices.length; k++) {
    if (vertices[k] < count) continue;
    throw new PliantError('bad-index', `${caller}: vertices[${k}] is ${vertices[k]}, but there are ${count} vertices`);
  }
}
