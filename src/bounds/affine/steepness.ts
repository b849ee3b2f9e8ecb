/**
 * How steep the weights of a skin are over a region, beside what was fitted: with x₀, G_k, b_k those of the region, and φ_k = w_k (x - x₀) - G_k (x - x₀), ψ_k = w_k - b_k·(x - x₀), both linear on
 * triangles, for each governor k the least V_k and S_k that can be proved with
 *
 *     |φ_k(x) - φ_k(y)| ≤ V_k |x - y|        |ψ_k(x) - ψ_k(y)| ≤ S_k |x - y|
 *
 * for all points x of a cell a and y of a cell b; and R with |r(x) - r(y)| ≤ R |x - y| for any r that is at most 1 in magnitude at vertices. Where they can be proved, no two
 * points of the region have the same place at rest.
 *
 * Two cells c and d that the region consists of are bounded in one of two ways, or opened. *Apart*, at a distance of at least δ > 0: on c, φ_k is p_c + H_c (x - x_c) but for r_c, on d likewise (cells.ts), so
 * for any H its difference is at most (|H| + (|p_c - p_d - H (x_c - x_d)| + |H_c - H| R_c + |H_d - H| R_d + r_c + r_d) / δ) |x - y|, with R the radii; H is the mean of both, or zero.
 * And |r(x) - r(y)| ≤ 2 ≤ (2/δ) |x - y|. *Near*: a sheet lies over both (sheets.ts), so what is steepest on it, times the factors, is a bound; r has a slope of at most 2/h on a triangle of altitude h.
 * Triangles of a sheet need not belong to the region; but no governor that the region does not list may move them.
 *
 * Rounding: slopes on a triangle are computed from values at its corners, which are off by less than 2^-43 of the largest coordinate X, since matrices are below 64; on triangles not thinner than
 * 1 : 1024, whose altitude is h, slopes of φ are off by less than 2^-32 X/h, and those of ψ by 2^-32 (1 + X Σ|b|)/h. The fit of two cells together, half the sum of both, is itself off by less than 2^-46 (64 + X Σ|b|). What is apart loses less than 2^-44 of X (1 + Σ|b| X) in its numerators.
 */
import { MOST_VERTICES } from './cells.js';
import type { Cell } from './cells.js';
import { MATRIX_LIMIT, MOST_GOVERNORS } from './affine-fits.js';
import type { Frame } from './affine-fits.js';
import { createApartBound } from './apart.js';
import { normOf } from './norm.js';
import type { RestSurface } from './rest-surface.js';
import type { Sheet } from './sheets.js';
import { createSkinSlopes } from './skin-slopes.js';
import type { SkinWeights } from './skin-weights.js';

/** How steep a region is. */
export interface Steepness {
  /** V and S of each governor. */
  readonly products: Float64Array;
  readonly weights: Float64Array;
  /** R. */
  roughness: number;
}

/** All cells, what they consist of, and the sheets over two of them, each found once. */
export interface CellTree {
  readonly cells: readonly Cell[];
  readonly children: readonly (readonly number[])[];
  readonly sheetOver: (a: number, b: number) => Sheet | null;
}

/** Triangles of two cells that a sheet is looked for over, at most. */
const MOST_NEAR = 160;
/** How much steeper a bound may be than the steepest triangle of a cell, and than the steepest of some ways between two. */
const TOLERANCE = 1.15;
const SAMPLE_TOLERANCE = 1.5;
/** 2^-32 and 2^-46 */
const SLOPE_ROUNDING = 1 / 4294967296;
const FIT_ROUNDING = 1 / 70368744177664;
/** Two points that are apart are so by more than this share of the smallest altitude, or else have to be near. */
const LEAST_APART = 1 / 16;
/** Vertices of each cell that are compared to see how steep it is at least. */
const SAMPLES = 20;

/** Measures how steep a region is, or returns null where nothing can be proved. */
export type SteepnessMeter = (frame: Frame, a: number, b: number) => Steepness | null;

