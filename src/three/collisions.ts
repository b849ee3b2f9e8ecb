/** Which faces of a deforming mesh meet those of another, or each other. */
import type { LazyBody } from '../bounds/lazy-body.js';
import { createPairHits } from '../query/hits.js';
import type { PairHits } from '../query/hits.js';
import {
  beginPairSearch,
  createPairSearch,
  createSelfSearch,
  pointPairSearch,
  stepPairSearch,
} from '../query/pair-search.js';
import type { PairSearch } from '../query/pair-search.js';
import { createStatistics } from '../query/statistics.js';
import type { SearchStatistics } from '../query/statistics.js';

/** Tests between two looks at whether a pair has been found. */
const BUDGET = 1024;

/** Searches of one body; made when they are first asked for. */
export class Collisions {
  /** What the last search has done. */
  statistics: SearchStatistics = createStatistics();
  readonly #body: LazyBody;
  readonly #one = createPairHits(1);
  #pairs: PairSearch | undefined;
  #self: PairSearch | undefined;

  constructor(body: LazyBody) {
    this.#body = body;
  }

  /** Pairs of faces, of this body and another; at most one is looked for when they have nowhere to go. */
  countPairs(other: LazyBody, target: PairHits | undefined): number {
    this.#pairs ??= createPairSearch(this.#body, other);
    if (this.#pairs.bodyB !== other) pointPairSearch(this.#pairs, this.#body, other);
    return this.#count(this.#pairs, target);
  }

  /** Pairs of faces of this body. */
  countSelf(target: PairHits | undefined): number {
    this.#self ??= createSelfSearch(this.#body);
    return this.#count(this.#self, target);
  }

  #count(search: PairSearch, target: PairHits | undefined): number {
    this.statistics = search.statistics;
    if (target) {
      beginPairSearch(search, target);
      stepPairSearch(search);
      return target.count + target.dropped;
    }
    beginPairSearch(search, this.#one);
    while (!stepPairSearch(search, BUDGET)) if (this.#one.count > 0) break;
    return this.#one.count;
  }
}
