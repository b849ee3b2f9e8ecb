/** The words of displacement fields: how they pose vertices, and how sums of coefficients bound nodes. */
import { BOUND_AREA, POSE_AREA } from './header.js';

/** How many words of the area of what poses vertices are those of fields. */
export const DISPLACEMENT_WORDS = 5;

/**
 * How fields displace vertices, under any rule: fields whose weight is not zero, how many bytes into the record of a vertex each is, and
 * their weights as float64; the records, in the order of the vertices; and how many bytes one has. A record has the displacements of its
 * vertex, three numbers for each field; where fields alone move vertices, the place at rest comes before them (`FIELD_STEP_WORDS`). What
 * moves a vertex lies in one piece: where caches do not hold it, posing it waits for one page of memory.
 */
export const DISPLACEMENT = {
  activeCount: POSE_AREA,
  activeFields: POSE_AREA + 1,
  activeWeights64: POSE_AREA + 2,
  displacements: POSE_AREA + 3,
  displacementBytes: POSE_AREA + 4,
  wordCount: DISPLACEMENT_WORDS,
} as const;

/** Where fields alone move vertices: the weights that a kernel makes the lists of, as `WEIGHING` says, and how many there are. */
export const LINEAR_POSE = {
  weighing: POSE_AREA + 5,
  weightCount: POSE_AREA + 6,
  wordCount: 2,
} as const;

/**
 * Doubles of what weights are weighed with: how far vertices reach in the present pose, which the kernel writes; how far they do at rest; and how far each field
 * leads, from `fields` on. Behind those are the weights, as float32.
 */
export const WEIGHING = { reach: 0, restReach: 1, fields: 2, count: 2 } as const;

/** How sums of coefficients bound nodes. */
export const LINEAR_BOUND = {
  /** Fields whose weight is not zero: how many, where they are in a block of rows, and their weights. */
  activeRowCount: BOUND_AREA,
  activeRows: BOUND_AREA + 1,
  activeWeights: BOUND_AREA + 2,
  /** Rows of coefficients, and how many bytes those of a block have. */
  rows: BOUND_AREA + 3,
  blockBytes: BOUND_AREA + 4,
  /**
   * For morph targets only (else `sizeRows` is 0, and sizes are size at rest + Σ |q_j| · row): sizes are restShare ·
   * (size at rest) + Σ weight · row over so many rows of a block; where they are, and their weights, as
   * ../../body/linear/size-terms.ts says.
   */
  restShare: BOUND_AREA + 5,
  sizeCount: BOUND_AREA + 6,
  sizeRows: BOUND_AREA + 7,
  sizeWeights: BOUND_AREA + 8,
  /**
   * For carrying bounds over: bounds as they were last evaluated, before placement (0 when nothing is carried over);
   * how fast sizes grow; when each block was evaluated; how far the pose is from those before it, and how many of
   * those are known; which share of its size a bound may grow by; and how many blocks were carried over instead of being evaluated.
   */
  bases: BOUND_AREA + 9,
  rates: BOUND_AREA + 10,
  baseStamps: BOUND_AREA + 11,
  distances: BOUND_AREA + 12,
  distanceCount: BOUND_AREA + 13,
  looseness: BOUND_AREA + 14,
  blocksCarried: BOUND_AREA + 15,
  /** Axes of oriented boxes among the coefficients (`AXES`), and oriented boxes of the present pose (`ORIENTED_BOX`). */
  axes: BOUND_AREA + 16,
  oriented: BOUND_AREA + 17,
  /** Bytes of the rows of one field in a block. */
  rowBytes: BOUND_AREA + 18,
  wordCount: 19,
} as const;
