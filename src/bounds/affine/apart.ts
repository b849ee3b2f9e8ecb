/** Bounds on how much the weights of a skin differ between two cells that are apart: the formula and its rounding are in steepness.ts. */
import { AXES, SLABS, placesOf } from './cells.js';
import type { Cell } from './cells.js';
import type { Frame } from './affine-fits.js';
import { normOf } from './norm.js';
import type { RestSurface } from './rest-surface.js';
import { SIDE, fillSide, length } from './sides.js';

/** Says how far cells are apart, and bounds two under the frame that was begun with last. */
export interface ApartBound {
  readonly begin: (frame: Frame) => void;
  /** The distance of two cells, rounded down: negative or zero where they may touch. */
  readonly distance: (c: number, d: number) => number;
  /** The same of two tiles along one more direction, which takes longer. */
  readonly gapAcross: (c: number, d: number) => number;
  /**
   * Leaves in `products` and `weights` a bound for each governor of a mask, of two cells for which one is known under their own frame, half the sum of both: V and S of their governors are in
   * `known` from `at` on, one after the other.
   */
  readonly boundKnown: (c: number, d: number, known: Float64Array, at: number, mask: number) => void;
  /** Leaves a bound for each governor of a mask in `products` and `weights`; it need not be below what is enough. */
  readonly bound: (
    c: number,
    d: number,
    distance: number,
    mask: number,
    enoughV: Float64Array,
    enoughS: Float64Array,
  ) => void;
  readonly products: Float64Array;
  readonly weights: Float64Array;
  /** Leaves in `mean` and `meanSlope` the slopes of the i-th governor of a frame, as a mean over two cells, and in `pad` what rounding takes. */
  readonly meanOf: (c: number, d: number, i: number) => void;
  readonly mean: Float64Array;
  readonly meanSlope: Float64Array;
  pad: number;
}

/** 2^-44 and 1 - 2^-40 */
const ROUNDING = 1 / 17592186044416;
const SLACK = 1 - 1 / 1099511627776;
/** Governors of a region, at most. */
const ROOM = 32;
/** 1 + 2^-30 */
const LEVER_SLACK = 1 + 1 / 1073741824;
/** 1 - 2^-48, and 2^-20 */
const LEVER_ROUNDING = 1 - 1 / 281474976710656;
const LEAST_GAP = 1 / 1048576;
/** Below 1 / √3 and 1 / √2. */
const PER_CUBE_DIAGONAL = 0.5773;
const PER_FACE_DIAGONAL = 0.7071;
/** Behind the last slab across a diagonal of a cube. */
const CUBE_END = AXES + 4;

