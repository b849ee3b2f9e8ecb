/** What a body keeps of its blocks, by their numbers: bounds in some pose, and what the children are. */
import { follow } from '../units.js';
import type { WordIndex } from '../units.js';
import { HEADER, SELDOM } from './header.js';

/** Words of a row of four lanes. */
export const ROW_WORDS = 4;
/** Where the words of the rule that bounds nodes begin in a record. */
export const RECORD_RULE = 29;

/** Words of the bounds of a block, rows of four lanes: three of centres, then one of radii or three of half extents. */
export const BOUNDS = {
  centerX: 0,
  centerY: ROW_WORDS,
  centerZ: 2 * ROW_WORDS,
  radius: 3 * ROW_WORDS,
  sizeX: 3 * ROW_WORDS,
  sizeY: 4 * ROW_WORDS,
  sizeZ: 5 * ROW_WORDS,
  wordCount: 6 * ROW_WORDS,
} as const;

/**
 * Words of what a body keeps of a block: its bounds in some pose; a word for each child (child-words.ts); the stamp of the pose; and three
 * words for the rule that bounds nodes (`PATCH_RECORD`). Two cache lines, so that opening a block waits for one page of memory rather than
 * for several. A rule that needs more keeps it in an array of its own, by the number of the block, as oriented boxes and bounds that are
 * carried over are kept: only what every opening reads belongs here.
 */
export const RECORD = { bounds: 0, words: 24, stamp: 28, rule: RECORD_RULE, wordCount: 32 } as const;

/**
 * The end of a record, from {@link RECORD}.words on, as all bodies of the same bounds have it at first: the words of the children, no stamp, and the
 * words of the rule. A record is zeros until somebody looks at its block, and then has its tail copied: its first word tells, since block 0 stands
 * above the root and is nobody's child. So creating a further body takes no time for each block.
 */
export const TAIL = { rule: 5, wordCount: 8 } as const;

/** Words of a block's axes among the coefficients: three rows for each of three axes. */
export const AXES = { axisX: 0, axisY: 3 * ROW_WORDS, axisZ: 6 * ROW_WORDS, wordCount: 9 * ROW_WORDS } as const;
/** Words of a block of oriented boxes: the same, then three rows of half extents along the axes. */
export const ORIENTED_BOX = { axes: 0, sizes: 9 * ROW_WORDS, wordCount: 12 * ROW_WORDS } as const;
/** Words of one axis of four boxes: rows of x, y and z. */
export const AXIS = { x: 0, y: ROW_WORDS, z: 2 * ROW_WORDS, wordCount: 3 * ROW_WORDS } as const;

/** Words of an exact box: lowest and highest corner, a row each, the last number of which says nothing. */
export const EXACT_BOX = { low: 0, high: ROW_WORDS, wordCount: 2 * ROW_WORDS } as const;

/** Words of a vertex among positions, and of a triangle among corners. */
export const POSITION_WORDS = 3;
export const CORNER_WORDS = 3;
/** Words of a field, or of the place at rest, in what moves a vertex. */
export const FIELD_STEP_WORDS = 3;
/** The same in bytes. */
export const FIELD_STEP_BYTES = FIELD_STEP_WORDS * 4;

/** Where the record of a block is; `header` is that of the body. */
export function recordOf(u32: Uint32Array, header: WordIndex, block: number): WordIndex {
  return (follow(u32, header + HEADER.records) + block * RECORD.wordCount) as WordIndex;
}

/** Where the record of a block is, which has its words now. Where it had none, nobody has written its stamp or its bounds either. */
export function haveWords(u32: Uint32Array, header: WordIndex, block: number): WordIndex {
  const record = recordOf(u32, header, block);
  const at = record + RECORD.words;
  if (u32[at] === 0) {
    const tail = follow(u32, header + SELDOM.tails) + block * TAIL.wordCount;
    for (let word = 0; word < TAIL.wordCount; word++) u32[at + word] = u32[tail + word];
  }
  return record;
}

/** Where the word of a slot is, which is four times a block plus a lane. */
export function slotWordAt(u32: Uint32Array, header: WordIndex, slot: number): number {
  return recordOf(u32, header, slot >>> 2) + RECORD.words + (slot & 3);
}
