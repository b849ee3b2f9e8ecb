/**
 * Pliant for three.js: pick, touch and collide skinned and morphing meshes as they are seen, without baking them.
 *
 * @packageDocumentation
 */
export { Attachment } from './attachment.js';
export type { SurfacePlace } from './attachment.js';
export { DEFORM_TREE_DEFAULTS, DeformTree } from './deform-tree.js';
export type { DeformTreeOptions, DeformTreeStatistics } from './deform-tree.js';
export type { MaterialOrSide } from './face-filter.js';
export { acceleratedDeformRaycast, computeDeformTree, disposeDeformTree } from './mesh-methods.js';
export type { HitPointInfo } from './proximity.js';
export { CONTAINED, INTERSECTED, NOT_INTERSECTED } from './shapecast.js';
export type { ShapecastCallbacks } from './shapecast.js';
