/**
 * Who is next to whom: triangles around a vertex, edges with the triangles on them, triangles across an edge. Built by
 * counting sorts in linear time.
 *
 * A triangle that names a vertex twice has no area in any pose and no side of its own: it takes no part in edges. What
 * lies left and right of it (the pole of a sphere made of quads) is joined directly.
 */
import { type Mesh, NO_INDEX } from './mesh.js';

/** The triangles around each vertex, in compressed rows. */
export interface VertexTriangles {
  /** Row of vertex v: `triangles[starts[v]]` up to, not including, `triangles[starts[v + 1]]`. */
  readonly starts: Uint32Array;
  /** Triangle indices, ascending in each row. A triangle is listed once under each vertex it uses. */
  readonly triangles: Uint32Array;
}

/**
 * The edges of a mesh, each once, with the sides of triangles that lie on it. Side s = 3 t + k is the k-th side of
 * triangle t: it runs from the corner `mesh.triangles[s]` to the next corner of t. So a side gives both its triangle,
 * floor(s / 3), and its direction: forward when `mesh.triangles[s]` is the lower vertex of the edge.
 */
export interface EdgeTable {
  /** Number of edges. */
  readonly edgeCount: number;
  /**
   * Two vertices per edge, the lower first. Edges are sorted by the higher vertex, then by the lower: the numbering of
   * the public data sets for continuous collision detection.
   */
  readonly vertices: Uint32Array;
  /** Row of edge e: `sides[starts[e]]` up to, not including, `sides[starts[e + 1]]`. */
  readonly starts: Uint32Array;
  /** Sides on each edge, ascending in each row. */
  readonly sides: Uint32Array;
  /** The edge under each side, three per triangle; `NO_INDEX` for the sides of a triangle that names a vertex twice. */
  readonly edgeOfSide: Uint32Array;
}

/** Lists the triangles around each vertex. */
export function findVertexTriangles(mesh: Mesh): VertexTriangles {
  const { triangles, vertexCount, triangleCount } = mesh;
  const starts = new Uint32Array(vertexCount + 1);
  for (let side = 0; side < triangleCount * 3; side++) {
    if (isFirstUse(triangles, side)) starts[triangles[side] + 1]++;
  }
  for (let vertex = 0; vertex < vertexCount; vertex++) starts[vertex + 1] += starts[vertex];

  const rows = new Uint32Array(starts[vertexCount]);
  const next = starts.slice(0, vertexCount);
  for (let side = 0; side < triangleCount * 3; side++) {
    if (isFirstUse(triangles, side)) rows[next[triangles[side]]++] = Math.floor(side / 3);
  }
  return { starts, triangles: rows };
}

/** Lists the edges of a mesh and the sides of triangles on each. */
export function findEdges(mesh: Pick<Mesh, 'triangles' | 'triangleCount' | 'vertexCount'>): EdgeTable {
  const sides = sortSides(mesh);
  const edgeOfSide = new Uint32Array(mesh.triangleCount * 3).fill(NO_INDEX);
  const vertices = new Uint32Array(sides.length * 2);
  const starts = new Uint32Array(sides.length + 1);
  let edgeCount = 0;
  for (let i = 0; i < sides.length; i++) {
    const low = lowerVertex(mesh.triangles, sides[i]);
    const high = higherVertex(mesh.triangles, sides[i]);
    if (edgeCount === 0 || vertices[edgeCount * 2 - 2] !== low || vertices[edgeCount * 2 - 1] !== high) {
      vertices[edgeCount * 2] = low;
      vertices[edgeCount * 2 + 1] = high;
      starts[edgeCount++] = i;
    }
    edgeOfSide[sides[i]] = edgeCount - 1;
  }
  starts[edgeCount] = sides.length;
  return {
    edgeCount,
    vertices: vertices.slice(0, edgeCount * 2),
    starts: starts.slice(0, edgeCount + 1),
    sides,
    edgeOfSide,
  };
}

/**
 * For each side of each triangle, the triangle on the other side of that edge: three per triangle. `NO_INDEX` where the
 * surface ends, and where more than two triangles meet, for there no one of them is *the* neighbour.
 */
export function findTriangleNeighbours(edges: EdgeTable): Uint32Array {
  const neighbours = new Uint32Array(edges.edgeOfSide.length).fill(NO_INDEX);
  for (let edge = 0; edge < edges.edgeCount; edge++) {
    const start = edges.starts[edge];
    if (edges.starts[edge + 1] - start !== 2) continue;
    const a = edges.sides[start];
    const b = edges.sides[start + 1];
    neighbours[a] = Math.floor(b / 3);
    neighbours[b] = Math.floor(a / 3);
  }
  return neighbours;
}

/** All sides of triangles with three different vertices, sorted by higher vertex, then lower vertex, then side. */
function sortSides(mesh: Pick<Mesh, 'triangles' | 'triangleCount' | 'vertexCount'>): Uint32Array {
  const { triangles, triangleCount, vertexCount } = mesh;
  let count = 0;
  const sides = new Uint32Array(triangleCount * 3);
  for (let first = 0; first < triangleCount * 3; first += 3) {
    const a = triangles[first];
    const b = triangles[first + 1];
    const c = triangles[first + 2];
    if (a === b || b === c || c === a) continue;
    for (let k = 0; k < 3; k++) sides[count++] = first + k;
  }
  // Two stable passes, the minor key first.
  const byLower = countingSort(sides.subarray(0, count), vertexCount, triangles, lowerVertex);
  return countingSort(byLower, vertexCount, triangles, higherVertex);
}

function countingSort(
  sides: Uint32Array,
  keyCount: number,
  triangles: Uint32Array,
  keyOf: (triangles: Uint32Array, side: number) => number,
): Uint32Array {
  const next = new Uint32Array(keyCount + 1);
  for (let i = 0; i < sides.length; i++) next[keyOf(triangles, sides[i]) + 1]++;
  for (let key = 0; key < keyCount; key++) next[key + 1] += next[key];
  const sorted = new Uint32Array(sides.length);
  for (let i = 0; i < sides.length; i++) sorted[next[keyOf(triangles, sides[i])]++] = sides[i];
  return sorted;
}

function lowerVertex(triangles: Uint32Array, side: number): number {
  return Math.min(triangles[side], triangles[nextSide(side)]);
}

function higherVertex(triangles: Uint32Array, side: number): number {
  return Math.max(triangles[side], triangles[nextSide(side)]);
}

function nextSide(side: number): number {
  return side % 3 === 2 ? side - 2 : side + 1;
}

/** Whether no earlier corner of the same triangle names the same vertex. */
function isFirstUse(triangles: Uint32Array, side: number): boolean {
  const first = side - (side % 3);
  for (let earlier = first; earlier < side; earlier++) {
    if (triangles[earlier] === triangles[side]) return false;
  }
  return true;
}
