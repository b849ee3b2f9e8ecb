/**
 * The bounds of a lazy block of a body that paths move: the reference for ../assembly/bound-paths.ts, same words.
 *
 * A child is bounded by its six *extremes*, the vertices that are farthest out below it, which a kinetic tree keeps. Why that is safe: as src/kinetic/certificates.ts proves, no vertex below the child
 * has a coordinate, as it is computed, that is lower than that of the lowest one less the *pad*, nor higher than that of the highest one and the pad. Here both are computed by the formula that poses vertices, with the
 * same operations. Rounding to float32 keeps order. So the corners, rounded to float32, enclose all posed vertices, which are rounded in the same way, and a box stored around them does (store-box.ts).
 */
import type { Arena } from '../arena.js';
import { LANES, NO_CHILD } from '../layout/child-words.js';
import { HEADER } from '../layout/header.js';
import { BLOCK_EXTREMES_WORDS, EXTREMES, INSTANT, PATH_BOUND, PATH_POSE } from '../layout/paths.js';
import { RECORD } from '../layout/record.js';
import { follow, follow64 } from '../units.js';
import type { WordIndex } from '../units.js';
import { placeCenters, placeExtents } from './place-block.js';
import { measureCoordinate } from './pose-paths.js';
import { storeInterval } from './store-box.js';

const interval = new Float32Array(2);
const coordinate = new Float64Array(1);

/** Bounds the children that are there. */
export function boundPaths(arena: Arena, header: WordIndex, block: number, cache: number): void {
  const { f32, f64, u32 } = arena;
  const pad = follow64(u32, header + PATH_POSE.instant) + INSTANT.pad;
  const extremes = follow(u32, header + PATH_BOUND.extremes) + block * BLOCK_EXTREMES_WORDS;
  for (let lane = 0; lane < LANES; lane++) {
    if (u32[cache + RECORD.words + lane] === NO_CHILD) continue;
    for (let axis = 0; axis < 3; axis++) {
      const side = extremes + lane * EXTREMES.wordCount + axis;
      measureCoordinate(arena, header, u32[side + EXTREMES.low], axis, coordinate);
      interval[0] = coordinate[0] - f64[pad];
      measureCoordinate(arena, header, u32[side + EXTREMES.high], axis, coordinate);
      interval[1] = coordinate[0] + f64[pad];
      storeInterval(f32, cache + lane, axis, interval);
    }
  }
  if (u32[header + HEADER.placed] === 0) return;
  const placement = follow(u32, header + HEADER.placement);
  placeCenters(f32, placement, cache);
  placeExtents(f32, placement, cache);
}
