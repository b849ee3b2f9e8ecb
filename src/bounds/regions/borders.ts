/**
 * The borders of nodes as lists of arcs, put together from those of smaller nodes, and put into the order of their loops. An arc of a border is one number: its own times
 * four, plus {@link IS_REVERSED} where the border runs against it, plus {@link FIRST_OF_LOOP}.
 */
import {
  CORNER_BIT,
  HAS_LOOPS,
  IS_PINCHED,
  IS_UNTESTED,
  NOTHING_ACROSS,
  NO_EDGE,
} from '../../kernels/layout/regions.js';
import { NO_INDEX } from '../../mesh/mesh.js';
import type { Arcs } from './arcs.js';

/** By how much the number of an arc is shifted; below it are two bits, one of which says that the border runs against the arc. */
export const ARC_SHIFT = 2;
const FIRST_OF_LOOP = 2;
export const IS_REVERSED = 1;

/** Borders of one surface, with room to work in, which is zero between two uses. */
export interface Borders {
  readonly arcs: Arcs;
  /** Of each arc, how often it is in the borders in hand. */
  readonly uses: Uint8Array;
  /** Of each vertex, which arc of the border in hand leaves it, plus one; or which loop comes to it. */
  readonly leaving: Uint32Array;
  /** Of each arc of the border in hand, another that leaves the same vertex, plus one. */
  readonly beside: Uint32Array;
  /** The border in hand, and which of its arcs have been gone along. */
  readonly list: Uint32Array;
  readonly isDone: Uint8Array;
}

/** Says of two borders that they have no arc in common. */
export const APART = 0xffffffff;
/** Points of a border that comes to a vertex twice, at most: it is looked at from each of them, so beyond that it costs more than what lies below. */
const MOST_PINCHED_POINTS = 64;
/** Loops of a border, at most: each is compared with all points. With more of them it is left to the nodes below. */
const MOST_LOOPS = 16;

/** Prepares for the borders of a surface with these arcs, or so many that there may come to be. */
export function createBorders(arcs: Arcs, vertexCount: number, capacity: number = arcs.arcCount): Borders {
  return {
    arcs,
    uses: new Uint8Array(capacity),
    leaving: new Uint32Array(vertexCount),
    beside: new Uint32Array(capacity),
    list: new Uint32Array(capacity),
    isDone: new Uint8Array(capacity),
  };
}

/** The arcs around each tile, in no order. */
export function tileBorders({ arcCount, tiles }: Arcs, tileCount: number): number[][] {
  const borders: number[][] = Array.from({ length: tileCount }, () => []);
  for (let arc = 0; arc < arcCount; arc++) {
    borders[tiles[arc * 2]].push(arc << ARC_SHIFT);
    if (tiles[arc * 2 + 1] !== NO_INDEX) borders[tiles[arc * 2 + 1]].push((arc << ARC_SHIFT) | IS_REVERSED);
  }
  return borders;
}

/** The border of several nodes together: arcs that two of them have are inside. */
export function joinBorders({ uses }: Borders, parts: readonly (readonly number[])[]): number[] {
  for (const part of parts) for (let i = 0; i < part.length; i++) uses[part[i] >> ARC_SHIFT]++;
  const joined: number[] = [];
  for (const part of parts) {
    for (let i = 0; i < part.length; i++) if (uses[part[i] >> ARC_SHIFT] === 1) joined.push(part[i]);
  }
  for (const part of parts) for (let i = 0; i < part.length; i++) uses[part[i] >> ARC_SHIFT] = 0;
  return joined;
}

/** Puts a border into the order of its loops, and marks where they begin; returns what its loops mean for a region: bits of the layout. */
export function orderLoops(borders: Borders, border: number[]): number {
  borders.list.set(border);
  const ordered: number[] = [];
  const bits = followLoops(borders, border.length, ordered);
  if ((bits & IS_UNTESTED) === 0) ordered.forEach((word, i) => (border[i] = word));
  return bits;
}

/** What the loops of the border of two nodes mean for a region, or {@link APART} where no arc lies between them. */
export function followLoopsOfTwo(borders: Borders, a: readonly number[], b: readonly number[]): number {
  const { list, uses } = borders;
  for (let i = 0; i < a.length; i++) uses[a[i] >> ARC_SHIFT]++;
  for (let i = 0; i < b.length; i++) uses[b[i] >> ARC_SHIFT]++;
  let count = 0;
  for (let i = 0; i < a.length; i++) if (uses[a[i] >> ARC_SHIFT] === 1) list[count++] = a[i];
  for (let i = 0; i < b.length; i++) if (uses[b[i] >> ARC_SHIFT] === 1) list[count++] = b[i];
  for (let i = 0; i < a.length; i++) uses[a[i] >> ARC_SHIFT] = 0;
  for (let i = 0; i < b.length; i++) uses[b[i] >> ARC_SHIFT] = 0;
  return count === a.length + b.length ? APART : followLoops(borders, count, undefined);
}

/** What so many loops mean for a region, of which none comes to a vertex twice. Nothing without a border can be seen from one side. */
export function bitsOfLoops(loops: number): number {
  return loops === 0 || loops > MOST_LOOPS ? IS_UNTESTED : loops > 1 ? HAS_LOOPS : 0;
}

