/**
 * The regions of a surface that a walk of it with itself comes to, down to tiles: each node by itself, and two nodes of which one has a vertex in common with
 * the other. What no pose changes is found out here: borders, loops, and where no proof is possible.
 */
import { LANES } from '../../kernels/layout/child-words.js';
import {
  ARE_TWO_LOOPS,
  HAS_LOOPS,
  IS_PINCHED,
  IS_UNTESTED,
  NODE,
  NO_EDGE,
  NO_NODE,
} from '../../kernels/layout/regions.js';
import { NO_INDEX } from '../../mesh/mesh.js';
import type { BlockTree } from '../blocks/block-tree.js';
import { cutArcs } from './arcs.js';
import type { Arcs } from './arcs.js';
import {
  APART,
  bitsOfLoops,
  bitsOfPinched,
  countLoops,
  countPoints,
  createBorders,
  doLoopsPart,
  followLoopsOfTwo,
  joinBorders,
  orderLoops,
  tileBorders,
  writePoints,
} from './borders.js';
import type { Borders } from './borders.js';
import { findTiles } from './tiles.js';
import type { Tiles } from './tiles.js';

/** The regions of a surface, as the kernels read them. */
export interface Regions {
  readonly tiles: Tiles;
  /** `REGION` of the layout; the first is the whole surface. */
  readonly regions: Uint32Array;
  /** `NODE` of the layout. */
  readonly nodes: Uint32Array;
  /** The points of all nodes' borders, in rows of four: their vertices, and what lies across the edges that begin there. */
  readonly vertices: Uint32Array;
  readonly across: Uint32Array;
  /** What they were made of, so that a cut need not find it all again (../cut/cut-regions.ts): arcs, and the border of each node. */
  readonly arcs: Arcs;
  readonly around: readonly (readonly number[])[];
}

/** The border of each node, and whether no proof is possible for it. */
export interface SurroundedNodes {
  readonly around: readonly (readonly number[])[];
  readonly bits: Uint32Array;
}

/** A region that is to be listed: its nodes, and the pairs of neighbouring tiles with one tile in each, or both in the one node that there is. */
interface RegionToList {
  readonly a: number;
  readonly b: number;
  readonly neighbours: readonly number[];
}

/** Around the tip of a fan there are as many tiles as the fan is large, and more pairs of them than memory holds. */
const MOST_AROUND = 32;
/** Looking at a border takes the square of its points: with more of them it is left to the nodes below. */
const MOST_POINTS = 8192;

const known = new WeakMap<Uint32Array, Regions>();

/** The regions of a surface; the same record every time. */
export function listRegions(tree: BlockTree): Regions {
  let regions = known.get(tree.triangles);
  if (!regions) known.set(tree.triangles, (regions = findRegions(tree)));
  return regions;
}

/** Has regions known that were found otherwise. */
export function rememberRegions(tree: BlockTree, regions: Regions): void {
  known.set(tree.triangles, regions);
}

/** Whether the regions of a surface have been listed before. */
export function areRegionsKnown(tree: BlockTree): boolean {
  return known.has(tree.triangles);
}

function findRegions(tree: BlockTree): Regions {
  const tiles = findTiles(tree);
  const arcs = cutArcs(tree.triangles, tree.vertexCount, tiles);
  const borders = createBorders(arcs, tree.vertexCount);
  const surrounded = surroundNodes(borders, tiles);
  return {
    tiles,
    regions: findPairs(borders, tiles, surrounded, neighboursOf(arcs)),
    ...packNodes(tiles, arcs, surrounded),
    arcs,
    around: surrounded.around,
  };
}

/** Finds the borders of all nodes, from the tiles upwards. */
function surroundNodes(borders: Borders, { children, nodeCount, tileCount }: Tiles): SurroundedNodes {
  const around = tileBorders(borders.arcs, tileCount);
  const bits = new Uint32Array(nodeCount);
  const { odd } = borders.arcs;
  for (const tile of odd) bits[tile] = IS_UNTESTED;
  for (let node = nodeCount - 1; node >= tileCount; node--) {
    const below = childrenOf(children, node - tileCount);
    around[node] = joinBorders(
      borders,
      below.map((child) => around[child]),
    );
    for (const child of below) bits[node] |= bits[child];
  }
  // A node whose border is pinched may be part of one whose border is not.
  for (let node = 0; node < nodeCount; node++) {
    bits[node] |= orderBorder(borders, around[node]);
  }
  return { around, bits };
}

