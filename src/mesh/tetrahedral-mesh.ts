/** Tetrahedral meshes: solids, as simulations of soft bodies and embeddings take them. */

/**
 * A tetrahedral mesh at rest. Coordinates are float32, as in every mesh here, and all that is said of a tetrahedron is said of them: what
 * rounding makes flat is flat wherever it is used. Whoever computes in doubles can take them as they are.
 */
export interface TetrahedralMesh {
  /** Three coordinates per point. */
  readonly points: Float32Array;
  /** Four points per tetrahedron, in any order. */
  readonly tetrahedra: Uint32Array | Uint16Array | Uint8Array;
  /**
   * For each vertex of a surface that the solid was made for, the tetrahedron that it belongs to, or `NO_INDEX` for the nearest one. Needed where tetrahedra lie in
   * each other, as those of a lattice may, because the place alone does not tell then. Default: the nearest for all.
   */
  readonly tetrahedronOf?: Uint32Array;
}

/** A tetrahedral mesh from a file, and its surface where the file has one. */
export interface SolidFile extends TetrahedralMesh {
  /** Four points per tetrahedron, in the order of the file. */
  readonly tetrahedra: Uint32Array;
  /** Three points per triangle that the file lists, quadrangles cut in two, as they are oriented there; empty where it lists none. */
  readonly triangles: Uint32Array;
}
