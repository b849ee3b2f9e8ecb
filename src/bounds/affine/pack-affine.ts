/** Frames and lists, as the kernels read them: AFFINE_FRAME and AFFINE_LIST of the layout. */
import { AFFINE_FRAME, AFFINE_GOVERNOR } from '../../kernels/layout/affine.js';
import { MATRIX64 } from '../../kernels/layout/blend.js';
import { roundUp32 } from '../../math/round.js';
import { unite } from './affine-fits.js';
import type { AffineFit, Frame } from './affine-fits.js';

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
  words: Uint32Array;
  length: number;
  readonly put: (...words: readonly number[]) => void;
  readonly putFloat: (value: number) => void;
}

/** Nothing yet. */
export function createPacking(): Packing {
  const single = new Float32Array(1);
  const bits = new Uint32Array(single.buffer);
  const packing: Packing = {
    words: new Uint32Array(1 << 14),
    length: 0,
    put: (...words) => {
      if (packing.length + words.length > packing.words.length) {
        const larger = new Uint32Array(packing.words.length * 2);
        larger.set(packing.words);
        packing.words = larger;
      }
      for (const word of words) packing.words[packing.length++] = word;
    },
    putFloat: (value) => {
      single[0] = value;
      packing.put(bits[0]);
    },
  };
  return packing;
}

/** A frame with the mean weights of its governors. */
export type FrameWithMeans = Frame & { readonly means: Float64Array };

/** Writes the frame of a node with its triangles. Sums of magnitudes are rounded up; all else are float32 numbers. */
export function putFrame(packing: Packing, fit: AffineFit, first: number, end: number): void {
  const { governors, matrices, means, middle, slopes } = fit;
  const { put, putFloat } = packing;
  const from = packing.length;
  put(governors.length);
  for (let axis = 0; axis < 3; axis++) putFloat(middle[axis]);
  putFloat(roundUp32(sumOf(matrices, 1)));
  putFloat(roundUp32(sumOf(slopes, 0)));
  put(first, end);
  for (let i = 0; i < governors.length; i++) {
    put(governors[i] * MATRIX64.count * 8);
    putFloat(means[i]);
    for (let k = 0; k < 9; k++) putFloat(matrices[i * 9 + k]);
    for (let k = 0; k < 3; k++) putFloat(slopes[i * 3 + k]);
    while (packing.length < from + AFFINE_FRAME.wordCount + (i + 1) * AFFINE_GOVERNOR.wordCount) put(0);
  }
}

function sumOf(values: Float64Array, start: number): number {
  let sum = start;
  for (let i = 0; i < values.length; i++) sum += Math.abs(values[i]);
  return sum;
}

/** Writes the list of a region of two nodes: V and S of its governors are in `numbers` from `at` on, one after the other. All bounds are rounded up. */
export function putList(
  { put, putFloat }: Packing,
  { governors, means }: FrameWithMeans,
  numbers: Float64Array,
  at: number,
  roughness: number,
  nodeA: number,
  nodeB: number,
): void {
  put(governors.length);
  putFloat(roundUp32(roughness));
  put(nodeA, nodeB);
  // The steepest first: where a proof fails, that shows early.
  const order = Array.from(governors.keys()).sort((i, j) => numbers[at + j * 2] - numbers[at + i * 2] || i - j);
  for (const i of order) {
    put(governors[i] * MATRIX64.count * 8);
    putFloat(means[i]);
    putFloat(roundUp32(numbers[at + i * 2]));
    putFloat(roundUp32(numbers[at + i * 2 + 1]));
  }
}

/** What of a field a region has: nine numbers row by row, how far the field is from them, and their magnitudes. */
export interface FieldTerm {
  readonly field: number;
  readonly matrix: Float64Array;
  steepness: number;
  size: number;
}

/** Writes what fields are fitted by over a node, with its triangles. */
export function putFieldFrame(packing: Packing, terms: readonly FieldTerm[], first: number, end: number): void {
  const { put, putFloat } = packing;
  put(terms.length, 0, 0, 0, 0, 0, first, end);
  for (const { field, matrix } of terms) {
    const next = packing.length + AFFINE_GOVERNOR.wordCount;
    put(field * 8, 0);
    for (const value of matrix) putFloat(value);
    while (packing.length < next) put(0);
  }
}

/** Writes how far fields are from that over a region, and the magnitudes of what they are fitted by. All is rounded up. */
export function putFieldList(
  { put, putFloat }: Packing,
  terms: readonly FieldTerm[],
  roughness: number,
  nodeA: number,
  nodeB: number,
): void {
  put(terms.length);
  putFloat(roundUp32(roughness));
  put(nodeA, nodeB);
  for (const { field, size, steepness } of terms) {
    put(field * 8, 0);
    putFloat(roundUp32(steepness));
    putFloat(roundUp32(size));
  }
}

/** The fit whose matrix, in any pose, is half the sum of those of two fits. */
export function joinFits(a: AffineFit, b: AffineFit): FrameWithMeans {
  const governors = unite([a, b]);
  const middle = Float64Array.of(0, 0, 0);
  for (let axis = 0; axis < 3; axis++) middle[axis] = (a.middle[axis] + b.middle[axis]) / 2;
  const means = new Float64Array(governors.length);
  const matrices = new Float64Array(governors.length * 9);
  const slopes = new Float64Array(governors.length * 3);
  for (const fit of [a, b]) {
    let i = 0;
    for (let j = 0; j < fit.governors.length; j++) {
      while (governors[i] !== fit.governors[j]) i++;
      means[i] += fit.means[j] / 2;
      for (let column = 0; column < 3; column++) {
        const slope = fit.slopes[j * 3 + column];
        slopes[i * 3 + column] += slope / 2;
        for (let row = 0; row < 3; row++) {
          matrices[i * 9 + row * 3 + column] +=
            (fit.matrices[j * 9 + row * 3 + column] + (fit.middle[row] - middle[row]) * slope) / 2;
        }
      }
    }
  }
  return { governors, middle, means, matrices, slopes };
}
