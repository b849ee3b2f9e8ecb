/**
 * Cuts a shape: some of its triangles go, others come, between vertices that there are or with new ones. What is computed is what the cut touches: bounds of the nodes above
 * those triangles, borders and regions around them. Everything else is taken over from the shape before, which stays as it is, and so do its bodies.
 *
 * Triangles are numbered as if one had filtered the index buffer and written the new ones behind it: those that stay, in their order, then those that were added. So the mesh of
 * the new shape is an ordinary one, its hits name its own triangles, and nothing has to know about holes in the numbers. `sources` leads back.
 * Vertices keep their numbers, also where no triangle uses them any more; new ones come behind them.
 */
import { describe, requireNames } from '../../checks.js';
import { BLEND_MODEL } from '../../deform/blend.js';
import { joinModels } from '../../deform/join-models.js';
import type { LinearModel } from '../../deform/linear.js';
import type { Model } from '../../deform/model.js';
import { PliantError } from '../../errors.js';
import { BLEND } from '../../kernels/layout/header.js';
import { createMesh } from '../../mesh/mesh.js';
import type { Mesh } from '../../mesh/mesh.js';
import { modelOf } from '../shape.js';
import type { BlockBounds, Shape } from '../shape.js';
import { cutBdTree } from './cut-bd-tree.js';
import { cutBlendTree } from './cut-blend-tree.js';
import { editTree } from './edit-tree.js';
import { CALLER, editTriangles } from './edit-triangles.js';
import type { Cut } from './edit-triangles.js';
import { findStaleNodes } from './stale-nodes.js';
import { takeOverRegions } from './take-over.js';

export type { Cut } from './edit-triangles.js';

/** A shape after a cut. */
export interface CutShape {
  /** The shape after the cut. It shares arrays with the one before where they are the same: to send it to a worker and keep the other, copy it. */
  readonly shape: Shape;
  /** Of each triangle of the new mesh its number in the one before, or `NO_INDEX` where it was added. */
  readonly sources: Uint32Array;
  /** What was computed; all else was taken over. */
  readonly rebuilt: {
    /** Nodes of the tree that got new bounds. */
    readonly nodes: number;
    /** Nodes whose borders were found anew; 0 where the regions of the shape were not known yet. */
    readonly borders: number;
    /** Regions, single nodes and pairs of neighbours, that were looked at anew. */
    readonly regions: number;
  };
}

/**
 * Cuts a shape. Bodies of the shape before go on as they were; for the new one, create another body and give it their pose.
 *
 * @throws PliantError that names the place, the value and the remedy: for triangles that are not there or are removed twice, for vertices that are not there, and where no
 * triangle would be left.
 */
export function cutShape(shape: Shape, cut: Cut): CutShape {
  requireCuttable(shape, cut);
  const { bounds, mesh, model } = shape;
  const added = cut.vertices ? modelOfAdded(mesh, model, cut.vertices) : undefined;
  const edits = editTriangles(mesh, bounds.vertexOrder, cut);
  const cutModel = added ? joinModels(CALLER, model, added) : model;
  const edited = editTree(bounds, mesh.positions, edits);
  const isStale = findStaleNodes(bounds, edited, edits);
  let after: BlockBounds;
  let nodes = isStale.reduce((sum, stale) => sum + stale, 0);
  let slotSources: Uint32Array;
  if (bounds.shape === BLEND) {
    if (cutModel.kind !== BLEND_MODEL || (added && added.kind !== BLEND_MODEL)) throw mismatch();
    const result = cutBlendTree(bounds, cutModel, added, edits, edited, isStale);
    ({ bounds: after, slotSources } = result);
    nodes = result.listsMade;
  } else {
    if (cutModel.kind === BLEND_MODEL) throw mismatch();
    const linear = added as LinearModel | undefined;
    ({ bounds: after, slotSources } = cutBdTree(bounds, cutModel, linear, edits, edited, isStale));
  }
  return {
    shape: { mesh: edits.mesh, model: cutModel, bounds: after },
    sources: edits.sources,
    rebuilt: { nodes, ...takeOverRegions(bounds, after, slotSources) },
  };
}

function mismatch(): PliantError {
  return new PliantError('mismatch', `${CALLER}: the bounds follow another kind of model; pass what createShape gave`);
}

function requireCuttable(shape: Shape, cut: Cut): void {
  if (typeof shape === 'object' && shape !== null && 'slots' in shape) {
    throw new PliantError(
      'unsupported',
      `${CALLER}: spheres that stand for a mesh cannot be cut; create the shape anew`,
    );
  }
  if (!(shape as Shape | undefined)?.mesh || !shape.model || !shape.bounds || typeof cut !== 'object' || cut === null) {
    throw new PliantError(
      'bad-type',
      `${CALLER}: got ${describe(shape)} and ${describe(cut)}; pass a shape and { remove, add, vertices }`,
    );
  }
  requireNames(CALLER, cut, ['remove', 'add', 'vertices']);
  if (
    shape.bounds.triangleOrder.length !== shape.mesh.triangleCount ||
    shape.bounds.vertexCount !== shape.mesh.vertexCount ||
    shape.model.vertexCount !== shape.mesh.vertexCount
  ) {
    throw new PliantError(
      'mismatch',
      `${CALLER}: mesh, model and bounds do not belong together; pass what createShape gave`,
    );
  }
}

/** The model of the new vertices alone. */
function modelOfAdded(mesh: Mesh, model: Model, { deformation, positions }: NonNullable<Cut['vertices']>): Model {
  // A mesh has a triangle: any serves to check coordinates.
  const part = createMesh({ positions, triangles: Uint32Array.of(0, 0, 0) });
  if (deformation === undefined && (model.kind === BLEND_MODEL || model.fieldCount > 0)) {
    throw new PliantError(
      'bad-type',
      `${CALLER}: vertices.deformation is undefined; say how the ${part.vertexCount} new vertices move, as for createShape`,
    );
  }
  const added = modelOf(CALLER, part, deformation);
  if (added.vertexCount !== part.vertexCount) {
    throw new PliantError(
      'bad-count',
      `${CALLER}: vertices.deformation moves ${added.vertexCount} vertices, but ${part.vertexCount} are new; give it those alone`,
    );
  }
  if (mesh.vertexCount + part.vertexCount > 0x7fffffff)
    throw new PliantError('unsupported', `${CALLER}: too many vertices`);
  return added;
}
