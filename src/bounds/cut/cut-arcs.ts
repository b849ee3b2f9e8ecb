/**
 * Arcs after a cut. What can change lies at *touched* vertices: those of tiles that are no more as they were, before the cut or after it. An arc without any stays as it is. The others
 * are taken apart, and chained anew from edges:
 *
 * - An edge between two touched vertices is found from triangles. All triangles at it are in tiles with a touched vertex, and those are looked at.
 * - Any other edge of such an arc is what it was. Were one of its tiles not what it was, both its ends would be touched.
 *
 * At a touched vertex all edges of borders are among these, since no arc that stays has such a vertex. So whether an arc goes on there is decided as if from all arcs. At any other vertex nothing
 * changed, and an arc ends there if one did before.
 */
import { findEdges } from '../../mesh/adjacency.js';
import { NO_INDEX } from '../../mesh/mesh.js';
import type { BlockTree } from '../blocks/block-tree.js';
import { chain, listBorder } from '../regions/arcs.js';
import type { Arcs, BorderEdges } from '../regions/arcs.js';
import type { Tiles } from '../regions/tiles.js';

/** What a cut does to tiles and vertices. */
export interface TouchedTiles {
  /** Of each tile before the cut its number after it, if it has the same triangles; else `NO_INDEX`. */
  readonly newTiles: Uint32Array;
  /** Of each tile after the cut 1 if it has a touched vertex. */
  readonly isNear: Uint8Array;
  /** Of each vertex, by its place in the order of the bounds, 1 if it is touched. */
  readonly isTouched: Uint8Array;
}

/** Arcs after a cut: those that stayed, then others. */
export interface CutArcs {
  readonly arcs: Arcs;
  /** Of each arc before the cut its number after it, or `NO_INDEX`. */
  readonly newArcs: Uint32Array;
  /** Those that were chained anew, by themselves. */
  readonly chained: Omit<Arcs, 'odd'>;
}

/** Vertices with numbers of their own, so that nothing has to be as long as the mesh has vertices. */
interface LocalVertices {
  /** The vertex that each number stands for. */
  readonly all: number[];
  readonly numbers: Map<number, number>;
}

/** Finds the arcs of a surface after a cut from those before it. */
export function recutArcs(before: Arcs, tree: BlockTree, tiles: Tiles, touched: TouchedTiles): CutArcs {
  const { isTouched, newTiles } = touched;
  const local: LocalVertices = { all: [], numbers: new Map() };
  const ends: number[] = [];
  const sides: number[] = [];
  const newArcs = new Uint32Array(before.arcCount).fill(NO_INDEX);
  let keptCount = 0;
  for (let arc = 0; arc < before.arcCount; arc++) {
    const first = before.starts[arc];
    const last = before.starts[arc + 1] - 1;
    let isKept = true;
    for (let i = first; i <= last && isKept; i++) isKept = isTouched[before.vertices[i]] === 0;
    if (isKept) {
      newArcs[arc] = keptCount++;
      continue;
    }
    for (let i = first; i < last; i++) {
      const [a, b] = [before.vertices[i], before.vertices[i + 1]];
      if (isTouched[a] === 1 && isTouched[b] === 1) continue;
      const doesBegin = i === first && isTouched[a] === 0;
      const doesEnd = i + 1 === last && isTouched[b] === 0;
      ends.push(
        doesBegin ? numberAnew(local, a) : numberOf(local, a),
        doesEnd ? numberAnew(local, b) : numberOf(local, b),
      );
      sides.push(newTile(newTiles, before.tiles[arc * 2]), newTile(newTiles, before.tiles[arc * 2 + 1]));
    }
  }
  const odd = keepOdd(before.odd, touched);
  addTouchedEdges(tree, tiles, touched, local, ends, sides, odd);
  const edges: BorderEdges = { count: ends.length / 2, ends: new Uint32Array(ends), tiles: new Uint32Array(sides) };
  const chained = chain(edges, local.all.length);
  const named = { ...chained, vertices: chained.vertices.map((number) => local.all[number]) };
  return {
    arcs: { ...joinArcs(before, newArcs, keptCount, newTiles, named), odd: new Uint32Array(odd) },
    newArcs,
    chained: named,
  };
}