/** Puts the border of a node into the order of its loops; returns what it means for a region. */
export function orderBorder(borders: Borders, border: number[]): number {
  const bits = orderLoops(borders, border);
  return countPoints(borders.arcs, border) > MOST_POINTS ? bits | IS_UNTESTED : bits;
}

/** The nodes below one that is above the tiles, which are counted off. */
export function childrenOf(children: Uint32Array, upper: number): number[] {
  const list: number[] = [];
  for (let lane = 0; lane < LANES; lane++) {
    if (children[upper * LANES + lane] !== NO_NODE) list.push(children[upper * LANES + lane]);
  }
  return list;
}

/** What is to be known of a region of one node or two. */
export function bitsOfRegion(borders: Borders, nodes: SurroundedNodes, a: number, b: number): number {
  const { bits } = nodes;
  if (a === b) return bits[a];
  return (bits[a] | bits[b]) & IS_UNTESTED || bitsOfPair(borders, nodes, a, b);
}

/** What is to be known of two nodes together, of which each by itself can be tested. */
function bitsOfPair(borders: Borders, { around, bits }: SurroundedNodes, a: number, b: number): number {
  const together = followLoopsOfTwo(borders, around[a], around[b]);
  if (together !== APART) return together;
  // No edge is between them: the loops are those of both.
  if (((bits[a] | bits[b]) & IS_PINCHED) !== 0 || !doLoopsPart(borders, around[a], around[b])) {
    return bitsOfPinched(countPoints(borders.arcs, around[a]) + countPoints(borders.arcs, around[b]));
  }
  const loops = countLoops(around[a]) + countLoops(around[b]);
  return loops === 2 ? HAS_LOOPS | ARE_TWO_LOOPS : bitsOfLoops(loops);
}

/** Lists regions level by level, so that the children of each lie side by side. */
function findPairs(borders: Borders, tiles: Tiles, nodes: SurroundedNodes, neighbours: readonly number[]): Uint32Array {
  const ranges = tileRanges(tiles);
  const root = rootOf(tiles);
  const regions: number[] = [];
  let count = 1;
  for (let level: RegionToList[] = [{ a: root, b: root, neighbours }]; level.length > 0;) {
    const next: RegionToList[] = [];
    for (const region of level) {
      const { a, b } = region;
      const flags = bitsOfRegion(borders, nodes, a, b);
      const before = next.length;
      regions.push(a, b, flags | openRegion(tiles, ranges, region, next), count);
      count += next.length - before;
    }
    level = next;
  }
  return Uint32Array.from(regions);
}

/** The node that is the whole surface. */
function rootOf({ nodeCount, tileCount }: Tiles): number {
  return nodeCount === tileCount ? 0 : tileCount;
}

/** The first tile of each node, and the one behind its last. */
function tileRanges({ children, nodeCount, tileCount }: Tiles): Uint32Array {
  const ranges = new Uint32Array(nodeCount * 2);
  for (let tile = 0; tile < tileCount; tile++) {
    ranges[tile * 2] = tile;
    ranges[tile * 2 + 1] = tile + 1;
  }
  for (let node = nodeCount - 1; node >= tileCount; node--) {
    const below = childrenOf(children, node - tileCount);
    ranges[node * 2] = ranges[below[0] * 2];
    ranges[node * 2 + 1] = ranges[below[below.length - 1] * 2 + 1];
  }
  return ranges;
}

/**
 * Pairs of tiles that have a vertex in common, each once, the lower first. Where they do, arcs end, or the two lie on both sides of one. A pair that is left out is
 * searched like any other two nodes: so are those around a vertex with very many tiles, unless an edge is between them.
 */
function neighboursOf(arcs: Arcs): number[] {
  const pairs: number[] = [];
  const seen = new Set<number>();
  const add = (a: number, b: number): void => {
    const low = Math.min(a, b);
    const high = Math.max(a, b);
    const name = low * 0x100000000 + high;
    if (low === high || high === NO_INDEX || seen.has(name)) return;
    seen.add(name);
    pairs.push(low, high);
  };
  for (let arc = 0; arc < arcs.arcCount; arc++) add(arcs.tiles[arc * 2], arcs.tiles[arc * 2 + 1]);
  for (const tiles of tilesAtEnds(arcs).values()) {
    if (tiles.length > MOST_AROUND) continue;
    for (let i = 0; i < tiles.length; i++) for (let j = 0; j < i; j++) add(tiles[i], tiles[j]);
  }
  return pairs;
}

