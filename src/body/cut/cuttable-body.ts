/**
 * Bodies that can be cut while they are used: a surgeon's knife, cloth that tears. Shapes are shared, and never change; such a body has a copy of its own, with room, and a cut writes what it changes to where the
 * kernels read it. So a cut takes as long as what it touches, however large the mesh is, and the next query sees it.
 */
import { collectShape, createCuttableShape } from '../../bounds/cut/cuttable-shape.js';
import type { CutRoom } from '../../bounds/cut/cuttable-shape.js';
import type { CuttableShape } from '../../bounds/cut/cuttable.js';
import type { Cut } from '../../bounds/cut/cut.js';
import { cutCuttable } from '../../bounds/cut/cut-shape.js';
import type { CutReport } from '../../bounds/cut/cut-shape.js';
import type { Shape } from '../../bounds/shape.js';
import { describe } from '../../checks.js';
import type { Model } from '../../deform/model.js';
import { PliantError } from '../../errors.js';
import { KERNELS_FINGERPRINT } from '../../kernels/generated/kernels-wasm.js';
import type { Kernels } from '../../kernels/kernels.js';
import { BLEND } from '../../kernels/layout/header.js';
import type { Mesh } from '../../mesh/mesh.js';
import type { Body } from '../body.js';
import { fittedByNow } from '../gradual-fit.js';
import { MeshBody } from '../mesh-body.js';
import { requireBodyOptions, requireShape } from '../options.js';
import type { BodyOptions } from '../options.js';
import { partsOf } from '../parts.js';
import { writeChanges } from './write-changes.js';

/** How a body is kept up to date, and for how much to keep room. */
export interface CuttableOptions extends BodyOptions {
  /** For how much to keep room, until a body has to be made anew. */
  readonly room?: CutRoom;
}

/** A mesh and a model after cuts. */
export interface CutParts {
  /** All vertices, by their numbers, and the triangles that are there. */
  readonly mesh: Mesh;
  /** How it deforms. */
  readonly model: Model;
  /** Of each triangle of the mesh the number that it had in the body. */
  readonly sources: Uint32Array;
}

const shapes = new WeakMap<Body, CuttableShape>();

/**
 * Creates a body that {@link cutBody} can cut: one instance of a shape, as `createBody` does, with arrays of its own instead of those that bodies of a shape share. Unless `pruning` is `'never'`, the regions
 * of the shape are listed now, which takes about as long as building its tree.
 *
 * `body.mesh` is the mesh as it is now. Its arrays are longer than its counts say, and triangles that are not there have one vertex three times, so that its indices can be drawn as they are. `body.positions` has room behind
 * the vertices, too.
 *
 * @throws PliantError that names the place, the value and the remedy.
 */
export function createCuttableBody(kernels: Kernels, shape: Shape, options: CuttableOptions = {}): Body & Shape {
  const caller = 'createCuttableBody';
  if ((kernels as Kernels | undefined)?.mark !== KERNELS_FINGERPRINT || typeof shape !== 'object' || shape === null) {
    throw new PliantError(
      'bad-type',
      `${caller}: kernels and a shape are needed, got ${describe(kernels)} and ${describe(shape)}; pass what loadKernels of this release and createShape gave`,
    );
  }
  if ('slots' in shape) {
    throw new PliantError(
      'unsupported',
      `${caller}: spheres that stand for a mesh cannot be cut; create the shape without proxies`,
    );
  }
  requireShape(caller, shape);
  const { room = {}, ...bodyOptions } = options;
  const chosen = requireBodyOptions(caller, bodyOptions, shape.model);
  const cuttable = createCuttableShape(caller, fittedShape(kernels, shape), room, chosen.pruning !== 'never');
  const body = new MeshBody(kernels, partsOf(cuttable, chosen.coherence), chosen);
  shapes.set(body, cuttable);
  return body as Body & Shape;
}

/**
 * Cuts a body: some of its triangles go, others come, between vertices that there are or with new ones. The next query sees it, in the pose that the body has; searches that are under way are refused, as after a new pose.
 *
 * Numbers are stable. What was removed never comes back under its number; what is added is numbered behind all that ever was.
 *
 * @throws PliantError that names the place, the value and the remedy, and leaves the body as it was: for triangles that are not there, vertices that are not there, where no triangle would be left, and where there is no
 * room.
 */
export function cutBody(body: Body, cut: Cut): CutReport {
  const shape = cuttableOf('cutBody', body);
  // Refuses a body that is no more.
  const { pose } = body;
  const { changes, report } = cutCuttable(shape, cut);
  writeChanges(body, shape, changes);
  pose.stamp++;
  return report;
}

/** A mesh and a model of what is left of a body, to make a shape of, here or in a worker: when there is no more room, or to store it. */
export function collectCut(body: Body): CutParts {
  return collectShape(cuttableOf('collectCut', body));
}

/** The shape with what searches have fitted to it so far: it goes on to hold, whatever is cut, and could not be found out later. */
function fittedShape(kernels: Kernels, shape: Shape): Shape {
  const { bounds } = shape;
  // Of fields, what was fitted is left behind.
  if (bounds.shape !== BLEND) return bounds.affine ? { ...shape, bounds: { ...bounds, affine: undefined } } : shape;
  const affine = fittedByNow({ bounds, kernels });
  return affine && !bounds.affine ? { ...shape, bounds: { ...bounds, affine } } : shape;
}

function cuttableOf(caller: string, body: Body): CuttableShape {
  const shape = shapes.get(body);
  if (shape) return shape;
  throw new PliantError(
    'mismatch',
    `${caller}: got ${describe(body)}, which cannot be cut; pass what createCuttableBody gave`,
  );
}
