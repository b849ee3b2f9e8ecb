/** How far boxes are widened, so that they contain what rounding could put outside. */
import { marginAt } from './margin.js';
import type { KineticNodes } from './tree-record.js';

/** Margins that a side is widened by, for each level of the tree; `certificates.ts` says why. */
export const MARGINS_PER_LEVEL = 3;

/** How far each side of a box lies beyond what a vertex has, at most, before it is rounded to float32: far below the last place of the largest coordinates. */
export function boxPad(tree: KineticNodes): number {
  return MARGINS_PER_LEVEL * tree.depth * marginAt(tree.paths, tree.paths.time);
}