/** The tiles around each vertex where arcs end; of more than are of use, not all. */
function tilesAtEnds({ arcCount, starts, tiles, vertices }: Arcs): Map<number, number[]> {
  const around = new Map<number, number[]>();
  for (let arc = 0; arc < arcCount; arc++) {
    for (const vertex of [vertices[starts[arc]], vertices[starts[arc + 1] - 1]]) {
      let list = around.get(vertex);
      if (!list) around.set(vertex, (list = []));
      for (let side = 0; side < 2; side++) {
        const tile = tiles[arc * 2 + side];
        if (tile !== NO_INDEX && list.length <= MOST_AROUND && !list.includes(tile)) list.push(tile);
      }
    }
  }
  return around;
}

/** Adds to `next` the regions below one; returns a bit for each. A tile has none below it. */
function openRegion(
  tiles: Tiles,
  ranges: Uint32Array,
  { a, b, neighbours }: RegionToList,
  next: RegionToList[],
): number {
  const { children, tileCount } = tiles;
  if (a < tileCount || b < tileCount) return 0;
  const groups: (number[] | undefined)[] = Array.from({ length: LANES * LANES });
  if (a === b) {
    for (let lane = 0; lane < LANES; lane++) {
      if (children[(a - tileCount) * LANES + lane] !== NO_NODE) groups[lane * LANES + lane] = [];
    }
  }
  for (let i = 0; i < neighbours.length; i += 2) {
    const group = laneOf(tiles, ranges, a, neighbours[i]) * LANES + laneOf(tiles, ranges, b, neighbours[i + 1]);
    (groups[group] ??= []).push(neighbours[i], neighbours[i + 1]);
  }
  let bits = 0;
  groups.forEach((group, at) => {
    if (!group) return;
    bits |= 1 << at;
    next.push({
      a: children[(a - tileCount) * LANES + Math.floor(at / LANES)],
      b: children[(b - tileCount) * LANES + (at % LANES)],
      neighbours: group,
    });
  });
  return bits;
}

/** In which lane of a node a tile is. */
function laneOf({ children, tileCount }: Tiles, ranges: Uint32Array, node: number, tile: number): number {
  let lane = LANES - 1;
  for (; lane > 0; lane--) {
    const child = children[(node - tileCount) * LANES + lane];
    if (child !== NO_NODE && tile >= ranges[child * 2]) break;
  }
  return lane;
}

/** Lists nodes, with the points of their borders in whole rows of four, and one row more at the end of all. */
function packNodes(
  tiles: Tiles,
  arcs: Arcs,
  { around, bits }: SurroundedNodes,
): Pick<Regions, 'nodes' | 'vertices' | 'across'> {
  const ranges = tileRanges(tiles);
  const nodes = new Uint32Array(tiles.nodeCount * NODE.wordCount);
  let first = 0;
  around.forEach((border, node) => {
    const at = node * NODE.wordCount;
    // What is never looked at needs no points.
    const count = (bits[node] & IS_UNTESTED) === 0 ? countPoints(arcs, border) : 0;
    nodes[at + NODE.slot] = tiles.slots[node];
    nodes[at + NODE.firstTile] = ranges[node * 2];
    nodes[at + NODE.endTile] = ranges[node * 2 + 1];
    nodes[at + NODE.firstPoint] = first;
    nodes[at + NODE.pointCount] = count;
    nodes[at + NODE.bits] = bits[node];
    first += Math.ceil(count / LANES) * LANES;
  });
  const vertices = new Uint32Array(first + LANES);
  const across = new Uint32Array(first + LANES).fill(NO_EDGE);
  around.forEach((border, node) => {
    const at = node * NODE.wordCount;
    const start = nodes[at + NODE.firstPoint];
    const end = start + nodes[at + NODE.pointCount];
    if (end === start) return;
    writePoints(arcs, border, start, vertices, across);
    // Points of the border itself, so that its box and size are what they are.
    vertices.fill(vertices[start], end, start + Math.ceil((end - start) / LANES) * LANES);
  });
  return { nodes, vertices, across };
}
