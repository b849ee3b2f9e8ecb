/**
 * The BoxTree beside the tree of boxes: the paper's table of events, numbers written and times computed, how long a frame takes, with and without queries; and what it saves to build spoiled parts anew. But for the times, these
 * are counts, the same on every machine.
 */
import {
  advance,
  boxAt,
  createKineticBoxPoints,
  createKineticBoxTree,
  createKineticPoints,
  createKineticTree,
  findLeavesInBox,
  planKeyframes,
  rebuildAt,
  writePositions,
} from 'pliant/kinetic';
import type { AnyKineticTree, Flightplan } from 'pliant/kinetic';
import { planFlyingPoints } from '../scenes/flying-points.js';
import { createTablecloth, tableclothFrames } from '../scenes/tablecloth.js';
import type { Tablecloth } from '../scenes/tablecloth.js';
import { race } from './protocol.js';
import type { Side } from './protocol.js';
import type { Figures, Print } from './report.js';

/** Squares along a side: 2 k to 16 k triangles. */
const RESOLUTIONS = [32, 45, 64, 90] as const;
const FRAMES_PER_KEY = 10;
const REPETITIONS = 3;
const QUERIES_PER_FRAME = 1000;
/** Queries of a frame whose nodes are counted. */
const VISITING_QUERIES = 100;
const QUERY_REACH = 0.02;
const POINTS = 8000;
/** Boxes, six numbers each. */
type Queries = readonly (readonly number[])[];

const NO_LEAVES = new Uint32Array(0);

/** Prints the tables, and returns ratios of the largest tablecloth and of points that mix. */
export function benchBoxTree(print: Print): Figures {
  let figures: Figures = {};
  for (const squares of RESOLUTIONS) {
    const cloth = createTablecloth({ squares });
    print(`\ntablecloth, ${cloth.mesh.triangleCount} triangles, ${FRAMES_PER_KEY} frames a key; per frame:`);
    figures = compareUpdates(cloth, print);
  }
  const largest = createTablecloth({ squares: RESOLUTIONS[RESOLUTIONS.length - 1] });
  return { ...figures, ...compareChecks(largest, print), ...compareOnPoints(print) };
}

function clothTrees({ mesh }: Tablecloth, plan: Flightplan): Readonly<Record<string, AnyKineticTree>> {
  return {
    'tree of boxes': createKineticTree(plan, mesh.triangles),
    BoxTree: createKineticBoxTree(plan, mesh.triangles),
    'BoxTree, nothing built anew': createKineticBoxTree(plan, mesh.triangles, { spoiledBy: Infinity }),
  };
}

function compareUpdates(cloth: Tablecloth, print: Print): Figures {
  const plan = planKeyframes(cloth);
  const times = tableclothFrames(cloth, FRAMES_PER_KEY).slice(1);
  const queries = queriesAt(plan, times, VISITING_QUERIES);
  const trees = Object.entries(clothTrees(cloth, plan));
  const work = trees.map(([, tree]) => follow(tree, times, queries));
  // One query: it proves that both trees have come to the same place.
  const sides = trees.map(([name, tree]) => sideOf(name, tree, times, queries, 1));
  const { microseconds } = race(sides, times.length, REPETITIONS);
  trees.forEach(([name], i) => print(`  ${name}: ${work[i].line}; ${inMs(microseconds[i])}`));
  return {
    boxtree_16k_events_saved: work[0].events / work[1].events,
    boxtree_16k_numbers_saved: work[0].numbers / work[1].numbers,
    boxtree_16k_update_vs_aabb: microseconds[0] / microseconds[1],
    boxtree_16k_unmended_update_vs_aabb: microseconds[0] / microseconds[2],
  };
}

function compareChecks(cloth: Tablecloth, print: Print): Figures {
  const plan = planKeyframes(cloth);
  const times = tableclothFrames(cloth, FRAMES_PER_KEY).slice(1);
  const queries = queriesAt(plan, times, QUERIES_PER_FRAME);
  const trees = Object.entries(clothTrees(cloth, plan));
  const sides = trees.map(([name, tree]) => sideOf(name, tree, times, queries, QUERIES_PER_FRAME));
  const { microseconds } = race(sides, times.length, REPETITIONS);
  print(`\nthe same cloth with ${QUERIES_PER_FRAME} queries a frame:`);
  trees.forEach(([name], i) => print(`  ${name}: ${inMs(microseconds[i])}`));
  return { boxtree_16k_check_vs_aabb: microseconds[0] / microseconds[1] };
}

interface Work {
  readonly events: number;
  readonly numbers: number;
  readonly line: string;
}

