/** What every kinetic tree begins with: items, and room for nodes, leaves and certificates. */
import { requireInteger, requireOneOf } from '../checks.js';
import { PliantError } from '../errors.js';
import { NO_INDEX } from '../mesh/mesh.js';
import type { SplitRule } from '../tree/split.js';
import { NO_NODE } from '../tree/tree.js';
import { createEventQueue } from './event-queue.js';
import type { Flightplan } from './flightplan.js';
import { createPaths } from './paths.js';
import type { KineticNodes } from './tree-record.js';

/** What is moved, and how it is to be kept. */
export interface NodeSetup {
  readonly plan: Flightplan;
  readonly corners: 1 | 3;
  readonly itemVertices: Uint32Array;
  readonly arity: 2 | 4;
  readonly leafSize: number;
  /** The largest that may be. */
  readonly mostLeafItems: number;
  readonly split: SplitRule;
  readonly firstCertificate: number;
  readonly certificatesPerNode: number;
}

/** A tree without nodes, at the start of the plan: to be built. */
export function createNodes(caller: string, { plan, itemVertices, mostLeafItems, ...setup }: NodeSetup): KineticNodes {
  requireOneOf(caller, 'arity', setup.arity, [2, 4] as const);
  requireInteger(caller, 'leafSize', setup.leafSize, 1, mostLeafItems);
  const itemCount = itemVertices.length / setup.corners;
  return {
    ...setup,
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
    structure: 0,
    followers: [],
    root: NO_NODE,
    depth: 0,
    builtDepth: 0,
    nodeCount: 0,
    freeNode: NO_NODE,
    parents: new Uint32Array(0),
    children: new Uint32Array(0),
    extremes: new Uint32Array(0),
    isListed: new Uint32Array(0),
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
}

/** The triangles, if each has three vertices of the plan. */
export function readTriangles(caller: string, plan: Flightplan, triangles: ArrayLike<number>): Uint32Array {
  if (triangles.length === 0 || triangles.length % 3 !== 0) {
    throw new PliantError(
      'bad-count',
      `${caller}: triangles has ${triangles.length} indices; pass three per triangle, and one triangle at least`,
    );
  }
  for (let i = 0; i < triangles.length; i++) {
    if (Number.isInteger(triangles[i]) && triangles[i] >= 0 && triangles[i] < plan.vertexCount) continue;
    throw new PliantError(
      'bad-index',
      `${caller}: triangle ${Math.floor(i / 3)} uses vertex ${triangles[i]}, but the plan has ${plan.vertexCount} vertices`,
    );
  }
  return Uint32Array.from(triangles);
}

/** All vertices of a plan as points. */
export function readPoints(plan: Flightplan): Uint32Array {
  return Uint32Array.from({ length: plan.vertexCount }, (_, i) => i);
}
