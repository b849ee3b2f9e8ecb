/** Which leaves of two refitted bodies overlap? A walk over both trees at once, larger nodes first; touching counts. */
import { BOX_HIGH, BOX_STRIDE } from './refit-body.js';
import { LEAF_BIT, NO_CHILD } from './refit-plan.js';
import type { RefittedBody } from './ball-hits.js';

/** Two bodies, and room for the walk. */
export class PairWalk {
  readonly #a: RefittedBody;
  readonly #b: RefittedBody;
  readonly #stack = new Uint32Array(4096);

  constructor(a: RefittedBody, b: RefittedBody) {
    this.#a = a;
    this.#b = b;
  }

  /** Writes all pairs, two nodes each, and returns how many there are. */
  find(pairs: Uint32Array): number {
    const { plan: planA, tree: treeA, boxes: boxesA } = this.#a;
    const { plan: planB, tree: treeB, boxes: boxesB } = this.#b;
    const { nodes: nodesA } = planA;
    const { nodes: nodesB } = planB;
    const stack = this.#stack;
    let count = 0;
    let size = 0;
    if (doMeet(boxesA, 0, boxesB, 0)) size = push(stack, size, 0, 0);
    while (size > 0) {
      const b = stack[--size];
      const a = stack[--size];
      const isLeafA = nodesA[a * treeA.arity] >= LEAF_BIT;
      const isLeafB = nodesB[b * treeB.arity] >= LEAF_BIT;
      if (isLeafA && isLeafB) {
        pairs[count * 2] = a;
        pairs[count * 2 + 1] = b;
        count++;
      } else if (isLeafB || (!isLeafA && treeA.ranges[a * 2 + 1] >= treeB.ranges[b * 2 + 1])) {
        for (let slot = a * treeA.arity; slot < (a + 1) * treeA.arity && nodesA[slot] !== NO_CHILD; slot++) {
          if (doMeet(boxesA, nodesA[slot], boxesB, b)) size = push(stack, size, nodesA[slot], b);
        }
      } else {
        for (let slot = b * treeB.arity; slot < (b + 1) * treeB.arity && nodesB[slot] !== NO_CHILD; slot++) {
          if (doMeet(boxesA, a, boxesB, nodesB[slot])) size = push(stack, size, a, nodesB[slot]);
        }
      }
    }
    return count;
  }

  /** By how much two nodes are apart, on the axis where that is most; below 0 where they overlap. */
  gapOf(a: number, b: number): number {
    let gap = -Infinity;
    for (let axis = 0; axis < 3; axis++) {
      const [lowA, lowB] = [this.#a.boxes[a * BOX_STRIDE + axis], this.#b.boxes[b * BOX_STRIDE + axis]];
      const [highA, highB] = [
        this.#a.boxes[a * BOX_STRIDE + BOX_HIGH + axis],
        this.#b.boxes[b * BOX_STRIDE + BOX_HIGH + axis],
      ];
      gap = Math.max(gap, lowA - highB, lowB - highA);
    }
    return gap;
  }
}

function push(stack: Uint32Array, size: number, a: number, b: number): number {
  stack[size] = a;
  stack[size + 1] = b;
  return size + 2;
}

function doMeet(boxesA: Float32Array, a: number, boxesB: Float32Array, b: number): boolean {
  const i = a * BOX_STRIDE;
  const j = b * BOX_STRIDE;
  return (
    boxesA[i] <= boxesB[j + BOX_HIGH] &&
    boxesB[j] <= boxesA[i + BOX_HIGH] &&
    boxesA[i + 1] <= boxesB[j + BOX_HIGH + 1] &&
    boxesB[j + 1] <= boxesA[i + BOX_HIGH + 1] &&
    boxesA[i + 2] <= boxesB[j + BOX_HIGH + 2] &&
    boxesB[j + 2] <= boxesA[i + BOX_HIGH + 2]
  );
}