/** Prepares to bound cells of a surface whose coordinates are at most `reach`. */
export function createApartBound(cells: readonly Cell[], { positions, reach }: RestSurface): ApartBound {
  const products = new Float64Array(ROOM);
  const weights = new Float64Array(ROOM);
  const known: (Int32Array | undefined)[] = [];
  const marks = new Int32Array(cells.length);
  const rows = new Int32Array(cells.length);
  const filled = new Int32Array(cells.length);
  let sides = new Float64Array(1 << 14);
  let used = 0;
  let mark = 0;
  let frame: Frame;
  const mean = new Float64Array(9);
  const meanSlope = new Float64Array(3);
  const difference = new Float64Array(9);

  /** Where the sides of a cell are ({@link SIDE}), those of all governors of the frame: filled in for those of a mask, once for a frame. */
  const sidesOf = (cell: number, mask: number): number => {
    if (marks[cell] !== mark) {
      marks[cell] = mark;
      rows[cell] = used;
      filled[cell] = 0;
      used += frame.governors.length * SIDE.count;
      if (used > sides.length) {
        const larger = new Float64Array(sides.length * 2);
        larger.set(sides);
        sides = larger;
      }
    }
    const missing = mask & ~filled[cell];
    if (missing !== 0) {
      filled[cell] |= missing;
      const places = (known[cell] ??= placesOf(cells[cell].fit.governors));
      for (let i = 0; i < frame.governors.length; i++) {
        if (((missing >>> i) & 1) === 0) continue;
        const governor = frame.governors[i];
        const place = governor < places.length ? places[governor] : -1;
        fillSide(sides, rows[cell] + i * SIDE.count, cells[cell], place, frame, i);
      }
    }
    return rows[cell];
  };

  const distance = (c: number, d: number): number => {
    const a = cells[c].slabs;
    const b = cells[d].slabs;
    let boxes = 0;
    for (let k = 0; k < AXES; k++) {
      const apart = Math.max(0, a[k] - b[SLABS + k], b[k] - a[SLABS + k]);
      boxes += apart * apart;
    }
    const middleA = cells[c].fit.middle;
    const middleB = cells[d].fit.middle;
    const between = length(middleA[0] - middleB[0], middleA[1] - middleB[1], middleA[2] - middleB[2]);
    let found = Math.max(Math.sqrt(boxes) * SLACK, between * SLACK - cells[c].radius - cells[d].radius);
    for (let k = AXES; k < SLABS; k++) {
      const apart = Math.max(a[k] - b[SLABS + k], b[k] - a[SLABS + k]) - 4 * ROUNDING * reach;
      const gap = apart * (k < CUBE_END ? PER_CUBE_DIAGONAL : PER_FACE_DIAGONAL);
      if (gap > found) found = gap;
    }
    return found;
  };

  /** How far two cells are apart along the line between their middles: their convex hulls lie on both sides of a slab so wide. */
  const gapAcross = (c: number, d: number): number => {
    const a = cells[c];
    const b = cells[d];
    if (a.vertices.length === 0 || b.vertices.length === 0) return 0;
    const x = a.fit.middle[0] - b.fit.middle[0];
    const y = a.fit.middle[1] - b.fit.middle[1];
    const z = a.fit.middle[2] - b.fit.middle[2];
    let low = Infinity;
    let high = -Infinity;
    for (let i = 0; i < a.vertices.length; i++) {
      const v = a.vertices[i] * 3;
      low = Math.min(low, x * positions[v] + y * positions[v + 1] + z * positions[v + 2]);
    }
    for (let i = 0; i < b.vertices.length; i++) {
      const v = b.vertices[i] * 3;
      high = Math.max(high, x * positions[v] + y * positions[v + 1] + z * positions[v + 2]);
    }
    const gap = (low - high) / length(x, y, z) - ROUNDING * reach;
    // Where both points are one, nothing is known.
    return gap > 0 ? gap * SLACK : 0;
  };

  const bounder: ApartBound = {
    products,
    weights,
    mean,
    meanSlope,
    pad: 0,
    distance,
    gapAcross,
    begin: (next) => {
      frame = next;
      mark++;
      used = 0;
    },
    meanOf: (c, d, i) => {
      const p = sidesOf(c, 1 << i) + i * SIDE.count;
      const q = sidesOf(d, 1 << i) + i * SIDE.count;
      for (let k = 0; k < 9; k++) mean[k] = (sides[p + SIDE.matrix + k] + sides[q + SIDE.matrix + k]) / 2;
      for (let k = 0; k < 3; k++) meanSlope[k] = (sides[p + SIDE.slope + k] + sides[q + SIDE.slope + k]) / 2;
      bounder.pad = ROUNDING * (1 + (sides[p + SIDE.size] + sides[q + SIDE.size]) * reach);
    },
    boundKnown: (c, d, known, at, mask) => {
      const rowC = sidesOf(c, mask);
      const rowD = sidesOf(d, mask);
      const governorsC = cells[c].fit.governors;
      const governorsD = cells[d].fit.governors;
      const middleC = cells[c].fit.middle;
      const middleD = cells[d].fit.middle;
      const x = (middleC[0] + middleD[0]) / 2 - frame.middle[0];
      const y = (middleC[1] + middleD[1]) / 2 - frame.middle[1];
      const z = (middleC[2] + middleD[2]) / 2 - frame.middle[2];
      const way = length(x, y, z) + ROUNDING * reach;
      let inC = 0;
      let inD = 0;
      let next = at;
      for (let i = 0; i < frame.governors.length; i++) {
        const governor = frame.governors[i];
        let isListed = false;
        if (governorsC[inC] === governor) {
          inC++;
          isListed = true;
        }
        if (governorsD[inD] === governor) {
          inD++;
          isListed = true;
        }
        const v = isListed ? known[next++] : 0;
        const s = isListed ? known[next++] : 0;
        if (((mask >>> i) & 1) === 0) continue;
        const p = rowC + i * SIDE.count;
        const q = rowD + i * SIDE.count;
        for (let k = 0; k < 9; k++) mean[k] = (sides[p + SIDE.matrix + k] + sides[q + SIDE.matrix + k]) / 2;
        const bx = (sides[p + SIDE.slope] + sides[q + SIDE.slope]) / 2;
        const by = (sides[p + SIDE.slope + 1] + sides[q + SIDE.slope + 1]) / 2;
        const bz = (sides[p + SIDE.slope + 2] + sides[q + SIDE.slope + 2]) / 2;
        const size = sides[p + SIDE.size] + sides[q + SIDE.size];
        products[i] = v + s * way + normOf(mean) + ROUNDING * (64 + size * reach);
        weights[i] = s + length(bx, by, bz) + ROUNDING * size;
      }
    },
    bound: (c, d, gap, mask, enoughV, enoughS) => {
      const rowC = sidesOf(c, mask);
      const rowD = sidesOf(d, mask);
      const radiusC = cells[c].radius;
      const radiusD = cells[d].radius;
      const ex = cells[c].fit.middle[0] - cells[d].fit.middle[0];
      const ey = cells[c].fit.middle[1] - cells[d].fit.middle[1];
      const ez = cells[c].fit.middle[2] - cells[d].fit.middle[2];
      const turnBy = leverOf(length(ex, ey, ez), gap, radiusC, radiusD);
      for (let i = 0; i < frame.governors.length; i++) {
        if (((mask >>> i) & 1) === 0) continue;
        const p = rowC + i * SIDE.count;
        const q = rowD + i * SIDE.count;
        const pad = ROUNDING * (1 + (sides[p + SIDE.size] + sides[q + SIDE.size]) * reach);
        // H is zero: the first to be tried, since it is the cheapest.
        const off = sides[p + SIDE.value] - sides[q + SIDE.value];
        const spread = sides[p + SIDE.spread] + sides[q + SIDE.spread] + pad;
        const across = sides[p + SIDE.sweptSlope] + sides[q + SIDE.sweptSlope];
        weights[i] = (Math.abs(off) + across + spread) / gap;
        const px = sides[p + SIDE.product] - sides[q + SIDE.product];
        const py = sides[p + SIDE.product + 1] - sides[q + SIDE.product + 1];
        const pz = sides[p + SIDE.product + 2] - sides[q + SIDE.product + 2];
        const wide = sides[p + SIDE.wide] + sides[q + SIDE.wide] + 64 * pad * reach;
        const swept = sides[p + SIDE.swept] + sides[q + SIDE.swept];
        products[i] = (length(px, py, pz) + swept + wide) / gap;
        // H is the mean of both. ψ:
        if (weights[i] > enoughS[i]) {
          const bx = sides[p + SIDE.slope];
          const by = sides[p + SIDE.slope + 1];
          const bz = sides[p + SIDE.slope + 2];
          const dx = sides[q + SIDE.slope];
          const dy = sides[q + SIDE.slope + 1];
          const dz = sides[q + SIDE.slope + 2];
          const hx = (bx + dx) / 2;
          const hy = (by + dy) / 2;
          const hz = (bz + dz) / 2;
          const leftOver = Math.abs(off - (hx * ex + hy * ey + hz * ez)) + spread;
          const bound = length(hx, hy, hz) + length(bx - dx, by - dy, bz - dz) * turnBy + leftOver / gap;
          if (bound < weights[i]) weights[i] = bound;
        }
        if (!(products[i] > enoughV[i])) continue;
        // φ
        for (let k = 0; k < 9; k++) {
          const first = sides[p + SIDE.matrix + k];
          const second = sides[q + SIDE.matrix + k];
          mean[k] = (first + second) / 2;
          difference[k] = first - second;
        }
        const left = length(
          px - (mean[0] * ex + mean[1] * ey + mean[2] * ez),
          py - (mean[3] * ex + mean[4] * ey + mean[5] * ez),
          pz - (mean[6] * ex + mean[7] * ey + mean[8] * ez),
        );
        const bound = normOf(mean) + normOf(difference) * turnBy + (left + wide) / gap;
        if (bound < products[i]) products[i] = bound;
      }
    },
  };
  return bounder;
}

