/** Finds the stars of a surface: which vertices lie around each vertex, in order. See ../../kernels/layout/stars.ts. */
import { LANES } from '../../kernels/layout/child-words.js';
import { MOST_IN_RING, STAR_GROUP, STRETCH_SHIFT } from '../../kernels/layout/stars.js';

/** Vertices with rings of one length. */
interface RingGroup {
  readonly isClosed: boolean;
  readonly ringLength: number;
  readonly vertices: number[];
  /** The rings one after the other. */
  readonly rings: number[];
}

const starsOf = new WeakMap<Uint32Array, Uint32Array>();

/** Stretches of triangles, three corners each. */
export function stretchCountOf(triangles: Uint32Array): number {
  return Math.ceil(triangles.length / 3 / (1 << STRETCH_SHIFT));
}

/** The stars of triangles, if they have been listed. */
export function knownStars(triangles: Uint32Array): Uint32Array | undefined {
  return starsOf.get(triangles);
}

/** The stars of triangles, three corners each; the same array every time. */
export function listStars(triangles: Uint32Array, vertexCount: number): Uint32Array {
  let stars = starsOf.get(triangles);
  if (!stars) {
    stars = packStretches(triangles.length / 3, groupRings(triangles, vertexCount));
    starsOf.set(triangles, stars);
  }
  return stars;
}

/** The groups of each stretch. */
function groupRings(triangles: Uint32Array, vertexCount: number): RingGroup[][] {
  const { corners, starts } = cornersByVertex(triangles, vertexCount);
  const stretches = Array.from({ length: stretchCountOf(triangles) }, () => new Map<number, RingGroup>());
  // Two ends for each triangle.
  const ends = new Uint32Array(2 * MOST_IN_RING);
  const ring = new Uint32Array(MOST_IN_RING + 1);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const count = starts[vertex + 1] - starts[vertex];
    // Nothing shares a vertex that has one triangle.
    if (count < 2 || count > MOST_IN_RING) continue;
    for (let k = 0; k < count; k++) {
      const corner = corners[starts[vertex] + k];
      const first = corner - (corner % 3);
      ends[2 * k] = triangles[first + ((corner + 1) % 3)];
      ends[2 * k + 1] = triangles[first + ((corner + 2) % 3)];
    }
    const ringLength = orderRing(ends, count, vertex, ring);
    if (ringLength === 0) continue;
    const isClosed = ringLength === count;
    const name = 2 * ringLength + (isClosed ? 1 : 0);
    let last = -1;
    for (let k = starts[vertex]; k < starts[vertex + 1]; k++) {
      const stretch = Math.floor(corners[k] / 3) >> STRETCH_SHIFT;
      if (stretch === last) continue;
      last = stretch;
      let group = stretches[stretch].get(name);
      if (!group) stretches[stretch].set(name, (group = { isClosed, ringLength, vertices: [], rings: [] }));
      group.vertices.push(vertex);
      for (let i = 0; i < ringLength; i++) group.rings.push(ring[i]);
    }
  }
  return stretches.map((groups) => [...groups.values()]);
}

/** The corners at each vertex, in rising order. */
function cornersByVertex(triangles: Uint32Array, vertexCount: number): { corners: Uint32Array; starts: Uint32Array } {
  const starts = new Uint32Array(vertexCount + 1);
  for (let corner = 0; corner < triangles.length; corner++) starts[triangles[corner] + 1]++;
  for (let vertex = 0; vertex < vertexCount; vertex++) starts[vertex + 1] += starts[vertex];
  const next = starts.slice(0, vertexCount);
  const corners = new Uint32Array(triangles.length);
  for (let corner = 0; corner < triangles.length; corner++) corners[next[triangles[corner]]++] = corner;
  return { corners, starts };
}

/**
 * Puts edges, two ends each, into the order of a ring, of which each has two neighbouring vertices. Returns the length of the
 * ring: the number of edges if it is closed, one more if it is not, 0 if there is no such order, or a vertex comes twice, or
 * the vertex in the middle comes at all. Takes edges out of the list.
 */
function orderRing(ends: Uint32Array, edgeCount: number, middle: number, ring: Uint32Array): number {
  let length = 0;
  ring[length++] = findEnd(ends, edgeCount);
  for (let left = edgeCount; left > 0; left--) {
    const last = ring[length - 1];
    let edge = 0;
    while (edge < left && ends[2 * edge] !== last && ends[2 * edge + 1] !== last) edge++;
    if (edge === left) return 0;
    const next = ends[2 * edge] === last ? ends[2 * edge + 1] : ends[2 * edge];
    ends[2 * edge] = ends[2 * left - 2];
    ends[2 * edge + 1] = ends[2 * left - 1];
    if (left === 1 && next === ring[0]) return length > 2 && !isIn(ring, length, middle) ? length : 0;
    if (length > MOST_IN_RING - 1 || isIn(ring, length, next)) return 0;
    ring[length++] = next;
  }
  return isIn(ring, length, middle) ? 0 : length;
}

/** A vertex that belongs to one edge only, or else any. */
function findEnd(ends: Uint32Array, edgeCount: number): number {
  for (let i = 0; i < 2 * edgeCount; i++) {
    let count = 0;
    for (let k = 0; k < 2 * edgeCount; k++) if (ends[k] === ends[i]) count++;
    if (count === 1) return ends[i];
  }
  return ends[0];
}

function isIn(list: Uint32Array, length: number, value: number): boolean {
  for (let i = 0; i < length; i++) if (list[i] === value) return true;
  return false;
}

function packStretches(triangleCount: number, stretches: readonly RingGroup[][]): Uint32Array {
  const headRows = Math.ceil((1 + stretches.length) / LANES);
  const rows = stretches.reduce((sum, groups) => sum + countRows(groups), headRows);
  const stars = new Uint32Array(rows * LANES);
  stars[0] = triangleCount;
  let at = headRows * LANES;
  stretches.forEach((groups, stretch) => {
    stars[1 + stretch] = at * 4;
    writeGroups(stars, at, groups);
    at += countRows(groups) * LANES;
  });
  return stars;
}

/** One row more than the groups have: the zeros behind them. */
function countRows(groups: readonly RingGroup[]): number {
  return groups.reduce(
    (sum, { ringLength, vertices }) => sum + Math.ceil(vertices.length / LANES) * (2 + ringLength),
    1,
  );
}

function writeGroups(stars: Uint32Array, start: number, groups: readonly RingGroup[]): void {
  let at = start;
  for (const { isClosed, ringLength, rings, vertices } of groups) {
    for (let first = 0; first < vertices.length; first += LANES) {
      stars[at + STAR_GROUP.ringLength] = ringLength;
      stars[at + STAR_GROUP.isClosed] = isClosed ? 1 : 0;
      for (let lane = 0; lane < LANES; lane++) {
        // Where fewer are left, the last is there several times.
        const star = Math.min(first + lane, vertices.length - 1);
        stars[at + LANES + lane] = vertices[star];
        for (let k = 0; k < ringLength; k++) stars[at + (2 + k) * LANES + lane] = rings[star * ringLength + k];
      }
      at += (2 + ringLength) * LANES;
    }
  }
}
