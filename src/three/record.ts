/**
 * What is computed once per geometry, and shared by all meshes that have it: vertices that move as one welded, the model that
 * moves them, and a tree of bounds that follow it. Plain data, made from plain data, here or in a worker.
 *
 * A mesh without bones is a blend with one governor, which stays where it is. The bounds of linear models would do as well;
 * see docs/three.md for what was measured.
 */
import { createBlendTree, createBlendTreeAsync } from '../bounds/blend-tree.js';
import type { BlendTree } from '../bounds/blend-tree.js';
import type { BlendModel } from '../deform/blend.js';
import { createSkinModel } from '../deform/skin.js';
import type { LongWorkOptions } from '../long-work.js';
import { createMesh } from '../mesh/mesh.js';
import type { Mesh } from '../mesh/mesh.js';
import { dropUnusedVertices } from '../mesh/unused.js';
import { weldVertices } from '../mesh/weld.js';
import { buildTree, buildTreeAsync } from '../tree/build.js';
import type { Tree } from '../tree/tree.js';
import type { GeometrySource } from './geometry-source.js';
import { makeConvex } from './skin-weights.js';
import type { ConvexWeights } from './skin-weights.js';

/** The surface of a geometry, and what moves it. */
export interface DeformSurface {
  /** Welded vertices; triangles as the geometry numbers its faces. */
  readonly mesh: Mesh;
  /** Morph targets, then governors. */
  readonly model: BlendModel;
  /** Bones that a skeleton must have; 0 where bones do not move the mesh. */
  readonly boneCount: number;
  /** See {@link ConvexWeights.stretch}. */
  readonly stretch: number;
}

/** Everything precomputed of a geometry. */
export interface DeformRecord extends DeformSurface {
  readonly bounds: BlendTree;
}

/** Of building a record, the share that the tree takes; the rest goes to its bounds. */
const TREE_SHARE = 0.7;

/** Builds everything at once. */
export function buildRecord(source: GeometrySource): DeformRecord {
  const surface = createSurface(source);
  return boundSurface(surface, buildTree(surface.mesh));
}

/** {@link buildRecord} in slices, with progress. */
export async function buildRecordAsync(source: GeometrySource, options: LongWorkOptions): Promise<DeformRecord> {
  const { onProgress, signal } = options;
  const surface = createSurface(source);
  const { mesh, model } = surface;
  const part = (start: number, share: number): LongWorkOptions => ({
    ...(signal && { signal }),
    // The last word is that of the whole.
    ...(onProgress && { onProgress: (done) => done < 1 && onProgress(start + done * share) }),
  });
  const tree = await buildTreeAsync(mesh, part(0, TREE_SHARE));
  const bounds = await createBlendTreeAsync(mesh, model, tree, part(TREE_SHARE, 1 - TREE_SHARE));
  return { ...surface, bounds };
}

/** Bounds a surface over a tree that is there already. */
export function boundSurface(surface: DeformSurface, tree: Tree): DeformRecord {
  return { ...surface, bounds: createBlendTree(surface.mesh, surface.model, tree) };
}

/** Welds the vertices of a geometry, and says what moves them. */
export function createSurface({ positions, triangles, morphTargets, skin }: GeometrySource): DeformSurface {
  const compact = dropUnusedVertices(createMesh({ positions, triangles }));
  const pickUsed = (values: Float32Array): Float32Array => pick(values, 3, compact.originalOf, Float32Array);
  const usedTargets = morphTargets.map(pickUsed);
  const convex = skin ? pickSkin(skin, compact.originalOf) : unmoved(compact.originalOf.length);
  const perVertex = convex.influencesPerVertex;
  const { mesh, originalOf } = weldVertices(compact.mesh, [
    { array: convex.joints, itemSize: perVertex },
    { array: convex.weights, itemSize: perVertex },
    ...usedTargets.map((array) => ({ array, itemSize: 3 })),
  ]);
  const model = createSkinModel(mesh, {
    joints: pick(convex.joints, perVertex, originalOf, Uint32Array),
    weights: pick(convex.weights, perVertex, originalOf, Float64Array),
    influencesPerVertex: perVertex,
    jointCount: governorCountOf(convex),
    morphTargets: usedTargets.map((values) => pick(values, 3, originalOf, Float32Array)),
  });
  return { mesh, model, boneCount: skin ? convex.boneCount : 0, stretch: convex.stretch };
}

function pickSkin({ joints, weights }: NonNullable<GeometrySource['skin']>, vertices: Uint32Array): ConvexWeights {
  return makeConvex(pick(joints, 4, vertices, Uint32Array), pick(weights, 4, vertices, Float64Array));
}

/** One governor for all vertices. */
function unmoved(vertexCount: number): ConvexWeights {
  return {
    joints: new Uint32Array(vertexCount),
    weights: new Float64Array(vertexCount).fill(1),
    influencesPerVertex: 1,
    boneCount: 1,
    stretch: 1,
  };
}

/** Bones and anchor, and the bones again where some are stretched. */
function governorCountOf({ boneCount, influencesPerVertex, stretch }: ConvexWeights): number {
  if (influencesPerVertex === 1) return 1;
  return stretch > 1 ? boneCount * 2 + 1 : boneCount + 1;
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
