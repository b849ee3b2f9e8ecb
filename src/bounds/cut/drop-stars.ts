/**
 * Stars after a cut. A star that is unfolded has no collisions, and neither has what is left of it: so stars stay where triangles go. Where triangles come to a vertex, its star is not all there is, and is dropped: the list has another vertex
 * instead, which no triangle has.
 */
import { LANES } from '../../kernels/layout/child-words.js';
import { STAR_GROUP, STAR_LIST, STRETCH_SHIFT } from '../../kernels/layout/stars.js';
import { knownStars } from '../blocks/stars.js';
import { noteRange } from './changes.js';
import type { Changes } from './changes.js';
import { noVertex } from './cuttable.js';
import type { CuttableShape } from './cuttable.js';

/** Drops the stars of vertices, given by their places in the order of the bounds, if stars have been listed. */
export function dropStars(shape: CuttableShape, dropped: ReadonlySet<number>, changes: Changes): void {
  const stars = knownStars(shape.bounds.triangles);
  if (!stars || dropped.size === 0) return;
  const stretchCount = Math.ceil(stars[STAR_LIST.triangleCount] / (1 << STRETCH_SHIFT));
  for (let stretch = 0; stretch < stretchCount; stretch++) {
    for (let at = stars[STAR_LIST.stretches + stretch] >>> 2; stars[at + STAR_GROUP.ringLength] > 0;) {
      for (let k = at + STAR_GROUP.vertices; k < at + STAR_GROUP.vertices + LANES; k++) {
        if (!dropped.has(stars[k])) continue;
        stars[k] = noVertex(shape);
        noteRange(changes, stars, k, 1);
      }
      at += STAR_GROUP.rings + stars[at + STAR_GROUP.ringLength] * LANES;
    }
  }
}
