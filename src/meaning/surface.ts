/** What contours, regions and depth are computed from: where the vertices of a surface are, and who its triangles are. */
import { PliantError } from '../errors.js';
import type { PairHits } from '../query/hits.js';

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

/** Refuses hits that name triangles which are not there. */
export function requireHitsOf(caller: string, a: PosedSurface, b: PosedSurface, hits: PairHits): void {
  for (let i = 0; i < 2 * hits.count; i++) {
    const surface = i % 2 === 0 ? a : b;
    if (hits.pairs[i] * 3 >= surface.triangles.length) {
      throw new PliantError(
        'mismatch',
        `${caller}: pair ${Math.floor(i / 2)} names triangle ${hits.pairs[i]}, but its surface has ` +
          `${surface.triangles.length / 3}; pass the surfaces that were searched, in the same order`,
      );
    }
  }
}
