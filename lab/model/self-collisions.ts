/** The search of a body for collisions with itself, in slices: the page stays alive however large the body is. */
import { beginSelf, createBody, createPairHits, createSearch, step } from 'pliant';
import type { Body, Kernels, PairHits, Search, Shape, Strategy } from 'pliant';
import { createFreeRegions, findFreeRegions } from 'pliant/inspect';
import type { FreeRegions } from 'pliant/inspect';

import type { SurfaceParts } from './surface-parts.js';

/** How to search. */
export interface SelfChoices {
  readonly strategy: Strategy;
  /** Leave out regions that are proved free of collisions. */
  readonly pruning: boolean;
  /** Ask what moves the surface first, once its shape has been fitted. */
  readonly governors: boolean;
  /** Say which regions those are, too. */
  readonly regions: boolean;
}

/** What a search gave. */
export interface SelfResult {
  /** Pairs of triangles, two numbers each, and how many were found. */
  readonly pairs: Uint32Array;
  readonly pairCount: number;
  /** The triangles of those pairs, each once, in rising order. */
  readonly triangles: Uint32Array;
  readonly nodesVisited: number;
  readonly triangleTests: number;
  /** Regions proved free by what moves the surface, and tried so; by their borders; borders looked at for that, and edges of them; all 0 where every pair of neighbours was looked at. */
  readonly regionsUnbent: number;
  readonly regionsTried: number;
  readonly regionsFree: number;
  readonly bordersSeen: number;
  readonly borderEdges: number;
  readonly isPruned: boolean;
  /** Whether what moves the surface may be asked: the body decides in each search whether that pays. */
  readonly isFitted: boolean;
  /** Time for pose and search, whatever was done in between. */
  readonly searchMs: number;
  /** The largest nodes that are proved free, if they were asked for; the next result writes over them. */
  readonly regions: FreeRegions | undefined;
}

/** Most pairs that are kept: many times those of the worst frame. */
const MOST_PAIRS = 65_536;
/** Tests of bounds and triangles between two looks at the clock. */
const TESTS_PER_LOOK = 20_000;

/** Searches one pose after the other. Holds memory: `dispose()` it. */
export class SelfCollisions {
  readonly #hits: PairHits = createPairHits(MOST_PAIRS);
  readonly #kernels: Kernels;
  readonly #plain: Body;
  #fitted: Body | undefined;
  /** The one of both that is searched. */
  #body: Body;
  readonly #search: Search = createSearch();
  #regions: FreeRegions | undefined;
  #withRegions = false;
  #isListed = false;
  #searchMs = 0;

  constructor(kernels: Kernels, { mesh, model, bounds }: SurfaceParts) {
    this.#kernels = kernels;
    this.#plain = this.#body = createBody(kernels, { mesh, model, bounds });
  }

  /** Whether there is a shape that has been fitted. */
  get isFitted(): boolean {
    return this.#fitted !== undefined;
  }

  /** Searches a fitted shape from now on, where that is chosen. */
  adoptFitted(shape: Shape): void {
    this.#fitted = createBody(this.#kernels, shape);
  }

  /** Lists the regions that can be proved free, which is done once and is no part of a search: seconds for the largest surfaces. */
  listRegions(): void {
    if (this.#isListed) return;
    this.#plain.strategy = 'adaptive';
    this.#plain.pruning = 'always';
    beginSelf(this.#search, this.#plain, this.#hits);
    this.#isListed = true;
  }

  /** Begins anew, in another pose or with other choices; `setPose` poses the body. */
  begin(setPose: (body: Body) => void, { governors, pruning, regions, strategy }: SelfChoices): void {
    if (pruning) this.listRegions();
    this.#body = (governors ? this.#fitted : undefined) ?? this.#plain;
    // What is posed vertex by vertex cannot be proved free.
    this.#body.strategy = pruning && strategy === 'lazy' ? 'adaptive' : strategy;
    this.#body.pruning = pruning ? 'always' : 'never';
    this.#withRegions = regions;
    const start = performance.now();
    setPose(this.#body);
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
    const { borderEdges, bordersSeen, nodesVisited, regionsFree, regionsTried, regionsUnbent, triangleTests } =
      this.#search.statistics;
    return {
      pairs,
      pairCount: this.#hits.count + this.#hits.dropped,
      triangles: Uint32Array.from(new Set(pairs)).sort(),
      nodesVisited,
      triangleTests,
      regionsUnbent,
      regionsTried,
      regionsFree,
      bordersSeen,
      borderEdges,
      isPruned: this.#body.pruning === 'always',
      isFitted: this.#body === this.#fitted,
      searchMs: this.#searchMs,
      regions: this.#withRegions ? this.#findRegions() : undefined,
    };
  }

  dispose(): void {
    this.#plain.dispose();
    this.#fitted?.dispose();
  }

  #findRegions(): FreeRegions {
    this.#regions ??= createFreeRegions(this.#body);
    findFreeRegions(this.#body, this.#regions);
    return this.#regions;
  }
}
