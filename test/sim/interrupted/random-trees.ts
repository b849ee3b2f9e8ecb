/** Trees of spheres for tests, and what is true of two of them: brute force over all pairs of leaves. */
import type { Random } from 'pliant/exact';
import type { SphereSource, WalkedTree } from 'pliant/sim';

/** How a random tree is made. */
export interface RandomTreeOptions {
  readonly leaves: number;
  /** Most children of a node. */
  readonly branching: number;
  /** Largest radius of a leaf; all are 0 if it is. */
  readonly radius: number;
  /** Where leaves are, on each axis. */
  readonly spread: number;
  readonly shift?: number;
}

interface Node {
  readonly sphere: readonly number[];
  readonly children: readonly Node[];
}

/** Leaves anywhere; each node above wraps its children. Nodes have one child now and then. */
export function randomTree(random: Random, options: RandomTreeOptions): WalkedTree {
  const { branching, leaves, radius, shift = 0, spread } = options;
  let nodes: Node[] = Array.from({ length: leaves }, () => ({
    sphere: [0, 1, 2]
      .map(() => random.range(-spread, spread) + shift)
      .concat(radius === 0 ? 0 : random.range(0, radius)),
    children: [],
  }));
  while (nodes.length > 1) {
    nodes.sort((a, b) => a.sphere[0] + a.sphere[1] - b.sphere[0] - b.sphere[1]);
    const above: Node[] = [];
    // A leaf may stay as it is for a level, so that leaves lie at different depths.
    while (nodes.length > 0) {
      const children = nodes.splice(0, 1 + random.integer(branching));
      above.push(children.length === 1 && random.next() < 0.5 ? children[0] : wrap(children));
    }
    nodes = above;
  }
  return layOut(nodes[0]);
}

/** A tree of a single node. */
export function oneNode(x: number, y: number, z: number, radius: number): WalkedTree {
  return layOut({ sphere: [x, y, z, radius], children: [] });
}

/** A tree of one child per node, as deep as it is told, all of the same sphere. */
export function chain(depth: number, sphere: readonly number[]): WalkedTree {
  let node: Node = { sphere, children: [] };
  for (let level = 1; level < depth; level++) node = { sphere, children: [node] };
  return layOut(node);
}

function wrap(children: readonly Node[]): Node {
  const center = [0, 1, 2].map((axis) => children.reduce((sum, { sphere }) => sum + sphere[axis], 0) / children.length);
  const reach = children.map(({ sphere }) => distance(sphere, center) + sphere[3]);
  return { sphere: [...center, Math.max(...reach) * (1 + 1e-12)], children };
}

function layOut(root: Node): WalkedTree {
  const order: Node[] = [root];
  const first: number[] = [];
  for (let i = 0; i < order.length; i++) {
    first.push(order[i].children.length === 0 ? 0 : order.length);
    order.push(...order[i].children);
  }
  return {
    nodeCount: order.length,
    spheres: Float64Array.from(order.flatMap(({ sphere }) => sphere)),
    firstChild: Uint32Array.from(first),
    childCount: Uint32Array.from(order.map(({ children }) => children.length)),
  };
}

/** The parent of each node; the root is its own. */
export function parentsOf({ childCount, firstChild, nodeCount }: Omit<WalkedTree, 'spheres'>): Uint32Array {
  const parents = new Uint32Array(nodeCount);
  for (let node = 0; node < nodeCount; node++) {
    for (let child = 0; child < childCount[node]; child++) parents[firstChild[node] + child] = node;
  }
  return parents;
}

/** All pairs of leaves that overlap, given what spheres are where: every leaf of the one with every leaf of the other. */
export function overlappingLeaves(
  a: SphereSource,
  b: SphereSource,
  spheresA: Float64Array,
  spheresB: Float64Array,
): (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (const leafA of leavesOf(a)) {
    for (const leafB of leavesOf(b)) {
      const centerA = spheresA.subarray(leafA * 4, leafA * 4 + 3);
      const centerB = spheresB.subarray(leafB * 4, leafB * 4 + 3);
      if (distance(centerA, centerB) <= spheresA[leafA * 4 + 3] + spheresB[leafB * 4 + 3]) found.push([leafA, leafB]);
    }
  }
  return found;
}

/** Leaves that a walk from the root comes to. */
function leavesOf({ childCount, firstChild }: Omit<WalkedTree, 'spheres'>): number[] {
  const leaves: number[] = [];
  const waiting = [0];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (childCount[node] === 0) leaves.push(node);
    for (let child = 0; child < childCount[node]; child++) waiting.push(firstChild[node] + child);
  }
  return leaves;
}

/** How far two points are from each other. */
export function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2);
}
