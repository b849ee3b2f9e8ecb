/** What contours, regions and depth are computed from: where the vertices of a surface are, and who its triangles are. */

/**
 * A surface in one pose, with the numbering of its mesh. Meshes are expected welded: vertices that a file repeats along a
 * seam are different vertices here, and whatever runs across the seam ends there.
 */
export interface PosedSurface {
  /** World positions, three per vertex. Contours and regions read those of hit triangles only. */
  readonly positions: Float32Array;
  /** Three vertices per triangle. */
  readonly triangles: Uint32Array;
}

/** Whether both are one and the same surface, so that its hits are those of a surface with itself. */
export function isOneSurface(a: PosedSurface, b: PosedSurface): boolean {
  return a.positions === b.positions && a.triangles === b.triangles;
}
