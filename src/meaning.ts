/**
 * What hits mean: where surfaces cut each other, which regions of them do, how deep, and who moves them there.
 *
 * @packageDocumentation
 */

// Surfaces: bodies as the functions below take them
export { strongestGovernorsOfRegion, surfaceOf } from './meaning/body-surface.js';
export type { PosedSurface } from './meaning/surface.js';

// Contours: the lines along which surfaces cross
export { createContours, findContours } from './meaning/contours/contours.js';
export type { Contours } from './meaning/contours/contours.js';

// Regions: connected triangles that meet others
export { createRegions, findRegions } from './meaning/regions.js';
export type { Regions } from './meaning/regions.js';

// Depth: how far one surface is inside another that is closed around the place
export { createSurfaceField, refitSurfaceField } from './meaning/surface-field.js';
export type { SurfaceField } from './meaning/surface-field.js';
export { windingNumber } from './meaning/winding-number.js';
export { createDepth, measureDepth } from './meaning/depth.js';
export type { Depth } from './meaning/depth.js';
