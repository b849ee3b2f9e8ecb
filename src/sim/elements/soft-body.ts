/**
 * Soft bodies: solids of tetrahedral elements that move by Newton's laws. The elements are those of O'Brien and Hodgins (1999): linear shape functions, Green strain, isotropic stress, damping by strain rate, lumped
 * mass. `step-soft-body.ts` moves them.
 */
import { requireFinite, requireInteger, requireNames, requireOneOf } from '../../checks.js';
import { PliantError } from '../../errors.js';
import type { ElementKernel } from '../../internals.js';
import { constantsOf } from './element-constants.js';
import type { ElementConstants } from './element-constants.js';
import { createElements } from './elements.js';
import type { Elements } from './elements.js';
import { createKernelLaw, createReferenceLaw } from './force-law.js';
import type { ForceLaw } from './force-law.js';
import { createMaterial, requireMaterial } from '../material.js';
import type { Material } from '../material.js';
import { fixPlanes, responseOfPlanes } from './planes.js';
import type { SupportPlane } from './planes.js';
import { createStages } from './runge-kutta.js';
import type { Stages } from './runge-kutta.js';
import { requireFills, requireList, requireSolid } from './solid.js';
import type { Solid } from './solid.js';
import { responseOf } from './stable-step.js';
import type { Response } from './stable-step.js';

/** What a soft body is made of, and what acts on it. */
export interface SoftBodyOptions {
  /** What {@link createMaterial} answers. Default a soft rubber. */
  readonly material?: Material;
  /** Vertices that nothing accelerates: they stay, or go on with the velocity that you write. Default none. */
  readonly pinned?: ArrayLike<number>;
  /** Of each tetrahedron which share of it is filled: above 0, at most 1. It scales mass and stiffness. Default all of it. */
  readonly fills?: ArrayLike<number>;
  /** Metres per second^2. Default 9.81 downward along y. */
  readonly gravity?: readonly [number, number, number];
  /** What the body rests on. Default nothing. */
  readonly planes?: readonly SupportPlane[];
  /** How forces of elements are computed: `float32` by kernels, `float64` by the reference, which is slower. Places and velocities are float64 either way. Default `float32`. */
  readonly precision?: 'float32' | 'float64';
  /** Where the kernels run: `auto` takes WebAssembly where it can be had. The bits are the same. */
  readonly backend?: 'auto' | 'wasm' | 'typescript';
}

/** Used where {@link SoftBodyOptions} are left out. */
export const SOFT_BODY_DEFAULTS: Required<
  Pick<SoftBodyOptions, 'pinned' | 'gravity' | 'planes' | 'precision' | 'backend'>
> = {
  pinned: [],
  gravity: [0, -9.81, 0],
  planes: [],
  precision: 'float32',
  backend: 'auto',
};

/** A solid that moves. Places, velocities and forces may be written between steps. */
export interface SoftBody {
  /** What it is made of. */
  readonly material: Material;
  /** Points of the solid. */
  readonly vertexCount: number;
  /** Tetrahedra of the solid. */
  readonly elementCount: number;
  /** Four vertices per element. */
  readonly tetrahedra: Uint32Array;
  /** Mass per vertex, in kilograms. */
  readonly masses: Float64Array;
  /** The same, but infinite for vertices that are pinned: what `createSoftSide` takes. */
  readonly contactMasses: Float64Array;
  /** 1 for vertices that are pinned. */
  readonly pinned: Uint8Array;
  /** Metres, three numbers per vertex. */
  readonly positions: Float64Array;
  /** Metres per second, three numbers per vertex. */
  readonly velocities: Float64Array;
  /** Newtons, three numbers per vertex: what {@link addForce} has added for the next step. */
  readonly forces: Float64Array;
  /** Metres per second^2. */
  readonly gravity: readonly [number, number, number];
  /** What it rests on, with everything said and normals of length 1. */
  readonly planes: readonly Required<SupportPlane>[];
  /** Where forces of elements are computed. */
  readonly backend: 'wasm' | 'typescript' | 'reference';
  /** Seconds since it was created. */
  time: number;
  /** Steps of the integrator since then. */
  stepCount: number;
  /** What went wrong, once the simulation has blown up. */
  failure: string | undefined;
  /**
   * One over the mass per vertex; 0 for pinned ones.
   * @internal
   */
  readonly ease: Float64Array;
  /** @internal */
  readonly elements: Elements;
  /** @internal */
  readonly constants: ElementConstants;
  /** @internal */
  readonly response: Response;
  /** @internal */
  readonly law: ForceLaw;
  /**
   * What the law goes by in float32.
   * @internal
   */
  readonly kernel: ElementKernel | undefined;
  /** @internal */
  readonly stages: Stages;
}

const NAMES = ['material', 'pinned', 'fills', 'gravity', 'planes', 'precision', 'backend'];

