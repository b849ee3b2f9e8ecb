/**
 * How steep the weights of a skin are over a region, beside what was fitted: with x₀, G_k, b_k those of the region, and φ_k = w_k (x - x₀) - G_k (x - x₀), ψ_k = w_k - b_k·(x - x₀), both linear on
 * triangles, for each governor k the least V_k and S_k that can be proved with
 *
 *     |φ_k(x) - φ_k(y)| ≤ V_k |x - y|        |ψ_k(x) - ψ_k(y)| ≤ S_k |x - y|
 *
 * for all points x of a cell a and y of a cell b; and R with |r(x) - r(y)| ≤ R |x - y| for any r that is at most 1 in magnitude at vertices. Where they can be proved, no two
 * points of the region have the same place at rest.
 *
 * Regions are measured from the smallest upwards. Two cells c and d that a region consists of are bounded in one of three ways, or opened. *Known*: they are a region that has been measured, with x₁, G'_k and b'_k of
 * its own. Then φ_k is φ'_k + (x₁ - x₀) ψ'_k + H (x - x₀) but for a constant, H = G'_k - G_k + (x₁ - x₀) b'_kᵀ, and ψ_k is ψ'_k + (b'_k - b_k)·(x - x₀). So V'_k + |x₁ - x₀| S'_k + |H| and S'_k + |b'_k - b_k|
 * are bounds. *Apart*, at a distance of at least δ > 0: on c, φ_k is p_c + H_c (x - x_c) but for r_c, on d likewise (cells.ts), so
 * for any H its difference is at most (|H| + (|p_c - p_d - H (x_c - x_d)| + |H_c - H| R_c + |H_d - H| R_d + r_c + r_d) / δ) |x - y|, with R the radii; H is the mean of both, or zero.
 * And |r(x) - r(y)| ≤ 2 ≤ (2/δ) |x - y|. *Near*: a sheet lies over both (sheets.ts), so what is steepest on it, times the factors, is a bound; r has a slope of at most 2/h on a triangle of altitude h.
 * Triangles of a sheet need not belong to the region; but no governor that the region does not list may move them.
 *
 * Rounding: slopes on a triangle are computed from values at its corners, which are off by less than 2^-43 of the largest coordinate X, since matrices are below 64; on triangles not thinner than
 * 1 : 1024, whose altitude is h, slopes of φ are off by less than 2^-32 X/h, and those of ψ by 2^-32 (1 + X Σ|b|)/h. The fit of two cells together, half the sum of both, is itself off by less than 2^-46 (64 + X Σ|b|). What is apart loses less than 2^-44 of X (1 + Σ|b| X) in
 * its numerators, and what is known less than 2^-44 (64 + X Σ|b|), Σ over both fits.
 */
import { MATRIX_LIMIT, MOST_GOVERNORS } from './affine-fits.js';
import type { Frame } from './affine-fits.js';
import { createApartBound } from './apart.js';
import { createNearBound } from './near.js';
import { createPairStack } from './pair-stack.js';
import type { RegionTree } from './region-tree.js';
import { NO_REGION } from './region-tree.js';
import type { RestSurface } from './rest-surface.js';
import { createLimits } from './limits.js';
import { createSkinSlopes } from './skin-slopes.js';
import type { SkinWeights } from './skin-weights.js';

/** How steep a region is. */
interface Steepness {
  /** V and S of each governor, one after the other. */
  readonly numbers: Float64Array;
  /** R. */
  roughness: number;
}

/** Regions of which this has been found out, and where. */
export interface KnownRegions {
  /** Where the numbers of a region are; or {@link NOT_KNOWN}, or {@link NOT_PROVED}. */
  readonly starts: Int32Array;
  readonly numbers: () => Float64Array;
  readonly roughness: Float64Array;
}

/** A region that has not been measured, because nobody asks for it by itself. */
export const NOT_KNOWN = -1;
/** A region of which nothing can be proved, nor of any that it is a part of. */
export const NOT_PROVED = -2;

