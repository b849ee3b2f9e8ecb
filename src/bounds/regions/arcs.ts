/**
 * The borders between tiles, cut into *arcs*: chains of edges between the same two tiles, or between a tile and nothing. The border of any set of tiles
 * is made of whole arcs. Inside an arc no other border comes to its vertices: it is cut where more than two edges of borders meet.
 */
import { findEdges } from '../../mesh/adjacency.js';
import type { EdgeTable } from '../../mesh/adjacency.js';
import { NO_INDEX } from '../../mesh/mesh.js';
import type { Tiles } from './tiles.js';

/** Arcs, one after the other. */
export interface Arcs {
  readonly arcCount: number;
  /** Where the vertices of each arc begin in {@link vertices}, and behind them where the last one's end. */
  readonly starts: Uint32Array;
  /** Vertices in the order of the leaves; an arc has one more than edges, and one that is closed has its first again at its end. */
  readonly vertices: Uint32Array;
  /** Two per arc: the tile whose triangles run along the arc as it does, and the one that they run against, or `NO_INDEX`. */
  readonly tiles: Uint32Array;
  /** Tiles at an *odd* edge, one with three triangles or more, or two that run through it in the same direction; each any number of times. */
  readonly odd: Uint32Array;
}

/** Edges of borders, each once: its ends as the first of its two tiles runs through it. */
export interface BorderEdges {
  readonly count: number;
  readonly ends: Uint32Array;
  readonly tiles: Uint32Array;
}

/** Cuts the borders of all tiles into arcs; `triangles` has three corners each, in the order of the leaves. */
export function cutArcs(triangles: Uint32Array, vertexCount: number, tiles: Tiles): Arcs {
  const edges = findEdges({ triangles, triangleCount: triangles.length / 3, vertexCount });
  const tileOf = tilesOfTriangles(tiles);
  const odd: number[] = [];
  const border = sortByTile(listBorder(triangles, edges, tileOf, odd), tiles.tileCount);
  return { ...chain(border, vertexCount), odd: Uint32Array.from(odd) };
}

/** The tile of each triangle. */
export function tilesOfTriangles({ starts, tileCount }: Tiles): Uint32Array {
  const tileOf = new Uint32Array(starts[tileCount]);
  for (let tile = 0; tile < tileCount; tile++) tileOf.fill(tile, starts[tile], starts[tile + 1]);
  return tileOf;
}

/** Lists the edges that have a tile on one side alone, and in `odd` the tiles at edges that no border can follow. */
export function listBorder(triangles: Uint32Array, edges: EdgeTable, tileOf: Uint32Array, odd: number[]): BorderEdges {
  const ends = new Uint32Array(edges.edgeCount * 2);
  const tiles = new Uint32Array(edges.edgeCount * 2);
  let count = 0;
  for (let edge = 0; edge < edges.edgeCount; edge++) {
    const start = edges.starts[edge];
    const sideCount = edges.starts[edge + 1] - start;
    const side = edges.sides[start];
    const tile = tileOf[Math.floor(side / 3)];
    let other = NO_INDEX;
    if (sideCount > 1) {
      const next = edges.sides[start + 1];
      other = tileOf[Math.floor(next / 3)];
      if (sideCount > 2 || triangles[side] === triangles[next]) {
        for (let i = start; i < edges.starts[edge + 1]; i++) odd.push(tileOf[Math.floor(edges.sides[i] / 3)]);
        continue;
      }
    }
    if (tile === other) continue;
    ends[count * 2] = triangles[side];
    ends[count * 2 + 1] = triangles[side % 3 === 2 ? side - 2 : side + 1];
    tiles[count * 2] = tile;
    tiles[count * 2 + 1] = other;
    count++;
  }
  return { count, ends, tiles };
}

/** Orders edges by the first of their tiles: what belongs together lies together, and is found in the caches. */
function sortByTile({ count, ends, tiles }: BorderEdges, tileCount: number): BorderEdges {
  const next = new Uint32Array(tileCount + 1);
  for (let edge = 0; edge < count; edge++) next[tiles[edge * 2] + 1]++;
  for (let tile = 0; tile < tileCount; tile++) next[tile + 1] += next[tile];
  const sorted = { count, ends: new Uint32Array(count * 2), tiles: new Uint32Array(count * 2) };
  for (let edge = 0; edge < count; edge++) {
    const at = next[tiles[edge * 2]]++;
    for (let k = 0; k < 2; k++) {
      sorted.ends[at * 2 + k] = ends[edge * 2 + k];
      sorted.tiles[at * 2 + k] = tiles[edge * 2 + k];
    }
  }
  return sorted;
}

/** Joins edges end to end wherever nothing but the same two tiles meets. */
export function chain({ count, ends, tiles }: BorderEdges, vertexCount: number): Omit<Arcs, 'odd'> {
  const next = findNext(count, ends, tiles, vertexCount);
  const hasPrevious = new Uint8Array(count);
  for (let edge = 0; edge < count; edge++) if (next[edge] !== NO_INDEX) hasPrevious[next[edge]] = 1;
  const starts: number[] = [0];
  const arcTiles: number[] = [];
  // An arc has one vertex more than edges, so at worst there are two for each edge.
  const vertices = new Uint32Array(count * 2);
  let end = 0;
  const isDone = new Uint8Array(count);
  const follow = (first: number): void => {
    arcTiles.push(tiles[first * 2], tiles[first * 2 + 1]);
    vertices[end++] = ends[first * 2];
    for (let edge = first; edge !== NO_INDEX && isDone[edge] === 0; edge = next[edge]) {
      isDone[edge] = 1;
      vertices[end++] = ends[edge * 2 + 1];
    }
    starts.push(end);
  };
  for (let edge = 0; edge < count; edge++) if (hasPrevious[edge] === 0) follow(edge);
  // What is left goes round.
  for (let edge = 0; edge < count; edge++) if (isDone[edge] === 0) follow(edge);
  return {
    arcCount: starts.length - 1,
    starts: Uint32Array.from(starts),
    vertices: vertices.slice(0, end),
    tiles: Uint32Array.from(arcTiles),
  };
}

/** The edge that follows each one in its arc, or `NO_INDEX`. */
function findNext(count: number, ends: Uint32Array, tiles: Uint32Array, vertexCount: number): Uint32Array {
  const degree = new Uint32Array(vertexCount);
  const leaving = new Uint32Array(vertexCount).fill(NO_INDEX);
  for (let edge = 0; edge < count; edge++) {
    degree[ends[edge * 2]]++;
    degree[ends[edge * 2 + 1]]++;
    leaving[ends[edge * 2]] = edge;
  }
  return Uint32Array.from({ length: count }, (_, edge) => {
    const vertex = ends[edge * 2 + 1];
    const other = leaving[vertex];
    const goesOn =
      degree[vertex] === 2 &&
      other !== NO_INDEX &&
      tiles[other * 2] === tiles[edge * 2] &&
      tiles[other * 2 + 1] === tiles[edge * 2 + 1];
    return goesOn ? other : NO_INDEX;
  });
}
