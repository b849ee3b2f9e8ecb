/** Frames and lists, as the kernels read them: AFFINE_FRAME and AFFINE_LIST of the layout. */
import { AFFINE_FRAME, AFFINE_GOVERNOR } from '../../kernels/layout/affine.js';
import { MATRIX64 } from '../../kernels/layout/blend.js';
import { roundUp32 } from '../../math/round.js';
import type { AffineFit, Frame } from './affine-fits.js';
import type { Steepness } from './steepness.js';

/** Frames and lists, as the kernels read them. Plain data, a part of bounds. */
export interface AffineRegions {
  /** For each node above the tiles the word where its frame is (`AFFINE_FRAME`), or `NO_AFFINE`. */
  readonly frames: Uint32Array;
  /** For each region the word where its list is (`AFFINE_LIST`), or `NO_AFFINE`. */
  readonly lists: Uint32Array;
  /** All frames and lists, one behind the other. */
  readonly words: Uint32Array;
}

/** Words that grow. */
export interface Packing {
  readonly words: number[];
  readonly putFloat: (value: number) => void;
}

/** Nothing yet. */
export function createPacking(): Packing {
  const words: number[] = [];
  const single = new Float32Array(1);
  const bits = new Uint32Array(single.buffer);
  return {
    words,
    putFloat: (value) => {
      single[0] = value;
      words.push(bits[0]);
    },
  };
}

/** A frame with the mean weights of its governors. */
export type FrameWithMeans = Frame & { readonly means: Float64Array };

/** Writes the frame of a node with its triangles. Sums of magnitudes are rounded up; all else are float32 numbers. */
export function putFrame({ putFloat: put, words }: Packing, fit: AffineFit, first: number, end: number): void {
  const { governors, matrices, means, middle, slopes } = fit;
  const from = words.length;
  words.push(governors.length);
  for (let axis = 0; axis < 3; axis++) put(middle[axis]);
  put(roundUp32(matrices.reduce((sum, value) => sum + Math.abs(value), 1)));
  put(roundUp32(slopes.reduce((sum, value) => sum + Math.abs(value), 0)));
  words.push(first, end);
  governors.forEach((governor, i) => {
    words.push(governor * MATRIX64.count * 8);
    put(means[i]);
    for (let k = 0; k < 9; k++) put(matrices[i * 9 + k]);
    for (let k = 0; k < 3; k++) put(slopes[i * 3 + k]);
    while (words.length < from + AFFINE_FRAME.wordCount + (i + 1) * AFFINE_GOVERNOR.wordCount) words.push(0);
  });
}

/** Writes the list of a region. All bounds are rounded up. */
export function putList(
  { putFloat: put, words }: Packing,
  { governors, means }: FrameWithMeans,
  { products, roughness, weights }: Steepness,
  nodeA: number,
  nodeB: number,
): void {
  words.push(governors.length);
  put(roundUp32(roughness));
  words.push(nodeA, nodeB);
  // The steepest first: where a proof fails, that shows early.
  const order = Array.from(governors.keys()).sort((i, j) => products[j] - products[i] || i - j);
  for (const i of order) {
    words.push(governors[i] * MATRIX64.count * 8);
    put(means[i]);
    put(roundUp32(products[i]));
    put(roundUp32(weights[i]));
  }
}

/** The fit whose matrix, in any pose, is half the sum of those of two fits. */
export function joinFits(a: AffineFit, b: AffineFit): FrameWithMeans {
  const governors = Uint32Array.from(new Set([...a.governors, ...b.governors])).sort();
  const middle = a.middle.map((value, axis) => (value + b.middle[axis]) / 2);
  const means = new Float64Array(governors.length);
  const matrices = new Float64Array(governors.length * 9);
  const slopes = new Float64Array(governors.length * 3);
  for (const fit of [a, b]) {
    fit.governors.forEach((governor, j) => {
      const i = governors.indexOf(governor);
      means[i] += fit.means[j] / 2;
      for (let column = 0; column < 3; column++) {
        const slope = fit.slopes[j * 3 + column];
        slopes[i * 3 + column] += slope / 2;
        for (let row = 0; row < 3; row++) {
          matrices[i * 9 + row * 3 + column] +=
            (fit.matrices[j * 9 + row * 3 + column] + (fit.middle[row] - middle[row]) * slope) / 2;
        }
      }
    });
  }
  return { governors, middle, means, matrices, slopes };
}
