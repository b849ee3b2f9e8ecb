/**
 * The kinetic AABB tree (Zachmann & Weller 2006): a node keeps no box but the six vertices that are farthest out below it, so that its box moves with them. Each of the six has a certificate, which says that no other
 * vertex has passed it, and an event when that ends. Nothing is written but when one vertex overtakes another: how much is done does not depend on how often one looks.
 *
 * A leaf holds one triangle, as in the paper, or a patch of several, or points; its vertices compete with each other. In an inner node the extremes of its children do.
 */
import { withDefaults } from '../checks.js';
import type { SplitRule } from '../tree/split.js';
import { createAgenda } from './agenda/agenda-record.js';
import { takeAllKeys } from './agenda/key-frames.js';
import { createChangeLog } from './change-log.js';
import { createNodes, readPoints, readTriangles } from './create-nodes.js';
import type { Flightplan } from './flightplan.js';
import { MOST_LEAF_ITEMS, SIDES } from './leaves.js';
import { rebuildAt } from './rebuild.js';
import type { KineticTree } from './tree-record.js';

/** What kind of tree, and when it begins. */
export interface KineticOptions {
  /** The time it is built at; the start of the plan unless given. */
  readonly time?: number;
  /** Most children of a node. */
  readonly arity?: 2 | 4;
  /** Most triangles or points in a leaf, 1 to 4095: the more, the fewer events, each of which costs more. Where vertices follow keys, large leaves are the fastest to keep; where they fly, 60 to 120. */
  readonly leafSize?: number;
  /** How to cut a run of triangles in two. */
  readonly split?: SplitRule;
  /**
   * Whether keys, put into the order of the leaves, are kept. Else each is put there when it becomes the next one, which is most of what a key costs a large tree; with this, all are when the tree is made. That takes about as much memory as the
   * frames of the plan, each of different ones once; with small leaves more, for each leaf has vertices of its own. After changes of what is in the tree, each key is put there once more when it is needed.
   */
  readonly keepKeys?: boolean;
}

/** Defaults of {@link KineticOptions}, but for the time: the paper's form. */
export const KINETIC_DEFAULTS: Required<Omit<KineticOptions, 'time'>> = {
  arity: 2,
  leafSize: 1,
  split: 'surface-area',
  keepKeys: false,
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
  const caller = 'createKineticTree';
  return createTree(caller, plan, 3, readTriangles(caller, plan, triangles), options);
}

/** A tree over all vertices of a plan as points: item i is vertex i. */
export function createKineticPoints(plan: Flightplan, options: KineticOptions = {}): KineticTree {
  return createTree('createKineticPoints', plan, 1, readPoints(plan), options);
}

function createTree(
  caller: string,
  plan: Flightplan,
  corners: 1 | 3,
  itemVertices: Uint32Array,
  options: KineticOptions,
): KineticTree {
  const { arity, keepKeys, leafSize, split } = withDefaults(KINETIC_DEFAULTS, options);
  const certificates = { firstCertificate: 0, certificatesPerNode: SIDES };
  const tree: KineticTree = {
    form: 'aabb-tree',
    ...createNodes(caller, {
      plan,
      corners,
      itemVertices,
      arity,
      leafSize,
      split,
      mostLeafItems: MOST_LEAF_ITEMS,
      ...certificates,
    }),
    agenda: createAgenda(keepKeys),
    replaced: createChangeLog(),
  };
  rebuildAt(tree, options.time ?? plan.start);
  takeAllKeys(tree);
  return tree;
}
