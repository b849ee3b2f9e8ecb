/** A surface, its tree and its searches: a pose and a question in, the answer and what it cost out. Draws nothing. */
import { beginBall, beginRay, createBody, createHits, createSearch, findRayHits, step } from 'pliant';
import type { Body, Hits, Kernels, Search, Strategy } from 'pliant';
import { evaluateLevelBoxes, findBakedTriangles, measureTree, readLevelBoxes } from 'pliant/inspect';
import type { TreeMeasure } from 'pliant/inspect';
import { TRANSFORM_STRIDE } from 'pliant/parts';

import { pickSurface } from './pick-surface.js';
import type { SurfacePoint } from './pick-surface.js';
import type { Question } from './question.js';
import { isSameQuestion } from './question.js';
import type { Ray } from './ray.js';
import { SelfCollisions } from './self-collisions.js';
import type { SelfChoices } from './self-collisions.js';
import { measureGrowth } from './skin-level.js';
import type { SkinLevel } from './skin-level.js';
import { EXTENTS, writePose } from './subjects.js';
import type { Moment, Motion } from './subjects.js';
import { areGovernorsPoints } from './surface-parts.js';
import type { SurfaceParts } from './surface-parts.js';
import { timeSteadily } from './timing.js';
import { wanderOver } from './wander.js';

/** What a question gave. */
export interface Answer extends Moment {
  readonly question: Question;
  readonly strategy: Strategy;
  /** Triangles that the ball touches, or 1 if the ray hits one. */
  readonly hitCount: number;
  /** Where the ray hits, as a parameter along it; infinity if it does not. */
  readonly parameter: number;
  /** Whether all vertices and boxes were computed: always, never, or when it became cheaper. */
  readonly isRefitted: boolean;
  readonly patchesBaked: number;
  readonly blocksEvaluated: number;
  readonly verticesPosed: number;
  readonly nodesVisited: number;
  readonly boundTests: number;
  readonly triangleTests: number;
  /** Time for pose and search, lazily (or adaptively, if that is the strategy), and with all of it posed and refitted. */
  readonly lazyMs: number;
  readonly refitMs: number;
}

/** A refit that takes longer is not measured in every frame: so many milliseconds of it a frame are enough. */
const REFIT_MS_PER_FRAME = 2;
/** How long to run before the first frame. */
const WARM_UP_MS = 60;

/** A body with its search. */
interface Searched {
  readonly body: Body;
  readonly search: Search;
  readonly rayHits: Hits;
  readonly touched: Hits;
}

/**
 * One surface with a backend, in several bodies: one is asked lazily, one is posed and refitted as a whole to compare with,
 * one is searched for collisions with itself, and one serves the picture, so that the counters of the others tell what
 * their searches did and no more. Holds memory: `dispose()` it.
 */
export class SurfaceSimulation {
  readonly parts: SurfaceParts;
  readonly measure: TreeMeasure;
  /** Which backend really runs: TypeScript where WebAssembly is missing. */
  readonly backend: Kernels['backend'];
  readonly self: SelfCollisions;
  /** The pose of the moment that was asked about last: twelve numbers per bone or particle, three per control point. */
  readonly poseNumbers: Float32Array;
  readonly #selfNumbers: Float32Array;
  readonly #arePoints: boolean;
  readonly #lazy: Searched;
  readonly #whole: Searched;
  readonly #shown: Searched;
  readonly #baked: Hits;
  #chosen: Searched;
  #answer: Answer | undefined;
  /** What the last refit took, and how many frames are still to go until it is measured anew. */
  #refitMs = 0;
  #framesToRefit = 0;

