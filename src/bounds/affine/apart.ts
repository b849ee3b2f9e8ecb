/** Bounds on how much the weights of a skin differ between two cells that are apart: the formula and its rounding are in steepness.ts. */
import { OFF, placesOf } from './cells.js';
import type { Cell } from './cells.js';
import type { Frame } from './affine-fits.js';
import { normOf } from './norm.js';
import type { RestSurface } from './rest-surface.js';

/** Says how far cells are apart, and bounds two under the frame that was begun with last. */
export interface ApartBound {
  readonly begin: (frame: Frame) => void;
  /** The distance of two cells, rounded down. */
  readonly distance: (c: number, d: number) => number;
  /** Leaves a bound for each governor of a mask in `products` and `weights`. */
  readonly bound: (c: number, d: number, distance: number, mask: number) => void;
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

/** Prepares to bound cells of a surface whose coordinates are at most `reach`. */
export function createApartBound(cells: readonly Cell[], { positions, reach }: RestSurface): ApartBound {
  const products = new Float64Array(ROOM);
  const weights = new Float64Array(ROOM);
  const known: (Int32Array | undefined)[] = [];
  const marks = new Int32Array(cells.length).fill(-1);
  const rows = new Int32Array(cells.length);
  let sides = new Float64Array(1 << 14);
  let used = 0;
  let mark = 0;
  let frame: Frame;
  const mean = new Float64Array(9);
  const meanSlope = new Float64Array(3);
  const half = new Float64Array(9);
  const closest = new Uint32Array(2);

  /** Where the sides of a cell are ({@link SIDE}), those of all governors of the frame: filled in once for a frame. */
  const sidesOf = (cell: number): number => {
    if (marks[cell] === mark) return rows[cell];
    marks[cell] = mark;
    rows[cell] = used;
    used += frame.governors.length * SIDE.count;
    if (used > sides.length) {
      const larger = new Float64Array(sides.length * 2);
      larger.set(sides);
      sides = larger;
    }
    const places = (known[cell] ??= placesOf(cells[cell].fit.governors));
    for (let i = 0; i < frame.governors.length; i++) {
      fillSide(sides, rows[cell] + i * SIDE.count, cells[cell], places[frame.governors[i]] ?? -1, frame, i);
    }
    return rows[cell];
  };

  const distance = (c: number, d: number): number => {
    const a = cells[c];
    const b = cells[d];
    let gap = 0;
    let middles = 0;
    for (let axis = 0; axis < 3; axis++) {
      const apart = Math.max(0, a.box[axis] - b.box[axis + 3], b.box[axis] - a.box[axis + 3]);
      gap += apart * apart;
      const way = a.fit.middle[axis] - b.fit.middle[axis];
      middles += way * way;
    }
    const found = Math.max(Math.sqrt(gap) * SLACK, Math.sqrt(middles) * SLACK - a.radius - b.radius);
    if (a.vertices.length === 0 || b.vertices.length === 0 || found > a.radius + b.radius) return found;
    const across = gapAlong(a, b, a.fit.middle, 0, b.fit.middle, 0);
    findClosest(a.vertices, b.vertices);
    return Math.max(found, across, gapAlong(a, b, positions, closest[0] * 3, positions, closest[1] * 3));
  };

  /** How far two cells are apart along the line from one point to another: their convex hulls lie on both sides of a slab so wide. */
  const gapAlong = (a: Cell, b: Cell, from: Float64Array, atFrom: number, to: Float64Array, atTo: number): number => {
    const x = from[atFrom] - to[atTo];
    const y = from[atFrom + 1] - to[atTo + 1];
    const z = from[atFrom + 2] - to[atTo + 2];
    const along = Math.sqrt(x * x + y * y + z * z);
    let low = Infinity;
    let high = -Infinity;
    for (const vertex of a.vertices) {
      low = Math.min(low, x * positions[vertex * 3] + y * positions[vertex * 3 + 1] + z * positions[vertex * 3 + 2]);
    }
    for (const vertex of b.vertices) {
      high = Math.max(high, x * positions[vertex * 3] + y * positions[vertex * 3 + 1] + z * positions[vertex * 3 + 2]);
    }
    const gap = (low - high) / along - ROUNDING * reach;
    // Where both points are one, nothing is known.
    return gap > 0 ? gap * SLACK : 0;
  };

  /** Leaves in `closest` the two vertices, one of each list, that are closest to each other. */
  const findClosest = (verticesA: Uint32Array, verticesB: Uint32Array): void => {
    let least = Infinity;
    for (const p of verticesA) {
      const px = positions[p * 3];
      const py = positions[p * 3 + 1];
      const pz = positions[p * 3 + 2];
      for (const q of verticesB) {
        const x = px - positions[q * 3];
        const y = py - positions[q * 3 + 1];
        const z = pz - positions[q * 3 + 2];
        const squared = x * x + y * y + z * z;
        if (squared < least) {
          least = squared;
          closest[0] = p;
          closest[1] = q;
        }
      }
    }
  };

  const bounder: ApartBound = {
    products,
    weights,
    mean,
    meanSlope,
    pad: 0,
    distance,
    begin: (next) => {
      frame = next;
      mark++;
      used = 0;
    },
    meanOf: (c, d, i) => {
      const p = sidesOf(c) + i * SIDE.count;
      const q = sidesOf(d) + i * SIDE.count;
      for (let k = 0; k < 9; k++) mean[k] = (sides[p + SIDE.matrix + k] + sides[q + SIDE.matrix + k]) / 2;
      for (let k = 0; k < 3; k++) meanSlope[k] = (sides[p + SIDE.slope + k] + sides[q + SIDE.slope + k]) / 2;
      bounder.pad = ROUNDING * (1 + (sides[p + SIDE.size] + sides[q + SIDE.size]) * reach);
    },
    bound: (c, d, gap, mask) => {
      const rowC = sidesOf(c);
      const rowD = sidesOf(d);
      const radiusC = cells[c].radius;
      const radiusD = cells[d].radius;
      const ex = cells[c].fit.middle[0] - cells[d].fit.middle[0];
      const ey = cells[c].fit.middle[1] - cells[d].fit.middle[1];
      const ez = cells[c].fit.middle[2] - cells[d].fit.middle[2];
      for (let i = 0; i < frame.governors.length; i++) {
        if (((mask >>> i) & 1) === 0) continue;
        const p = rowC + i * SIDE.count;
        const q = rowD + i * SIDE.count;
        const pad = ROUNDING * (1 + (sides[p + SIDE.size] + sides[q + SIDE.size]) * reach);
        // ψ
        const bx = sides[p + SIDE.slope];
        const by = sides[p + SIDE.slope + 1];
        const bz = sides[p + SIDE.slope + 2];
        const dx = sides[q + SIDE.slope];
        const dy = sides[q + SIDE.slope + 1];
        const dz = sides[q + SIDE.slope + 2];
        const hx = (bx + dx) / 2;
        const hy = (by + dy) / 2;
        const hz = (bz + dz) / 2;
        const off = sides[p + SIDE.value] - sides[q + SIDE.value];
        const spread = sides[p + SIDE.spread] + sides[q + SIDE.spread] + pad;
        const turn = length(bx - dx, by - dy, bz - dz) / 2;
        const leftOver = Math.abs(off - (hx * ex + hy * ey + hz * ez)) + turn * (radiusC + radiusD) + spread;
        const across = sides[p + SIDE.slopeLength] * radiusC + sides[q + SIDE.slopeLength] * radiusD;
        weights[i] = Math.min(length(hx, hy, hz) + leftOver / gap, (Math.abs(off) + across + spread) / gap);
        // φ
        for (let k = 0; k < 9; k++) {
          const left = sides[p + SIDE.matrix + k];
          const right = sides[q + SIDE.matrix + k];
          mean[k] = (left + right) / 2;
          half[k] = (left - right) / 2;
        }
        const px = sides[p + SIDE.product] - sides[q + SIDE.product];
        const py = sides[p + SIDE.product + 1] - sides[q + SIDE.product + 1];
        const pz = sides[p + SIDE.product + 2] - sides[q + SIDE.product + 2];
        const wide = sides[p + SIDE.wide] + sides[q + SIDE.wide] + 64 * pad * reach;
        const left = length(
          px - (mean[0] * ex + mean[1] * ey + mean[2] * ez),
          py - (mean[3] * ex + mean[4] * ey + mean[5] * ez),
          pz - (mean[6] * ex + mean[7] * ey + mean[8] * ez),
        );
        const swept = sides[p + SIDE.norm] * radiusC + sides[q + SIDE.norm] * radiusD;
        products[i] = Math.min(
          normOf(mean) + (left + normOf(half) * (radiusC + radiusD) + wide) / gap,
          (length(px, py, pz) + swept + wide) / gap,
        );
      }
    },
  };
  return bounder;
}

/**
 * Numbers of what φ and ψ of a governor are on a cell, to first order about the middle x_c of the cell: value, spread and slopes of ψ, with their length; the same of φ, with the norm of its matrix; and
 * the magnitudes of all slopes. With w = α + b·(x - x_c) and w (x - x_c) = a + G (x - x_c), but for ρ and σ, w (x - x₀) is a + α (x_c - x₀) + (G + (x_c - x₀) bᵀ)(x - x_c), but for σ + ρ |x_c - x₀|. Where the
 * governor does not move the cell, all of these are zero.
 */
const SIDE = {
  value: 0,
  spread: 1,
  slope: 2,
  slopeLength: 5,
  product: 6,
  wide: 9,
  matrix: 10,
  norm: 19,
  size: 20,
  count: 21,
} as const;

/** Nine numbers for a norm. */
const square = new Float64Array(9);

function fillSide(sides: Float64Array, at: number, { fit, offs }: Cell, place: number, frame: Frame, i: number): void {
  const x = fit.middle[0] - frame.middle[0];
  const y = fit.middle[1] - frame.middle[1];
  const z = fit.middle[2] - frame.middle[2];
  const isMoved = place >= 0;
  const off = place * OFF.count;
  const alpha = isMoved ? offs[off + OFF.weight] : 0;
  const b = i * 3;
  let size = 0;
  for (let row = 0; row < 3; row++) {
    const way = row === 0 ? x : row === 1 ? y : z;
    const m = i * 9 + row * 3;
    for (let k = 0; k < 3; k++) {
      const fitted = isMoved ? fit.matrices[place * 9 + row * 3 + k] + way * fit.slopes[place * 3 + k] : 0;
      square[row * 3 + k] = fitted - frame.matrices[m + k];
      sides[at + SIDE.matrix + row * 3 + k] = square[row * 3 + k];
    }
    sides[at + SIDE.product + row] =
      (isMoved ? offs[off + OFF.product + row] : 0) +
      alpha * way -
      (frame.matrices[m] * x + frame.matrices[m + 1] * y + frame.matrices[m + 2] * z);
  }
  for (let k = 0; k < 3; k++) {
    const fitted = isMoved ? fit.slopes[place * 3 + k] : 0;
    sides[at + SIDE.slope + k] = fitted - frame.slopes[b + k];
    size += Math.abs(fitted) + Math.abs(frame.slopes[b + k]);
  }
  const spread = isMoved ? offs[off + OFF.weightBy] : 0;
  sides[at + SIDE.value] = alpha - (frame.slopes[b] * x + frame.slopes[b + 1] * y + frame.slopes[b + 2] * z);
  sides[at + SIDE.spread] = spread;
  sides[at + SIDE.slopeLength] = length(sides[at + SIDE.slope], sides[at + SIDE.slope + 1], sides[at + SIDE.slope + 2]);
  sides[at + SIDE.wide] = isMoved ? offs[off + OFF.productBy] + spread * length(x, y, z) : 0;
  sides[at + SIDE.norm] = normOf(square);
  sides[at + SIDE.size] = size;
}

function length(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
