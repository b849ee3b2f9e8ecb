/**
 * Pliant: collision detection for meshes that deform.
 *
 * A mesh at rest, a deformation driven by a few numbers, a tree over the rest mesh, bounds that follow those numbers,
 * and queries that ask only about what they touch.
 *
 * @packageDocumentation
 */

export { PliantError } from './errors.js';
export type { PliantErrorCode } from './errors.js';
export type { LongWorkOptions } from './long-work.js';
export { transferablesOf } from './transfer.js';

// math
export { PI, acos, cos, sin } from './math/trigonometry.js';
export { orient2d, orient3d } from './math/predicates.js';
export type { Sign } from './math/predicates.js';
export { createRandom } from './math/random.js';
export type { Random } from './math/random.js';
export { nextDown32, nextUp32, roundDown32, roundUp32 } from './math/round.js';
/** Vectors on flat arrays with offsets. */
export * as vec3 from './math/vec3.js';

// mesh
export { NO_INDEX, createMesh } from './mesh/mesh.js';
export type { Mesh, MeshData } from './mesh/mesh.js';
export { weldVertices } from './mesh/weld.js';
export type { WeldArray, WeldAttribute, WeldedMesh } from './mesh/weld.js';
export { findEdges, findTriangleNeighbours, findVertexTriangles } from './mesh/adjacency.js';
export type { EdgeTable, VertexTriangles } from './mesh/adjacency.js';
export { findComponents } from './mesh/components.js';
export type { Components } from './mesh/components.js';
export { inspectSurface } from './mesh/surface.js';
export type { SurfaceReport } from './mesh/surface.js';
export { dropUnusedVertices, findUnusedVertices } from './mesh/unused.js';
export type { CompactedMesh } from './mesh/unused.js';
export { readObj } from './mesh/read-obj.js';
export { readPly } from './mesh/read-ply.js';

// deform
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
export { poseMesh, poseReach, poseVertex, poseVertices } from './deform/model.js';
export type { Model } from './deform/model.js';
export { FIELD_BLOCK, LINEAR_MODEL, createLinearModel, createMorphModel, fieldIndex } from './deform/linear.js';
export type { LinearModel } from './deform/linear.js';
export { BLEND_MODEL } from './deform/blend.js';
export type { BlendModel, NormalizedWeights } from './deform/blend.js';
export { createSkinModel } from './deform/skin.js';
export type { SkinData } from './deform/skin.js';
export { createCageModel } from './deform/cage.js';
export type { CageData } from './deform/cage.js';
export { createTetEmbedding } from './deform/embedding.js';
export type { TetrahedralMesh } from './deform/embedding.js';
export { createGovernorRanking, governorsOf, strongestGovernors } from './deform/governors.js';
export type { GovernorRanking, VertexGovernors } from './deform/governors.js';
export type { GovernorArray, WeightArray } from './deform/influences.js';
export { FIT_DEFAULTS, fitLinearModel, fitLinearModelAsync } from './deform/fit.js';
export type { FitOptions, FitResidual, LinearFit } from './deform/fit.js';
export { bakeFrames, bakeFramesAsync } from './deform/bake.js';

// tree
export { NO_NODE, isLeaf, nodeLevels } from './tree/tree.js';
export type { Tree } from './tree/tree.js';
export { BUILD_DEFAULTS, QUINLAN_TREE, buildTree, buildTreeAsync } from './tree/build.js';
export type { BuildOptions, MotionOptions } from './tree/build.js';
export type { SplitRule } from './tree/split.js';
export { widenTree } from './tree/widen.js';
export { measureTree } from './tree/measure.js';
export type { TreeMeasure } from './tree/measure.js';
export { findTreeProblem } from './tree/validate.js';
export { deserializeTree, serializeTree } from './tree/serialize.js';

// kernels
export { LOAD_KERNELS_DEFAULTS, loadKernels } from './kernels/kernels.js';
export type { Backend, Kernels, LoadKernelsOptions } from './kernels/kernels.js';

// bounds
export {
  BOX_BOUND,
  BOX_HIGH,
  BOX_LOW,
  BOX_STRIDE,
  SPHERE_BOUND,
  SPHERE_RADIUS,
  SPHERE_STRIDE,
} from './bounds/layout.js';
export type { BoundKind } from './bounds/layout.js';
export type { PosedBody } from './bounds/posed-body.js';
export { RefitBody, createRefitBody } from './bounds/refit-body.js';
export type { RefitBodyOptions } from './bounds/refit-body.js';
export { BLEND_TREE_DEFAULTS, createBlendTree, createBlendTreeAsync } from './bounds/blend-tree.js';
export type { BlendTree, BlendTreeOptions } from './bounds/blend-tree.js';
export type { BlockTree } from './bounds/block-tree.js';
export { BD_TREE_DEFAULTS, createBdTree, createBdTreeAsync } from './bounds/bd-tree.js';
export type { BdCenter } from './bounds/bd-fit.js';
export type { BdTree, BdTreeOptions } from './bounds/bd-tree.js';
export { createLevelBoxes, evaluateLevelBoxes, readLevelBoxes } from './bounds/level-boxes.js';
export type { LevelBoxes } from './bounds/level-boxes.js';
export { measureLazyTightness } from './bounds/lazy-tightness.js';
export type { LazyLevel, PoseNumbers } from './bounds/lazy-tightness.js';
export { LazyBody, createLazyBody } from './bounds/lazy-body.js';
export type { LazyBodyOptions, Strategy } from './bounds/lazy-options.js';
export { measureTightness } from './bounds/tightness.js';
export type { LevelTightness } from './bounds/tightness.js';

