/**
 * Where the walk takes spheres from: a tree, and where each of its spheres is in the present pose. Spheres are evaluated one by one, when a walk first comes to them, and kept until something has moved.
 */
import { describe, requireFinite } from '../../checks.js';
import { PliantError } from '../../errors.js';
import type { ProxyBody } from '../../index.js';
import {
  FLOAT32_ROUNDOFF,
  FLOAT64_ROUNDOFF,
  LANES,
  LEAF_BIT,
  NO_CHILD,
  createPlacement,
  requireProxyBody,
  setPlacement,
  wordAt,
} from '../../internals.js';
import type { Placement } from '../../internals.js';

/** Spheres of a tree that does not deform. */
const PLACED = 0;
/** Spheres that something else moves. */
const FOLLOWED = 1;
/** The nodes of a body of proxies. */
const PROXIES = 2;

/** What a walk reads of a tree of spheres. Node 0 is the root; children of a node lie side by side, and behind it. */
export interface WalkedTree {
  /** Nodes, leaves included. */
  readonly nodeCount: number;
  /** Centre and radius at rest: four numbers a node. */
  readonly spheres: Float64Array;
  /** First child of each node. */
  readonly firstChild: Uint32Array;
  /** Children of each node; 0 for a leaf. */
  readonly childCount: Uint32Array;
}

/** What moves the spheres of a tree: coarse vertices, for instance. */
export interface SphereMover {
  /** Grows whenever a sphere may have moved. */
  readonly stamp: number;
  /** Writes centre and radius of a node in the present pose to `out`, from `offset` on. */
  writeSphere(node: number, out: Float64Array, offset: number): void;
}

/** What all sources have: the tree, and what has been evaluated of it. */
interface SphereCache {
  /** How many nodes may be asked for. */
  readonly nodeCount: number;
  /** First child of each node. */
  readonly firstChild: Uint32Array;
  /** Children of each node; 0 for a leaf. */
  readonly childCount: Uint32Array;
  /** Centre and radius in the present pose, four numbers a node, of those whose mark is the present one. */
  readonly spheres: Float64Array;
  /** The mark under which each sphere was evaluated. */
  readonly marks: Uint32Array;
  /** Grows with every pose that a walk has seen. */
  mark: number;
  /** How many spheres have been evaluated in the present pose. */
  evaluated: number;
}

/** Spheres of a tree that does not deform, somewhere in the world. */
export interface PlacedSpheres extends SphereCache {
  /** Tells kinds of sources apart. */
  readonly kind: typeof PLACED;
  /** The tree at rest. */
  readonly tree: WalkedTree;
  /**
   * Where it is.
   * @internal
   */
  readonly placement: Placement;
  /**
   * By what radii are multiplied, and how far centres and vertices may be off, for each metre they are away from the origin.
   * @internal
   */
  readonly margins: Float64Array;
}

/** Spheres that something else moves. */
export interface FollowedSpheres extends SphereCache {
  /** Tells kinds of sources apart. */
  readonly kind: typeof FOLLOWED;
  /** What moves them. */
  readonly mover: SphereMover;
  /** Its stamp when it was last looked at. */
  stamp: number;
}

/** The nodes of a body of proxies. */
export interface ProxySpheres extends SphereCache {
  /** Tells kinds of sources apart. */
  readonly kind: typeof PROXIES;
  /** The body. A node is a lane of a block: four times the block, and the lane. */
  readonly body: ProxyBody;
  /** Its stamp when it was last looked at. */
  stamp: number;
}

/** Where a walk takes spheres from. */
export type SphereSource = PlacedSpheres | FollowedSpheres | ProxySpheres;

/** Squares of such coordinates are far from the largest number. */
const FARTHEST = 1e150;

/** Spheres of a tree that does not deform: at rest, until {@link placeSpheres} moves them. */
export function createPlacedSpheres(tree: WalkedTree): PlacedSpheres {
  requireTree('createPlacedSpheres', tree);
  return { ...createCache(tree), kind: PLACED, tree, placement: createPlacement(), margins: new Float64Array(2) };
}

/**
 * Places spheres in the world: a rotation and a translation, sixteen numbers column by column.
 *
 * Radii grow by what makes the spheres enclose a surface that they enclose at rest, where a body with this placement has it. With E the largest
 * entry of RᵀR - I in magnitude, no length grows by more than 1 + 1.5E. A centre is three products and three sums, off by less than 5 roundoffs
 * of float64 in |c|₁ + |t|₁ along each axis; a vertex is rounded to float32 once, by less than a roundoff of its length.
 */
export function placeSpheres(source: PlacedSpheres, matrix: ArrayLike<number>): void {
  setPlacement('placeSpheres', source.placement, matrix);
  const m = source.placement.matrix;
  let error = 0;
  for (let i = 0; i < 3; i++) {
    for (let j = i; j < 3; j++) {
      const product = m[i * 4] * m[j * 4] + m[i * 4 + 1] * m[j * 4 + 1] + m[i * 4 + 2] * m[j * 4 + 2];
      error = Math.max(error, Math.abs(product - (i === j ? 1 : 0)));
    }
  }
  source.margins[0] = 1 + 2 * error + 16 * FLOAT64_ROUNDOFF;
  source.margins[1] = 4 * FLOAT32_ROUNDOFF;
  forget(source);
}

