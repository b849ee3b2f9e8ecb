/** One level of a surface's tree as it is shown: its boxes, and how much they have grown since the mesh was at rest. */
import { createLevelBoxes } from 'pliant/inspect';
import type { LevelBoxes } from 'pliant/inspect';

import type { LevelBounds } from './level-bounds.js';
import type { SurfaceParts } from './surface-parts.js';

/** A level. */
export interface SkinLevel extends LevelBounds {
  readonly boxes: LevelBoxes;
  /** Diagonals of the tightest boxes at rest. */
  readonly restSizes: Float64Array;
}

/** A level of the tree, the root's being 0. */
export function createSkinLevel({ bounds, mesh }: SurfaceParts, level: number): SkinLevel {
  const boxes = createLevelBoxes(bounds, level);
  const { positions, triangles } = mesh;
  const restSizes = new Float64Array(boxes.count);
  const box = new Float64Array(6);
  for (let i = 0; i < boxes.count; i++) {
    box.fill(Infinity, 0, 3).fill(-Infinity, 3);
    const first = boxes.ranges[i * 2];
    for (let k = first; k < first + boxes.ranges[i * 2 + 1]; k++) {
      const corner = bounds.triangleOrder[k] * 3;
      for (let j = corner; j < corner + 3; j++) growBox(box, positions, triangles[j] * 3);
    }
    restSizes[i] = diagonalOf(box, 0);
  }
  return {
    boxes,
    restSizes,
    nodes: Uint32Array.from({ length: boxes.count }, (_, i) => i),
    corners: boxes.corners,
    growth: new Float32Array(boxes.count),
  };
}

/** Compares the boxes, once they have been read, with those at rest. */
export function measureGrowth({ corners, growth, restSizes }: SkinLevel): void {
  for (let i = 0; i < growth.length; i++) growth[i] = diagonalOf(corners, i * 6) / restSizes[i];
}

function growBox(box: Float64Array, positions: Float32Array, at: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const coordinate = positions[at + axis];
    if (coordinate < box[axis]) box[axis] = coordinate;
    if (coordinate > box[axis + 3]) box[axis + 3] = coordinate;
  }
}

function diagonalOf(box: ArrayLike<number>, at: number): number {
  return Math.hypot(box[at + 3] - box[at], box[at + 4] - box[at + 1], box[at + 5] - box[at + 2]);
}
