/** What a row has of governors that are transforms. */
import { roundDown32, roundUp32 } from '../../math/round.js';
import { putEnclosure } from './enclosure.js';
import { GOVERNOR } from './layout.js';
import { ENTRIES, SPREAD_ERROR } from './node-governors.js';
import type { NodeGovernors } from './node-governors.js';

/** Sums over the governors of a row, per column: magnitudes of their gradients, and of their spreads. */
export interface GovernorSums {
  readonly gradients: Float64Array;
  readonly spreads: Float64Array;
}

/** Writes the governors that were measured. `extents` says how far places at rest are from the origin, at most, on each axis. */
export function putTransforms(
  { found, gradients, means, shares, spreads }: NodeGovernors,
  extents: Float64Array,
  slack: number,
  out: Float32Array,
  first: number,
): GovernorSums {
  const sums = { gradients: new Float64Array(3), spreads: new Float64Array(3) };
  for (let place = 0; place < found.length; place++) {
    const at = first + place * GOVERNOR.count;
    out[at + GOVERNOR.share] = found.length === 1 ? 1 : shares[place];
    // Wider by what weights miss a sum of 1 by, so that they stay in between when they are divided by it.
    out[at + GOVERNOR.least] = roundDown32(means.low[place] * (1 - slack));
    out[at + GOVERNOR.most] = roundUp32(means.high[place] * (1 + slack));
    for (let entry = 0; entry < ENTRIES; entry++) {
      const column = entry % 3;
      const row = (entry - column) / 3;
      const error = SPREAD_ERROR * spreads[place * 3 + column] * (row < 3 ? extents[row] : 1);
      const center = at + GOVERNOR.gradient + entry;
      putEnclosure(gradients, place * ENTRIES + entry, error, slack, out, center, center + ENTRIES);
      if (row < 3) sums.gradients[column] += Math.abs(out[center]) + out[center + ENTRIES];
    }
    for (let column = 0; column < 3; column++) {
      out[at + GOVERNOR.spread + column] = roundUp32(spreads[place * 3 + column]);
      sums.spreads[column] += out[at + GOVERNOR.spread + column];
    }
  }
  return sums;
}
