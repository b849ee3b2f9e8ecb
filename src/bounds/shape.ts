/**
 * A shape: all that is precomputed of a deforming mesh, as one plain record of typed arrays. Store it, clone it, send it to a worker
 * (`transferablesOf` lists its buffers), and share it by as many bodies as you like.
 *
 * What is chosen unless told otherwise, and why:
 * - Linear deformations get boxes, leaves of 2 triangles and a tree that is cut for the motion: on a curtain of 240,000 triangles a
 *   gliding ball opens 23 blocks with boxes and 41 with spheres. Oriented boxes pay where a body is placed at an angle; spheres around
 *   smallest balls are the paper's bounds (bd/bd-tree.ts has the numbers).
 * - Blends get leaves of 4 triangles and patches of 64.
 * - Proxies pay where many bodies meet each other and a contact may be as coarse as a sphere: no vertex is ever posed.
 */
import { describe, requireNames } from '../checks.js';
import { BLEND_MODEL } from '../deform/blend.js';
import { createCageModel } from '../deform/cage.js';
import type { CageData } from '../deform/cage.js';
import { createTetEmbedding } from '../deform/embedding.js';
import { createLinearModel, createMorphModel, fieldsOf } from '../deform/linear.js';
import type { Model } from '../deform/model.js';
import { createSkinModel } from '../deform/skin.js';
import type { SkinData } from '../deform/skin.js';
import { PliantError } from '../errors.js';
import { BLEND } from '../kernels/layout/header.js';
import { rescale, runInSlices, runNow } from '../long-work.js';
import type { LongWork, LongWorkOptions } from '../long-work.js';
import { createMesh } from '../mesh/mesh.js';
import type { Mesh, MeshData } from '../mesh/mesh.js';
import type { TetrahedralMesh } from '../mesh/tetrahedral-mesh.js';
import { BUILD_DEFAULTS, QUINLAN_TREE, buildSteps } from '../tree/build.js';
import type { BuildOptions } from '../tree/build.js';
import { BD_TREE_DEFAULTS, bdTreeSteps } from './bd/bd-tree.js';
import type { BdTree, BdTreeOptions } from './bd/bd-tree.js';
import { BLEND_TREE_DEFAULTS, blendTreeSteps } from './blend/blend-tree.js';
import type { BlendTree, BlendTreeOptions } from './blend/blend-tree.js';
import type { PathTree } from './paths/path-tree.js';
import { proxySteps } from './proxies/proxies.js';
import type { ProxyOptions, ProxyShape } from './proxies/proxies.js';

export type { ProxyShape } from './proxies/proxies.js';

/** Bounds in blocks of four, whatever model they follow. */
export type BlockBounds = BdTree | BlendTree;

/** The bounds of a body: those of its shape, or those that follow the paths of a kinetic tree. */
export type BodyBounds = BlockBounds | PathTree;

/** Whether bounds have patches. */
export function hasPatches(bounds: BodyBounds): bounds is BlendTree | PathTree {
  return bounds.shape >= BLEND;
}

/** All that is precomputed of a deforming mesh. */
export interface Shape {
  /** The mesh at rest. */
  readonly mesh: Mesh;
  /** How it deforms. */
  readonly model: Model;
  /** Bounds that follow the model: a `BdTree` for a linear one, a `BlendTree` for a blend. */
  readonly bounds: BlockBounds;
}

/**
 * How a mesh deforms: displacement fields or morph targets that weights add up; joints; points of a cage or of tetrahedra; or a model that was
 * made before.
 */
export type Deformation =
  | Model
  | {
      /** Displacements, three numbers per vertex each: vibration modes, principal components, morph targets as glTF has them. */
      readonly fields: readonly Float32Array[];
    }
  | {
      /** Morph targets as whole shapes, three coordinates per vertex each. */
      readonly targets: readonly Float32Array[];
    }
  | SkinData
  | CageData
  | TetrahedralMesh;

/** What to choose for a shape. Everything has a default that suits the deformation. */
export interface ShapeOptions extends BuildOptions, BdTreeOptions, BlendTreeOptions {}

/**
 * Leaves of linear shapes. With one or two triangles a search poses the fewest vertices, but it opens half as many nodes again, and what a
 * large mesh costs is the memory that is fetched: 511 cache lines instead of 656 for a ball on 240,000 triangles.
 */
const LINEAR_LEAF_SIZE = 4;
/** Of making a shape, the share that its tree takes; the rest goes to its bounds. */
const TREE_SHARE = 0.6;

/**
 * Computes all that queries need of a mesh and how it deforms; without a deformation, of a rigid one.
 *
 * @throws PliantError that names the place, the value and the remedy.
 */