function numberOf(local: LocalVertices, vertex: number): number {
  let number = local.numbers.get(vertex);
  if (number === undefined) local.numbers.set(vertex, (number = numberAnew(local, vertex)));
  return number;
}

/** One more number for a vertex: an arc that ends there goes on with nothing. */
function numberAnew(local: LocalVertices, vertex: number): number {
  return local.all.push(vertex) - 1;
}

function newTile(newTiles: Uint32Array, tile: number): number {
  return tile === NO_INDEX ? NO_INDEX : newTiles[tile];
}

/** Odd edges that are what they were. */
function keepOdd(before: Uint32Array, { isTouched, newTiles }: TouchedTiles): number[] {
  const odd: number[] = [];
  for (let at = 0; at < before.length; at += 3) {
    if (isTouched[before[at]] === 1 && isTouched[before[at + 1]] === 1) continue;
    odd.push(before[at], before[at + 1], newTiles[before[at + 2]]);
  }
  return odd;
}

/** Adds the edges of borders between touched vertices, and what is odd there. */
function addTouchedEdges(
  tree: BlockTree,
  tiles: Tiles,
  { isNear, isTouched }: TouchedTiles,
  local: LocalVertices,
  ends: number[],
  sides: number[],
  odd: number[],
): void {
  const corners: number[] = [];
  const tileOf: number[] = [];
  for (let tile = 0; tile < tiles.tileCount; tile++) {
    if (isNear[tile] === 0) continue;
    for (let triangle = tiles.starts[tile]; triangle < tiles.starts[tile + 1]; triangle++) {
      tileOf.push(tile);
      for (let k = 0; k < 3; k++) corners.push(numberOf(local, tree.triangles[triangle * 3 + k]));
    }
  }
  const triangles = new Uint32Array(corners);
  const edges = findEdges({ triangles, triangleCount: tileOf.length, vertexCount: local.all.length });
  const oddHere: number[] = [];
  const border = listBorder(triangles, edges, new Uint32Array(tileOf), oddHere);
  const areTouched = (a: number, b: number): boolean => isTouched[local.all[a]] === 1 && isTouched[local.all[b]] === 1;
  for (let edge = 0; edge < border.count; edge++) {
    if (!areTouched(border.ends[edge * 2], border.ends[edge * 2 + 1])) continue;
    ends.push(border.ends[edge * 2], border.ends[edge * 2 + 1]);
    sides.push(border.tiles[edge * 2], border.tiles[edge * 2 + 1]);
  }
  for (let at = 0; at < oddHere.length; at += 3) {
    if (!areTouched(oddHere[at], oddHere[at + 1])) continue;
    odd.push(local.all[oddHere[at]], local.all[oddHere[at + 1]], oddHere[at + 2]);
  }
}

/** The arcs that stay, with their tiles' new numbers, and behind them others. */
function joinArcs(
  before: Arcs,
  newArcs: Uint32Array,
  keptCount: number,
  newTiles: Uint32Array,
  more: Omit<Arcs, 'odd'>,
): Omit<Arcs, 'odd'> {
  const arcCount = keptCount + more.arcCount;
  const starts = new Uint32Array(arcCount + 1);
  const tiles = new Uint32Array(arcCount * 2);
  const vertices = new Uint32Array(before.vertices.length + more.vertices.length);
  let end = 0;
  newArcs.forEach((arc, old) => {
    if (arc === NO_INDEX) return;
    vertices.set(before.vertices.subarray(before.starts[old], before.starts[old + 1]), end);
    end += before.starts[old + 1] - before.starts[old];
    starts[arc + 1] = end;
    for (let side = 0; side < 2; side++) tiles[arc * 2 + side] = newTile(newTiles, before.tiles[old * 2 + side]);
  });
  vertices.set(more.vertices, end);
  for (let arc = 0; arc < more.arcCount; arc++) starts[keptCount + arc + 1] = end + more.starts[arc + 1];
  tiles.set(more.tiles, keptCount * 2);
  return { arcCount, starts, vertices: vertices.slice(0, end + more.vertices.length), tiles };
}
