/**
 * The stack of walks inside kernels. All walks use it, one at a time. How deep a walk goes follows from the trees: opening a pair of
 * blocks takes one entry away and adds sixteen at most, so trees of a thousand levels fill 15,000 entries. Nobody need know: a kernel
 * stops before its stack is full, and goes on when there is more room.
 */
import type { Arena } from './arena.js';
import { wordAt } from './units.js';
import type { ByteOffset } from './units.js';

/** Words of an entry: one or two. */
const ENTRY_WORDS = 2;
/** Enough for pairs of trees of 272 levels: more than those of any mesh that is not made to be deep. */
const FIRST_CAPACITY = 4096;

/** A stack in the memory of the kernels, which grows. */
export class WalkStack {
  /** Where it is. */
  at: ByteOffset;
  /** How many entries it has room for. */
  capacity = FIRST_CAPACITY;
  readonly #arena: Arena;

  constructor(arena: Arena) {
    this.#arena = arena;
    this.at = arena.allocate(FIRST_CAPACITY * ENTRY_WORDS * 4);
  }

  /** Makes room for so many entries, at least, and keeps those that are there. It may be elsewhere then, and the memory have grown. */
  reserve(entries: number): void {
    if (entries <= this.capacity) return;
    const capacity = Math.max(entries, this.capacity * 2);
    const at = this.#arena.allocate(capacity * ENTRY_WORDS * 4);
    const from = wordAt(this.at);
    this.#arena.u32.copyWithin(wordAt(at), from, from + this.capacity * ENTRY_WORDS);
    this.#arena.free(this.at);
    this.at = at;
    this.capacity = capacity;
  }
}