export function createShape(mesh: MeshData, deformation?: Deformation, options?: ShapeOptions): Shape;
/** With `proxies`, computes spheres that stand for the mesh instead. For linear deformations. */
export function createShape(
  mesh: MeshData,
  deformation: Deformation | undefined,
  options: ShapeOptions & { readonly proxies: ProxyOptions },
): ProxyShape;
export function createShape(
  mesh: MeshData,
  deformation?: Deformation,
  options: ShapeOptions & { readonly proxies?: ProxyOptions } = {},
): Shape | ProxyShape {
  return runNow(shapeSteps('createShape', mesh, deformation, options));
}

/** {@link createShape} in slices that leave the event loop free, with progress and the option to call it off. */
export function createShapeAsync(
  mesh: MeshData,
  deformation?: Deformation,
  options?: ShapeOptions & LongWorkOptions,
): Promise<Shape>;
/** With `proxies`, computes spheres that stand for the mesh instead. */
export function createShapeAsync(
  mesh: MeshData,
  deformation: Deformation | undefined,
  options: ShapeOptions & LongWorkOptions & { readonly proxies: ProxyOptions },
): Promise<ProxyShape>;
export async function createShapeAsync(
  mesh: MeshData,
  deformation?: Deformation,
  options: ShapeOptions & LongWorkOptions & { readonly proxies?: ProxyOptions } = {},
): Promise<Shape | ProxyShape> {
  return runInSlices(shapeSteps('createShapeAsync', mesh, deformation, options), options);
}

function* shapeSteps(
  caller: string,
  data: MeshData,
  deformation: Deformation | undefined,
  options: ShapeOptions & { readonly proxies?: ProxyOptions },
): LongWork<Shape | ProxyShape> {
  const mesh = isMesh(data) ? data : createMesh(data);
  const model = modelOf(caller, mesh, deformation);
  if (model.vertexCount !== mesh.vertexCount) {
    throw new PliantError('mismatch', `${caller}: the model was made for another mesh; make it from this one`);
  }
  const { proxies } = options;
  requireOptions(caller, model, options);
  if (proxies) return yield* proxyShapeSteps(caller, mesh, model, options, proxies);
  const isBlend = model.kind === BLEND_MODEL;
  const treeOptions = isBlend ? options : { leafSize: LINEAR_LEAF_SIZE, motion: fieldsOf(model), ...options };
  const tree = yield* rescale(buildSteps(caller, mesh, treeOptions), 0, TREE_SHARE);
  const boundSteps = isBlend
    ? blendTreeSteps(caller, mesh, model, tree, options)
    : bdTreeSteps(caller, mesh, model, tree, options);
  return { mesh, model, bounds: yield* rescale<BlockBounds>(boundSteps, TREE_SHARE, 1 - TREE_SHARE) };
}

/** Refuses options that are misspelt, or that mean nothing for this deformation. */
function requireOptions(
  caller: string,
  { kind }: Model,
  options: ShapeOptions & { readonly proxies?: ProxyOptions },
): void {
  const bounds = kind === BLEND_MODEL ? BLEND_TREE_DEFAULTS : BD_TREE_DEFAULTS;
  const names = Object.keys(options.proxies ? {} : bounds);
  requireNames(caller, options, [
    ...Object.keys(BUILD_DEFAULTS),
    'motion',
    'proxies',
    ...names,
    'signal',
    'onProgress',
  ]);
}

function* proxyShapeSteps(
  caller: string,
  mesh: Mesh,
  model: Model,
  options: ShapeOptions,
  proxies: ProxyOptions,
): LongWork<ProxyShape> {
  if (model.kind === BLEND_MODEL) {
    throw new PliantError('unsupported', `${caller}: proxies follow linear deformations; leave them out for a blend`);
  }
  const tree = yield* rescale(buildSteps(caller, mesh, { ...QUINLAN_TREE, ...options }), 0, TREE_SHARE);
  return yield* rescale(proxySteps(caller, mesh, model, tree, proxies), TREE_SHARE, 1 - TREE_SHARE);
}

/** What createMesh made need not be checked again, and must stay the same object for a model that was made from it. */
function isMesh(data: MeshData): data is Mesh {
  return typeof data === 'object' && data !== null && 'triangleCount' in data && data.triangles instanceof Uint32Array;
}

/** The model of a deformation; rigid without one. */
export function modelOf(caller: string, mesh: Mesh, deformation: Deformation = { fields: [] }): Model {
  if (typeof deformation === 'object' && deformation !== null) {
    if ('kind' in deformation) return deformation;
    if ('fields' in deformation) return createLinearModel(mesh, deformation.fields);
    if ('targets' in deformation) return createMorphModel(mesh, deformation.targets);
    if ('joints' in deformation) return createSkinModel(mesh, deformation);
    if ('tetrahedra' in deformation) return createTetEmbedding(mesh, deformation);
    if ('points' in deformation) return createCageModel(mesh, deformation);
  }
  throw new PliantError(
    'bad-type',
    `${caller}: the deformation is ${describe(deformation)}; pass { fields }, { targets }, { joints, weights, influencesPerVertex }, ` +
      '{ points, weights }, { points, tetrahedra }, or nothing for a mesh that does not deform',
  );
}
