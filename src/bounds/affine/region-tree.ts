/** Cells and regions, as a walk from large to small comes to them. */
import { LANES } from '../../kernels/layout/child-words.js';
import { NO_NODE, REGION } from '../../kernels/layout/regions.js';
import type { Tiles } from '../regions/tiles.js';
import type { Cell } from './cells.js';

/** Two cells that are no region. */
export const NO_REGION = -1;

/** All cells, what they consist of, and which two of them are regions. */
export interface RegionTree {
  readonly cells: readonly Cell[];
  readonly isTile: (node: number) => boolean;
  /** The node in a lane of another, or `NO_NODE`. */
  readonly childOf: (node: number, lane: number) => number;
  /** The region of the nodes in two lanes of those of a region; or {@link NO_REGION}. */
  readonly regionBelow: (region: number, laneA: number, laneB: number) => number;
  /** Whether a region consists of regions that are measured by themselves, and not of tiles alone. */
  readonly hasKnownBelow: (region: number) => boolean;
  readonly regionCount: number;
  /** The nodes of a region. */
  readonly nodeA: (region: number) => number;
  readonly nodeB: (region: number) => number;
}

/** The tree over cells. */
export function createRegionTree(
  regions: Uint32Array,
  { children, tileCount }: Tiles,
  cells: readonly Cell[],
): RegionTree {
  const nodeA = (region: number): number => regions[region * REGION.wordCount + REGION.nodeA];
  const nodeB = (region: number): number => regions[region * REGION.wordCount + REGION.nodeB];
  return {
    cells,
    isTile: (node) => node < tileCount,
    childOf: (node, lane) => children[(node - tileCount) * LANES + lane],
    regionBelow: (region, laneA, laneB) => {
      const bits = regions[region * REGION.wordCount + REGION.children];
      const bit = 1 << (laneA * LANES + laneB);
      if ((bits & bit) === 0) return NO_REGION;
      let before = 0;
      for (let left = bits & (bit - 1); left !== 0; left &= left - 1) before++;
      return regions[region * REGION.wordCount + REGION.firstChild] + before;
    },
    hasKnownBelow: (region) => {
      const a = nodeA(region);
      const b = nodeB(region);
      if (a < tileCount || b < tileCount) return false;
      for (let lane = 0; lane < LANES; lane++) {
        const p = children[(a - tileCount) * LANES + lane];
        const q = children[(b - tileCount) * LANES + lane];
        if ((p !== NO_NODE && p >= tileCount) || (q !== NO_NODE && q >= tileCount)) return true;
      }
      return false;
    },
    regionCount: regions.length / REGION.wordCount,
    nodeA,
    nodeB,
  };
}
