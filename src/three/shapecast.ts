/** A walk over the nodes of a deforming mesh that the caller steers, as `shapecast` of three-mesh-bvh. */
import { Box3, Triangle } from 'three';
import type { Body, SearchStatistics } from '../index.js';
import {
  CHILD_STRIDE,
  TOP,
  createOpenedNode,
  createStatistics,
  openLeaf,
  openNode,
  requireSameStamp,
  resetStatistics,
  stackCapacityOf,
} from '../internals.js';
import type { OpenedLeaf, OpenedNode } from '../internals.js';

/** What `intersectsBounds` may answer: leave the node out. */
export const NOT_INTERSECTED = 0;
/** What `intersectsBounds` may answer: look into the node. */
export const INTERSECTED = 1;
/** What `intersectsBounds` may answer: everything in the node is inside, and need not be asked about. */
export const CONTAINED = 2;

/** How to steer {@link DeformTree.shapecast}. Boxes and triangles are lent: copy what you keep. */
export interface ShapecastCallbacks {
  /**
   * Whether to look into a node, given by its box in the space of the mesh: a boolean, or {@link NOT_INTERSECTED},
   * {@link INTERSECTED} or {@link CONTAINED}. `score` is what `boundsTraverseOrder` said.
   */
  readonly intersectsBounds: (box: Box3, isLeaf: boolean, score: number | undefined, depth: number) => boolean | number;
  /** The lower, the sooner a node is looked at among its siblings. */
  readonly boundsTraverseOrder?: (box: Box3) => number;
  /** Called for each face of the leaves; `true` ends the walk. */
  readonly intersectsTriangle?: (
    triangle: Triangle,
    faceIndex: number,
    contained: boolean,
    depth: number,
  ) => boolean | void;
}

const OPENING_NS = 40;

/**
 * Walks one body. Callbacks may start walks of their own, on the same body too: each depth of such nesting has its state. When
 * they have it posed anew, or dispose of it, the walk ends with an error: its halves would not fit together.
 */
export class Shapecast {
  readonly statistics: SearchStatistics = createStatistics();
  readonly #body: Body;
  readonly #walks: Walk[] = [];
  #running = 0;

  constructor(body: Body) {
    this.#body = body;
  }

  /** Walks; answers whether a callback ended it. */
  run(callbacks: ShapecastCallbacks): boolean {
    const walk = (this.#walks[this.#running] ??= createWalk(this.#body));
    this.#running++;
    resetStatistics(this.statistics);
    try {
      this.#body.refresh();
      walk.stamp = this.#body.stamp;
      openNode(this.#body, TOP, walk.opened);
      push(walk, callbacks, 0, false);
      while (walk.size > 0) if (this.#visit(walk, callbacks)) return true;
      return false;
    } finally {
      walk.size = 0;
      this.#running--;
    }
  }

  #visit(walk: Walk, callbacks: ShapecastCallbacks): boolean {
    const { box, boxes, depths, flags, ids, leaf, opened, scores } = walk;
    const at = --walk.size;
    const id = ids[at];
    const depth = depths[at];
    const isLeaf = (flags[at] & IS_LEAF) !== 0;
    let isContained = (flags[at] & IS_CONTAINED) !== 0;
    // Asked only now, so that what was found in the siblings before it counts.
    if (!isContained) {
      this.statistics.boundTests++;
      const score = callbacks.boundsTraverseOrder && scores[at];
      const answer = callbacks.intersectsBounds(readBox(boxes, at, box), isLeaf, score, depth);
      if (answer === false || answer === NOT_INTERSECTED) return false;
      isContained = answer === CONTAINED;
    }
    requireSameStamp('DeformTree.shapecast', this.#body, walk.stamp);
    this.statistics.nodesVisited++;
    if (isLeaf) {
      openLeaf(this.#body, id | 0, leaf);
      return this.#showTriangles(walk, callbacks, leaf.first, leaf.count, isContained, depth);
    }
    openNode(this.#body, id, opened);
    this.#body.spend(OPENING_NS);
    push(walk, callbacks, depth + 1, isContained);
    return false;
  }

  #showTriangles(
    { triangle, stamp }: Walk,
    { intersectsTriangle }: ShapecastCallbacks,
    first: number,
    count: number,
    isContained: boolean,
    depth: number,
  ): boolean {
    const { triangleOrder } = this.#body.bounds;
    this.statistics.triangleTests += count;
    if (!intersectsTriangle) return false;
    for (let i = first; i < first + count; i++) {
      requireSameStamp('DeformTree.shapecast', this.#body, stamp);
      // Read anew each time: a callback may have made the memory grow.
      const { corners } = this.#body;
      const posed = this.#body.posed as unknown as number[];
      triangle.a.fromArray(posed, corners[i * 3] * 3);
      triangle.b.fromArray(posed, corners[i * 3 + 1] * 3);
      triangle.c.fromArray(posed, corners[i * 3 + 2] * 3);
      if (intersectsTriangle(triangle, triangleOrder[i], isContained, depth) === true) return true;
    }
    return false;
  }
}

const IS_LEAF = 1;
const IS_CONTAINED = 2;

interface Walk {
  readonly opened: OpenedNode;
  readonly leaf: OpenedLeaf;
  readonly box: Box3;
  readonly triangle: Triangle;
  /** What waits, the next one last. */
  readonly ids: Uint32Array;
  readonly boxes: Float64Array;
  readonly scores: Float64Array;
  readonly depths: Uint32Array;
  readonly flags: Uint8Array;
  size: number;
  /** The pose that is walked through. */
  stamp: number;
}

function createWalk(body: Body): Walk {
  const capacity = stackCapacityOf(body);
  return {
    opened: createOpenedNode(),
    leaf: { first: 0, count: 0 },
    box: new Box3(),
    triangle: new Triangle(),
    ids: new Uint32Array(capacity),
    boxes: new Float64Array(capacity * CHILD_STRIDE),
    scores: new Float64Array(capacity),
    depths: new Uint32Array(capacity),
    flags: new Uint8Array(capacity),
    size: 0,
    stamp: -1,
  };
}

/** Puts the children that have been opened on the stack, the one with the lowest score, or else the first, on top. */
function push(walk: Walk, { boundsTraverseOrder }: ShapecastCallbacks, depth: number, isContained: boolean): void {
  const { opened, box, boxes, scores, ids, depths, flags } = walk;
  const bottom = walk.size;
  for (let child = 0; child < opened.count; child++) {
    const score = boundsTraverseOrder ? boundsTraverseOrder(readBox(opened.boxes, child, box)) : child;
    let at = walk.size++;
    for (; at > bottom && scores[at - 1] < score; at--) {
      ids[at] = ids[at - 1];
      scores[at] = scores[at - 1];
      flags[at] = flags[at - 1];
      boxes.copyWithin(at * CHILD_STRIDE, (at - 1) * CHILD_STRIDE, at * CHILD_STRIDE);
    }
    ids[at] = opened.ids[child];
    scores[at] = score;
    flags[at] = (isContained ? IS_CONTAINED : 0) | (opened.leaves[child] === 1 ? IS_LEAF : 0);
    depths[walk.size - 1] = depth;
    for (let k = 0; k < CHILD_STRIDE; k++) boxes[at * CHILD_STRIDE + k] = opened.boxes[child * CHILD_STRIDE + k];
  }
}

function readBox(boxes: Float64Array, index: number, box: Box3): Box3 {
  const at = index * CHILD_STRIDE;
  box.min.set(boxes[at], boxes[at + 1], boxes[at + 2]);
  box.max.set(boxes[at + 3], boxes[at + 4], boxes[at + 5]);
  return box;
}
