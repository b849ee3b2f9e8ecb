/**
 * The kinetic BoxTree (Zachmann & Weller 2006, section 6): an inner node has two planes across one axis instead of a box, the highest vertex of its left child and the lowest of its right child. So there is a third of the
 * certificates, and fewer events; to compute the next one takes longer, since who can overtake has to be searched further down. Boxes are looser, and loosen when vertices mix; parts that are spoiled by that
 * are built anew.
 *
 * A vertex that triangles on both sides have belongs to both children.
 */
import { withDefaults } from '../../checks.js';
import { PliantError } from '../../errors.js';
import type { SplitRule } from '../../tree/split.js';
import { createNodes, readPoints, readTriangles } from '../create-nodes.js';
import type { Flightplan } from '../flightplan.js';
import { rebuildAt } from '../rebuild.js';
import { PLANE, ROOT_CERTIFICATES } from './box-tree-record.js';
import type { KineticBoxTree } from './box-tree-record.js';

/** Most triangles or points of a leaf. */
const MOST_LEAF_ITEMS = 255;

/** What kind of BoxTree, and when it begins. */
export interface BoxTreeOptions {
  /** The time it is built at; the start of the plan unless given. */
  readonly time?: number;
  /** Most triangles or points in a leaf, 1 to 255. */
  readonly leafSize?: number;
  /** How to cut a run of triangles in two. */
  readonly split?: SplitRule;
  /**
   * A node whose planes have come to overlap by this share of its length when it was built, more than they did then, is built anew with all below it. 0.01 at least; `Infinity` when that is never to
   * happen.
   */
  readonly spoiledBy?: number;
}

const LEAST_SPOILED_BY = 0.01;

/** Defaults of {@link BoxTreeOptions}, but for the time. */
export const BOX_TREE_DEFAULTS: Required<Omit<BoxTreeOptions, 'time'>> = {
  leafSize: 1,
  split: 'surface-area',
  spoiledBy: 1,
};

/**
 * A BoxTree over triangles that share vertices or do not, each of three vertices of the plan.
 *
 * @throws PliantError `bad-index`, `bad-count` or `bad-number`.
 */
export function createKineticBoxTree(
  plan: Flightplan,
  triangles: ArrayLike<number>,
  options: BoxTreeOptions = {},
): KineticBoxTree {
  const caller = 'createKineticBoxTree';
  return createTree(caller, plan, 3, readTriangles(caller, plan, triangles), options);
}

/** A BoxTree over all vertices of a plan as points: item i is vertex i. */
export function createKineticBoxPoints(plan: Flightplan, options: BoxTreeOptions = {}): KineticBoxTree {
  return createTree('createKineticBoxPoints', plan, 1, readPoints(plan), options);
}

function createTree(
  caller: string,
  plan: Flightplan,
  corners: 1 | 3,
  itemVertices: Uint32Array,
  options: BoxTreeOptions,
): KineticBoxTree {
  const { leafSize, split, spoiledBy } = withDefaults(BOX_TREE_DEFAULTS, options);
  if (!(spoiledBy >= LEAST_SPOILED_BY)) {
    throw new PliantError(
      'bad-number',
      `${caller}: spoiledBy is ${spoiledBy}; pass ${LEAST_SPOILED_BY} or more, or Infinity to keep parts as they are built`,
    );
  }
  const certificates = { firstCertificate: ROOT_CERTIFICATES, certificatesPerNode: PLANE.stride };
  const setup = { plan, corners, itemVertices, arity: 2, leafSize, split, mostLeafItems: MOST_LEAF_ITEMS } as const;
  const nodes = createNodes(caller, { ...setup, ...certificates });
  const tree: KineticBoxTree = {
    ...nodes,
    form: 'box-tree',
    arity: 2,
    counts: { ...nodes.counts, timesComputed: 0, rebuilds: 0, rebuiltNodes: 0 },
    spoiledBy,
    axes: new Uint32Array(0),
    overlaps: new Float64Array(0),
  };
  rebuildAt(tree, options.time ?? plan.start);
  return tree;
}