/**
 * Makes a soft body of a solid, at rest and where the solid is.
 *
 * @throws PliantError naming the tetrahedron, point or option, the value and the remedy.
 */
export function createSoftBody(solid: Solid, options: SoftBodyOptions = {}): SoftBody {
  const caller = 'createSoftBody';
  requireNames(caller, options, NAMES);
  requireSolid(caller, solid);
  const { material = createMaterial(), fills } = options;
  const { backend, gravity, pinned, planes, precision } = {
    backend: options.backend ?? SOFT_BODY_DEFAULTS.backend,
    gravity: options.gravity ?? SOFT_BODY_DEFAULTS.gravity,
    pinned: options.pinned ?? SOFT_BODY_DEFAULTS.pinned,
    planes: options.planes ?? SOFT_BODY_DEFAULTS.planes,
    precision: options.precision ?? SOFT_BODY_DEFAULTS.precision,
  };
  requireOneOf(caller, 'precision', precision, ['float32', 'float64'] as const);
  requireOneOf(caller, 'backend', backend, ['auto', 'wasm', 'typescript'] as const);
  requireThree(caller, 'gravity', gravity);
  requireMaterial(caller, material);
  requireFills(caller, fills, solid.tetrahedra.length / 4);
  const elements = createElements(solid, material.density, fills);
  const constants = constantsOf(material);
  const own = responseOf(material);
  const stiffness = elements.weights.reduce((most, weight) => Math.max(most, weight), 0) * own.stiffness;
  const fixed = fixPlanes(caller, planes, stiffness / 4);
  const positions = Float64Array.from(solid.points);
  const made =
    precision === 'float64'
      ? { law: createReferenceLaw(elements, constants), kernel: undefined, backend: 'reference' as const }
      : createKernelLaw(caller, backend, elements, constants, findMiddle(positions));
  const isPinned = pin(caller, pinned, positions.length / 3);
  return {
    material,
    vertexCount: positions.length / 3,
    elementCount: elements.count,
    tetrahedra: elements.corners,
    masses: elements.masses,
    contactMasses: elements.masses.map((mass, vertex) => (isPinned[vertex] === 1 ? Infinity : mass)),
    pinned: isPinned,
    positions,
    velocities: new Float64Array(positions.length),
    forces: new Float64Array(positions.length),
    gravity: [gravity[0], gravity[1], gravity[2]],
    planes: fixed,
    time: 0,
    stepCount: 0,
    failure: undefined,
    ease: elements.masses.map((mass, vertex) => (isPinned[vertex] === 1 ? 0 : 1 / mass)),
    elements,
    constants,
    response: { ...own, ...responseOfPlanes(fixed) },
    stages: createStages(positions.length),
    ...made,
  };
}

/** Adds a force on a vertex, in newtons. All that are added act during the whole of the next {@link stepSoftBody}, and are gone after it. */
export function addForce(body: SoftBody, vertex: number, fx: number, fy: number, fz: number): void {
  const { forces } = body;
  if (!(vertex >= 0 && vertex < body.vertexCount && Number.isInteger(vertex))) {
    throw new PliantError(
      'bad-index',
      `addForce: there is no vertex ${vertex}; the body has ${body.vertexCount} vertices, from 0 on`,
    );
  }
  forces[vertex * 3] += fx;
  forces[vertex * 3 + 1] += fy;
  forces[vertex * 3 + 2] += fz;
}

function requireThree(caller: string, name: string, values: ArrayLike<number>): void {
  requireList(caller, name, values, 'three numbers');
  if (values.length !== 3) {
    throw new PliantError('bad-count', `${caller}: ${name} has ${values.length} numbers; pass three`);
  }
  requireFinite(caller, name, values);
}

function pin(caller: string, numbers: ArrayLike<number>, vertexCount: number): Uint8Array {
  requireList(caller, 'pinned', numbers, 'numbers of vertices');
  const pinned = new Uint8Array(vertexCount);
  for (let i = 0; i < numbers.length; i++) {
    requireInteger(caller, `pinned[${i}]`, numbers[i], 0, vertexCount - 1);
    pinned[numbers[i]] = 1;
  }
  return pinned;
}

/** The vertex that is nearest to the mean of all. */
function findMiddle(points: Float64Array): number {
  const mean = [0, 0, 0];
  for (let i = 0; i < points.length; i++) mean[i % 3] += points[i] / (points.length / 3);
  let nearest = Infinity;
  let middle = 0;
  for (let i = 0; i < points.length; i += 3) {
    const [x, y, z] = [points[i] - mean[0], points[i + 1] - mean[1], points[i + 2] - mean[2]];
    const squared = x * x + y * y + z * z;
    if (!(squared < nearest)) continue;
    nearest = squared;
    middle = i / 3;
  }
  return middle;
}
