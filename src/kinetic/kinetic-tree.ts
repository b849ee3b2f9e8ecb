/**
 * The kinetic AABB tree (Zachmann & Weller 2006): a node keeps no box but the six vertices that are farthest out below it, so that its box moves with them. Each of the six has a certificate, which says that no other
 * vertex has passed it, and an event when that ends. Nothing is written but when one vertex overtakes another: how much is done does not depend on how often one looks.
 *
 * A leaf holds one triangle, as in the paper, or a patch of several, or points; its vertices compete with each other. In an inner node the extremes of its children do.
 */
import { requireInteger, requireOneOf, withDefaults } from '../checks.js';
import { PliantError } from '../errors.js';
import { NO_INDEX } from '../mesh/mesh.js';
import { NO_NODE } from '../tree/tree.js';
import type { SplitRule } from '../tree/split.js';
import { createEventQueue } from './event-queue.js';
import type { Flightplan } from './flightplan.js';
import { createPaths } from './paths.js';
import { rebuildAt } from './rebuild.js';
import type { KineticTree } from './tree-record.js';

/** What kind of tree, and when it begins. */
export interface KineticOptions {
  /** The time it is built at; the start of the plan unless given. */
  readonly time?: number;
  /** Most children of a node. */
  readonly arity?: 2 | 4;
  /** Most triangles or points in a leaf, 1 to 255. Patches of 60 to 120 triangles have 32 to 64 vertices: fewer events, each of which costs more. */
  readonly leafSize?: number;
  /** How to cut a run of triangles in two. */
  readonly split?: SplitRule;
}

/** Defaults of {@link KineticOptions}, but for the time: the paper's form. */
export const KINETIC_DEFAULTS: Required<Omit<KineticOptions, 'time'>> = {
  arity: 2,
  leafSize: 1,
  split: 'surface-area',
};

/**
 * A tree over triangles that share vertices or do not, each of three vertices of the plan.
 *
 * @throws PliantError `bad-index`, `bad-count` or `bad-number`.
 */
export function createKineticTree(
  plan: Flightplan,
  triangles: ArrayLike<number>,
  options: KineticOptions = {},
): KineticTree {
  if (triangles.length === 0 || triangles.length % 3 !== 0) {
    throw new PliantError(
      'bad-count',
      `createKineticTree: triangles has ${triangles.length} indices; pass three per triangle, and one triangle at least`,
    );
  }
  for (let i = 0; i < triangles.length; i++) {
    if (Number.isInteger(triangles[i]) && triangles[i] >= 0 && triangles[i] < plan.vertexCount) continue;
    throw new PliantError(
      'bad-index',
      `createKineticTree: triangle ${Math.floor(i / 3)} uses vertex ${triangles[i]}, but the plan has ${plan.vertexCount} vertices`,
    );
  }
  return createTree('createKineticTree', plan, 3, Uint32Array.from(triangles), options);
}

/** A tree over all vertices of a plan as points: item i is vertex i. */
export function createKineticPoints(plan: Flightplan, options: KineticOptions = {}): KineticTree {
  const points = Uint32Array.from({ length: plan.vertexCount }, (_, i) => i);
  return createTree('createKineticPoints', plan, 1, points, options);
}

function createTree(
  caller: string,
  plan: Flightplan,
  corners: 1 | 3,
  itemVertices: Uint32Array,
  options: KineticOptions,
): KineticTree {
  const { arity, leafSize, split } = withDefaults(KINETIC_DEFAULTS, options);
  requireOneOf(caller, 'arity', arity, [2, 4] as const);
  requireInteger(caller, 'leafSize', leafSize, 1, 255);
  const itemCount = itemVertices.length / corners;
  const tree: KineticTree = {
    arity,
    leafSize,
    split,
    corners,
    paths: createPaths(plan),
    queue: createEventQueue(),
    counts: {
      leafEvents: 0,
      treeEvents: 0,
      flightplanEvents: 0,
      renewals: 0,
      numbersWritten: 0,
      certificatesComputed: 0,
    },
    root: NO_NODE,
    depth: 0,
    builtDepth: 0,
    nodeCount: 0,
    freeNode: NO_NODE,
    parents: new Uint32Array(0),
    children: new Uint32Array(0),
    extremes: new Uint32Array(0),
    itemCounts: new Uint32Array(0),
    leafItems: new Uint32Array(0),
    vertexCounts: new Uint32Array(0),
    leafVertices: new Uint32Array(0),
    nextSlots: new Uint32Array(0),
    firstSlots: new Uint32Array(plan.vertexCount).fill(NO_INDEX),
    isRemoved: new Uint32Array(plan.vertexCount),
    itemCount,
    itemVertices,
    // Nothing is in a leaf yet: building puts all there that is not removed.
    leafOfItem: new Uint32Array(itemCount),
  };
  rebuildAt(tree, options.time ?? plan.start);
  return tree;
}
