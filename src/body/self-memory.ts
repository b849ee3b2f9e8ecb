/**
 * What is remembered of searches of bodies with themselves, as numbers in one array: doubles that are kept otherwise may go to the heap. Bodies that share kernels and a shape
 * have some of it in common.
 */
import type { MeshBody } from './mesh-body.js';

/** What a body remembers. */
export const SELF_MEMORY = {
  /** What the last search cost that proved regions free, or 0. */
  pruned: 0,
  /** For how many searches none does yet, and for how many none did the last time (pruning-rule.ts). */
  rest: 1,
  wait: 2,
  /** Whether stars paid in the last one that proved regions free. */
  starred: 3,
  /** For how many searches governors are not asked yet, and for how many they were not the last time (affine.ts). */
  governorsRest: 4,
  governorsWait: 5,
  /** What of the cost of the last search that proved regions free went into the proofs; 0 where stars were needed. */
  proving: 6,
  length: 7,
} as const;

/** What a shape remembers. */
export const SHAPE_MEMORY = {
  /** What searches so far that looked at everything are likely to have wasted, as long as regions are not known; and what the last of them cost (pruning-rule.ts). */
  missed: 0,
  plain: 1,
} as const;

/** The memory of a body. */
export function memoryOfBody(body: MeshBody): Float64Array {
  return memoryOf(body, body);
}

/** The memory of its shape. */
export function memoryOfShape(body: MeshBody): Float64Array {
  return memoryOf(body, body.bounds);
}

function memoryOf({ kernels }: MeshBody, key: object): Float64Array {
  const memories = (kernels.selfMemories ??= new WeakMap());
  let memory = memories.get(key);
  if (!memory) memories.set(key, (memory = new Float64Array(SELF_MEMORY.length)));
  return memory;
}
