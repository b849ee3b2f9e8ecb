/** The cloth, its tree and the search: one frame in, the touched triangles and what it cost out. Draws nothing. */
import { beginBall, createBody, createHits, createSearch, findRayHits, step } from 'pliant';
import type { Body, Hits, Kernels, Search, Strategy } from 'pliant';
import { vec3 } from 'pliant/exact';
import { measureTree } from 'pliant/inspect';
import type { TreeMeasure } from 'pliant/inspect';
import { nodeLevels } from 'pliant/parts';
import type { BdTree, Tree } from 'pliant/parts';

import type { CurtainScene } from '../../scenes/curtain.js';
import type { CurtainParts } from './curtain-parts.js';
import { createLevelBounds, evaluateBounds, findSlots, fitBoxes } from './level-bounds.js';
import type { LevelBounds } from './level-bounds.js';
import { STATE_DEFAULTS } from './state.js';
import type { LabState } from './state.js';
import { timeWork } from './timing.js';

/** What one frame gave. */
export interface FrameResult {
  readonly frame: number;
  readonly strategy: Strategy;
  /** Centre and radius of the ball. */
  readonly center: Float64Array;
  readonly radius: number;
  readonly touched: number;
  /** Whether all vertices and bounds were computed: always, never, or when it became cheaper. */
  readonly isRefitted: boolean;
  /** Blocks of bounds and vertices that were computed. */
  readonly blocksEvaluated: number;
  readonly verticesPosed: number;
  readonly nodesVisited: number;
  readonly boundTests: number;
  readonly triangleTests: number;
  /** Time for pose and search, lazily (or adaptively, if that is the strategy), and with all of it deformed and refitted. */
  readonly lazyMs: number;
  readonly refitMs: number;
}

/** How long to run before the first frame. */
const WARM_UP_MS = 60;

/** A body with its search. */
interface Searched {
  readonly body: Body;
  readonly search: Search;
  readonly hits: Hits;
}

/**
 * One curtain with a tree, bounds and a backend, twice: one body is evaluated lazily, the other deformed and refitted as a
 * whole, which the picture needs in any case. So both can be compared in every frame. Holds memory: `dispose()` it.
 */
export class CurtainSimulation {
  readonly scene: CurtainScene;
  readonly tree: Tree;
  readonly bounds: BdTree;
  readonly measure: TreeMeasure;
  /** Which backend really runs: TypeScript where WebAssembly is missing. */
  readonly backend: Kernels['backend'];
  readonly #lazy: Searched;
  readonly #whole: Searched;
  readonly #rayHits = createHits(1);
  readonly #noHits = createHits(1);
  #chosen: Searched;
  readonly #levels: Uint32Array;
  readonly #slots: Uint32Array;
  readonly #nodeOfBlock: Uint32Array;
  readonly #tested: Uint8Array;

