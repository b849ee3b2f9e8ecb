/** Pairs of cells that are still to be bounded, on a stack. */
import { LANES } from '../../kernels/layout/child-words.js';
import { NO_NODE } from '../../kernels/layout/regions.js';
import type { ApartBound } from './apart.js';
import { NO_REGION } from './region-tree.js';
import type { RegionTree } from './region-tree.js';

/** The stack. Its arrays grow when something is put on it. */
export interface PairStack {
  count: number;
  /** Two cells of each pair; the region that they are, or `NO_REGION`; the governors that are to be bounded; and the distance. */
  cells: Int32Array;
  regions: Int32Array;
  masks: Int32Array;
  distances: Float64Array;
  readonly clear: () => void;
  readonly push: (c: number, d: number, region: number, mask: number, distance: number) => void;
  /** Puts what two cells consist of on the stack, the closest on top: they are the steepest, and once that is known, less is left to look at. */
  readonly open: (c: number, d: number, region: number, mask: number) => void;
}

/** An empty stack. */
export function createPairStack(tree: RegionTree, apart: ApartBound): PairStack {
  const { cells } = tree;

  const push = (c: number, d: number, region: number, mask: number, distance: number): void => {
    if (stack.count === stack.masks.length) enlarge(stack);
    const at = stack.count++;
    stack.cells[at * 2] = c;
    stack.cells[at * 2 + 1] = d;
    stack.regions[at] = region;
    stack.masks[at] = mask;
    stack.distances[at] = distance;
  };

  /** Puts a pair where the pairs from `from` on are in order, the farthest first. */
  const insert = (from: number, c: number, d: number, region: number, mask: number): void => {
    const distance = c === d ? 0 : apart.distance(c, d);
    push(c, d, region, mask, distance);
    let at = stack.count - 1;
    while (at > from && stack.distances[at - 1] < distance) {
      stack.cells[at * 2] = stack.cells[at * 2 - 2];
      stack.cells[at * 2 + 1] = stack.cells[at * 2 - 1];
      stack.regions[at] = stack.regions[at - 1];
      stack.distances[at] = stack.distances[at - 1];
      at--;
    }
    stack.cells[at * 2] = c;
    stack.cells[at * 2 + 1] = d;
    stack.regions[at] = region;
    stack.distances[at] = distance;
  };

  const open = (c: number, d: number, region: number, mask: number): void => {
    const from = stack.count;
    // Both, where that leads to regions; else the larger one.
    const areBoth = c === d || (region !== NO_REGION && !tree.isTile(c) && !tree.isTile(d));
    if (!areBoth) {
      const opensFirst = tree.isTile(d) || (!tree.isTile(c) && cells[c].radius >= cells[d].radius);
      for (let lane = 0; lane < LANES; lane++) {
        const child = tree.childOf(opensFirst ? c : d, lane);
        if (child !== NO_NODE) insert(from, opensFirst ? child : c, opensFirst ? d : child, NO_REGION, mask);
      }
      return;
    }
    for (let lane = 0; lane < LANES; lane++) {
      const child = tree.childOf(c, lane);
      if (child === NO_NODE) continue;
      for (let other = c === d ? lane : 0; other < LANES; other++) {
        const next = tree.childOf(d, other);
        if (next === NO_NODE) continue;
        insert(from, child, next, region === NO_REGION ? NO_REGION : tree.regionBelow(region, lane, other), mask);
      }
    }
  };

  const stack: PairStack = {
    count: 0,
    cells: new Int32Array(512),
    regions: new Int32Array(256),
    masks: new Int32Array(256),
    distances: new Float64Array(256),
    clear: () => {
      stack.count = 0;
    },
    push,
    open,
  };
  return stack;
}

function enlarge(stack: PairStack): void {
  const { cells, distances, masks, regions } = stack;
  stack.cells = new Int32Array(cells.length * 2);
  stack.cells.set(cells);
  stack.regions = new Int32Array(regions.length * 2);
  stack.regions.set(regions);
  stack.masks = new Int32Array(masks.length * 2);
  stack.masks.set(masks);
  stack.distances = new Float64Array(distances.length * 2);
  stack.distances.set(distances);
}
