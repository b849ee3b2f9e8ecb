/** The cloth, its tree and the search: one frame in, the touched triangles and what it cost out. Draws nothing. */
import {
  beginBall,
  createRefitBody,
  createShapeSearch,
  createTriangleHits,
  findBallHits,
  measureTree,
  nodeLevels,
  stepShapeSearch,
} from 'pliant';
import type { Kernels, RefitBody, ShapeSearch, Tree, TreeMeasure, TriangleHits } from 'pliant';
import type { CurtainScene } from '../../scenes/curtain.js';
import type { LabState } from './state.js';

/** What one frame gave. */
export interface FrameResult {
  readonly frame: number;
  /** Centre of the ball. */
  readonly center: Float64Array;
  readonly touched: number;
  readonly nodesVisited: number;
  readonly boundTests: number;
  readonly triangleTests: number;
  /** Time for moving all vertices and bounds. */
  readonly refitMs: number;
  /** Time for finding the touched triangles. */
  readonly queryMs: number;
}

/** More triangles than a ball of either scene can touch. */
const MOST_HITS = 4096;

/** One curtain with a tree, bounds and a backend. Holds memory: `dispose()` it. */
export class Simulation {
  readonly scene: CurtainScene;
  readonly tree: Tree;
  readonly measure: TreeMeasure;
  readonly body: RefitBody;
  /** Which backend really runs: TypeScript where WebAssembly is missing. */
  readonly backend: Kernels['backend'];
  /** Triangles that the ball touched in the last frame. */
  readonly hits: TriangleHits = createTriangleHits(MOST_HITS);
  readonly #search: ShapeSearch;
  readonly #opened: Uint8Array;
  readonly #levels: Uint32Array;

  constructor(scene: CurtainScene, tree: Tree, kernels: Kernels, bound: LabState['bound']) {
    this.scene = scene;
    this.tree = tree;
    this.measure = measureTree(tree);
    this.#levels = nodeLevels(tree);
    this.backend = kernels.backend;
    this.body = createRefitBody(kernels, { mesh: scene.mesh, model: scene.model, tree, bound });
    this.#search = createShapeSearch(this.body);
    this.#opened = new Uint8Array(tree.nodeCount);
  }

  /** Where the ball is in a frame. */
  ballCenter(state: LabState, frame: number): Float64Array {
    return state.flight === 'hand' ? Float64Array.from(state.ball) : this.scene.centers[state.flight][frame];
  }

  /** Poses the cloth and finds what the ball touches. */
  run(frame: number, center: Float64Array): FrameResult {
    const start = performance.now();
    this.body.setWeights(this.scene.weights[frame]);
    this.body.refresh();
    const refitted = performance.now();
    const touched = findBallHits(this.#search, center, this.scene.ballRadius, this.hits);
    const end = performance.now();
    const { nodesVisited, boundTests, triangleTests } = this.#search.statistics;
    return {
      frame,
      center,
      touched,
      nodesVisited,
      boundTests,
      triangleTests,
      refitMs: refitted - start,
      queryMs: end - refitted,
    };
  }

  /**
   * Marks with 1 each node that the last search opened. It is the same search once more, in steps of one test: each
   * opens the node on top of the stack, and no other.
   */
  openedNodes(center: Float64Array): Uint8Array {
    const opened = this.#opened;
    opened.fill(0);
    const search = this.#search;
    beginBall(search, center, this.scene.ballRadius, this.hits);
    while (search.stackSize > 0) {
      opened[search.stack[search.stackSize - 1]] = 1;
      stepShapeSearch(search, 1);
    }
    return opened;
  }

  /** The nodes of a level, the root's being 0; none for a level that the tree has not. */
  nodesOfLevel(level: number): Uint32Array {
    const nodes = new Uint32Array(this.measure.nodesOfLevel[level] ?? 0);
    let count = 0;
    this.#levels.forEach((nodeLevel, node) => {
      if (nodeLevel === level) nodes[count++] = node;
    });
    return nodes;
  }

  /** Gives the memory back. */
  dispose(): void {
    this.body.dispose();
  }
}