  constructor({ scene, tree, bounds }: CurtainParts, kernels: Kernels) {
    this.scene = scene;
    this.tree = tree;
    this.bounds = bounds;
    this.measure = measureTree(tree);
    this.backend = kernels.backend;
    this.#lazy = createSearched(kernels, scene, bounds, 'lazy');
    this.#whole = createSearched(kernels, scene, bounds, 'refit');
    this.#chosen = this.#lazy;
    this.#levels = nodeLevels(tree);
    this.#slots = findSlots(tree, bounds);
    this.#nodeOfBlock = new Uint32Array(bounds.blockCount);
    this.#slots.forEach((slot, node) => {
      const block = bounds.words[slot];
      if (block < bounds.blockCount) this.#nodeOfBlock[block] = node;
    });
    this.#tested = new Uint8Array(tree.nodeCount);
    this.#warmUp();
  }

  /** Triangles that the ball touched in the last frame. */
  get hits(): Hits {
    return this.#chosen.hits;
  }

  /** All vertices of the last frame, for the picture. */
  get positions(): Float32Array {
    return this.#whole.body.positions;
  }

  /** Where the ball is in a frame. */
  ballCenter(state: LabState, frame: number): Float64Array {
    return state.flight === 'hand' ? Float64Array.from(state.ball) : this.scene.centers[state.flight][frame];
  }

  /** Poses the cloth and finds what the ball touches, in both ways; tells of the chosen one. */
  run(frame: number, { strategy, ballSize }: LabState, center: Float64Array): FrameResult {
    const radius = this.scene.ballRadius * ballSize;
    const weights = this.scene.weights[frame];
    const find = ({ body, search, hits }: Searched): void => {
      body.setWeights(weights);
      beginBall(search, body, center, radius, hits);
      step(search);
    };
    this.#lazy.body.strategy = strategy === 'adaptive' ? 'adaptive' : 'lazy';
    const refitMs = timeWork(() => find(this.#whole));
    const lazyMs = timeWork(() => find(this.#lazy));
    this.#chosen = strategy === 'refit' ? this.#whole : this.#lazy;
    const { body, hits, search } = this.#chosen;
    const { nodesVisited, boundTests, triangleTests } = search.statistics;
    return {
      frame,
      strategy,
      center,
      radius,
      touched: hits.count,
      isRefitted: body.isRefitted,
      blocksEvaluated: body.blocksEvaluated,
      verticesPosed: body.verticesPosed,
      nodesVisited,
      boundTests,
      triangleTests,
      lazyMs,
      refitMs,
    };
  }

  /**
   * Marks with 1 each node whose bound the last search tested. It is the same search once more, in steps of one block:
   * each opens the one on top of the stack, and no other. Nothing is evaluated anew, and the rule that chooses between lazy
   * and refit does not hear of it.
   */
  testedNodes({ center, radius }: FrameResult): Uint8Array {
    const { body, search } = this.#chosen;
    const { strategy } = body;
    body.strategy = 'lazy';
    this.#tested.fill(0);
    beginBall(search, body, center, radius, this.#noHits);
    const { walk } = search.probe!;
    while (walk.stackSize > 0) {
      this.#markBlock(walk.stack[walk.stackSize - 1]);
      step(search, 1);
    }
    body.strategy = strategy;
    return this.#tested;
  }

  /** The nodes of a level, the root's being 0; none for a level that the tree has not. */
  level(level: number): LevelBounds {
    const nodes = new Uint32Array(this.measure.nodesOfLevel[level] ?? 0);
    let count = 0;
    this.#levels.forEach((nodeLevel, node) => {
      if (nodeLevel === level) nodes[count++] = node;
    });
    return createLevelBounds(nodes);
  }

  /** Computes the bounds of a level in the last frame, as the chosen body has them or would have them. */
  updateLevel(level: LevelBounds, { frame, isRefitted }: FrameResult): void {
    const { mesh, weights } = this.scene;
    if (isRefitted) fitBoxes(this.tree, mesh.triangles, this.positions, mesh.positions, level);
    else evaluateBounds(this.bounds, this.#slots, weights[frame], level);
  }

  /** Where a ray first hits the cloth in the last frame, and the normal of the triangle there, of length 1. */
  pick(origin: readonly number[], direction: readonly number[]): { point: number[]; normal: number[] } | undefined {
    if (findRayHits(this.#whole.body, origin, direction, this.#rayHits) === 0) return undefined;
    const [parameter] = this.#rayHits.parameters;
    const [a, b, c] = [0, 1, 2].map((k) => this.scene.mesh.triangles[this.#rayHits.triangles[0] * 3 + k] * 3);
    const { positions } = this;
    const normal = new Float64Array(9);
    vec3.subtract(normal, 3, positions, b, positions, a);
    vec3.subtract(normal, 6, positions, c, positions, a);
    vec3.cross(normal, 0, normal, 3, normal, 6);
    const length = Math.sqrt(vec3.lengthSquared(normal, 0));
    return {
      point: origin.map((coordinate, axis) => coordinate + parameter * direction[axis]),
      normal: [0, 1, 2].map((axis) => normal[axis] / length),
    };
  }

  /** Gives the memory back. */
  dispose(): void {
    this.#lazy.body.dispose();
    this.#whole.body.dispose();
  }

  /** Code that has just been loaded is slow; the times of the first frames shall not tell of that. */
  #warmUp(): void {
    const end = performance.now() + WARM_UP_MS;
    const { centers, frameCount } = this.scene;
    for (let frame = 0; frame < frameCount && performance.now() < end; frame++) {
      this.run(frame, STATE_DEFAULTS, centers.glide[frame]);
    }
  }

  #markBlock(block: number): void {
    // The first block has the root alone.
    if (block === 0) {
      this.#tested[0] = 1;
      return;
    }
    const { arity, children } = this.tree;
    const first = this.#nodeOfBlock[block] * arity;
    for (let slot = first; slot < first + arity; slot++) {
      if (children[slot] < this.tree.nodeCount) this.#tested[children[slot]] = 1;
    }
  }
}

function createSearched(kernels: Kernels, scene: CurtainScene, bounds: BdTree, strategy: Strategy): Searched {
  const { mesh, model } = scene;
  const body = createBody(kernels, { mesh, model, bounds }, { strategy });
  return { body, search: createSearch(), hits: createHits(mesh.triangleCount) };
}