/** Prepares to measure regions. */
export function createSteepnessMeter(surface: RestSurface, weights: SkinWeights, tree: CellTree): SteepnessMeter {
  const { altitudes, corners, positions, reach } = surface;
  const { cells, children } = tree;
  const apart = createApartBound(cells, surface);
  const slopes = createSkinSlopes(surface, weights);
  // The region under way.
  let count = 0;
  const rowsFrom = new Int32Array(MOST_VERTICES);
  const rowsTo = new Int32Array(MOST_VERTICES);
  const limitV = new Float64Array(MOST_GOVERNORS);
  const limitS = new Float64Array(MOST_GOVERNORS);
  const nearV = new Float64Array(MOST_GOVERNORS);
  const nearS = new Float64Array(MOST_GOVERNORS);
  let nearR = 0;
  /** The magnitudes of all slopes of the frame. */
  let slopeSum = 0;
  let limitR = 0;
  let roughness = 0;
  /** Whether the region is one node: then sheets over large parts of it are as steep as it is. Between two nodes the steepest parts are far from each other. */
  let isNode = true;

  /** Leaves in `nearV`, `nearS` and `nearR` how steep the sheet over two cells is; returns false where there is none. */
  const boundNear = (c: number, d: number): boolean => {
    const sheet = tree.sheetOver(c, d);
    if (!sheet) return false;
    nearV.fill(0, 0, count);
    nearS.fill(0, 0, count);
    nearR = 0;
    for (let k = 0; k < sheet.triangles.length; k++) {
      const row = slopes.steepnessOf(sheet.triangles[k]);
      if (row < 0) return false;
      const factor = sheet.factors[k];
      const perAltitude = factor / altitudes[sheet.triangles[k]];
      const pad = SLOPE_ROUNDING * perAltitude;
      if (2 * perAltitude > nearR) nearR = 2 * perAltitude;
      for (let i = 0; i < count; i++) {
        const v = slopes.steepness[row + i * 2] * factor + pad * reach;
        const s = slopes.steepness[row + i * 2 + 1] * factor + pad * (1 + slopeSum * reach);
        if (v > nearV[i]) nearV[i] = v;
        if (s > nearS[i]) nearS[i] = s;
      }
    }
    return true;
  };

  /** Bounds two cells that are apart by all their vertices: the differences of φ and ψ, beside H of the middle between both, are largest there. */
  const boundExactly = (c: number, d: number, distance: number, mask: number): void => {
    const from = cells[c].vertices;
    const to = cells[d].vertices;
    for (let n = 0; n < from.length; n++) rowsFrom[n] = slopes.valuesAt(from[n]);
    for (let n = 0; n < to.length; n++) rowsTo[n] = slopes.valuesAt(to[n]);
    const { values } = slopes;
    for (let i = 0; i < count; i++) {
      if (((mask >>> i) & 1) === 0) continue;
      apart.meanOf(c, d, i);
      const h = apart.mean;
      const b = apart.meanSlope;
      let product = 0;
      let weight = 0;
      for (let n = 0; n < from.length; n++) {
        const p = from[n];
        const rowP = rowsFrom[n] + i * 4;
        for (let k = 0; k < to.length; k++) {
          const q = to[k];
          const rowQ = rowsTo[k] + i * 4;
          const x = positions[p * 3] - positions[q * 3];
          const y = positions[p * 3 + 1] - positions[q * 3 + 1];
          const z = positions[p * 3 + 2] - positions[q * 3 + 2];
          const u = values[rowP] - values[rowQ] - (h[0] * x + h[1] * y + h[2] * z);
          const v = values[rowP + 1] - values[rowQ + 1] - (h[3] * x + h[4] * y + h[5] * z);
          const w = values[rowP + 2] - values[rowQ + 2] - (h[6] * x + h[7] * y + h[8] * z);
          const s = values[rowP + 3] - values[rowQ + 3] - (b[0] * x + b[1] * y + b[2] * z);
          const squared = u * u + v * v + w * w;
          if (squared > product) product = squared;
          if (Math.abs(s) > weight) weight = Math.abs(s);
        }
      }
      const products = normOf(h) + (Math.sqrt(product) + apart.pad * 64 * reach) / distance;
      const slope = Math.sqrt(b[0] * b[0] + b[1] * b[1] + b[2] * b[2]);
      const weightBound = slope + (weight + apart.pad) / distance;
      if (products < apart.products[i]) apart.products[i] = products;
      if (weightBound < apart.weights[i]) apart.weights[i] = weightBound;
    }
  };

  /** Which of some governors are steeper than their limits. */
  const above = (mask: number, v: Float64Array, s: Float64Array): number => {
    let left = 0;
    for (let i = 0; i < count; i++) if ((mask >>> i) & 1 && !(v[i] <= limitV[i] && s[i] <= limitS[i])) left |= 1 << i;
    return left;
  };

  const raise = (mask: number, v: Float64Array, s: Float64Array): void => {
    for (let i = 0; i < count; i++) {
      if (((mask >>> i) & 1) === 0) continue;
      if (!(v[i] <= limitV[i])) limitV[i] = v[i];
      if (!(s[i] <= limitS[i])) limitS[i] = s[i];
    }
  };

  /** Bounds two cells, or what they consist of, for some governors; returns false where that cannot be done. */
  const visit = (c: number, d: number, mask: number, distance: number): boolean => {
    let left = mask;
    const areApart = c !== d && distance > 0 && 2 / distance <= limitR;
    if (areApart) {
      apart.bound(c, d, distance, left);
      left = above(left, apart.products, apart.weights);
      if (left === 0) {
        roughness = Math.max(roughness, 2 / distance);
        return true;
      }
    }
    if (children[c].length === 0 && children[d].length === 0) return settle(c, d, left, distance, areApart);
    const triangleCount = cells[c].end - cells[c].first + (c === d ? 0 : cells[d].end - cells[d].first);
    if (isNode && triangleCount <= MOST_NEAR && distance <= cells[c].radius + cells[d].radius && boundNear(c, d)) {
      left = above(left, nearV, nearS);
      if (left === 0) {
        roughness = Math.max(roughness, nearR);
        return true;
      }
    }
    return open(c, d, left);
  };

  /** Bounds two cells that consist of nothing, with all that there is; returns false where that is nothing. */
  const settle = (c: number, d: number, mask: number, distance: number, areApart: boolean): boolean => {
    const areNear = boundNear(c, d);
    const left = areNear ? above(mask, nearV, nearS) : mask;
    if (!areApart || left === 0) {
      if (!areNear) return false;
      raise(left, nearV, nearS);
      roughness = Math.max(roughness, nearR);
      return true;
    }
    boundExactly(c, d, distance, left);
    if (areNear) {
      for (let i = 0; i < count; i++) {
        if (nearV[i] < apart.products[i]) apart.products[i] = nearV[i];
        if (nearS[i] < apart.weights[i]) apart.weights[i] = nearS[i];
      }
    }
    raise(left, apart.products, apart.weights);
    roughness = Math.max(roughness, areNear ? Math.min(nearR, 2 / distance) : 2 / distance);
    return true;
  };

  /** Visits what two cells consist of, the closest first: they are the steepest, and once that is known, less is left to look at. */
  const open = (c: number, d: number, mask: number): boolean => {
    const opensFirst = children[d].length === 0 || (children[c].length > 0 && cells[c].radius >= cells[d].radius);
    const pairs: { readonly c: number; readonly d: number; readonly distance: number }[] = [];
    for (const child of children[opensFirst ? c : d]) {
      if (c !== d) {
        const other = opensFirst ? d : c;
        pairs.push({ c: child, d: other, distance: apart.distance(child, other) });
        continue;
      }
      for (const other of children[d]) {
        if (other >= child)
          pairs.push({ c: child, d: other, distance: child === other ? 0 : apart.distance(child, other) });
      }
    }
    pairs.sort((p, q) => p.distance - q.distance);
    return pairs.every((pair) => visit(pair.c, pair.d, mask, pair.distance));
  };

  /** Sets limits by how steep a cell is on its triangles; and by the smallest of them how close points may be that are apart. */
  const beginWithCell = (cell: Cell): boolean => {
    for (let triangle = cell.first; triangle < cell.end; triangle++) {
      const row = slopes.steepnessOf(triangle);
      if (row < 0) return false;
      for (let i = 0; i < count; i++) {
        limitV[i] = Math.max(limitV[i], slopes.steepness[row + i * 2]);
        limitS[i] = Math.max(limitS[i], slopes.steepness[row + i * 2 + 1]);
      }
    }
    return true;
  };

  /** Sets limits by how steep the ways between some vertices of two cells are. */
  const beginWithSamples = (a: Cell, b: Cell): boolean => {
    const stepA = Math.max(1, Math.floor((a.end - a.first) / SAMPLES));
    const stepB = Math.max(1, Math.floor((b.end - b.first) / SAMPLES));
    for (let s = a.first; s < a.end; s += stepA) {
      const x = corners[s * 3];
      const rowX = slopes.valuesAt(x);
      if (rowX < 0) return false;
      for (let t = b.first; t < b.end; t += stepB) {
        const y = corners[t * 3];
        const rowY = slopes.valuesAt(y);
        if (rowY < 0) return false;
        const dx = positions[x * 3] - positions[y * 3];
        const dy = positions[x * 3 + 1] - positions[y * 3 + 1];
        const dz = positions[x * 3 + 2] - positions[y * 3 + 2];
        const squared = dx * dx + dy * dy + dz * dz;
        if (squared === 0) continue;
        const perLength = 1 / Math.sqrt(squared);
        for (let i = 0; i < count; i++) {
          const p = slopes.values[rowX + i * 4] - slopes.values[rowY + i * 4];
          const q = slopes.values[rowX + i * 4 + 1] - slopes.values[rowY + i * 4 + 1];
          const r = slopes.values[rowX + i * 4 + 2] - slopes.values[rowY + i * 4 + 2];
          const w = slopes.values[rowX + i * 4 + 3] - slopes.values[rowY + i * 4 + 3];
          limitV[i] = Math.max(limitV[i], Math.sqrt(p * p + q * q + r * r) * perLength);
          limitS[i] = Math.max(limitS[i], Math.abs(w) * perLength);
        }
      }
    }
    return true;
  };

  return (region, a, b) => {
    count = region.governors.length;
    if (count > MOST_GOVERNORS || !region.matrices.every((value) => Math.abs(value) < MATRIX_LIMIT)) return null;
    slopeSum = 0;
    for (const slope of region.slopes) slopeSum += Math.abs(slope);
    slopes.begin(region);
    apart.begin(region);
    roughness = 0;
    isNode = a === b;
    limitV.fill(0);
    limitS.fill(0);
    if (!(a === b ? beginWithCell(cells[a]) : beginWithSamples(cells[a], cells[b]))) return null;
    let lowest = Infinity;
    for (const cell of [cells[a], cells[b]]) {
      for (let t = cell.first; t < cell.end; t++) lowest = Math.min(lowest, altitudes[t]);
    }
    limitR = 2 / (LEAST_APART * lowest);
    for (let i = 0; i < count; i++) {
      limitV[i] *= a === b ? TOLERANCE : SAMPLE_TOLERANCE;
      limitS[i] *= a === b ? TOLERANCE : SAMPLE_TOLERANCE;
    }
    if (!(limitR < Infinity) || !visit(a, b, (1 << count) - 1, a === b ? 0 : apart.distance(a, b))) return null;
    const pad = FIT_ROUNDING * (64 + reach * slopeSum);
    return {
      products: limitV.map((v) => v + pad).slice(0, count),
      weights: limitS.map((s) => s + FIT_ROUNDING * slopeSum).slice(0, count),
      roughness,
    };
  };
}
