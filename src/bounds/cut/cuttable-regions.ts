/**
 * Regions of what was built, as a copy with room, and whatever it takes to find those that a cut touches: arcs and borders as they were listed, the triangles at each vertex, and the regions that each node is in.
 * Nodes and regions keep their numbers, whatever is cut away.
 */
import { withSpace } from '../../deform/model-room.js';
import { LANES } from '../../kernels/layout/child-words.js';
import { IS_UNTESTED, NODE, NO_EDGE, NO_NODE, REGION } from '../../kernels/layout/regions.js';
import { findVertexTriangles } from '../../mesh/adjacency.js';
import type { VertexTriangles } from '../../mesh/adjacency.js';
import type { BlockTree } from '../blocks/block-tree.js';
import { tilesOfTriangles } from '../regions/arcs.js';
import type { Arcs } from '../regions/arcs.js';
import { createBorders } from '../regions/borders.js';
import type { Borders } from '../regions/borders.js';
import type { Regions } from '../regions/regions.js';
import type { Shape } from '../shape.js';

/** Arcs of which some are no more, with room for others behind them. */
type GrowingArcs = { -readonly [K in keyof Arcs]: Arcs[K] };

/** Regions that can be cut. */
export interface CuttableRegions {
  /** As the kernels read them. */
  readonly listed: Regions;
  readonly arcs: GrowingArcs;
  borders: Borders;
  /** The border of each node. */
  readonly around: (readonly number[])[];
  /** What is known of each node by itself; and what stays so because of edges that no border can follow. */
  readonly bits: Uint32Array;
  readonly oddBits: Uint32Array;
  /** The node above each, or {@link NO_NODE}. */
  readonly parents: Uint32Array;
  /** The node in each slot, or {@link NO_NODE}. */
  readonly nodeOfSlot: Uint32Array;
  /** Points that there is room for at where those of each node begin; where more can be put; and how many a node may have. */
  readonly pointRoom: Uint32Array;
  pointEnd: number;
  readonly mostPoints: number;
  /** Where the regions of each node begin among all that nodes are in. */
  readonly regionStarts: Uint32Array;
  readonly regionsOfNodes: Uint32Array;
  /** The tile of each place in the order of the leaves. */
  readonly tileOf: Uint32Array;
  /** The triangles at each vertex when the shape was built, by the numbers of the mesh. */
  readonly trianglesAt: VertexTriangles;
  /** A slot for nodes that are no more: its block is that of no other. */
  readonly noSlot: number;
}

/** Room for points of borders, as a share of those that there are, and at least. */
const POINT_SHARE = 4;
const LEAST_POINTS = 1 << 14;
/** By how much the longest border may grow. */
const LONGEST_GROWTH = 1024;
/** Arcs that there is room for, at first. */
const ARC_ROOM = 4096;

/** Copies the regions of a shape; `tree` is the one with room. */
export function createCuttableRegions(regions: Regions, { bounds, mesh }: Shape, tree: BlockTree): CuttableRegions {
  const { tiles } = regions;
  const { nodeCount } = tiles;
  // All blocks but that of the root are one further, and the root is in the block right under it.
  const slots = tiles.slots.map((slot) => slot + LANES);
  const nodeOfSlot = new Uint32Array(tree.words.length).fill(NO_NODE);
  slots.forEach((slot, node) => (nodeOfSlot[slot] = node));
  const { mostPoints, nodes } = copyNodes(regions);
  const pointEnd = regions.vertices.length - LANES;
  const points = regions.vertices.length + Math.max(LEAST_POINTS, Math.floor(pointEnd / POINT_SHARE));
  const listed: Regions = {
    ...regions,
    tiles: { ...tiles, slots, children: tiles.children.slice() },
    regions: regions.regions.slice(),
    nodes,
    vertices: withSpace(regions.vertices, points),
    across: withSpace(regions.across, points).fill(NO_EDGE, regions.across.length),
  };
  const arcs: GrowingArcs = { ...regions.arcs };
  const cuttable: CuttableRegions = {
    listed,
    arcs,
    borders: createBorders(arcs, tree.vertexCount),
    around: [...regions.around],
    bits: Uint32Array.from({ length: nodeCount }, (_, node) => nodes[node * NODE.wordCount + NODE.bits]),
    oddBits: findOdd(regions),
    parents: findParents(regions),
    nodeOfSlot,
    pointRoom: Uint32Array.from(
      { length: nodeCount },
      (_, node) => Math.ceil(nodes[node * NODE.wordCount + NODE.pointCount] / LANES) * LANES,
    ),
    pointEnd,
    mostPoints,
    ...findRegionsOfNodes(regions),
    tileOf: tilesOfTriangles(tiles),
    trianglesAt: findVertexTriangles(mesh),
    noSlot: (tree.blockCount - 2) * LANES,
  };
  reserveArcs(cuttable, bounds.vertexCount, ARC_ROOM);
  return cuttable;
}

