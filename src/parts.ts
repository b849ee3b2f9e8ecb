/**
 * What a shape is made of — mesh, model, tree, bounds — for whoever wants to choose each: `createBody` takes any
 * `{ mesh, model, bounds }` that were made for each other.
 *
 * @packageDocumentation
 */

// Meshes: checked, read from files, welded, and taken apart
export { NO_INDEX, createMesh } from './mesh/mesh.js';
export type { Mesh, MeshData } from './mesh/mesh.js';
export { readObj } from './mesh/read-obj.js';
export { readPly } from './mesh/read-ply.js';
export { sortFrames } from './mesh/frame-names.js';
export { readSequence } from './mesh/read-sequence.js';
export type { Sequence, SequenceFile } from './mesh/read-sequence.js';
export type { MeshParts } from './mesh/mesh-parts.js';
export { readMdd, readPc2 } from './mesh/point-cache.js';
export { RECORDING_DEFAULTS } from './mesh/recording.js';
export type { Recording, RecordingOptions } from './mesh/recording.js';
export { weldVertices } from './mesh/weld.js';
export type { WeldArray, WeldAttribute, WeldedMesh } from './mesh/weld.js';
export { findEdges, findTriangleNeighbours, findVertexTriangles } from './mesh/adjacency.js';
export type { EdgeTable, VertexTriangles } from './mesh/adjacency.js';
export { findComponents } from './mesh/components.js';
export type { Components } from './mesh/components.js';
export { dropUnusedVertices, findUnusedVertices } from './mesh/unused.js';
export type { CompactedMesh } from './mesh/unused.js';

// Tetrahedra: read from files, checked, turned the same way, and their surface
export type { SolidFile, TetrahedralMesh } from './mesh/tetrahedral-mesh.js';
export { readGmsh } from './mesh/read-gmsh.js';
export { readMedit } from './mesh/read-medit.js';
export { readVtk } from './mesh/read-vtk.js';
export { findTetrahedraProblem, inspectTetrahedra } from './mesh/inspect-tetrahedra.js';
export type { TetrahedraReport } from './mesh/inspect-tetrahedra.js';
export { ORIENT_DEFAULTS, orientTetrahedra } from './mesh/orient-tetrahedra.js';
export type { OrientOptions, OrientedTetrahedra } from './mesh/orient-tetrahedra.js';
export { findBoundary } from './mesh/boundary.js';

// Models: where a vertex is
export { poseMesh, poseReach, poseVertex, poseVertices } from './deform/model.js';
export type { Model } from './deform/model.js';
export {
  FIELD_BLOCK,
  LINEAR_MODEL,
  createLinearModel,
  createMorphModel,
  fieldIndex,
  fieldsOf,
} from './deform/linear.js';
export type { LinearModel } from './deform/linear.js';
export { BLEND_MODEL } from './deform/blend.js';
export type { BlendModel, NormalizedWeights } from './deform/blend.js';
export { createSkinModel } from './deform/skin.js';
export type { SkinData } from './deform/skin.js';
export { createCageModel } from './deform/cage.js';
export type { CageData } from './deform/cage.js';
export { LOOP_DEFAULTS, subdivideLoop } from './deform/loop/subdivide-loop.js';
export type { Crease, LoopOptions, LoopSurface } from './deform/loop/subdivide-loop.js';
export { PARTICLE_DEFAULTS, createParticles, writeParticleTransforms } from './deform/particles/particles.js';
export type { ParticleData, ParticleOptions, Particles } from './deform/particles/particles.js';
export { createLinkTransforms, createLinks, writeLinkTransforms } from './deform/links/links.js';
export type { CoarseMesh, Links } from './deform/links/links.js';
export type { CornerArray } from './mesh/corners.js';
export { createTetEmbedding } from './deform/embedding.js';
export type { GovernorArray, WeightArray } from './deform/influences.js';
export { createGovernorRanking, governorsOf, strongestGovernors } from './deform/governors.js';
export type { GovernorRanking, VertexGovernors } from './deform/governors.js';
export { FIT_DEFAULTS, fitLinearModel, fitLinearModelAsync } from './deform/fit.js';
export type { FitOptions, FitResidual, LinearFit } from './deform/fit.js';
export { bakeFrames, bakeFramesAsync } from './deform/bake.js';

