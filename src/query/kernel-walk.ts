/**
 * A walk inside a kernel, seen from outside. Kernels walk in scratch memory that all searches share; a search that is
 * interrupted takes its stack with it, and puts it back when it goes on.
 */
import type { Kernels } from '../kernels/kernels.js';
import { MOST_OPENED, OUT_ENTRIES, WALK } from '../kernels/layout/walk.js';
import { behind, follow, point, wordAt } from '../kernels/units.js';

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

/** Room that walks outside of kernels begin with. */
const FIRST_ENTRIES = 4096;

/**
 * Room for the stack of a walk. One that is only ever walked inside a kernel needs a single entry, for the root, until it is
 * interrupted: that is small enough for the engine to keep it beside the walk.
 */
export function createSavedWalk(entryWords: 1 | 2, entries: number = FIRST_ENTRIES): SavedWalk {
  return { entryWords, stack: new Uint32Array(entries * entryWords), stackSize: 0 };
}

/** Puts the stack back into scratch memory, with an empty output. Returns where the state is, in words. */
export function enterWalk(kernels: Kernels, walk: SavedWalk): number {
  const { arena, stack } = kernels;
  if (walk.stackSize > stack.capacity) stack.reserve(walk.stackSize);
  const { u32 } = arena;
  const state = wordAt(kernels.scratch);
  point(u32, state + WALK.stack, stack.at);
  u32[state + WALK.stackSize] = walk.stackSize;
  u32[state + WALK.stackCapacity] = stack.capacity;
  point(u32, state + WALK.out, behind(kernels.scratch, WALK.wordCount * 4));
  u32[state + WALK.outCapacity] = OUT_ENTRIES;
  u32[state + WALK.outCount] = 0;
  for (let i = 0; i < walk.stackSize * walk.entryWords; i++) u32[wordAt(stack.at) + i] = walk.stack[i];
  return state;
}

/** Allows a kernel so many openings, and sees to room for one at least; returns how many. Memory may have grown then. */
export function allowOpenings(kernels: Kernels, openings: number): number {
  const state = wordAt(kernels.scratch);
  if (kernels.arena.u32[state + WALK.stackSize] + MOST_OPENED > kernels.stack.capacity) growStack(kernels, state);
  const { u32 } = kernels.arena;
  u32[state + WALK.budget] = openings;
  u32[state + WALK.outCount] = 0;
  return openings;
}

/** Takes the stack out of scratch memory; what another walk does there no longer matters. */
export function leaveWalk(kernels: Kernels, walk: SavedWalk): void {
  const { u32 } = kernels.arena;
  const state = wordAt(kernels.scratch);
  const stack = follow(u32, state + WALK.stack);
  walk.stackSize = u32[state + WALK.stackSize];
  if (walk.stackSize * walk.entryWords > walk.stack.length) enlarge(walk, kernels.stack.capacity);
  for (let i = 0; i < walk.stackSize * walk.entryWords; i++) walk.stack[i] = u32[stack + i];
}

/** The kernel stopped for want of room, or is about to. */
function growStack({ arena, stack }: Kernels, state: number): void {
  stack.reserve(stack.capacity + MOST_OPENED);
  point(arena.u32, state + WALK.stack, stack.at);
  arena.u32[state + WALK.stackCapacity] = stack.capacity;
}

function enlarge(walk: SavedWalk, entries: number): void {
  const { entryWords, stack } = walk;
  walk.stack = new Uint32Array(entries * entryWords);
  walk.stack.set(stack);
}
