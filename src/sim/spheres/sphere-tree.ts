/**
 * A tree of spheres over a surface. The surface is cut into pieces, triangles or parts of them; on every level each piece lies wholly in one sphere, that of the node
 * which answers for it. So a level covers every point of the surface, and a long triangle may lie in several spheres.
 */

/** A tree of spheres over a surface, breadth first: node 0 is the root, children of a node lie side by side, levels one behind the other. */
export interface SphereTree {
  /** Nodes, leaves included. */
  readonly nodeCount: number;
  /** Centre and radius at rest: four numbers a node. Every point of the surface lies in some sphere of every level; a leaf above a level counts for it. */
  readonly spheres: Float64Array;
  /** First child of each node; 0 for a leaf. */
  readonly firstChild: Uint32Array;
  /** Children of each node; 0 for a leaf. */
  readonly childCount: Uint32Array;
  /** Nodes of level l: `levelStart[l]` up to `levelStart[l + 1]`. */
  readonly levelStart: Uint32Array;
  /**
   * Level by level, at least the largest distance from the surface of a sphere to the object, which is the surface and what its closed parts enclose; leaves above count for the
   * level. It never grows from level to level.
   */
  readonly levelErrors: Float64Array;
  /** Level by level, the largest such distance that was found at a point of a sphere: the truth lies between both. */
  readonly levelErrorsFound: Float64Array;
  /** For each node, at least the largest distance from the surface of its sphere to the object, more coarsely. Never above that of its parent. */
  readonly errors: Float64Array;
  /** Two numbers a node: where its pieces begin, and how many there are. Those of children follow on each other and are together those of their parent. */
  readonly parts: Uint32Array;
  /** The triangle that each piece is part of. */
  readonly pieceTriangles: Uint32Array;
  /**
   * Six numbers a piece: of its three corners the weights of the second and the third corner of the triangle. What remains to 1 is the weight of the first. All are
   * exact, so that the pieces of a triangle fill it without a gap.
   */
  readonly pieceCorners: Float64Array;
}

/** Numbers of a sphere, and where its radius is. */
export const SPHERE_STRIDE = 4;
/** See {@link SPHERE_STRIDE}. */
export const SPHERE_RADIUS = 3;
