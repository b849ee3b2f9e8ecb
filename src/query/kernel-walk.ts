/**
 * A walk inside a kernel, seen from outside. Kernels walk in scratch memory that all searches share; a search that is
 * interrupted takes its stack with it, and puts it back when it goes on.
 */
import type { Kernels } from '../kernels/kernels.js';
import { SCRATCH, WALK } from '../kernels/lazy-layout.js';

/** The stack of an interrupted walk. */
export interface SavedWalk {
  /** Words of an entry: one for nodes of one body, two for pairs. */
  readonly entryWords: 1 | 2;
  stack: Uint32Array;
  stackSize: number;
}

/**
 * Most blocks, or pairs of blocks, to open between two looks at what has been spent. Whoever steps a walk takes the smaller
 * of this and the budget: a budget handed to a call that is not inlined would be put on the heap.
 */
export const OPENINGS_PER_CALL = 256;

/**
 * Room for the stack of a walk. One that is only ever walked inside a kernel needs a single entry, for the root, until it is
 * interrupted: that is small enough for the engine to keep it beside the walk.
 */
export function createSavedWalk(entryWords: 1 | 2, entries: number = SCRATCH.stackEntries): SavedWalk {
  return { entryWords, stack: new Uint32Array(entries * entryWords), stackSize: 0 };
}

/** Puts the stack back into scratch memory, with an empty output. Returns where the state is, in words. */
export function enterWalk(kernels: Kernels, walk: SavedWalk): number {
  const { u32 } = kernels.arena;
  const state = kernels.scratch >>> 2;
  const stack = kernels.scratch + WALK.wordCount * 4;
  u32[state + WALK.stack] = stack;
  u32[state + WALK.stackSize] = walk.stackSize;
  u32[state + WALK.out] = stack + SCRATCH.stackEntries * 8;
  u32[state + WALK.outCapacity] = SCRATCH.outEntries;
  u32[state + WALK.outCount] = 0;
  for (let i = 0; i < walk.stackSize * walk.entryWords; i++) u32[(stack >>> 2) + i] = walk.stack[i];
  return state;
}

/** Allows a kernel so many openings; returns how many. */
export function allowOpenings(kernels: Kernels, openings: number): number {
  const { u32 } = kernels.arena;
  const state = kernels.scratch >>> 2;
  u32[state + WALK.budget] = openings;
  u32[state + WALK.outCount] = 0;
  return openings;
}

/** Takes the stack out of scratch memory; what another walk does there no longer matters. */
export function leaveWalk(kernels: Kernels, walk: SavedWalk): void {
  const { u32 } = kernels.arena;
  const state = kernels.scratch >>> 2;
  const stack = u32[state + WALK.stack] >>> 2;
  walk.stackSize = u32[state + WALK.stackSize];
  if (walk.stackSize * walk.entryWords > walk.stack.length) {
    walk.stack = new Uint32Array(SCRATCH.stackEntries * walk.entryWords);
  }
  for (let i = 0; i < walk.stackSize * walk.entryWords; i++) walk.stack[i] = u32[stack + i];
}
