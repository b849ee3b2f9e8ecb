/**
 * Sets of triangle pairs, as numbers. The key of a pair is its first triangle times the number of triangles of the second
 * surface, plus its second triangle: keys are ordered as pairs are, and exact while that product is below 2^53.
 */

/** Keys in rising order: a set as it is stored, sent and compared. The first `count` are filled. */
export interface PairKeys {
  readonly keys: Float64Array;
  readonly count: number;
}

const EMPTY = -1;
const FIRST_SIZE = 64;
const TWO_32 = 4_294_967_296;

/**
 * A set that grows. Open addressing, at most half full; keys stay where they are put, so that looking one up costs about one
 * read of memory. Sorted lists, merged instant by instant, took five times as long.
 */
export class KeySet {
  #table = new Float64Array(FIRST_SIZE).fill(EMPTY);
  #size = 0;

  /** How many keys there are. */
  get size(): number {
    return this.#size;
  }

  /** Adds the keys of a list, the first `count` of them in any order. */
  addAll(keys: Float64Array, count: number): void {
    for (let i = 0; i < count; i++) {
      if (2 * this.#size >= this.#table.length) this.#grow();
      const slot = this.#slotOf(keys, i);
      if (this.#table[slot] === EMPTY) {
        this.#table[slot] = keys[i];
        this.#size++;
      }
    }
  }

  /** Whether it has the key in place `i` of a list: numbers that are passed to a function may go to the heap. */
  has(keys: Float64Array, i: number): boolean {
    return this.#size > 0 && this.#table[this.#slotOf(keys, i)] !== EMPTY;
  }

  /** All keys, in rising order. */
  toSorted(): PairKeys {
    const table = this.#table;
    const keys = new Float64Array(this.#size);
    let count = 0;
    for (let i = 0; i < table.length; i++) if (table[i] !== EMPTY) keys[count++] = table[i];
    return { keys: keys.sort(), count };
  }

  /** Where a key is, or where it would be. */
  #slotOf(keys: Float64Array, i: number): number {
    const key = keys[i];
    const table = this.#table;
    const mask = table.length - 1;
    const high = Math.floor(key / TWO_32);
    // Both halves spread over all bits, after the finaliser of MurmurHash3 (Appleby 2011, public domain).
    let bits = Math.imul((key - high * TWO_32) ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
    bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
    let slot = (bits ^ (bits >>> 16)) & mask;
    while (table[slot] !== EMPTY && table[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const old = this.#table;
    this.#table = new Float64Array(2 * old.length).fill(EMPTY);
    for (let i = 0; i < old.length; i++) if (old[i] !== EMPTY) this.#table[this.#slotOf(old, i)] = old[i];
  }
}

/** The keys of two lists in one, each once. */
export function uniteKeys(a: PairKeys, b: PairKeys): PairKeys {
  const keys = new Float64Array(a.count + b.count);
  let count = 0;
  let i = 0;
  let j = 0;
  while (i < a.count && j < b.count) {
    const [x, y] = [a.keys[i], b.keys[j]];
    keys[count++] = x < y ? x : y;
    if (x <= y) i++;
    if (y <= x) j++;
  }
  while (i < a.count) keys[count++] = a.keys[i++];
  while (j < b.count) keys[count++] = b.keys[j++];
  return { keys, count };
}
