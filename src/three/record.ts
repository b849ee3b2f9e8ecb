/**
 * What is computed once per geometry, and shared by all meshes that have it: vertices that move as one welded, the model that
 * moves them, and a tree of bounds that follow it. Plain data, made from plain data, here or in a worker.
 *
 * Bones make a blend; morph targets alone make a linear model, and so does nothing at all. Morph targets could be a blend too,
 * with one governor that stays where it is: measured on the shared models (Node 20, median of one ray per pose), that took 10 µs
 * against 8.5 on the face of 52 targets, 4.5 against 3.4 on the horse and 42 against 5 on the torus of 20 vibrations. Bounds that
 * also keep the sizes at morph targets took 10, 2.3 and 8 µs, and half as much memory again.
 */
import { BLEND, orderDisplacements } from '../internals.js';
import {
  BLEND_MODEL,
  buildTree,
  buildTreeAsync,
  createBdTree,
  createBdTreeAsync,
  createBlendTree,
  createBlendTreeAsync,
  createLinearModel,
  createMesh,
  createSkinModel,
  dropUnusedVertices,
  fieldsOf,
  weldVertices,
} from '../parts.js';
import type { BdTree, BlendModel, BlendTree, BlendTreeOptions, BuildOptions, Mesh, Model, Tree } from '../parts.js';
import type { LongWorkOptions } from '../long-work.js';
import { PliantError } from '../errors.js';
import { BONES_PER_VERTEX } from './geometry-source.js';
import type { GeometrySource } from './geometry-source.js';
import { makeConvex } from './skin-weights.js';

/** The surface of a geometry, and what moves it. */
export interface DeformSurface {
  /** Welded vertices; triangles as the geometry numbers its faces. */
  readonly mesh: Mesh;
  /** Morph targets alone, or followed by governors. */
  readonly model: Model;
  /** Bones that a skeleton must have; 0 where bones do not move the mesh. */
  readonly boneCount: number;
  /** See `stretch` in skin-weights.ts. */
  readonly stretch: number;
}

/** Everything precomputed of a geometry. */
export interface DeformRecord extends DeformSurface {
  /** What the bounds are made over. */
  readonly tree: Tree;
  readonly bounds: BdTree | BlendTree;
}

/** What a body that can be put into any affine space is made of. */
export interface PlaceableRecord {
  readonly mesh: Mesh;
  readonly model: BlendModel;
  readonly bounds: BlendTree;
}

/**
 * Leaves and patches are as suits single rays, the most frequent question: on a character of 49 k triangles a ray took 6.8 µs of
 * walking against 8.9 with the defaults, 28 µs against 33 where it found nothing in the caches. Its collisions with itself and
 * with another took 22 % and 12 % less, finding that two are just apart 10 % more.
 */
const TREE_OPTIONS: BuildOptions = { leafSize: 8 };
const BLEND_OPTIONS: BlendTreeOptions = { patchSize: 16 };

/** Of building a record, the share that the tree takes; the rest goes to its bounds. */
const TREE_SHARE = 0.7;

/** Builds everything at once. */
export function buildRecord(source: GeometrySource): DeformRecord {
  const surface = createSurface(source);
  return boundSurface(surface, buildTree(surface.mesh, TREE_OPTIONS));
}

/** {@link buildRecord} in slices, with progress. */
export async function buildRecordAsync(source: GeometrySource, options: LongWorkOptions): Promise<DeformRecord> {
  const { onProgress } = options;
  const surface = createSurface(source);
  const { mesh, model } = surface;
  // The last word is that of the whole.
  const treeProgress = (done: number): unknown => done < 1 && onProgress?.(done * TREE_SHARE);
  const tree = await buildTreeAsync(mesh, { ...TREE_OPTIONS, onProgress: treeProgress });
  const rest: LongWorkOptions = { onProgress: (done) => onProgress?.(TREE_SHARE + done * (1 - TREE_SHARE)) };
  const bounds =
    model.kind === BLEND_MODEL
      ? await createBlendTreeAsync(mesh, model, tree, { ...BLEND_OPTIONS, ...rest })
      : await createBdTreeAsync(mesh, model, tree, rest);
  return { ...surface, tree, bounds };
}

/** Bounds a surface over a tree that is there already. */
function boundSurface(surface: DeformSurface, tree: Tree): DeformRecord {
  const { mesh, model } = surface;
  const bounds =
    model.kind === BLEND_MODEL ? createBlendTree(mesh, model, tree, BLEND_OPTIONS) : createBdTree(mesh, model, tree);
  return { ...surface, tree, bounds };
}

/** The numbers that are slow to compute of a record's bounds: the coefficients that follow morph targets. */
export function coefficientsOf({ bounds }: DeformRecord): Float32Array {
  if (bounds.shape === BLEND || bounds.fieldCount === 0) return new Float32Array(0);
  const coefficients = new Float32Array(bounds.rows.length + bounds.rates.length);
  coefficients.set(bounds.rows);
  coefficients.set(bounds.rates, bounds.rows.length);
  return coefficients;
}

