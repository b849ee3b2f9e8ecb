/** Bounds that follow paths: boxes around the vertices that are farthest out below each node, and exact ones in patches (kernels/twin/bound-paths.ts). Which vertices those are changes as time goes by: a body keeps them. */
import type { PATHS } from '../../kernels/layout/header.js';
import type { PatchedTree } from '../blocks/patches.js';

/** The tree of a body that paths move. */
export interface PathTree extends PatchedTree {
  /** Tells bounds apart: always 4. */
  readonly shape: typeof PATHS;
}
