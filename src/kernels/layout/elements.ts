/** The words of tetrahedral elements that carry forces: `pliant/sim` says what is computed (src/sim/elements/reference-forces.ts). */
import { ROW_WORDS } from './record.js';

/** Words of all elements of a body: places in the memory, counts, and the constants of its material. */
export const ELEMENTS = {
  /** Groups of four elements ({@link ELEMENT_GROUP}). */
  groups: 0,
  groupCount: 1,
  /** Vertices ({@link ELEMENT_VERTEX}). */
  vertices: 2,
  vertexCount: 3,
  /** How stiff the stiffest element is now, as a multiple of the constant of the material. */
  stiffest: 4,
  /** Whether there is damping; else velocities are not looked at. */
  isDamped: 5,
  /** Constants of the material, float32. */
  halfLambda: 6,
  mu: 7,
  phi: 8,
  psi: 9,
  /** What an element that is nearly turned inside out is pushed back with, as it is and as a share of the largest stiffness. */
  push: 10,
  pushShare: 11,
  wordCount: 16,
} as const;

/** Words of a vertex: where it is and how fast it moves, and what its elements pull it with, which the kernel is asked for. Rows, the last number of which says nothing. */
export const ELEMENT_VERTEX = {
  position: 0,
  velocity: ROW_WORDS,
  force: 2 * ROW_WORDS,
  wordCount: 3 * ROW_WORDS,
} as const;

/** Words of a group of four elements: rows with a lane for each. */
export const ELEMENT_GROUP = {
  /**
   * Gradients of the linear functions that are 1 in corners 1, 2 and 3, each element turned so that the second has no x, and the third only a z: three numbers, two and one.
   */
  first: 0,
  second: 3 * ROW_WORDS,
  third: 5 * ROW_WORDS,
  /** Minus the volume. */
  volumes: 6 * ROW_WORDS,
  /** How stiff it is at rest. */
  weights: 7 * ROW_WORDS,
  /** For each element where its four corners are, in bytes. */
  corners: 8 * ROW_WORDS,
  wordCount: 12 * ROW_WORDS,
} as const;

/** Below this share of its volume at rest an element is pushed back. */
export const LEAST_VOLUME = 0.125;

/** An element is stiffer by so much for each unit of twice its strain. */
export const STRAIN_STIFFNESS = 1.5;