/** A record from a tree and {@link coefficientsOf}. Refuses those that do not fit the surface. */
export function restoreRecord(
  caller: string,
  surface: DeformSurface,
  tree: Tree,
  coefficients: Float32Array,
): DeformRecord {
  const { mesh, model } = surface;
  if (model.kind === BLEND_MODEL || model.fieldCount === 0) return boundSurface(surface, tree);
  const unposed = createBdTree(mesh, createLinearModel(mesh, []), tree);
  const { fieldCount } = model;
  const rowsLength = unposed.rows.length * (fieldCount + 1);
  if (coefficients.length !== rowsLength + unposed.rates.length) {
    throw new PliantError(
      'mismatch',
      `${caller}: there are ${coefficients.length} coefficients, but the mesh needs ${rowsLength + unposed.rates.length}; ` +
        'compute the deform tree again',
    );
  }
  const rows = coefficients.slice(0, rowsLength);
  const rates = coefficients.slice(rowsLength);
  const displacements = orderDisplacements(model, unposed.vertexOrder, true);
  return {
    ...surface,
    tree,
    bounds: { ...unposed, fieldCount, modelChecksum: model.checksum, rows, rates, displacements },
  };
}

/** Kept for all trees of a record, as long as it is there. */
const placeableRecords = new WeakMap<DeformRecord, PlaceableRecord>();

/**
 * A record whose governors can take any affine matrix, be it of a mirrored or stretched space. Linear models can be placed
 * rigidly only; as a blend with one governor they give the same vertices, to the last bit. Made when it is first asked for.
 */
export function placeableOf(record: DeformRecord): PlaceableRecord {
  const { mesh, model, tree, bounds } = record;
  if (model.kind === BLEND_MODEL) return { mesh, model, bounds: bounds as BlendTree };
  let placeable = placeableRecords.get(record);
  if (!placeable) {
    const blend = createSkinModel(mesh, {
      joints: new Uint8Array(mesh.vertexCount),
      weights: new Float32Array(mesh.vertexCount).fill(1),
      influencesPerVertex: 1,
      morphTargets: fieldsOf(model),
    });
    placeable = { mesh, model: blend, bounds: createBlendTree(mesh, blend, tree, BLEND_OPTIONS) };
    placeableRecords.set(record, placeable);
  }
  return placeable;
}

/** Welds the vertices of a geometry, and says what moves them. */
export function createSurface({ positions, triangles, morphTargets, skin }: GeometrySource): DeformSurface {
  const compact = dropUnusedVertices(createMesh({ positions, triangles }));
  const used = compact.originalOf;
  const usedTargets = morphTargets.map((values) => pick(values, 3, used, Float32Array));
  const targetData = usedTargets.map((array) => ({ array, itemSize: 3 }));
  if (!skin) {
    const { mesh, originalOf } = weldVertices(compact.mesh, targetData);
    const model = createLinearModel(mesh, pickAll(usedTargets, originalOf));
    return { mesh, model, boneCount: 0, stretch: 1 };
  }
  const joints = pick(skin.joints, BONES_PER_VERTEX, used, Uint32Array);
  const convex = makeConvex(joints, pick(skin.weights, BONES_PER_VERTEX, used, Float64Array));
  const { boneCount, influencesPerVertex, stretch } = convex;
  const { mesh, originalOf } = weldVertices(compact.mesh, [
    { array: convex.joints, itemSize: influencesPerVertex },
    { array: convex.weights, itemSize: influencesPerVertex },
    ...targetData,
  ]);
  const model = createSkinModel(mesh, {
    joints: pick(convex.joints, influencesPerVertex, originalOf, Uint32Array),
    weights: pick(convex.weights, influencesPerVertex, originalOf, Float64Array),
    influencesPerVertex,
    jointCount: stretch > 1 ? boneCount * 2 + 1 : boneCount + 1,
    morphTargets: pickAll(usedTargets, originalOf),
  });
  return { mesh, model, boneCount, stretch };
}

function pickAll(lists: readonly Float32Array[], vertices: Uint32Array): Float32Array[] {
  return lists.map((values) => pick(values, 3, vertices, Float32Array));
}

function pick<Numbers extends Float32Array | Float64Array | Uint32Array>(
  from: Numbers,
  itemSize: number,
  items: Uint32Array,
  Kind: new (length: number) => Numbers,
): Numbers {
  const out = new Kind(items.length * itemSize);
  for (let i = 0; i < items.length; i++) {
    for (let k = 0; k < itemSize; k++) out[i * itemSize + k] = from[items[i] * itemSize + k];
  }
  return out;
}