/** Triangles that one sheet is looked for over, at most, before it is for each two tiles. */
const MOST_NEAR = 512;
/** How far beyond its limits the sheet over all of a node, or of two, may be: to take it apart costs ten times as much, and gains less than that. */
const NODE_LATITUDE = 1.6;
const PAIR_LATITUDE = 4;
/** Two points that are apart are so by more than this share of the smallest altitude, or else have to be near. */
const LEAST_APART = 1 / 16;
/** 2^-46 */
const FIT_ROUNDING = 1 / 70368744177664;
/** What it costs to look for a sheet, in pairs of cells that are bounded without one: so much for each sheet, and for each triangle. */
const SHEET_WORK = 4;
const TRIANGLE_WORK = 0.2;

/** Measures how steep regions are, one at a time, little by little. */
export interface SteepnessMeter {
  /** Begins with the region of two cells, or one given twice. Returns whether there is anything to be proved. */
  readonly begin: (frame: Frame, region: number, a: number, b: number) => boolean;
  /** Goes on for about so many pairs of cells, until it is done; returns for how many. */
  readonly goOn: (pairs: number) => number;
  readonly isDone: () => boolean;
  /** What came out, valid until the next one begins; or null where nothing can be proved. */
  readonly outcome: () => Steepness | null;
}

