/** All words of a body by name: its header and what its rules have behind it. For plans of memory; who reads a word names its block. */
import { BLEND_BOUND, BLEND_POSE } from './blend-body.js';
import { HEADER, SELDOM } from './header.js';
import { DISPLACEMENT, LINEAR_BOUND } from './linear.js';

/** Words of a body, whatever its rules. Names are those of one block each. */
export const BODY = {
  ...HEADER,
  ...DISPLACEMENT,
  ...LINEAR_BOUND,
  ...BLEND_POSE,
  ...BLEND_BOUND,
  ...SELDOM,
  wordCount: SELDOM.tails + SELDOM.wordCount,
} as const;
