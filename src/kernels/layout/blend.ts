/** The arrays of blended transforms: what nodes and vertices depend on, and the matrices that move them. The words of a body are in blend-body.ts. */

/**
 * Doubles that go with the governors. Before: a bound on the coordinates that they are applied to; the grid on which boxes at rest lie
 * (../../bounds/blend/rest-grid.ts), and a bound on what of it they are applied to, in steps. After: bounds on the coordinates that they give
 * before the body is placed, and on the rows of their matrices.
 */
export const GOVERNING = { restReach: 0, reach: 1, stretch: 2, gridReach: 3, step: 4, middle: 5, count: 8 } as const;

/**
 * Words of a governor in a list: its box at rest in steps of a grid, six numbers of sixteen bits, those of the centre and then half
 * extents; bytes to its matrix; and its least and largest weight, sixteen bits each, in units of {@link WEIGHT_UNIT}.
 */
export const GOVERNOR = { box: 0, matrix: 3, weights: 4, wordCount: 5 } as const;

/** 2^-15: products with it are exact. */
export const WEIGHT_UNIT = 1 / 32768;

/**
 * Words of what a child of a lazy block depends on: its strongest governor, but for the weights, which it does not need; where the
 * others begin ({@link GOVERNOR}), and how many there are with it; the word where its fields begin, or {@link NO_FIELDS}; and, as
 * float32, how much to widen the sum over its governors, as a share of their reach. Half a cache line: most children have one governor,
 * and then that is all there is to read.
 */
export const LIST = {
  box: 0,
  matrix: 3,
  firstOther: 4,
  governorCount: 5,
  firstField: 6,
  sumWidening: 7,
  wordCount: 8,
} as const;

/** Stands for the fields of a list that has none. */
export const NO_FIELDS = 0xffffffff;

/**
 * Words before the fields of a list: how many there are, and, as float32, how much to widen the hull of the governors, as a share of
 * their reach. Without fields it is {@link HULL_WIDENING}.
 */
export const FIELDS = { count: 0, hullWidening: 1, wordCount: 2 } as const;

/** 1.02 · (7 + 8) · 2^-24, rounded up to float32: see ../twin/blend-block.ts. */
export const HULL_WIDENING = 9.119510764321603e-7;

/** Words of what moves a vertex: a weight as float64; bytes to the matrix of its governor; and how many more of the vertex follow. */
export const INFLUENCE = { weight: 0, matrix: 2, left: 3, wordCount: 4 } as const;

/** Stands for the other influences of a vertex that has one alone. */
export const NO_OTHERS = 0xffffffff;

/**
 * Words of a vertex under a blend: the weight of its first influence as float64, and bytes to the matrix of that governor; where its
 * other influences begin ({@link INFLUENCE}), or {@link NO_OTHERS}; three float32 for where it is at rest; and its number. Half a cache
 * line: most vertices of most characters have one influence.
 */
export const VERTEX = { weight: 0, matrix: 2, others: 3, rest: 4, vertex: 7, wordCount: 8 } as const;

/** Words of a morph target in a list: bytes to its weight; then float32: the box of its displacements, in steps of the grid. */
export const FIELD = { weight: 0, center: 1, half: 4, wordCount: 7 } as const;

/**
 * Words of a matrix for bounds, which takes what is in steps of the grid: three columns, the translation, and the reach of what it moves,
 * four float32 each.
 */
export const MATRIX = { columnX: 0, columnY: 4, columnZ: 8, translation: 12, reach: 16, wordCount: 20 } as const;
/** Doubles of a matrix for vertices: rows 0 and 1 column by column, then row 2. */
export const MATRIX64 = { columnX: 0, columnY: 2, columnZ: 4, translation: 6, lastRow: 8, count: 12 } as const;

/** Words of a transform of a pose, three rows of four float32, and of a point. */
export const TRANSFORM = { row0: 0, row1: 4, row2: 8, wordCount: 12 } as const;
export const POINT = { x: 0, y: 1, z: 2, wordCount: 3 } as const;

/** A number of sixteen bits with a sign, two of which share a word. */
export function halfWord(u32: Uint32Array, at: number, index: number): number {
  return (u32[at + (index >> 1)] << (16 - (index & 1) * 16)) >> 16;
}
