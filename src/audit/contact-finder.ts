/** Which triangles of objects meet, or are close, at an instant: all of them, however many there are. */
import type { LazyBody } from '../bounds/lazy-body.js';
import { createPairHits } from '../query/hits.js';
import type { PairHits } from '../query/hits.js';
import { createNearPairs, createNearSearch, findNearPairs } from '../query/near-search.js';
import { createPairSearch, createSelfSearch, findPairHits, pointPairSearch } from '../query/pair-search.js';
import type { PairSearch } from '../query/pair-search.js';

/** Room for pairs to begin with; it grows with what is found. */
const FIRST_ROOM = 1024;

/** Searches, and room for what they find. */
export class ContactFinder {
  /** What {@link findMeeting} found last, in the order of the search. */
  hits: PairHits = createPairHits(FIRST_ROOM);
  /** Keys of what {@link findMeeting} or {@link findClose} found last, in the same order. Replaced as it grows. */
  keys = new Float64Array(FIRST_ROOM);
  /** What {@link findClose} found last, with distances. */
  readonly near = createNearPairs();
  readonly #selfSearches = new Map<LazyBody, PairSearch>();
  readonly #nearSearch = createNearSearch();
  #pairSearch: PairSearch | undefined;

  /** Finds the triangles of two bodies, or of one with itself, that meet. Returns how many pairs there are. */
  findMeeting(bodyA: LazyBody, bodyB: LazyBody): number {
    const search = this.#searchOf(bodyA, bodyB);
    while (findPairHits(search, this.hits) > this.hits.count) {
      // Half as many again: the next instant has about as many, and should not have to search twice.
      this.hits = createPairHits(Math.ceil(1.5 * (this.hits.count + this.hits.dropped)));
    }
    const { count, pairs } = this.hits;
    this.#takeKeys(pairs, count, bodyB.mesh.triangleCount);
    return count;
  }

  /** Finds the triangles of two bodies that do not meet and are closer than the clearance. */
  findClose(bodyA: LazyBody, bodyB: LazyBody, clearance: number): number {
    const count = findNearPairs(this.#nearSearch, bodyA, bodyB, clearance, this.near);
    this.#takeKeys(this.near.pairs, count, bodyB.mesh.triangleCount);
    return count;
  }

  #takeKeys(pairs: Uint32Array, count: number, trianglesB: number): void {
    if (this.keys.length < count) this.keys = new Float64Array(Math.ceil(1.5 * count));
    const { keys } = this;
    for (let i = 0; i < count; i++) keys[i] = pairs[2 * i] * trianglesB + pairs[2 * i + 1];
  }

  #searchOf(bodyA: LazyBody, bodyB: LazyBody): PairSearch {
    if (bodyA !== bodyB) {
      if (this.#pairSearch === undefined) this.#pairSearch = createPairSearch(bodyA, bodyB);
      else pointPairSearch(this.#pairSearch, bodyA, bodyB);
      return this.#pairSearch;
    }
    let search = this.#selfSearches.get(bodyA);
    if (search === undefined) {
      search = createSelfSearch(bodyA);
      this.#selfSearches.set(bodyA, search);
    }
    return search;
  }
}