/** What a border that comes to a vertex twice means for a region. */
export function bitsOfPinched(pointCount: number): number {
  return pointCount > MOST_PINCHED_POINTS ? IS_UNTESTED : HAS_LOOPS | IS_PINCHED;
}

/**
 * Goes along the loops of the border in hand, and lists its arcs in that order, if wanted; returns what they mean for a region. As many arcs lead to a vertex as leave it, unless
 * edges are missing that no border can follow: so whoever goes on along any of those that are left comes back to where he began.
 */
function followLoops(
  { arcs, beside, isDone, leaving, list }: Borders,
  count: number,
  ordered: number[] | undefined,
): number {
  let isPinched = false;
  let points = 0;
  for (let i = 0; i < count; i++) {
    const vertex = endOf(arcs, list[i], false);
    if (leaving[vertex] > 0) isPinched = true;
    beside[i] = leaving[vertex];
    leaving[vertex] = i + 1;
    points += edgeCount(arcs, list[i]);
  }
  let loops = 0;
  let isBroken = false;
  for (let start = 0; start < count && !isBroken; start++) {
    if (isDone[start] === 1) continue;
    loops++;
    const home = endOf(arcs, list[start], false);
    let vertex = home;
    for (let at = start; at >= 0;) {
      isDone[at] = 1;
      ordered?.push((list[at] & ~FIRST_OF_LOOP) | (at === start ? FIRST_OF_LOOP : 0));
      vertex = endOf(arcs, list[at], true);
      at = leaving[vertex] - 1;
      while (at >= 0 && isDone[at] === 1) at = beside[at] - 1;
    }
    isBroken = vertex !== home;
  }
  for (let i = 0; i < count; i++) leaving[endOf(arcs, list[i], false)] = 0;
  isDone.fill(0, 0, count);
  if (isBroken) return IS_UNTESTED;
  return isPinched ? bitsOfPinched(points) : bitsOfLoops(loops);
}

/** The vertex that an arc of a border leads to, or begins with. */
function endOf({ starts, vertices }: Arcs, word: number, isHead: boolean): number {
  const arc = word >> ARC_SHIFT;
  return isHead === ((word & IS_REVERSED) === 0) ? vertices[starts[arc + 1] - 1] : vertices[starts[arc]];
}

function edgeCount({ starts }: Arcs, word: number): number {
  return starts[(word >> ARC_SHIFT) + 1] - starts[word >> ARC_SHIFT] - 1;
}

/** How many points a border has that is in the order of its loops: an edge each, and one more for each loop. */
export function countPoints(arcs: Arcs, border: readonly number[]): number {
  let count = 0;
  for (const word of border) {
    count += edgeCount(arcs, word);
    if ((word & FIRST_OF_LOOP) !== 0) count++;
  }
  return count;
}

/** Writes the points of a border that is in the order of its loops: their vertices, and what lies across the edges that begin there. */
export function writePoints(
  arcs: Arcs,
  border: readonly number[],
  at: number,
  vertices: Uint32Array,
  across: Uint32Array,
): void {
  let next = at;
  let first = 0;
  border.forEach((word, i) => {
    const arc = word >> ARC_SHIFT;
    const isReversed = (word & IS_REVERSED) !== 0;
    const tile = arcs.tiles[arc * 2 + (isReversed ? 0 : 1)];
    if ((word & FIRST_OF_LOOP) !== 0) first = next;
    for (let k = 0; k < edgeCount(arcs, word); k++) {
      const vertex = arcs.vertices[isReversed ? arcs.starts[arc + 1] - 1 - k : arcs.starts[arc] + k];
      vertices[next] = k === 0 ? vertex + CORNER_BIT : vertex;
      across[next++] = tile === NO_INDEX ? NOTHING_ACROSS : tile;
    }
    if (i + 1 === border.length || (border[i + 1] & FIRST_OF_LOOP) !== 0) {
      vertices[next] = vertices[first];
      across[next++] = NO_EDGE;
    }
  });
}

/** How many loops a border has that is in their order. */
export function countLoops(border: readonly number[]): number {
  return border.reduce((count, word) => count + ((word & FIRST_OF_LOOP) >> 1), 0);
}

/** Whether no loop of one border has more than one vertex in common with a loop of another. Both are in the order of their loops, and have no arc in common. */
export function doLoopsPart({ arcs, leaving }: Borders, a: readonly number[], b: readonly number[]): boolean {
  // Arcs end where others do: so vertices in common are ends of arcs.
  let loop = 0;
  for (const word of a) {
    if ((word & FIRST_OF_LOOP) !== 0) loop++;
    leaving[endOf(arcs, word, false)] = loop;
  }
  let met = new Set<number>();
  let doPart = true;
  for (const word of b) {
    if ((word & FIRST_OF_LOOP) !== 0) met = new Set();
    const other = leaving[endOf(arcs, word, false)];
    if (other > 0 && met.has(other)) doPart = false;
    if (other > 0) met.add(other);
  }
  for (const word of a) leaving[endOf(arcs, word, false)] = 0;
  return doPart;
}
