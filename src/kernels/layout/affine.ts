/**
 * What is known of a skin, so that regions can be proved free from its governors alone: ../twin/clear-fitted.ts. *Frames* say how weights run over a node, *lists* how far they are from that
 * over a region.
 *
 * The same words serve where fields move vertices (../twin/field-error.ts). Then governors of a frame are fields, with bytes to the weight of each instead of a transform, and the matrix that the field is fitted by; of a term,
 * `products` is how far the field is from that at most, and `weights` the magnitudes of its matrix. What else there is says nothing.
 */

/**
 * Words of what a body keeps of it. What is shared by all bodies: for each node above the tiles where its frame is, for each region where its list is, both in words from the beginning of the third,
 * which has them, or {@link NO_AFFINE}. What belongs to a pose: the matrix of each frame ({@link POSED_FRAME}); for which pose proofs may be tried; where
 * fields move vertices, their weights as float64; and, as float64, a bound on the coordinates of all vertices.
 */
export const AFFINE = {
  frames: 0,
  lists: 1,
  words: 2,
  posed: 3,
  stamp: 4,
  weights: 5,
  reach: 6,
  wordCount: 8,
} as const;

/** Doubles of a frame in a pose: its matrix row by row; and, in the first word of the last, for which pose. */
export const POSED_FRAME = { matrix: 0, stamp: 9, count: 10 } as const;

/** Stands for the frame of a node, and the list of a region, of which nothing is known. */
export const NO_AFFINE = 0xffffffff;

/**
 * Words of a frame: how many governors it has; then float32: its middle, the magnitudes of all its matrices with 1 added, and those of its slopes, both rounded up; which triangles it is
 * of, so that frames of another tree can be told. Behind them its governors ({@link AFFINE_GOVERNOR}).
 */
export const AFFINE_FRAME = {
  count: 0,
  middle: 1,
  matrices: 4,
  slopes: 5,
  firstTriangle: 6,
  endTriangle: 7,
  wordCount: 8,
} as const;

/** Words of a governor of a frame: bytes to its transform; then float32: its mean weight, its matrix row by row, and its slope. */
export const AFFINE_GOVERNOR = { transform: 0, mean: 1, matrix: 2, slope: 11, wordCount: 16 } as const;

/** Words of a list: how many governors it has; and, as float32, how rough a surface may be that is rounded at its vertices; the nodes of its region. Behind them its terms ({@link AFFINE_TERM}). */
export const AFFINE_LIST = { count: 0, roughness: 1, nodeA: 2, nodeB: 3, wordCount: 4 } as const;

/** Words of a term: bytes to the transform of its governor; then float32: its mean weight, and how steep products with positions and weights are at most, beside what was fitted. */
export const AFFINE_TERM = { transform: 0, mean: 1, products: 2, weights: 3, wordCount: 4 } as const;
