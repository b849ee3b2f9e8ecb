/**
 * The bound of morph targets, which can shrink where the plain one, R + Σ dR_j |q_j|, can only grow: which rows of
 * coefficients a bound's size is the weighted sum of in a given pose.
 *
 * The radius is convex in q, so between shapes it is at most what lies between their radii. With R_j the
 * radius at target j around its own displaced centre, and s the sum of the weights that are positive:
 *
 *     s ≤ 1:   (1 - s) R + Σ q_j R_j                            since p' - c' = (1 - s) d + Σ q_j (d + e_j)
 *     s > 1:   Σ (q_j / s) R_j + (1 - 1/s) Σ q_j dR_j        since p' - c' = Σ (q_j / s)(d + e_j) + (1 - 1/s) Σ q_j e_j
 *
 * where d = p - c and e_j = U_j - Ubar_j; a negative weight adds its |q_j| dR_j to either, as it does to the plain
 * sum. It can shrink, and is never larger than the plain rule: R_j ≤ R + dR_j turns both lines into R + Σ q_j dR_j. So
 * there is nothing to choose between: whoever has the rows R_j uses them. The same holds for half extents, axis by
 * axis.
 *
 * Rounding: all terms are at least zero, and so larger weights are safe; they are rounded up.
 */
import { roundUp32 } from '../../math/round.js';

/** A weighted sum of rows. The arrays are filled from the start, `count` of them. */
export interface SizeTerms {
  /** The weight of the size at rest. */
  restShare: number;
  /** How many other terms there are: at most twice as many as fields. */
  count: number;
  /** The field that each belongs to. */
  readonly fields: Uint32Array;
  /** 1 where the term is the size at target `field`, 0 where it is how fast that field makes the size grow. */
  readonly isTarget: Uint8Array;
  /** The weight of each. */
  readonly weights: Float32Array;
}

/** Makes up for the float64 sums of weights: relative, and absolute beside 1. */
const WIDEN = 1 + 1e-12;
const ROUNDING = 1e-12;

/** Room for the terms of a model with so many fields. */
export function createSizeTerms(fieldCount: number): SizeTerms {
  return {
    restShare: 1,
    count: 0,
    fields: new Uint32Array(fieldCount * 2),
    isTarget: new Uint8Array(fieldCount * 2),
    weights: new Float32Array(fieldCount * 2),
  };
}

/** Sets the terms for a pose. */
export function setSizeTerms(terms: SizeTerms, weights: Float32Array): void {
  let sum = 0;
  for (let j = 0; j < weights.length; j++) if (weights[j] > 0) sum += weights[j];
  terms.restShare = sum < 1 ? roundUp32(1 - sum + ROUNDING) : 0;
  // Where the sum rounds to 1 it may be a little less: then something of the rest is still in it.
  if (sum >= 1 && sum <= 1 + ROUNDING) terms.restShare = ROUNDING;
  terms.count = 0;
  for (let j = 0; j < weights.length; j++) {
    if (weights[j] < 0) addTerm(terms, j, 0, -weights[j]);
    if (!(weights[j] > 0)) continue;
    addTerm(terms, j, 1, sum > 1 ? (weights[j] / sum) * WIDEN : weights[j]);
    if (sum > 1) addTerm(terms, j, 0, weights[j] * Math.min(1, 1 - 1 / sum + ROUNDING));
  }
}

function addTerm(terms: SizeTerms, field: number, isTarget: 0 | 1, weight: number): void {
  const at = terms.count++;
  terms.fields[at] = field;
  terms.isTarget[at] = isTarget;
  terms.weights[at] = roundUp32(weight);
}
