/** What queries ask of a body, however its bounds are kept up to date. */
import type { Pose } from '../deform/pose.js';
import type { Mesh } from '../mesh/mesh.js';
import type { Tree } from '../tree/tree.js';
import type { BoundKind } from './layout.js';

/** A deforming mesh in its present pose. */
export interface PosedBody {
  /** The mesh at rest. */
  readonly mesh: Mesh;
  /** The tree over its triangles. */
  readonly tree: Tree;
  /** The numbers that drive it. */
  readonly pose: Pose;
  /** What its bounds are: boxes or spheres. */
  readonly boundKind: BoundKind;
  /** Posed positions, three per vertex, right after {@link refresh}. */
  readonly positions: Float32Array;
  /** Three vertices per triangle, in the order of the tree. */
  readonly corners: Uint32Array;
  /** Bounds of all nodes, right after {@link refresh}. */
  readonly bounds: Float32Array;
  /** Makes positions and bounds those of the present pose. */
  refresh(): void;
}
