/** The search of a body for collisions with itself, in slices: the page stays alive however large the body is. */
import { beginSelf, createBody, createPairHits, createSearch, step } from 'pliant';
import type { Body, Kernels, PairHits, Search, Strategy } from 'pliant';

import type { QuadrupedParts } from './quadruped-parts.js';

/** What a search gave. */
export interface SelfResult {
  /** Pairs of triangles, two numbers each, and how many were found. */
  readonly pairs: Uint32Array;
  readonly pairCount: number;
  /** The triangles of those pairs, each once, in rising order. */
  readonly triangles: Uint32Array;
  readonly nodesVisited: number;
  readonly triangleTests: number;
  /** Time for pose and search, whatever was done in between. */
  readonly searchMs: number;
}

/** Most pairs that are kept: many times those of the worst frame. */
const MOST_PAIRS = 65_536;
/** Tests of bounds and triangles between two looks at the clock. */
const TESTS_PER_LOOK = 20_000;

/** Searches one pose after the other. Holds memory: `dispose()` it. */
export class SelfCollisions {
  readonly #hits: PairHits = createPairHits(MOST_PAIRS);
  readonly #body: Body;
  readonly #search: Search = createSearch();
  #searchMs = 0;

  constructor(kernels: Kernels, { quadruped, model, bounds }: QuadrupedParts) {
    this.#body = createBody(kernels, { mesh: quadruped.mesh, model, bounds });
  }

  /** Begins anew, in another pose or with another strategy. */
  begin(transforms: Float32Array, strategy: Strategy): void {
    const start = performance.now();
    this.#body.strategy = strategy;
    this.#body.setTransforms(transforms);
    beginSelf(this.#search, this.#body, this.#hits);
    this.#searchMs = performance.now() - start;
  }

  /** Goes on for so long; gives the result when it is there. */
  step(longestMs: number): SelfResult | undefined {
    const start = performance.now();
    let now = start;
    let isDone = false;
    while (!isDone && now - start < longestMs) {
      isDone = step(this.#search, TESTS_PER_LOOK);
      now = performance.now();
    }
    this.#searchMs += now - start;
    if (!isDone) return undefined;
    const pairs = this.#hits.pairs.slice(0, this.#hits.count * 2);
    const { nodesVisited, triangleTests } = this.#search.statistics;
    return {
      pairs,
      pairCount: this.#hits.count + this.#hits.dropped,
      triangles: Uint32Array.from(new Set(pairs)).sort(),
      nodesVisited,
      triangleTests,
      searchMs: this.#searchMs,
    };
  }

  dispose(): void {
    this.#body.dispose();
  }
}
