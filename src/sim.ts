/**
 * Bodies that live: they vibrate, squash, fall and meet, and their contacts are found within the time that there is.
 *
 * @packageDocumentation
 */

// Materials: what soft bodies are made of
export { MATERIAL_DEFAULTS, createMaterial } from './sim/material.js';
export type { Material, MaterialOptions } from './sim/material.js';
