/** Modes as the displacement fields of a surface: what a linear model is made of. */
import { PliantError } from '../../errors.js';
import type { BlendModel } from '../../parts.js';
import type { VibrationModes } from './find-modes.js';

/**
 * One field per mode for a surface whose vertices are points of the solid, for `createLinearModel`: amplitudes are then its weights.
 *
 * @param points The point of each vertex; all points in their order where it is left out.
 * @throws PliantError `bad-index` where there is no such point.
 */
export function writeModeFields({ pointCount, shapes }: VibrationModes, points?: ArrayLike<number>): Float32Array[] {
  if (points === undefined) return shapes.map((shape) => Float32Array.from(shape));
  for (let vertex = 0; vertex < points.length; vertex++) {
    if (Number.isInteger(points[vertex]) && points[vertex] >= 0 && points[vertex] < pointCount) continue;
    throw new PliantError(
      'bad-index',
      `writeModeFields: points[${vertex}] is ${points[vertex]}, but there are ${pointCount} points`,
    );
  }
  return shapes.map((shape) =>
    Float32Array.from({ length: points.length * 3 }, (_, k) => shape[points[Math.floor(k / 3)] * 3 + (k % 3)]),
  );
}

/**
 * One field per mode for a fine surface that is embedded in the solid by `createTetEmbedding`. Embeddings are linear in the points, so the fields carry the surface exactly as the embedding does.
 *
 * @throws PliantError `mismatch` where the embedding belongs to a solid with another number of points.
 */
export function embedModeFields({ pointCount, shapes }: VibrationModes, embedding: BlendModel): Float32Array[] {
  const { governorCount, governors, influenceOffsets, poseLayout, vertexCount, weights } = embedding;
  if (governorCount !== pointCount || poseLayout.pointCount !== pointCount) {
    throw new PliantError(
      'mismatch',
      `embedModeFields: the embedding has ${poseLayout.pointCount} points, but the modes have ${pointCount}; embed the surface in the solid that the modes are of`,
    );
  }
  return shapes.map((shape) => {
    const field = new Float32Array(vertexCount * 3);
    for (let vertex = 0; vertex < vertexCount; vertex++) {
      for (let axis = 0; axis < 3; axis++) {
        let sum = 0;
        for (let i = influenceOffsets[vertex]; i < influenceOffsets[vertex + 1]; i++) {
          sum += weights[i] * shape[governors[i] * 3 + axis];
        }
        field[vertex * 3 + axis] = sum;
      }
    }
    return field;
  });
}