/** Spheres of a tree that something else moves. */
export function createFollowedSpheres(tree: WalkedTree, mover: SphereMover): FollowedSpheres {
  requireTree('createFollowedSpheres', tree);
  if (typeof mover?.writeSphere !== 'function' || typeof mover.stamp !== 'number') {
    throw new PliantError(
      'bad-type',
      `createFollowedSpheres: got ${describe(mover)}; pass a record with stamp and writeSphere`,
    );
  }
  return { ...createCache(tree), kind: FOLLOWED, mover, stamp: mover.stamp };
}

/** The nodes of a body of proxies; its proxies are the leaves. */
export function createProxySpheres(body: ProxyBody): ProxySpheres {
  requireProxyBody('createProxySpheres', body);
  const { blockCount, words } = body.proxies;
  const firstChild = new Uint32Array(blockCount * LANES);
  const childCount = new Uint32Array(blockCount * LANES);
  for (let slot = 0; slot < words.length; slot++) {
    const word = words[slot];
    if (word >= LEAF_BIT) continue;
    firstChild[slot] = word * LANES;
    // Children fill a block from its first lane on.
    while (childCount[slot] < LANES && words[word * LANES + childCount[slot]] !== NO_CHILD) childCount[slot]++;
  }
  const tree = { nodeCount: words.length, firstChild, childCount };
  return { ...createCache(tree), kind: PROXIES, body, stamp: -1 };
}

/** Forgets what was evaluated, if anything may have moved since. */
export function refreshSource(source: SphereSource): void {
  switch (source.kind) {
    case PLACED:
      return;
    case FOLLOWED:
      if (source.mover.stamp === source.stamp) return;
      source.stamp = source.mover.stamp;
      return forget(source);
    case PROXIES:
      source.body.refresh();
      if (source.body.stamp === source.stamp) return;
      source.stamp = source.body.stamp;
      return forget(source);
  }
}

/** Evaluates the sphere of a node, unless that was done in this pose. */
export function evaluateSphere(source: SphereSource, node: number): void {
  if (source.marks[node] === source.mark) return;
  source.marks[node] = source.mark;
  source.evaluated++;
  switch (source.kind) {
    case PLACED:
      return placeSphere(source, node);
    case FOLLOWED:
      return source.mover.writeSphere(node, source.spheres, node * 4);
    case PROXIES:
      return readProxyNode(source, node);
  }
}

function createCache(tree: Omit<WalkedTree, 'spheres'>): SphereCache {
  const { childCount, firstChild, nodeCount } = tree;
  return {
    nodeCount,
    firstChild,
    childCount,
    spheres: new Float64Array(nodeCount * 4),
    marks: new Uint32Array(nodeCount),
    mark: 1,
    evaluated: 0,
  };
}

function forget(source: SphereCache & { mark: number }): void {
  source.mark++;
  source.evaluated = 0;
}

function placeSphere({ margins, placement, spheres, tree }: PlacedSpheres, node: number): void {
  const at = node * 4;
  const rest = tree.spheres;
  const x = rest[at];
  const y = rest[at + 1];
  const z = rest[at + 2];
  const radius = rest[at + 3];
  if (!placement.isPlaced) {
    for (let k = 0; k < 4; k++) spheres[at + k] = rest[at + k];
    return;
  }
  const m = placement.matrix;
  const reach = Math.abs(x) + Math.abs(y) + Math.abs(z) + radius + Math.abs(m[12]) + Math.abs(m[13]) + Math.abs(m[14]);
  for (let axis = 0; axis < 3; axis++) {
    spheres[at + axis] = m[axis] * x + m[axis + 4] * y + m[axis + 8] * z + m[axis + 12];
  }
  spheres[at + 3] = radius * margins[0] + reach * margins[1];
}

/** Proxies may stick out of the nodes above them by the pad, since they were placed: those nodes grow by it. */
function readProxyNode({ body, childCount, spheres }: ProxySpheres, slot: number): void {
  const { arena, run } = body.kernels;
  const at = wordAt(run.evaluateBlock(body.header, slot >>> 2)) + (slot & 3);
  const { f32 } = arena;
  for (let row = 0; row < 4; row++) spheres[slot * 4 + row] = f32[at + row * LANES];
  if (childCount[slot] > 0) spheres[slot * 4 + 3] += body.margins[0];
}

function requireTree(caller: string, tree: WalkedTree): void {
  const { childCount, firstChild, nodeCount, spheres } = tree ?? {};
  if (!(nodeCount >= 1) || spheres?.length < nodeCount * 4 || !(firstChild?.length >= nodeCount)) {
    throw new PliantError(
      'bad-count',
      `${caller}: the tree has ${nodeCount} nodes and ${spheres?.length} numbers; pass one or more nodes of four numbers each`,
    );
  }
  requireFinite(caller, 'spheres', spheres);
  for (let node = 0; node < nodeCount; node++) {
    const first = firstChild[node];
    if (childCount[node] > 0 && !(first > node && first + childCount[node] <= nodeCount)) {
      throw new PliantError(
        'bad-index',
        `${caller}: children of node ${node} begin at ${first}; they must come behind it and end before ${nodeCount}`,
      );
    }
    const size = Math.abs(spheres[node * 4]) + Math.abs(spheres[node * 4 + 1]) + Math.abs(spheres[node * 4 + 2]);
    if (!(spheres[node * 4 + 3] >= 0) || !(size + spheres[node * 4 + 3] < FARTHEST)) {
      throw new PliantError(
        'bad-number',
        `${caller}: node ${node} has the radius ${spheres[node * 4 + 3]} and coordinates of ${size}; pass radii of 0 or more, and lengths whose squares do not overflow`,
      );
    }
  }
}
