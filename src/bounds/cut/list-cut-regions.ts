/** Lists regions after a cut, in the order in which all are listed: those of clean nodes are taken over with all that is below them. */
import { LANES } from '../../kernels/layout/child-words.js';
import { NO_NODE, REGION } from '../../kernels/layout/regions.js';
import type { Borders } from '../regions/borders.js';
import { bitsOfRegion, openRegion, rootOf, tileRanges } from '../regions/regions.js';
import type { RegionToList, Regions, SurroundedNodes } from '../regions/regions.js';
import type { Tiles } from '../regions/tiles.js';
import type { NodeMatch } from './match-nodes.js';

/** Set of the bits of a region that say which pairs of children are regions. */
const CHILDREN_MASK = 0xffff;

/** The regions, and how many were looked at. */
export interface ListedRegions {
  readonly regions: Uint32Array;
  readonly rebuilt: number;
}

/** Lists the regions after a cut. */
export function listCutRegions(
  old: Regions,
  borders: Borders,
  tiles: Tiles,
  nodes: SurroundedNodes,
  neighbours: readonly number[],
  { isClean, newNodes, oldNodes }: NodeMatch,
): ListedRegions {
  const ranges = tileRanges(tiles);
  const oldRanges = tileRanges(old.tiles);
  const root = rootOf(tiles);
  // Regions before the cut by their numbers, those that are to be listed as records.
  const waiting: (RegionToList | number)[] = [{ a: root, b: root, neighbours }];
  const regions: number[] = [];
  let rebuilt = 0;
  for (let i = 0; i < waiting.length; i++) {
    let region = waiting[i];
    if (typeof region !== 'number') {
      const { a, b } = region;
      const known = isClean[a] === 1 && isClean[b] === 1 ? findRegion(old, oldRanges, oldNodes[a], oldNodes[b]) : -1;
      if (known >= 0) region = known;
    }
    const firstChild = waiting.length;
    if (typeof region === 'number') {
      const at = region * REGION.wordCount;
      const bits = old.regions[at + REGION.children];
      const first = old.regions[at + REGION.firstChild];
      const count = countBits(bits & CHILDREN_MASK);
      for (let child = 0; child < count; child++) waiting.push(first + child);
      regions.push(
        newNodes[old.regions[at + REGION.nodeA]],
        newNodes[old.regions[at + REGION.nodeB]],
        bits,
        firstChild,
      );
      continue;
    }
    rebuilt++;
    const { a, b } = region;
    const flags = bitsOfRegion(borders, nodes, a, b);
    regions.push(a, b, flags | openRegion(tiles, ranges, region, waiting), firstChild);
  }
  return { regions: new Uint32Array(regions), rebuilt };
}

/** The region of two nodes, from the whole surface downwards; -1 if there is none. */
function findRegion({ regions, tiles }: Regions, ranges: Uint32Array, a: number, b: number): number {
  let region = 0;
  for (;;) {
    const at = region * REGION.wordCount;
    const nodeA = regions[at + REGION.nodeA];
    const nodeB = regions[at + REGION.nodeB];
    if (nodeA === a && nodeB === b) return region;
    const laneA = laneTowards(tiles, ranges, nodeA, a);
    const laneB = laneTowards(tiles, ranges, nodeB, b);
    if (laneA < 0 || laneB < 0) return -1;
    const bits = regions[at + REGION.children] & CHILDREN_MASK;
    const bit = 1 << (laneA * LANES + laneB);
    if ((bits & bit) === 0) return -1;
    region = regions[at + REGION.firstChild] + countBits(bits & (bit - 1));
  }
}

/** In which lane of a node another one is, at any depth; -1 if it is in none. */
function laneTowards({ children, tileCount }: Tiles, ranges: Uint32Array, node: number, below: number): number {
  if (node < tileCount) return -1;
  for (let lane = 0; lane < LANES; lane++) {
    const child = children[(node - tileCount) * LANES + lane];
    if (child === NO_NODE) continue;
    if (ranges[child * 2] <= ranges[below * 2] && ranges[below * 2 + 1] <= ranges[child * 2 + 1]) return lane;
  }
  return -1;
}

function countBits(bits: number): number {
  let count = 0;
  for (let left = bits; left > 0; left &= left - 1) count++;
  return count;
}