  constructor(parts: SurfaceParts, kernels: Kernels, motion: Motion) {
    this.parts = parts;
    this.measure = measureTree(parts.tree);
    this.backend = kernels.backend;
    this.#arePoints = areGovernorsPoints(parts.model);
    this.poseNumbers = new Float32Array(parts.model.governorCount * (this.#arePoints ? 3 : TRANSFORM_STRIDE));
    this.#selfNumbers = new Float32Array(this.poseNumbers.length);
    this.#lazy = createSearched(kernels, parts, 'lazy');
    this.#whole = createSearched(kernels, parts, 'refit');
    this.#shown = createSearched(kernels, parts, 'lazy');
    this.#chosen = this.#lazy;
    this.self = new SelfCollisions(kernels, parts);
    this.#baked = createHits(parts.mesh.triangleCount);
    this.#warmUp(motion);
  }

  /** Triangles that the ball touched, or the one that the ray hit. */
  get hits(): { readonly triangles: Uint32Array; readonly count: number } {
    return this.#answer?.question.probe === 'ball' ? this.#chosen.touched : this.#chosen.rayHits;
  }

  /** Poses the surface and answers the question, in both ways; tells of the chosen one. The same again costs nothing. */
  ask(moment: Moment, question: Question, strategy: Strategy): Answer {
    const last = this.#answer;
    if (last && isSameMoment(last, moment) && last.strategy === strategy && isSameQuestion(last.question, question)) {
      return last;
    }
    writePose(this.parts.subject, moment, this.poseNumbers);
    this.#lazy.body.strategy = strategy === 'adaptive' ? 'adaptive' : 'lazy';
    if (strategy === 'refit' || --this.#framesToRefit < 0) {
      this.#refitMs = timeSteadily(() => this.#find(this.#whole, question));
      this.#framesToRefit = Math.floor(this.#refitMs / REFIT_MS_PER_FRAME);
    }
    const lazyMs = timeSteadily(() => this.#find(this.#lazy, question));
    this.#chosen = strategy === 'refit' ? this.#whole : this.#lazy;
    const { body, rayHits, search, touched } = this.#chosen;
    const isBall = question.probe === 'ball';
    const { nodesVisited, boundTests, triangleTests } = search.statistics;
    this.#answer = {
      motion: moment.motion,
      frame: moment.frame,
      question,
      strategy,
      hitCount: isBall ? touched.count : rayHits.count,
      parameter: isBall || rayHits.count === 0 ? Infinity : rayHits.parameters[0],
      isRefitted: body.isRefitted,
      patchesBaked: body.patchesBaked,
      blocksEvaluated: body.blocksEvaluated,
      verticesPosed: body.verticesPosed,
      nodesVisited,
      boundTests,
      triangleTests,
      lazyMs,
      refitMs: this.#refitMs,
    };
    return this.#answer;
  }

  /** Begins to look for collisions of the surface with itself at a moment. */
  beginSelf(moment: Moment, choices: SelfChoices): void {
    writePose(this.parts.subject, moment, this.#selfNumbers);
    this.self.begin((body) => this.#setPose(body, this.#selfNumbers), choices);
  }

  /** Triangles of the patches that the last question baked. */
  bakedTriangles(): Hits {
    findBakedTriangles(this.#chosen.body, this.#baked);
    return this.#baked;
  }

  /** The boxes of a level as the body has them that was asked last; those that it never computed are computed elsewhere. */
  updateLevel(level: SkinLevel): void {
    const { body } = this.#shown;
    this.#setPose(body, this.poseNumbers);
    if (this.#answer?.isRefitted === true) body.refit();
    evaluateLevelBoxes(body, level.boxes);
    readLevelBoxes(this.#chosen.body, level.boxes);
    measureGrowth(level);
  }

  /** Where a ray first hits the surface as it is shown, and the normal of the triangle there. */
  pick({ origin, direction }: Ray): SurfacePoint | undefined {
    const { body, rayHits } = this.#shown;
    this.#setPose(body, this.poseNumbers);
    if (findRayHits(body, origin, direction, rayHits) === 0) return undefined;
    return pickSurface(body, rayHits.triangles[0], origin, direction, rayHits.parameters[0]);
  }

  /** Gives the memory back. */
  dispose(): void {
    for (const { body } of [this.#lazy, this.#whole, this.#shown]) body.dispose();
    this.self.dispose();
  }

  #find({ body, rayHits, search, touched }: Searched, question: Question): void {
    this.#setPose(body, this.poseNumbers);
    if (question.probe === 'ball') beginBall(search, body, question.center, question.radius, touched);
    else beginRay(search, body, question.origin, question.direction, rayHits);
    step(search);
  }

  #setPose(body: Body, numbers: Float32Array): void {
    if (this.#arePoints) body.setPoints(numbers);
    else body.setTransforms(numbers);
  }

  /** Code that has just been loaded is slow; the times of the first frames shall not tell of that. */
  #warmUp(motion: Motion): void {
    const end = performance.now() + WARM_UP_MS;
    for (let frame = 0; performance.now() < end; frame++) {
      this.ask({ motion, frame }, { probe: 'ray', ...wanderOver(EXTENTS[motion], frame / 60) }, 'lazy');
    }
  }
}

function createSearched(kernels: Kernels, { mesh, model, bounds }: SurfaceParts, strategy: Strategy): Searched {
  const body = createBody(kernels, { mesh, model, bounds }, { strategy });
  return {
    body,
    search: createSearch(),
    rayHits: createHits(1),
    touched: createHits(mesh.triangleCount),
  };
}

function isSameMoment(a: Moment, b: Moment): boolean {
  return a.motion === b.motion && a.frame === b.frame;
}
