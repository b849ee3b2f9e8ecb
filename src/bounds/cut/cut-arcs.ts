/**
 * Arcs after triangles are gone. What can change lies at *touched* vertices, those of triangles that went. An arc without any stays as it is. The others are no more, and are chained anew from edges:
 *
 * - An edge between two touched vertices is found from triangles: all that are left at it are at touched vertices, and those are looked at.
 * - Any other edge of such an arc is what it was: a triangle that went had it in no case, since then both its ends would be touched.
 *
 * At a touched vertex all edges of borders are among these, since no arc that stays has such a vertex. So whether an arc goes on there is decided as if from all arcs. At any other vertex nothing changed, and an arc ends
 * there if one did before.
 */
import { findEdges } from '../../mesh/adjacency.js';
import { NO_INDEX } from '../../mesh/mesh.js';
import { chain, listBorder } from '../regions/arcs.js';
import type { BorderEdges } from '../regions/arcs.js';
import { ARC_SHIFT, IS_REVERSED } from '../regions/borders.js';
import type { CuttableRegions } from './cuttable-regions.js';
import { reserveArcs } from './cuttable-regions.js';
import type { CuttableShape } from './cuttable.js';

/** Vertices with numbers of their own, so that nothing has to be as long as the mesh has vertices. */
interface LocalVertices {
  /** The vertex that each number stands for. */
  readonly all: number[];
  readonly numbers: Map<number, number>;
}

/** Edges that are collected: two ends and two tiles each. */
interface Collected extends LocalVertices {
  readonly ends: number[];
  readonly tiles: number[];
}

/**
 * Finds arcs anew at touched vertices, given by their places, and puts them around their tiles. Returns the tiles that have, or had, a triangle at one: those of triangles that went are given.
 */
export function recutArcs(
  shape: CuttableShape,
  regions: CuttableRegions,
  touched: ReadonlySet<number>,
  cutTiles: ReadonlySet<number>,
): Set<number> {
  const { around, arcs } = regions;
  const near = findNear(shape, regions, touched, cutTiles);
  const collected: Collected = { all: [], numbers: new Map(), ends: [], tiles: [] };
  const gone = new Set<number>();
  const kept = new Set<number>();
  for (const tile of near.tiles) {
    for (const word of around[tile]) {
      const arc = word >> ARC_SHIFT;
      if (gone.has(arc) || kept.has(arc)) continue;
      if (takeApart(regions, arc, touched, collected)) gone.add(arc);
      else kept.add(arc);
    }
  }
  addTouchedEdges(shape, regions, near.triangles, touched, collected);
  const edges: BorderEdges = {
    count: collected.ends.length / 2,
    ends: new Uint32Array(collected.ends),
    tiles: new Uint32Array(collected.tiles),
  };
  const chained = chain(edges, collected.all.length);
  for (const tile of near.tiles) around[tile] = around[tile].filter((word) => !gone.has(word >> ARC_SHIFT));
  reserveArcs(regions, shape.bounds.vertexCount, chained.arcCount);
  const first = arcs.arcCount;
  append(regions, chained.vertices, collected.all);
  for (let arc = 0; arc < chained.arcCount; arc++) {
    const [inner, outer] = chained.tiles.subarray(arc * 2, arc * 2 + 2);
    arcs.starts[first + arc + 1] = arcs.starts[first] + chained.starts[arc + 1];
    arcs.tiles.set([inner, outer], (first + arc) * 2);
    around[inner] = [...around[inner], (first + arc) << ARC_SHIFT];
    if (outer !== NO_INDEX) around[outer] = [...around[outer], ((first + arc) << ARC_SHIFT) | IS_REVERSED];
  }
  arcs.arcCount += chained.arcCount;
  return near.tiles;
}

/** The triangles left at touched vertices, by their places, and their tiles, with those of triangles that went. */
function findNear(
  { bounds, places }: CuttableShape,
  { tileOf, trianglesAt }: CuttableRegions,
  touched: ReadonlySet<number>,
  cutTiles: ReadonlySet<number>,
): { readonly tiles: Set<number>; readonly triangles: Set<number> } {
  const triangles = new Set<number>();
  const tiles = new Set<number>(cutTiles);
  for (const vertex of touched) {
    const number = bounds.vertexOrder[vertex];
    for (let i = trianglesAt.starts[number]; i < trianglesAt.starts[number + 1]; i++) {
      const place = places[trianglesAt.triangles[i]];
      if (place === NO_INDEX) continue;
      triangles.add(place);
      tiles.add(tileOf[place]);
    }
  }
  return { tiles, triangles };
}

/** Collects the edges of an arc that are not between touched vertices, if it has a touched vertex; returns whether it has. */
function takeApart(
  { arcs }: CuttableRegions,
  arc: number,
  touched: ReadonlySet<number>,
  collected: Collected,
): boolean {
  const first = arcs.starts[arc];
  const last = arcs.starts[arc + 1] - 1;
  let isTouched = false;
  for (let i = first; i <= last && !isTouched; i++) isTouched = touched.has(arcs.vertices[i]);
  if (!isTouched) return false;
  for (let i = first; i < last; i++) {
    const [a, b] = [arcs.vertices[i], arcs.vertices[i + 1]];
    if (touched.has(a) && touched.has(b)) continue;
    const doesBegin = i === first && !touched.has(a);
    const doesEnd = i + 1 === last && !touched.has(b);
    collected.ends.push(
      doesBegin ? numberAnew(collected, a) : numberOf(collected, a),
      doesEnd ? numberAnew(collected, b) : numberOf(collected, b),
    );
    collected.tiles.push(arcs.tiles[arc * 2], arcs.tiles[arc * 2 + 1]);
  }
  return true;
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

/** Adds the edges of borders between touched vertices. What is odd there was so before: triangles only go. */
function addTouchedEdges(
  { bounds }: CuttableShape,
  { tileOf }: CuttableRegions,
  places: ReadonlySet<number>,
  touched: ReadonlySet<number>,
  collected: Collected,
): void {
  const corners: number[] = [];
  const tiles: number[] = [];
  for (const place of places) {
    tiles.push(tileOf[place]);
    for (let k = 0; k < 3; k++) corners.push(numberOf(collected, bounds.triangles[place * 3 + k]));
  }
  const triangles = new Uint32Array(corners);
  const edges = findEdges({ triangles, triangleCount: tiles.length, vertexCount: collected.all.length });
  const border = listBorder(triangles, edges, new Uint32Array(tiles), []);
  for (let edge = 0; edge < border.count; edge++) {
    const a = border.ends[edge * 2];
    const b = border.ends[edge * 2 + 1];
    if (!touched.has(collected.all[a]) || !touched.has(collected.all[b])) continue;
    collected.ends.push(a, b);
    collected.tiles.push(border.tiles[edge * 2], border.tiles[edge * 2 + 1]);
  }
}

/** Puts vertices behind those of all arcs. */
function append({ arcs }: CuttableRegions, vertices: Uint32Array, names: readonly number[]): void {
  const at = arcs.starts[arcs.arcCount];
  if (at + vertices.length > arcs.vertices.length) {
    const larger = new Uint32Array(Math.ceil((at + vertices.length) * 1.25));
    larger.set(arcs.vertices.subarray(0, at));
    arcs.vertices = larger;
  }
  for (let i = 0; i < vertices.length; i++) arcs.vertices[at + i] = names[vertices[i]];
}
