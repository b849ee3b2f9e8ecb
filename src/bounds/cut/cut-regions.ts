/**
 * Regions after triangles are gone. Nodes stay, with fewer triangles; what changes is their borders: those of tiles at the cut, where arcs are found anew (cut-arcs.ts), and of all nodes above them, since where a triangle went the surface ends.
 * Regions with such a node are looked at anew, all others are as they were.
 *
 * Which triangles a node has matters for what it faces, too. A hole has a triangle of the same tile that is left, so that nothing else counts.
 */
import { LANES } from '../../kernels/layout/child-words.js';
import { IS_UNTESTED, NODE, NO_NODE, REGION } from '../../kernels/layout/regions.js';
import { countPoints, joinBorders, writePoints } from '../regions/borders.js';
import { bitsOfRegion, childrenOf, orderBorder } from '../regions/regions.js';
import { noteRange } from './changes.js';
import type { Changes } from './changes.js';
import { recutArcs } from './cut-arcs.js';
import type { CuttableRegions } from './cuttable-regions.js';
import type { CuttableShape } from './cuttable.js';
import type { Removed } from './remove-triangles.js';

/** Room that a border is given beyond what it needs, as a share of it. */
const GROWTH = 1.25;

/** How much was found anew. */
export interface RebuiltRegions {
  readonly borders: number;
  readonly regions: number;
}

/** Finds anew what triangles that went have changed. */
export function cutRegions(
  shape: CuttableShape,
  regions: CuttableRegions,
  removed: Removed,
  changes: Changes,
): RebuiltRegions {
  const { tileOf } = regions;
  const touched = new Set<number>();
  const cutTiles = new Set<number>();
  removed.places.forEach((place, i) => {
    // Triangles that were added are in no region.
    if (place >= tileOf.length) return;
    cutTiles.add(tileOf[place]);
    for (let k = 0; k < 3; k++) touched.add(removed.corners[i * 3 + k]);
  });
  if (cutTiles.size === 0) return { borders: 0, regions: 0 };
  buryNodes(regions, removed.emptied, changes);
  for (const tile of cutTiles) fillHoles(shape, regions, tile, changes);
  const changed = surround(regions, recutArcs(shape, regions, touched, cutTiles));
  for (const node of changed) boundNode(regions, node, changes);
  return { borders: changed.size, regions: lookAnew(regions, changed, changes) };
}

/** Nodes of which nothing is left are children of none, and in a slot that no walk comes to. */
function buryNodes(
  { listed, nodeOfSlot, noSlot, parents }: CuttableRegions,
  emptied: readonly number[],
  changes: Changes,
): void {
  const { nodes, tiles } = listed;
  for (const slot of emptied) {
    const node = nodeOfSlot[slot];
    if (node === NO_NODE) continue;
    nodes[node * NODE.wordCount + NODE.slot] = noSlot;
    noteRange(changes, nodes, node * NODE.wordCount, NODE.wordCount);
    if (parents[node] === NO_NODE) continue;
    const first = (parents[node] - tiles.tileCount) * LANES;
    for (let at = first; at < first + LANES; at++) if (tiles.children[at] === node) tiles.children[at] = NO_NODE;
    noteRange(changes, tiles.children, first, LANES);
  }
}

/** Has the holes of a tile be like a triangle of it that is left, if there is any. */
function fillHoles(
  { bounds, places }: CuttableShape,
  { listed }: CuttableRegions,
  tile: number,
  changes: Changes,
): void {
  const { triangleOrder, triangles } = bounds;
  const first = listed.tiles.starts[tile];
  const end = listed.tiles.starts[tile + 1];
  const isThere = (place: number): boolean => places[triangleOrder[place]] === place;
  let one = first;
  while (one < end && !isThere(one)) one++;
  if (one === end) return;
  for (let place = first; place < end; place++) {
    if (!isThere(place)) triangles.copyWithin(place * 3, one * 3, one * 3 + 3);
  }
  noteRange(changes, triangles, first * 3, (end - first) * 3);
}