/** Sees to room for so many more arcs, of two vertices each at least. */
export function reserveArcs(regions: CuttableRegions, vertexCount: number, more: number): void {
  const { arcs } = regions;
  if (arcs.starts.length >= arcs.arcCount + more + 1 && regions.borders.uses.length >= arcs.arcCount + more) return;
  const capacity = Math.max(arcs.arcCount + more, Math.ceil(arcs.arcCount * 1.25)) + ARC_ROOM;
  arcs.starts = withSpace(arcs.starts, capacity + 1);
  arcs.tiles = withSpace(arcs.tiles, capacity * 2);
  regions.borders = createBorders(arcs, vertexCount, capacity);
}

/** Nodes, and one more that stands for the longest border that there may be: bodies take room to look at it. */
function copyNodes({ nodes, tiles: { nodeCount } }: Regions): {
  readonly nodes: Uint32Array;
  readonly mostPoints: number;
} {
  const copy = withSpace(nodes, (nodeCount + 1) * NODE.wordCount);
  let longest = 0;
  for (let node = 0; node < nodeCount; node++) {
    const at = node * NODE.wordCount;
    copy[at + NODE.slot] += LANES;
    longest = Math.max(longest, copy[at + NODE.pointCount]);
  }
  const mostPoints = Math.ceil(longest / LANES) * LANES + LONGEST_GROWTH;
  copy[nodeCount * NODE.wordCount + NODE.pointCount] = mostPoints;
  return { nodes: copy, mostPoints };
}

/** Nodes with an edge of three triangles, or of two that run through it in the same direction, stay without proof. */
function findOdd({ arcs: { odd }, tiles }: Regions): Uint32Array {
  const bits = new Uint32Array(tiles.nodeCount);
  for (const tile of odd) bits[tile] = IS_UNTESTED;
  for (let node = tiles.nodeCount - 1; node >= tiles.tileCount; node--) {
    for (let lane = 0; lane < LANES; lane++) {
      const child = tiles.children[(node - tiles.tileCount) * LANES + lane];
      if (child !== NO_NODE) bits[node] |= bits[child];
    }
  }
  return bits;
}

function findParents({ tiles: { children, nodeCount, tileCount } }: Regions): Uint32Array {
  const parents = new Uint32Array(nodeCount).fill(NO_NODE);
  children.forEach((child, i) => {
    if (child !== NO_NODE) parents[child] = tileCount + (i >>> 2);
  });
  return parents;
}

function findRegionsOfNodes({
  regions,
  tiles: { nodeCount },
}: Regions): Pick<CuttableRegions, 'regionStarts' | 'regionsOfNodes'> {
  const regionStarts = new Uint32Array(nodeCount + 2);
  const count = regions.length / REGION.wordCount;
  const nodesOf = (region: number): readonly number[] => {
    const a = regions[region * REGION.wordCount + REGION.nodeA];
    const b = regions[region * REGION.wordCount + REGION.nodeB];
    return a === b ? [a] : [a, b];
  };
  for (let region = 0; region < count; region++) for (const node of nodesOf(region)) regionStarts[node + 2]++;
  for (let node = 0; node < nodeCount; node++) regionStarts[node + 2] += regionStarts[node + 1];
  const regionsOfNodes = new Uint32Array(regionStarts[nodeCount + 1]);
  // Each start moves to where the next one is: so the first word is left out afterwards.
  for (let region = 0; region < count; region++) {
    for (const node of nodesOf(region)) regionsOfNodes[regionStarts[node + 1]++] = region;
  }
  return { regionStarts, regionsOfNodes };
}
