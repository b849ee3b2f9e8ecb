/**
 * All words of a body by name: its header and what its rules have behind it. For plans of memory; who reads a word names its block. The rule of paths, which most programs do without, names its own words (paths.ts).
 */
import { BLEND_BOUND, BLEND_POSE } from './blend-body.js';
import { HEADER, SELDOM } from './header.js';
import { DISPLACEMENT, LINEAR_BOUND, LINEAR_POSE } from './linear.js';
import { PATCHED } from './patches.js';

/** Words of a body, whatever its rules. Names are those of one block each. */
export const BODY = {
  ...HEADER,
  ...DISPLACEMENT,
  ...LINEAR_POSE,
  ...LINEAR_BOUND,
  ...BLEND_POSE,
  ...PATCHED,
  ...BLEND_BOUND,
  ...SELDOM,
  wordCount: SELDOM.tails + SELDOM.wordCount,
} as const;
