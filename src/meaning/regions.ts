/**
 * Regions: hits gathered into connected sets of triangles. Triangles belong to one region when a chain of hit triangles
 * of the same surface, each with a vertex in common with the next, leads from one to the other. Regions whose triangles
 * meet form a *place*: what a person would point at. On one surface both sides of a place are regions of that surface,
 * and they are one region where hit triangles connect them, as in a pinched joint.
 */
import { findRoot, joinSets, separate } from '../mesh/union-find.js';
import { CROSSING } from '../narrow/triangle-triangle.js';
import type { PairHits } from '../query/hits.js';
import type { Contours } from './contours/contours.js';
import { withRoom } from './growing.js';
import type { NumberPairs } from './number-pairs.js';
import { clearNumberPairs, createNumberPairs, numberOfPair } from './number-pairs.js';
import type { PosedSurface } from './surface.js';
import { isOneSurface, requireHitsOf } from './surface.js';

/** Regions and places. The arrays are replaced by longer ones when they are too short for what is found. */
export interface Regions {
  /** How many regions there are: those of the first surface, then those of the second, by their lowest triangles. */
  count: number;
  /** The triangles of all regions, in rising order within each. */
  triangles: Uint32Array<ArrayBuffer>;
  /** Where the triangles of each region begin, and behind the last one their number. */
  starts: Uint32Array<ArrayBuffer>;
  /** The surface of each region: 0 for the first, 1 for the second. Always 0 when a surface meets itself. */
  sides: Uint8Array<ArrayBuffer>;
  /** The place of each region. */
  places: Uint32Array<ArrayBuffer>;
  /** How many places there are, in the order of their lowest regions. */
  placeCount: number;
  /** Pairs of triangles in each place. */
  pairCounts: Uint32Array<ArrayBuffer>;
  /** Those among them that are crossing, not merely touching. */
  crossingCounts: Uint32Array<ArrayBuffer>;
  /** Two regions per contour, between which it runs; they may be the same when a surface meets itself. */
  contourRegions: Uint32Array<ArrayBuffer>;
  /**
   * What the search works with.
   * @internal
   */
  readonly work: RegionWork;
}

interface RegionWork {
  readonly vertices: NumberPairs;
  /** One of the hit triangles at each vertex, by place in the list of them. */
  triangleAt: Uint32Array<ArrayBuffer>;
  /** The hit triangles, each once: those of the first surface in rising order, then those of the second. */
  members: Uint32Array<ArrayBuffer>;
  parents: Uint32Array<ArrayBuffer>;
  /** The region of each of them. */
  regionOf: Uint32Array<ArrayBuffer>;
  next: Uint32Array<ArrayBuffer>;
}

/** Room for regions. It grows as needed. */
export function createRegions(): Regions {
  return {
    count: 0,
    triangles: new Uint32Array(0),
    starts: new Uint32Array(1),
    sides: new Uint8Array(0),
    places: new Uint32Array(0),
    placeCount: 0,
    pairCounts: new Uint32Array(0),
    crossingCounts: new Uint32Array(0),
    contourRegions: new Uint32Array(0),
    work: {
      vertices: createNumberPairs(),
      triangleAt: new Uint32Array(0),
      members: new Uint32Array(0),
      parents: new Uint32Array(0),
      regionOf: new Uint32Array(0),
      next: new Uint32Array(0),
    },
  };
}

/**
 * Gathers the hits of two surfaces, or of one with itself, into regions and places, and says which regions each of their
 * contours runs between, when those are given. Returns the number of regions. The order of hits makes no difference.
 */
export function findRegions(
  a: PosedSurface,
  b: PosedSurface,
  hits: PairHits,
  regions: Regions,
  contours?: Contours,
): number {
  requireHitsOf('findRegions', a, b, hits);
  const one = isOneSurface(a, b);
  const { work } = regions;
  const countA = listMembers(work, hits, one);
  const count = one ? countA : listSide(work, hits, 1, countA);
  work.parents = withRoom(work.parents, count);
  separate(work.parents, count);
  connect(work, a, 0, 0, countA);
  connect(work, b, 1, countA, count);
  listRegions(regions, countA, count);
  listPlaces(regions, hits, one, countA, count);
  if (contours !== undefined) placeContours(regions, contours, one, countA, count);
  return regions.count;
}

/** Lists the hit triangles of the first surface, or of the only one; returns where the list ends. */
function listMembers(work: RegionWork, hits: PairHits, one: boolean): number {
  work.members = withRoom(work.members, 2 * hits.count);
  if (!one) return listSide(work, hits, 0, 0);
  work.members.set(hits.pairs.subarray(0, 2 * hits.count));
  return keepFirsts(work.members, 0, 2 * hits.count);
}

function listSide(work: RegionWork, hits: PairHits, side: number, from: number): number {
  for (let i = 0; i < hits.count; i++) work.members[from + i] = hits.pairs[2 * i + side];
  return keepFirsts(work.members, from, from + hits.count);
}

