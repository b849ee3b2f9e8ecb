/** The wide form of a binary tree: nodes of up to four children, for four SIMD lanes. */
import { runNow } from '../long-work.js';
import type { LongWork } from '../long-work.js';
import { NO_NODE } from './tree.js';
import type { Tree } from './tree.js';

const WIDTH = 4;
/** Nodes between two chances to give way. */
const NODES_PER_STEP = 10_000;

/**
 * Collapses a binary tree: a node takes the place of its inner children, the one with most triangles first, until it has
 * four. Leaves, triangles and their order stay as they are.
 */
export function widenTree(binary: Tree): Tree {
  return runNow(widenSteps(binary));
}

/** {@link widenTree} as long work. */
export function* widenSteps(binary: Tree): LongWork<Tree> {
  const children = new Uint32Array(binary.nodeCount * WIDTH).fill(NO_NODE);
  const ranges = new Uint32Array(binary.nodeCount * 2);
  const sources: number[] = [0];
  const slots: number[] = [-1];
  const levels: number[] = [0];
  const taken: number[] = [];
  let nodeCount = 0;
  let depth = 0;
  while (sources.length > 0) {
    const source = sources.pop()!;
    const slot = slots.pop()!;
    const level = levels.pop()!;
    const node = nodeCount++;
    if (nodeCount % NODES_PER_STEP === 0) yield nodeCount / binary.nodeCount;
    if (slot >= 0) children[slot] = node;
    ranges[node * 2] = binary.ranges[source * 2];
    ranges[node * 2 + 1] = binary.ranges[source * 2 + 1];
    if (level >= depth) depth = level + 1;
    if (binary.children[source * 2] === NO_NODE) continue;
    gatherChildren(binary, source, taken);
    for (let k = taken.length - 1; k >= 0; k--) {
      sources.push(taken[k]);
      slots.push(node * WIDTH + k);
      levels.push(level + 1);
    }
  }
  return {
    arity: WIDTH,
    nodeCount,
    triangleCount: binary.triangleCount,
    depth,
    children: children.slice(0, nodeCount * WIDTH),
    ranges: ranges.slice(0, nodeCount * 2),
    triangleOrder: binary.triangleOrder,
  };
}

/** The descendants that become children of the wide node, in the order of their triangles. */
function gatherChildren(binary: Tree, source: number, taken: number[]): void {
  taken.length = 0;
  taken.push(binary.children[source * 2], binary.children[source * 2 + 1]);
  while (taken.length < WIDTH) {
    let widest = -1;
    for (let k = 0; k < taken.length; k++) {
      if (binary.children[taken[k] * 2] === NO_NODE) continue;
      if (widest < 0 || binary.ranges[taken[k] * 2 + 1] > binary.ranges[taken[widest] * 2 + 1]) widest = k;
    }
    if (widest < 0) return;
    const opened = taken[widest];
    taken.splice(widest, 1, binary.children[opened * 2], binary.children[opened * 2 + 1]);
  }
}
