/**
 * The regions of a surface after a cut, from those before it. A tile is *near* the cut if it has a touched vertex (cut-arcs.ts): it changed, or it has a vertex in common with one that did. A
 * node is *clean* if it was there before, with the same nodes below it, and no tile below it is near. All that is known of a clean node, and of a region of two, stays:
 * triangles, borders and what lies across them are the same.
 */
import { LANES } from '../../kernels/layout/child-words.js';
import { IS_UNTESTED, NODE, NOTHING_ACROSS, NO_NODE } from '../../kernels/layout/regions.js';
import { NO_INDEX } from '../../mesh/mesh.js';
import type { BlockTree } from '../blocks/block-tree.js';
import { ARC_SHIFT, createBorders, joinBorders, tileBorders } from '../regions/borders.js';
import type { Borders } from '../regions/borders.js';
import { addNeighbours, childrenOf, nameOfPair, orderBorder, packNodes } from '../regions/regions.js';
import type { PointWriter, Regions, SurroundedNodes } from '../regions/regions.js';
import { findTiles } from '../regions/tiles.js';
import type { Tiles } from '../regions/tiles.js';
import { recutArcs } from './cut-arcs.js';
import type { CutArcs, TouchedTiles } from './cut-arcs.js';
import { listCutRegions } from './list-cut-regions.js';
import { matchNodes } from './match-nodes.js';
import type { NodeMatch } from './match-nodes.js';

/** Regions after a cut, and how much of them was found anew. */
export interface CutRegions {
  readonly regions: Regions;
  readonly bordersRebuilt: number;
  readonly regionsRebuilt: number;
}

/** Finds the regions after a cut. `sources` says of each slot where the same node was before, with nothing changed below it, or `NO_SLOT`. */
export function cutRegions(old: Regions, before: BlockTree, after: BlockTree, sources: Uint32Array): CutRegions {
  const tiles = findTiles(after);
  const { newNodes, oldNodes } = matchNodes(old.tiles, before, tiles, sources);
  const touched = findTouched(old.tiles, before, tiles, after, oldNodes, newNodes);
  const match: NodeMatch = { oldNodes, newNodes, isClean: findClean(tiles, oldNodes, touched) };
  const cut = recutArcs(old.arcs, after, tiles, touched);
  const borders = createBorders(cut.arcs, after.vertexCount);
  const nodes = surround(old, borders, tiles, match, cut);
  const neighbours = cutNeighbours(old, touched, cut);
  const listed = listCutRegions(old, borders, tiles, nodes, neighbours, match);
  return {
    regions: {
      tiles,
      regions: listed.regions,
      ...packNodes(tiles, cut.arcs, nodes, copyPoints(old, match)),
      arcs: cut.arcs,
      around: nodes.around,
      neighbours,
    },
    bordersRebuilt: match.isClean.reduce((sum, isClean) => sum + 1 - isClean, 0),
    regionsRebuilt: listed.rebuilt,
  };
}

/** Touches the vertices of all tiles, before and after the cut, that are not in both. */
function findTouched(
  old: Tiles,
  before: BlockTree,
  tiles: Tiles,
  after: BlockTree,
  oldNodes: Uint32Array,
  newNodes: Uint32Array,
): TouchedTiles {
  const isTouched = new Uint8Array(after.vertexCount);
  const touch = ({ starts }: Tiles, { triangles }: BlockTree, tile: number): void => {
    for (let corner = starts[tile] * 3; corner < starts[tile + 1] * 3; corner++) isTouched[triangles[corner]] = 1;
  };
  for (let tile = 0; tile < old.tileCount; tile++) if (newNodes[tile] === NO_NODE) touch(old, before, tile);
  for (let tile = 0; tile < tiles.tileCount; tile++) if (oldNodes[tile] === NO_NODE) touch(tiles, after, tile);
  const isNear = new Uint8Array(tiles.tileCount);
  for (let tile = 0; tile < tiles.tileCount; tile++) {
    const end = tiles.starts[tile + 1] * 3;
    for (let corner = tiles.starts[tile] * 3; corner < end && isNear[tile] === 0; corner++) {
      isNear[tile] = isTouched[after.triangles[corner]];
    }
  }
  return { newTiles: newNodes.subarray(0, old.tileCount), isNear, isTouched };
}

