/** Bounds on how much the weights of a skin differ between two cells that are near each other: by the sheet over both, or between two tiles by all their vertices. The formulas and their rounding are in steepness.ts. */
import type { Frame } from './affine-fits.js';
import type { ApartBound } from './apart.js';
import { MOST_VERTICES } from './cells.js';
import type { Cell } from './cells.js';
import { normOf } from './norm.js';
import type { RestSurface } from './rest-surface.js';
import { createSheetFinder } from './sheets.js';
import type { SkinSlopes } from './skin-slopes.js';

/** Bounds cells under the frame that was begun with last. */
export interface NearBound {
  readonly begin: (frame: Frame) => void;
  /** Leaves in `products`, `weights` and `roughness` how steep the sheet over two cells is; returns false where there is none. */
  readonly bound: (c: number, d: number) => boolean;
  readonly products: Float64Array;
  readonly weights: Float64Array;
  roughness: number;
  /** Leaves bounds of two tiles that are apart, for the governors of a mask, where {@link ApartBound} does. */
  readonly boundExactly: (c: number, d: number, distance: number, mask: number) => void;
}

/** Governors of a region, at most. */
const ROOM = 32;
const NOTHING = new Float64Array(ROOM);
/** 2^-32 */
const SLOPE_ROUNDING = 1 / 4294967296;

/** Prepares to bound cells. */
export function createNearBound(
  surface: RestSurface,
  cells: readonly Cell[],
  slopes: SkinSlopes,
  apart: ApartBound,
): NearBound {
  const { altitudes, positions, reach } = surface;
  const findSheet = createSheetFinder(surface);
  const products = new Float64Array(ROOM);
  const weights = new Float64Array(ROOM);
  const rowsFrom = new Int32Array(MOST_VERTICES);
  const rowsTo = new Int32Array(MOST_VERTICES);
  let count = 0;
  /** The magnitudes of all slopes of the frame. */
  let slopeSum = 0;

  const bound = (c: number, d: number): boolean => {
    const sheet = findSheet(cells[c].first, cells[c].end, cells[d].first, cells[d].end);
    if (!sheet) return false;
    products.fill(0, 0, count);
    weights.fill(0, 0, count);
    let steepest = 0;
    let total = 0;
    for (let k = 0; k < sheet.count; k++) {
      const row = slopes.steepnessOf(sheet.triangles[k]);
      if (row < 0) return false;
      const factor = sheet.factors[k];
      const perAltitude = factor / altitudes[sheet.triangles[k]];
      if (perAltitude > steepest) steepest = perAltitude;
      const squared = factor * factor;
      for (let i = 0; i < count; i++) {
        const v = slopes.steepness[row + i * 2] * squared;
        const s = slopes.steepness[row + i * 2 + 1] * squared;
        if (v > products[i]) products[i] = v;
        if (s > weights[i]) weights[i] = s;
        total += v + s;
      }
    }
    // What is not a number is in the sum, too.
    if (!(total < Infinity)) return false;
    const pad = SLOPE_ROUNDING * steepest;
    for (let i = 0; i < count; i++) {
      products[i] = Math.sqrt(products[i]) + pad * reach;
      weights[i] = Math.sqrt(weights[i]) + pad * (1 + slopeSum * reach);
    }
    near.roughness = 2 * steepest;
    return true;
  };

  /** The differences of φ and ψ, beside H of the middle between both, are largest at vertices. */
  const boundExactly = (c: number, d: number, distance: number, mask: number): void => {
    const from = cells[c].vertices;
    const to = cells[d].vertices;
    apart.bound(c, d, distance, mask, NOTHING, NOTHING);
    if (from.length === 0 || to.length === 0) return;
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
      const slope = Math.sqrt(b[0] * b[0] + b[1] * b[1] + b[2] * b[2]);
      const v = normOf(h) + (Math.sqrt(product) + apart.pad * 64 * reach) / distance;
      const s = slope + (weight + apart.pad) / distance;
      if (v < apart.products[i]) apart.products[i] = v;
      if (s < apart.weights[i]) apart.weights[i] = s;
    }
  };

  const near: NearBound = {
    begin: (frame) => {
      count = frame.governors.length;
      slopeSum = 0;
      for (const slope of frame.slopes) slopeSum += Math.abs(slope);
    },
    bound,
    products,
    weights,
    roughness: 0,
    boundExactly,
  };
  return near;
}
