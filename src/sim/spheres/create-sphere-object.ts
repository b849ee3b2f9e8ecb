/** The object that a tree of spheres is judged by, for spheres of other origin. */
import { runNow } from '../../long-work.js';
import type { Mesh } from '../../parts.js';
import { SPHERE_TREE_DEFAULTS } from './create-sphere-tree.js';
import { createSolid } from './solid.js';
import type { SphereObject } from './solid.js';

/** Prepares a surface, and what its closed parts enclose, for `measureProtrusion`. `holes` as in the options of `createSphereTree`. */
export function createSphereObject(
  mesh: Mesh,
  { holes = SPHERE_TREE_DEFAULTS.holes }: { readonly holes?: number } = {},
): SphereObject {
  return runNow(createSolid(mesh, holes));
}