/** Prepares to measure regions. */
export function createSteepnessMeter(
  surface: RestSurface,
  weights: SkinWeights,
  tree: RegionTree,
  known: KnownRegions,
): SteepnessMeter {
  const { cells } = tree;
  const apart = createApartBound(cells, surface);
  const slopes = createSkinSlopes(surface, weights);
  const near = createNearBound(surface, cells, slopes, apart);
  const limits = createLimits(surface, tree, slopes);
  const stack = createPairStack(tree, apart);
  const { limitS, limitV } = limits;
  // What has been proved so far of the region under way.
  const reachedV = new Float64Array(MOST_GOVERNORS);
  const reachedS = new Float64Array(MOST_GOVERNORS);
  const result: { numbers: Float64Array; roughness: number } = { numbers: new Float64Array(0), roughness: 0 };
  let count = 0;
  let frame: Frame;
  let limitR = 0;
  let latitude = 1;
  let work = 0;
  let roughness = 0;
  let isProved = false;

  /** Takes governors off a mask whose bounds are within limits. */
  const take = (mask: number, v: Float64Array, s: Float64Array): number => {
    let left = 0;
    for (let i = 0; i < count; i++) {
      if (((mask >>> i) & 1) === 0) continue;
      if (!(v[i] <= limitV[i] && s[i] <= limitS[i])) {
        left |= 1 << i;
        continue;
      }
      if (v[i] > reachedV[i]) reachedV[i] = v[i];
      if (s[i] > reachedS[i]) reachedS[i] = s[i];
    }
    return left;
  };

  /** Takes all governors of a mask, and raises limits to where they are. */
  const raise = (mask: number, v: Float64Array, s: Float64Array): void => {
    for (let i = 0; i < count; i++) {
      if (((mask >>> i) & 1) === 0) continue;
      // What is not a number bounds nothing.
      const toV = v[i] < Infinity ? v[i] : Infinity;
      const toS = s[i] < Infinity ? s[i] : Infinity;
      if (toV > reachedV[i]) reachedV[i] = toV;
      if (toS > reachedS[i]) reachedS[i] = toS;
      if (!(toV <= limitV[i])) limitV[i] = toV;
      if (!(toS <= limitS[i])) limitS[i] = toS;
    }
  };

  const triangleCount = (c: number, d: number): number =>
    cells[c].end - cells[c].first + (c === d ? 0 : cells[d].end - cells[d].first);

  const boundNear = (c: number, d: number): boolean => {
    work += SHEET_WORK + TRIANGLE_WORK * triangleCount(c, d);
    return near.bound(c, d);
  };

  /** Takes governors off a mask whose bounds are not much beyond limits, and raises those. */
  const accept = (mask: number, v: Float64Array, s: Float64Array): number => {
    let left = 0;
    for (let i = 0; i < count; i++) {
      if (((mask >>> i) & 1) === 0) continue;
      if (v[i] <= limitV[i] * latitude && s[i] <= limitS[i] * latitude) raise(1 << i, v, s);
      else left |= 1 << i;
    }
    return left;
  };

  const roughen = (by: number): true => {
    if (!(by <= roughness)) roughness = by;
    return true;
  };

  /** Bounds two cells, or has what they consist of looked at, for some governors; returns false where that cannot be done. */
  const visit = (c: number, d: number, region: number, mask: number, distance: number): boolean => {
    let left = mask;
    const start = region === NO_REGION ? NOT_KNOWN : known.starts[region];
    if (start === NOT_PROVED) return false;
    if (start >= 0) {
      apart.boundKnown(c, d, known.numbers(), start, left);
      left = take(left, apart.products, apart.weights);
      if (left === 0) return roughen(known.roughness[region]);
      if (!tree.hasKnownBelow(region)) {
        raise(left, apart.products, apart.weights);
        return roughen(known.roughness[region]);
      }
    }
    const areApart = c !== d && distance > 0 && 2 / distance <= limitR;
    if (areApart) {
      apart.bound(c, d, distance, left, limitV, limitS);
      left = take(left, apart.products, apart.weights);
      if (left === 0) return roughen(2 / distance);
    }
    if (tree.isTile(c) && tree.isTile(d)) return settle(c, d, left, distance);
    if (!areApart && triangleCount(c, d) <= MOST_NEAR && boundNear(c, d)) {
      left = take(left, near.products, near.weights);
      if (left === 0) return roughen(near.roughness);
      left = accept(left, near.products, near.weights);
      if (left === 0) return roughen(near.roughness);
    }
    stack.open(c, d, region, left);
    return true;
  };

  /** Bounds two tiles, with all that there is; returns false where that is nothing. */
  const settle = (c: number, d: number, mask: number, distance: number): boolean => {
    const gap = c === d ? 0 : Math.max(distance, apart.gapAcross(c, d));
    const areApart = gap > 0 && 2 / gap <= limitR;
    // Over tiles that are far from each other a sheet is seldom found.
    const areNear = !(areApart && gap > cells[c].radius + cells[d].radius) && boundNear(c, d);
    const left = areNear ? take(mask, near.products, near.weights) : mask;
    if (left === 0) return roughen(near.roughness);
    if (!areApart) {
      if (!areNear) return false;
      raise(left, near.products, near.weights);
      return roughen(near.roughness);
    }
    near.boundExactly(c, d, gap, left);
    if (areNear) {
      for (let i = 0; i < count; i++) {
        if (near.products[i] < apart.products[i]) apart.products[i] = near.products[i];
        if (near.weights[i] < apart.weights[i]) apart.weights[i] = near.weights[i];
      }
    }
    raise(left, apart.products, apart.weights);
    return roughen(areNear ? Math.min(near.roughness, 2 / gap) : 2 / gap);
  };

  return {
    begin: (next, region, a, b) => {
      frame = next;
      count = frame.governors.length;
      isProved = false;
      stack.clear();
      if (count > MOST_GOVERNORS || !frame.matrices.every((value) => Math.abs(value) < MATRIX_LIMIT)) return false;
      latitude = a === b ? NODE_LATITUDE : PAIR_LATITUDE;
      limitR = 2 / (LEAST_APART * Math.min(cells[a].lowest, cells[b].lowest));
      if (!(limitR < Infinity)) return false;
      slopes.begin(frame);
      apart.begin(frame);
      near.begin(frame);
      roughness = 0;
      reachedV.fill(0);
      reachedS.fill(0);
      if (!limits.begin(count, a, b)) return false;
      isProved = true;
      stack.push(a, b, region, (1 << count) - 1, a === b ? 0 : apart.distance(a, b));
      return true;
    },
    goOn: (pairs) => {
      work = 0;
      while (work < pairs && stack.count > 0) {
        work++;
        const at = --stack.count;
        const isBounded = visit(
          stack.cells[at * 2],
          stack.cells[at * 2 + 1],
          stack.regions[at],
          stack.masks[at],
          stack.distances[at],
        );
        if (isBounded) continue;
        isProved = false;
        stack.clear();
      }
      return work;
    },
    isDone: () => stack.count === 0,
    outcome: () => {
      if (!isProved) return null;
      let slopeSum = 0;
      for (const slope of frame.slopes) slopeSum += Math.abs(slope);
      const pad = FIT_ROUNDING * (64 + surface.reach * slopeSum);
      if (result.numbers.length < count * 2) result.numbers = new Float64Array(count * 2);
      for (let i = 0; i < count; i++) {
        result.numbers[i * 2] = reachedV[i] + pad;
        result.numbers[i * 2 + 1] = reachedS[i] + FIT_ROUNDING * slopeSum;
      }
      result.roughness = roughness;
      return result;
    },
  };
}