// narrow
export {
  APART,
  CROSSING,
  DEFECT,
  TOUCHING,
  meetTriangles,
  meetTrianglesOfOneSurface,
} from './narrow/triangle-triangle.js';
export type { Meeting } from './narrow/triangle-triangle.js';
export { isCollinear } from './narrow/coplanar.js';
export { createDefects, findDefects } from './narrow/defects.js';
export type { Defects } from './narrow/defects.js';
export { ballMeetsTriangle } from './narrow/ball-triangle.js';
export { boxMeetsTriangle } from './narrow/box-triangle.js';
export { capsuleMeetsTriangle } from './narrow/capsule-triangle.js';
export { frustumMeetsTriangle } from './narrow/frustum-triangle.js';
export { RAY_FAR, RAY_LENGTH, RAY_PARAMETER, rayHitBarycentric, rayMeetsTriangle } from './narrow/ray-triangle.js';
export { SWEEP_LENGTH, SWEEP_RADIUS, SWEEP_TIME, sweepBall } from './narrow/sweep-ball.js';
export { closestPointOnTriangle } from './narrow/closest-point.js';
export { TRIANGLE_DISTANCE_SQUARED, measureTriangleDistance } from './narrow/triangle-distance.js';

// query
export { createPairHits, createTriangleHits } from './query/hits.js';
export type { PairHits, TriangleHits } from './query/hits.js';
export type { SearchStatistics } from './query/statistics.js';
export {
  beginBall,
  beginBox,
  beginCapsule,
  beginFrustum,
  createShapeSearch,
  findBallHits,
  findBoxHits,
  findCapsuleHits,
  findFrustumHits,
  stepShapeSearch,
} from './query/shape-search.js';
export type { ShapeSearch } from './query/shape-search.js';
export { findBakedTriangles } from './query/baked-triangles.js';
export {
  beginPairSearch,
  createPairSearch,
  createSelfSearch,
  findPairHits,
  pointPairSearch,
  stepPairSearch,
} from './query/pair-search.js';
export type { PairSearch } from './query/pair-search.js';
export {
  beginRay,
  beginSweep,
  createRaySearch,
  findRayHits,
  findSweepHits,
  stepRaySearch,
} from './query/ray-search.js';
export type { RaySearch } from './query/ray-search.js';
export { createRayHits } from './query/ray-hits.js';
export type { RayHits } from './query/ray-hits.js';
export {
  beginClosestPoint,
  createClosestPoint,
  createClosestSearch,
  findClosestPoint,
  stepClosestSearch,
} from './query/closest-search.js';
export type { ClosestPoint, ClosestSearch } from './query/closest-search.js';
export {
  beginDistance,
  createBodyDistance,
  createDistanceSearch,
  findDistance,
  stepDistanceSearch,
} from './query/distance-search.js';
export type { BodyDistance, DistanceSearch } from './query/distance-search.js';
export type { Body } from './query/body.js';
export {
  bruteBallHits,
  bruteBoxHits,
  bruteCapsuleHits,
  bruteClosestPoint,
  bruteDistance,
  bruteFrustumHits,
  brutePairHits,
  bruteRayHits,
  bruteSelfHits,
  bruteSweepHits,
} from './query/brute.js';

// contact
export { strongestGovernorsOfRegion, surfaceOf } from './contact/body-surface.js';
export type { PosedSurface } from './contact/surface.js';
export { createContours, findContours } from './contact/contours.js';
export type { Contours } from './contact/contours.js';
export { createContactRegions, findRegions } from './contact/regions.js';
export type { ContactRegions } from './contact/regions.js';
export { createSurfaceField, refitSurfaceField } from './contact/surface-field.js';
export type { SurfaceField } from './contact/surface-field.js';
export { windingNumber } from './contact/winding-number.js';
export { createContactDepth, measureDepth } from './contact/depth.js';
export type { ContactDepth } from './contact/depth.js';

// contacts
export { CONTACT_PROXY_DEFAULTS, createContactProxies, createContactProxiesAsync } from './bounds/contact-proxies.js';
export type { ContactProxies, ContactProxyOptions } from './bounds/contact-proxies.js';
export { ProxyBody, createProxyBody } from './bounds/proxy-body.js';
export {
  CONTACT_CENTER_A,
  CONTACT_CENTER_B,
  CONTACT_DEPTH,
  CONTACT_NORMAL,
  CONTACT_RADIUS_A,
  CONTACT_RADIUS_B,
  CONTACT_STRIDE,
  clearContacts,
  createProxyContacts,
} from './query/proxy-contacts.js';
export type { ProxyContacts } from './query/proxy-contacts.js';
export {
  beginProxyBall,
  beginProxyPair,
  beginProxyPlane,
  createProxySearch,
  findProxyBallContacts,
  findProxyContacts,
  findProxyPlaneContacts,
  stepProxySearch,
} from './query/proxy-search.js';
export type { ProxySearch } from './query/proxy-search.js';
export { BROAD_BOX_STRIDE, createBroadPhase, findBoxPairs } from './query/broad-phase.js';
export type { BroadPhase } from './query/broad-phase.js';
export { addBody, createContactWorld, removeBody, stepContactWorld } from './query/contact-world.js';
export type { ContactWorld, ContactWorldOptions, ContactWorldStatistics } from './query/contact-world.js';
export type { PairList, TouchingPairs } from './query/pair-list.js';
export { createBallShape, createPlaneShape } from './query/world-bodies.js';
export type { BallShape, PlaneShape, WorldBody } from './query/world-bodies.js';