// Poses: the numbers that drive a model
export {
  TRANSFORM_STRIDE,
  createPose,
  setMatrices,
  setPoints,
  setTime,
  setTransforms,
  setWeights,
} from './deform/pose.js';
export type { Pose, PoseLayout } from './deform/pose.js';

// Trees: over the mesh at rest
export { NO_NODE, isLeaf, nodeLevels } from './tree/tree.js';
export type { Tree } from './tree/tree.js';
export { BUILD_DEFAULTS, QUINLAN_TREE, buildTree, buildTreeAsync } from './tree/build.js';
export type { BuildOptions, MotionOptions } from './tree/build.js';
export type { SplitRule } from './tree/split.js';
export { widenTree } from './tree/widen.js';
export { findTreeProblem } from './tree/validate.js';
export { deserializeTree, serializeTree } from './tree/serialize.js';

// Bounds: what follows a model, and the options of shapes and bodies
export type { BlockTree } from './bounds/blocks/block-tree.js';
export type { PatchedTree } from './bounds/blocks/patches.js';
export type { BlockBounds, BodyBounds } from './bounds/shape.js';
export type { PathTree } from './bounds/paths/path-tree.js';
export { BD_TREE_DEFAULTS, createBdTree, createBdTreeAsync } from './bounds/bd/bd-tree.js';
export type { BdTree, BdTreeOptions } from './bounds/bd/bd-tree.js';
export type { BdCenter } from './bounds/bd/fit.js';
export { BLEND_TREE_DEFAULTS, createBlendTree, createBlendTreeAsync } from './bounds/blend/blend-tree.js';
export type { BlendTree, BlendTreeOptions } from './bounds/blend/blend-tree.js';
export { collectCut, createCuttableBody, cutBody } from './body/cut/cuttable-body.js';
export type { CutParts, CuttableOptions } from './body/cut/cuttable-body.js';
export { CUT_ROOM_DEFAULTS } from './bounds/cut/cuttable-shape.js';
export type { CutRoom } from './bounds/cut/cuttable-shape.js';
export type { Cut } from './bounds/cut/cut.js';
export type { CutReport } from './bounds/cut/cut-shape.js';
export { fitRegions, fitRegionsAsync } from './bounds/affine/fit-regions.js';
export type { AffineRegions } from './bounds/affine/pack-affine.js';
export { PROXY_DEFAULTS, createProxyShape, createProxyShapeAsync } from './bounds/proxies/proxies.js';
export type { ProxyOptions, ProxyShape } from './bounds/proxies/proxies.js';

// Normals: self-collision by the BN-Tree, for whoever chooses it by name; `findSelfHits` does not need it
export { NORMAL_BOUNDS_DEFAULTS, createNormalBounds } from './bounds/normals/normal-bounds.js';
export type { NormalBoundsOptions } from './bounds/normals/normal-bounds.js';
export type { NormalBounds } from './bounds/normals/layout.js';
export { NORMAL_PRUNE_DEFAULTS, createNormalPrune } from './query/pair/normal-prune.js';
export type { NormalPrune, NormalPruneOptions } from './query/pair/normal-prune.js';
export type { NormalStatistics } from './body/normals/statistics.js';
export { beginPrunedSelf } from './query/pair/find-pair-hits.js';
export type { Prune } from './query/pair/walk.js';

// Bodies: their options, and what they run on
export { BODY_DEFAULTS } from './body/options.js';
export type { BodyOptions } from './body/options.js';
export { LOAD_KERNELS_DEFAULTS } from './kernels/kernels.js';
export type { Backend, LoadKernelsOptions } from './kernels/kernels.js';
export type { LongWorkOptions } from './long-work.js';