function findClean(
  { children, nodeCount, tileCount }: Tiles,
  oldNodes: Uint32Array,
  { isNear }: TouchedTiles,
): Uint8Array {
  const isClean = new Uint8Array(nodeCount);
  for (let tile = 0; tile < tileCount; tile++) if (oldNodes[tile] !== NO_NODE) isClean[tile] = 1 - isNear[tile];
  for (let node = nodeCount - 1; node >= tileCount; node--) {
    if (oldNodes[node] === NO_NODE) continue;
    isClean[node] = childrenOf(children, node - tileCount).every((child) => isClean[child] === 1) ? 1 : 0;
  }
  return isClean;
}

/** Finds the borders of nodes: of clean ones what they were, of the others from the tiles upwards. */
function surround(
  old: Regions,
  borders: Borders,
  { children, nodeCount, tileCount }: Tiles,
  { isClean, oldNodes }: NodeMatch,
  { arcs, newArcs }: CutArcs,
): SurroundedNodes {
  const around: number[][] = tileBorders(arcs, tileCount);
  const bits = new Uint32Array(nodeCount);
  for (let at = 2; at < arcs.odd.length; at += 3) bits[arcs.odd[at]] = IS_UNTESTED;
  for (let node = nodeCount - 1; node >= tileCount; node--) {
    for (const child of childrenOf(children, node - tileCount)) bits[node] |= bits[child];
  }
  for (let node = 0; node < nodeCount; node++) {
    if (isClean[node] === 0) continue;
    const oldNode = oldNodes[node];
    around[node] = old.around[oldNode].map(
      (word) => (newArcs[word >> ARC_SHIFT] << ARC_SHIFT) | (word & ((1 << ARC_SHIFT) - 1)),
    );
    bits[node] = old.nodes[oldNode * NODE.wordCount + NODE.bits];
  }
  for (let node = nodeCount - 1; node >= tileCount; node--) {
    if (isClean[node] === 1) continue;
    const below = childrenOf(children, node - tileCount).map((child) => around[child]);
    around[node] = joinBorders(borders, below);
  }
  for (let node = 0; node < nodeCount; node++)
    if (isClean[node] === 0) bits[node] |= orderBorder(borders, around[node]);
  return { around, bits };
}

/** Pairs of tiles with a vertex in common: two that stayed have one in common if they had before; others have one that is touched. */
function cutNeighbours(old: Regions, { isNear, isTouched, newTiles }: TouchedTiles, { chained }: CutArcs): number[] {
  const pairs: number[] = [];
  const seen = new Set<number>();
  for (let i = 0; i < old.neighbours.length; i += 2) {
    const low = newTiles[old.neighbours[i]];
    const high = newTiles[old.neighbours[i + 1]];
    if (low === NO_INDEX || high === NO_INDEX) continue;
    pairs.push(low, high);
    if (isNear[low] === 1 && isNear[high] === 1) seen.add(nameOfPair(low, high));
  }
  addNeighbours(pairs, seen, chained, isTouched);
  return pairs;
}

/** Copies the points of clean nodes, whole rows of four. */
function copyPoints(old: Regions, { isClean, newNodes, oldNodes }: NodeMatch): PointWriter {
  return (node, start, vertices, across) => {
    if (isClean[node] === 0) return false;
    const at = oldNodes[node] * NODE.wordCount;
    const first = old.nodes[at + NODE.firstPoint];
    const end = first + Math.ceil(old.nodes[at + NODE.pointCount] / LANES) * LANES;
    vertices.set(old.vertices.subarray(first, end), start);
    for (let i = first; i < end; i++) {
      const tile = old.across[i];
      across[start + i - first] = tile < NOTHING_ACROSS ? newNodes[tile] : tile;
    }
    return true;
  };
}