/** Puts together the borders of nodes above tiles whose borders changed. Returns all nodes with another border than before. */
function surround(regions: CuttableRegions, tiles: ReadonlySet<number>): Set<number> {
  const { around, borders, bits, listed, oddBits, parents } = regions;
  const { children, tileCount } = listed.tiles;
  const changed = new Set<number>(tiles);
  // Those above tiles come parents first: the deepest have the highest numbers.
  const above = new Set<number>();
  for (const tile of tiles) {
    for (let node = parents[tile]; node !== NO_NODE && !above.has(node); node = parents[node]) above.add(node);
  }
  for (const node of [...above].sort((a, b) => b - a)) {
    const below = childrenOf(children, node - tileCount);
    around[node] = joinBorders(
      borders,
      below.map((child) => around[child]),
    );
    changed.add(node);
  }
  for (const node of changed) {
    const border = [...around[node]];
    bits[node] = oddBits[node] | orderBorder(borders, border);
    around[node] = border;
  }
  return changed;
}

/** Writes the points of the border of a node. Where there is no room for them, no proof is possible. */
function boundNode(regions: CuttableRegions, node: number, changes: Changes): void {
  const { arcs, around, bits, listed, mostPoints, pointRoom } = regions;
  const { across, nodes, vertices } = listed;
  const at = node * NODE.wordCount;
  let count = (bits[node] & IS_UNTESTED) === 0 ? countPoints(arcs, around[node]) : 0;
  const rounded = Math.ceil(count / LANES) * LANES;
  if (rounded > mostPoints || (rounded > pointRoom[node] && !moveNode(regions, node, rounded, changes))) {
    bits[node] |= IS_UNTESTED;
    count = 0;
  }
  nodes[at + NODE.pointCount] = count;
  nodes[at + NODE.bits] = bits[node];
  noteRange(changes, nodes, at, NODE.wordCount);
  if (count === 0) return;
  const start = nodes[at + NODE.firstPoint];
  writePoints(arcs, around[node], start, vertices, across);
  // Points of the border itself, so that its box and size are what they are.
  vertices.fill(vertices[start], start + count, start + rounded);
  noteRange(changes, vertices, start, rounded);
  noteRange(changes, across, start, rounded);
}

/** Has the points of a node begin where there is room; returns whether there is. */
function moveNode(regions: CuttableRegions, node: number, wanted: number, changes: Changes): boolean {
  const { listed, pointRoom } = regions;
  const room = Math.ceil((wanted * GROWTH) / LANES) * LANES;
  // One row more at the end of all.
  const end = listed.vertices.length - LANES;
  if (regions.pointEnd + room > end) {
    pointRoom[node] = 0;
    closeGaps(regions, changes);
    if (regions.pointEnd + room > end) return false;
  }
  listed.nodes[node * NODE.wordCount + NODE.firstPoint] = regions.pointEnd;
  pointRoom[node] = room;
  regions.pointEnd += room;
  return true;
}

/** Moves the points of all nodes together. */
function closeGaps(regions: CuttableRegions, changes: Changes): void {
  const { listed, pointRoom } = regions;
  const { across, nodes, vertices } = listed;
  const firstOf = (node: number): number => nodes[node * NODE.wordCount + NODE.firstPoint];
  const order = Uint32Array.from(pointRoom, (_, node) => node)
    .filter((node) => pointRoom[node] > 0)
    .sort((a, b) => firstOf(a) - firstOf(b));
  let next = 0;
  for (const node of order) {
    vertices.copyWithin(next, firstOf(node), firstOf(node) + pointRoom[node]);
    across.copyWithin(next, firstOf(node), firstOf(node) + pointRoom[node]);
    nodes[node * NODE.wordCount + NODE.firstPoint] = next;
    next += pointRoom[node];
  }
  regions.pointEnd = next;
  noteRange(changes, nodes, 0, nodes.length);
  noteRange(changes, vertices, 0, next);
  noteRange(changes, across, 0, next);
}

/** Looks anew at the regions that have one of some nodes; returns how many there are. */
function lookAnew(regions: CuttableRegions, changed: ReadonlySet<number>, changes: Changes): number {
  const { around, bits, borders, listed, regionStarts, regionsOfNodes } = regions;
  const seen = new Set<number>();
  for (const node of changed) {
    for (let i = regionStarts[node]; i < regionStarts[node + 1]; i++) seen.add(regionsOfNodes[i]);
  }
  for (const region of seen) {
    const at = region * REGION.wordCount;
    const a = listed.regions[at + REGION.nodeA];
    const b = listed.regions[at + REGION.nodeB];
    const flags = bitsOfRegion(borders, { around, bits }, a, b);
    listed.regions[at + REGION.children] = (listed.regions[at + REGION.children] & 0xffff) | flags;
    noteRange(changes, listed.regions, at, REGION.wordCount);
  }
  return seen.size;
}