/** Counts of all that a tree does over the frames, in the mean. */
function follow(tree: AnyKineticTree, times: readonly number[], queries: readonly Queries[]): Work {
  const timesBefore = timesComputed(tree);
  let visited = 0;
  times.forEach((time, frame) => {
    advance(tree, time);
    if (frame % FRAMES_PER_KEY === 0) visited += meanVisits(tree, queries[frame]);
  });
  const { counts } = tree;
  const perFrame = (count: number): number => count / times.length;
  const events = perFrame(counts.leafEvents + counts.treeEvents + counts.renewals);
  const numbers = perFrame(counts.numbersWritten);
  const line =
    `${events.toFixed(0)} events, ${numbers.toFixed(0)} numbers, ${perFrame(timesComputed(tree) - timesBefore).toFixed(0)} times of overtaking, ` +
    `${perFrame(rebuiltNodes(tree)).toFixed(0)} nodes built, ${(perFrame(visited) * FRAMES_PER_KEY).toFixed(0)} nodes a query`;
  return { events, numbers, line };
}

/** In a tree of boxes whose leaves are triangles, a certificate takes one time, and that of a leaf two. */
function timesComputed({ counts }: AnyKineticTree): number {
  return 'timesComputed' in counts ? counts.timesComputed : counts.certificatesComputed + counts.leafEvents;
}

function rebuiltNodes(tree: AnyKineticTree): number {
  return tree.form === 'box-tree' ? tree.counts.rebuiltNodes : 0;
}

/** Advances frame by frame, from a tree that is built anew before the first, and asks which leaves meet so many boxes. */
function sideOf(
  name: string,
  tree: AnyKineticTree,
  times: readonly number[],
  queries: readonly Queries[],
  count: number,
): Side {
  return {
    name,
    prepare: (frame) => {
      if (frame === 0) rebuildAt(tree, tree.paths.plan.start);
    },
    frame: (frame) => {
      advance(tree, times[frame]);
      let found = 0;
      for (let i = 0; i < count; i++) found += findLeavesInBox(tree, queries[frame][i], NO_LEAVES);
      return found;
    },
  };
}

/** For each time, boxes around vertices where they are then; at each time around others. */
function queriesAt(plan: Flightplan, times: readonly number[], count: number): readonly Queries[] {
  const positions = new Float32Array(plan.vertexCount * 3);
  const tree = createKineticPoints(plan, { leafSize: 255 });
  return times.map((time, step) => {
    advance(tree, time);
    writePositions(tree, positions);
    return Array.from({ length: count }, (_, i) => {
      const at = ((step * 3001 + i * 7919) % plan.vertexCount) * 3;
      const center = Array.from(positions.subarray(at, at + 3));
      return [...center.map((value) => value - QUERY_REACH), ...center.map((value) => value + QUERY_REACH)];
    });
  });
}

/** How many nodes a query looks at, in the mean: those whose parents meet its box, and the root. */
function meanVisits(tree: AnyKineticTree, queries: Queries): number {
  const { arity, children, itemCounts } = tree;
  const box = new Float32Array(6);
  let count = 0;
  for (const query of queries) {
    const waiting = [tree.root];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      count++;
      boxAt(tree, node, box);
      const meets = [0, 1, 2].every((axis) => box[axis] <= query[axis + 3] && box[axis + 3] >= query[axis]);
      if (meets && itemCounts[node] === 0) waiting.push(...children.subarray(node * arity, (node + 1) * arity));
    }
  }
  return count / queries.length;
}

/** Points that fly off in all directions: nodes that a query looks at, time after time, and what was built for it. */
function compareOnPoints(print: Print): Figures {
  const plan = planFlyingPoints(POINTS);
  const times = [0.5, 1, 1.5, 2, 2.5];
  const queries = queriesAt(plan, times, VISITING_QUERIES);
  print(`\n${POINTS} points that fly off in all directions:`);
  const trees: readonly (readonly [string, AnyKineticTree])[] = [
    ['tree of boxes', createKineticPoints(plan)],
    ['BoxTree', createKineticBoxPoints(plan)],
    ['BoxTree, nothing built anew', createKineticBoxPoints(plan, { spoiledBy: Infinity })],
  ];
  const visited = trees.map(([name, tree]) => {
    const means = times.map((time, step) => {
      advance(tree, time);
      return meanVisits(tree, queries[step]);
    });
    const nodes = means.map((mean) => mean.toFixed(0)).join(', ');
    print(
      `  ${name}: ${nodes} nodes a query as time goes by; ${rebuiltNodes(tree)} of ${tree.nodeCount} nodes built anew`,
    );
    return means.reduce((sum, mean) => sum + mean);
  });
  return {
    boxtree_mixed_visits_saved: visited[2] / visited[1],
    boxtree_mixed_visits_vs_aabb: visited[0] / visited[1],
  };
}

function inMs(microseconds: number): string {
  return `${(microseconds / 1000).toFixed(2)} ms`;
}
