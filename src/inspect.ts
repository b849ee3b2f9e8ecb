/**
 * Looks inside: how tight bounds are, which were evaluated, what is proved free of collisions, what a tree and a surface are like. For tuning, for pictures and for tests.
 *
 * @packageDocumentation
 */

// Bounds: how tight they are, and which of them a body has evaluated
export { measureTightness } from './inspect/tightness.js';
export type { LevelTightness, PoseNumbers } from './inspect/tightness.js';
export { createLevelBoxes, evaluateLevelBoxes, readLevelBoxes } from './inspect/level-boxes.js';
export type { LevelBoxes } from './inspect/level-boxes.js';
export { smallestBall } from './bounds/bd/smallest-ball.js';
export { findBakedTriangles } from './inspect/baked-triangles.js';

// Regions: what is proved free of collisions with itself, and by which rule
export {
  PROVED_BY_BORDER,
  PROVED_BY_GOVERNORS,
  PROVED_BY_NOTHING,
  createFreeRegions,
  findFreeRegions,
} from './inspect/free-regions.js';
export type { FreeRegions } from './inspect/free-regions.js';

// Trees and surfaces: how deep, how full, how closed
export { measureTree } from './tree/measure.js';
export type { TreeMeasure } from './tree/measure.js';
export { inspectSurface } from './mesh/surface.js';
export type { SurfaceReport } from './mesh/surface.js';

// Broad phase: which boxes of many meet
export { BROAD_BOX_STRIDE, createBroadPhase, findBoxPairs } from './world/broad-phase.js';
export type { BroadPhase } from './world/broad-phase.js';

// Touch in time: what doubles alone can tell
export { isEdgeEdgeDecidedInDoubles, isVertexFaceDecidedInDoubles } from './inspect/touch-filter.js';
