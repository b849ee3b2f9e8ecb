/** Bounds on the deformation gradient of a node's triangles, entry by entry, and what all rules that bound it have in common. */
import { ROW } from '../../bounds/normals/layout.js';
import type { NormalBounds } from '../../bounds/normals/layout.js';
import { roundingUnits } from '../../bounds/normals/surface.js';
import type { MeshBody } from '../mesh-body.js';

/** Nine intervals, row by row. */
export interface Gradient {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** Where a pose is read from. Doubles are in arrays, since those that are handed to a call that is not inlined may go to the heap. */
export interface GradientSource {
  readonly body: MeshBody;
  readonly normals: NormalBounds;
  /** {@link REACH}, and {@link STRETCH}, which points write row by row. */
  readonly limits: Float64Array;
  /** The weights of all fields. */
  weights: Float32Array;
}

/** Bounds on world coordinates, and on the sums of magnitudes in a row of a placed matrix. */
export const REACH = 0;
export const STRETCH = 1;

/** Room for a gradient. */
export function createGradient(): Gradient {
  return { low: new Float64Array(9), high: new Float64Array(9) };
}

/** Centre and radius of nine intervals while they are summed. */
export const center = new Float64Array(9);
export const radius = new Float64Array(9);

/** Nine intervals as a centre and a radius of a row, or of what fields have made of that. */
export const restCenter = new Float64Array(9);
export const restRadius = new Float64Array(9);

/** What is there once. */
export const ONCE = Float32Array.of(1);

/** Adds the nine intervals at a place, times one of some factors, to those in hand. */
export function addIntervals(
  centers: Float64Array,
  radii: Float64Array,
  numbers: Float32Array,
  at: number,
  factors: Float32Array,
  which: number,
): void {
  const factor = factors[which];
  const size = Math.abs(factor);
  for (let i = 0; i < 9; i++) {
    centers[i] += factor * numbers[at + i];
    radii[i] += size * numbers[at + 9 + i];
  }
}

/** What sums over a row are off by, as a share of their magnitudes, in units of 2^-53. */
export function roundingOfRow({ fieldCount, starts }: NormalBounds, row: number): number {
  return roundingUnits(starts[row * 2 + 2] - starts[row * 2], fieldCount);
}

/** 2^-120: covers what is lost where float32 is denormal. */
const SMALLEST_REACH = 7.52316384526264e-37;

/** Widens intervals by what rounding, of posed vertices and of our own numbers, may take: the formula of ../../bounds/normals/normal-bounds.ts. */
export function widen({ low, high }: Gradient, { limits, normals: { numbers } }: GradientSource, row: number): void {
  const at = row * ROW.count;
  for (let column = 0; column < 3; column++) {
    const by =
      numbers[at + ROW.byReach + column] * (limits[REACH] + SMALLEST_REACH) +
      numbers[at + ROW.byStretch + column] * limits[STRETCH];
    // The formula's own rounding: it is many times what is needed, but for 2^-24, whose share has been doubled.
    for (let entry = column; entry < 9; entry += 3) {
      low[entry] -= by;
      high[entry] += by;
    }
  }
}
