/** Which triangles of a refitted body does a ball meet? A depth-first walk over its boxes, exact at the leaves. */
import type { Hits } from 'pliant';
import type { Tree } from 'pliant/parts';
import { ballMeetsTriangle } from 'pliant/exact';
import { BOX_HIGH, BOX_STRIDE } from './refit-body.js';
import type { RefitPlan } from './refit-plan.js';
import { LEAF_BIT, NO_CHILD } from './refit-plan.js';

/** More than float64 differences and squares can be off by, relatively and where they underflow. */
const SLACK = 1 + 2 ** -48;
const TINY = 1e-300;

/** What is walked. */
export interface RefittedBody {
  readonly tree: Tree;
  readonly plan: RefitPlan;
  readonly positions: Float32Array;
  readonly boxes: Float32Array;
}

/** A ball, and room for the walk. */
export class BallWalk {
  readonly #body: RefittedBody;
  readonly #ball = new Float64Array(4);
  readonly #stack: Uint32Array;

  constructor(body: RefittedBody) {
    this.#body = body;
    this.#stack = new Uint32Array((body.tree.depth + 1) * body.tree.arity);
  }

  /** Fills `hits` with the triangles of the body in its present pose that a closed ball meets. */
  find(center: Float64Array, radius: number, hits: Hits): void {
    const { plan, tree } = this.#body;
    const { arity } = tree;
    const stack = this.#stack;
    this.#ball.set(center);
    this.#ball[3] = radius;
    hits.count = 0;
    hits.dropped = 0;
    let size = 0;
    if (this.#meetsBox(0)) stack[size++] = 0;
    while (size > 0) {
      const node = stack[--size];
      const first = node * arity;
      if (plan.nodes[first] >= LEAF_BIT) {
        this.#testTriangles(node, hits);
        continue;
      }
      for (let slot = first; slot < first + arity; slot++) {
        const child = plan.nodes[slot];
        if (child === NO_CHILD) break;
        if (this.#meetsBox(child)) stack[size++] = child;
      }
    }
  }

  #testTriangles(node: number, hits: Hits): void {
    const { plan, positions, tree } = this.#body;
    const { corners } = plan;
    const first = tree.ranges[node * 2];
    const end = first + tree.ranges[node * 2 + 1];
    for (let i = first; i < end; i++) {
      if (!ballMeetsTriangle(this.#ball, positions, corners[i * 3], corners[i * 3 + 1], corners[i * 3 + 2])) continue;
      if (hits.count < hits.triangles.length) hits.triangles[hits.count++] = tree.triangleOrder[i];
      else hits.dropped++;
    }
  }

  #meetsBox(node: number): boolean {
    const ball = this.#ball;
    const { boxes } = this.#body;
    let squared = 0;
    for (let axis = 0; axis < 3; axis++) {
      const low = boxes[node * BOX_STRIDE + axis];
      const high = boxes[node * BOX_STRIDE + BOX_HIGH + axis];
      const gap = ball[axis] < low ? low - ball[axis] : ball[axis] > high ? ball[axis] - high : 0;
      squared += gap * gap;
    }
    return !(squared > ball[3] * ball[3] * SLACK + TINY);
  }
}
