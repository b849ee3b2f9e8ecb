/** What the weights of a skin are on a cell, as a frame sees it. */
import type { Frame } from './affine-fits.js';
import { OFF } from './cells.js';
import type { Cell } from './cells.js';
import { normOf } from './norm.js';

/**
 * Numbers of what φ and ψ of a governor are on a cell, to first order about the middle x_c of the cell: value, spread and slopes of ψ, and how much it changes by them from the middle on; the same of φ; and
 * the magnitudes of all slopes. With w = α + b·(x - x_c) and w (x - x_c) = a + G (x - x_c), but for ρ and σ, w (x - x₀) is a + α (x_c - x₀) + (G + (x_c - x₀) bᵀ)(x - x_c), but for σ + ρ |x_c - x₀|. Where the
 * governor does not move the cell, all of these are zero.
 */
export const SIDE = {
  value: 0,
  spread: 1,
  slope: 2,
  sweptSlope: 5,
  product: 6,
  wide: 9,
  matrix: 10,
  swept: 19,
  size: 20,
  count: 21,
} as const;

/** 1 + 2^-30 */
const SWEEP_SLACK = 1 + 1 / 1073741824;
/** Nine numbers for a norm. */
const square = new Float64Array(9);

/**
 * How much H x changes at most over a cell from its middle on, with H in `square`. All x are within the radius R of the middle, and within the thickness t of the plane across the normal n: |H x| = |(H - H n nᵀ) x + H n (n·x)| ≤
 * |H - H n nᵀ| R + |H n| t, for n of length one or none, but for 2^-50, which norms are rounded up by.
 */
function sweepMatrix({ normal, radius, thickness }: Cell): number {
  const [x, y, z] = normal;
  const u = square[0] * x + square[1] * y + square[2] * z;
  const v = square[3] * x + square[4] * y + square[5] * z;
  const w = square[6] * x + square[7] * y + square[8] * z;
  for (let k = 0; k < 3; k++) {
    square[k] -= u * normal[k];
    square[3 + k] -= v * normal[k];
    square[6 + k] -= w * normal[k];
  }
  return normOf(square) * radius + length(u, v, w) * thickness * SWEEP_SLACK;
}

/** The same for a slope. */
function sweepSlope(sides: Float64Array, at: number, { normal, radius, thickness }: Cell): number {
  const along = sides[at] * normal[0] + sides[at + 1] * normal[1] + sides[at + 2] * normal[2];
  const x = sides[at] - along * normal[0];
  const y = sides[at + 1] - along * normal[1];
  const z = sides[at + 2] - along * normal[2];
  return (length(x, y, z) * radius + Math.abs(along) * thickness) * SWEEP_SLACK;
}

/** Fills in the numbers of the i-th governor of a frame, which is at a place of the fit of a cell, or at none below zero. */
export function fillSide(sides: Float64Array, at: number, cell: Cell, place: number, frame: Frame, i: number): void {
  const { fit, offs } = cell;
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
  sides[at + SIDE.sweptSlope] = sweepSlope(sides, at + SIDE.slope, cell);
  sides[at + SIDE.wide] = isMoved ? offs[off + OFF.productBy] + spread * length(x, y, z) : 0;
  sides[at + SIDE.swept] = sweepMatrix(cell);
  sides[at + SIDE.size] = size;
}

/** The length of a vector. */
export function length(x: number, y: number, z: number): number {
  return Math.sqrt(x * x + y * y + z * z);
}