/**
 * How far half the way between two points of two cells is from half the way between the middles of both, at most, over the distance s of the points. With u and v the points counted from the middles, radii
 * R and Q, w = (u + v)/2 and d = (u - v)/2: |w|² + |d|² = (|u|² + |v|²)/2 ≤ (R² + Q²)/2 = ρ². The middles are e apart, so s ≥ e - 2|d|, and |w|² ≤ ρ² - (e - s)²/4 where s < e. That over s² is largest for
 * s = (e² - 4ρ²)/e, where it is ρ²/(e² - 4ρ²), and falls behind; so where s is larger than that in any case, it is largest for the smallest s, the gap.
 */
function leverOf(e: number, gap: number, radiusC: number, radiusD: number): number {
  // What is that close together is not worth the trouble of rounding.
  if (!(gap > e * LEAST_GAP)) return Infinity;
  const square = (radiusC * radiusC + radiusD * radiusD) / 2;
  const spare = e * e * LEVER_ROUNDING - 4 * square;
  if (spare > gap * e) return Math.sqrt(square / spare) * LEVER_SLACK;
  const short = Math.max(0, (e * LEVER_ROUNDING - gap) / 2);
  const left = square / LEVER_ROUNDING - short * short;
  return (Math.sqrt(Math.max(0, left)) / gap) * LEVER_SLACK;
}
