/** Which faces of a deforming mesh meet those of another, or each other. */
import { beginPair, beginSelf, createPairHits, createSearch, step } from '../index.js';
import type { Body, PairHits, Search, SearchStatistics } from '../index.js';

/** Tests between two looks at whether a pair has been found. */
const BUDGET = 1024;

/** Searches of one body. */
export class Collisions {
  readonly #body: Body;
  readonly #search: Search = createSearch();
  readonly #one = createPairHits(1);

  constructor(body: Body) {
    this.#body = body;
  }

  /** What the last search has done. */
  get statistics(): SearchStatistics {
    return this.#search.statistics;
  }

  /** Pairs of faces, of this body and another; at most one is looked for when they have nowhere to go. */
  countPairs(other: Body, target: PairHits | undefined): number {
    beginPair(this.#search, this.#body, other, target ?? this.#one);
    return this.#count(target);
  }

  /** Pairs of faces of this body. */
  countSelf(target: PairHits | undefined): number {
    beginSelf(this.#search, this.#body, target ?? this.#one);
    return this.#count(target);
  }

  #count(target: PairHits | undefined): number {
    if (target) {
      step(this.#search);
      return target.count + target.dropped;
    }
    while (!step(this.#search, BUDGET)) if (this.#one.count > 0) break;
    return this.#one.count;
  }
}