/** Sorts a stretch and keeps one of each; returns where they end. */
function keepFirsts(members: Uint32Array, from: number, end: number): number {
  members.subarray(from, end).sort();
  let kept = from;
  for (let i = from; i < end; i++) if (i === from || members[i] !== members[i - 1]) members[kept++] = members[i];
  return kept;
}

/** Joins the members from `from` to `end` that have vertices in common. */
function connect(work: RegionWork, surface: PosedSurface, side: number, from: number, end: number): void {
  const { members, parents, vertices } = work;
  clearNumberPairs(vertices);
  for (let i = from; i < end; i++) {
    for (let corner = 0; corner < 3; corner++) {
      const known = vertices.count;
      const vertex = numberOfPair(vertices, surface.triangles[3 * members[i] + corner], side);
      if (vertex === known) {
        work.triangleAt = withRoom(work.triangleAt, known + 1);
        work.triangleAt[vertex] = i;
      } else joinSets(parents, work.triangleAt[vertex], i);
    }
  }
}

/** Numbers the sets and lists their triangles. */
function listRegions(regions: Regions, countA: number, count: number): void {
  const { work } = regions;
  regions.triangles = withRoom(regions.triangles, count);
  work.regionOf = withRoom(work.regionOf, count);
  regions.count = 0;
  regions.starts[0] = 0;
  // A root is the lowest member of its set, so it comes first.
  for (let i = 0; i < count; i++) {
    const root = findRoot(work.parents, i);
    if (root === i) {
      work.regionOf[i] = regions.count++;
      regions.starts = withRoom(regions.starts, regions.count + 1);
      regions.sides = withRoom(regions.sides, regions.count);
      regions.starts[regions.count] = 0;
      regions.sides[regions.count - 1] = i < countA ? 0 : 1;
    } else work.regionOf[i] = work.regionOf[root];
    regions.starts[work.regionOf[i] + 1]++;
  }
  work.next = withRoom(work.next, regions.count);
  for (let region = 0; region < regions.count; region++) {
    work.next[region] = regions.starts[region];
    regions.starts[region + 1] += regions.starts[region];
  }
  for (let i = 0; i < count; i++) regions.triangles[work.next[work.regionOf[i]]++] = work.members[i];
}

/** Joins regions whose triangles meet to places, and counts the pairs in each. */
function listPlaces(regions: Regions, hits: PairHits, one: boolean, countA: number, count: number): void {
  const { work } = regions;
  separate(work.parents, regions.count);
  for (let i = 0; i < hits.count; i++) {
    const first = regionOf(work, hits.pairs[2 * i], 0, countA);
    const second = one
      ? regionOf(work, hits.pairs[2 * i + 1], 0, countA)
      : regionOf(work, hits.pairs[2 * i + 1], countA, count);
    joinSets(work.parents, first, second);
  }
  regions.places = withRoom(regions.places, regions.count);
  regions.placeCount = 0;
  for (let region = 0; region < regions.count; region++) {
    const root = findRoot(work.parents, region);
    regions.places[region] = root === region ? regions.placeCount++ : regions.places[root];
  }
  regions.pairCounts = withRoom(regions.pairCounts, regions.placeCount);
  regions.crossingCounts = withRoom(regions.crossingCounts, regions.placeCount);
  regions.pairCounts.fill(0, 0, regions.placeCount);
  regions.crossingCounts.fill(0, 0, regions.placeCount);
  for (let i = 0; i < hits.count; i++) {
    const place = regions.places[regionOf(work, hits.pairs[2 * i], 0, countA)];
    regions.pairCounts[place]++;
    if (hits.meetings[i] === CROSSING) regions.crossingCounts[place]++;
  }
}

/** A contour stays within two regions: from one segment to the next it stays in a triangle or goes to a neighbour. */
function placeContours(regions: Regions, contours: Contours, one: boolean, countA: number, count: number): void {
  const { work } = regions;
  regions.contourRegions = withRoom(regions.contourRegions, 2 * contours.count);
  for (let contour = 0; contour < contours.count; contour++) {
    const point = contours.starts[contour];
    const first = regionOf(work, contours.pairs[2 * point], 0, countA);
    const other = contours.pairs[2 * point + 1];
    const second = one ? regionOf(work, other, 0, countA) : regionOf(work, other, countA, count);
    regions.contourRegions[2 * contour] = one ? Math.min(first, second) : first;
    regions.contourRegions[2 * contour + 1] = one ? Math.max(first, second) : second;
  }
}

/** The region of a hit triangle, which is among the members from `from` to `end`. */
function regionOf(work: RegionWork, triangle: number, from: number, end: number): number {
  let low = from;
  let high = end - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (work.members[middle] < triangle) low = middle + 1;
    else high = middle;
  }
  return work.regionOf[low];
}
