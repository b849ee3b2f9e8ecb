/** A mesh at one level of subdivision: its edges, how sharp each is, and who is around a vertex. */
import { findEdges } from '../../mesh/adjacency.js';
import type { EdgeTable } from '../../mesh/adjacency.js';

/** Triangles at one level, with all that the rules of subdivision ask about them. */
export interface LoopLevel {
  readonly vertexCount: number;
  readonly triangles: Uint32Array;
  readonly edges: EdgeTable;
  /** Edges at vertex v: `edgesAt[edgeStarts[v]]` up to, not including, `edgesAt[edgeStarts[v + 1]]`, ascending. */
  readonly edgeStarts: Uint32Array;
  readonly edgesAt: Uint32Array;
  /** For how many levels each edge is still sharp: 0 for none, Infinity for ever, as on borders. */
  readonly sharpness: Float64Array;
  /** 1 for control vertices that stay where they are. Vertices behind its end do not. */
  readonly isCorner: Uint8Array;
}

/** A level of given triangles; `sharpnessOf` says how sharp an edge between two triangles is. */
export function createLevel(
  triangles: Uint32Array,
  vertexCount: number,
  isCorner: Uint8Array,
  sharpnessOf: (low: number, high: number) => number,
): LoopLevel {
  const edges = findEdges({ triangles, triangleCount: triangles.length / 3, vertexCount });
  const edgeStarts = new Uint32Array(vertexCount + 1);
  for (let i = 0; i < edges.vertices.length; i++) edgeStarts[edges.vertices[i] + 1]++;
  for (let vertex = 0; vertex < vertexCount; vertex++) edgeStarts[vertex + 1] += edgeStarts[vertex];
  const next = edgeStarts.slice(0, vertexCount);
  const edgesAt = new Uint32Array(edges.edgeCount * 2);
  const sharpness = new Float64Array(edges.edgeCount);
  for (let edge = 0; edge < edges.edgeCount; edge++) {
    const low = edges.vertices[edge * 2];
    const high = edges.vertices[edge * 2 + 1];
    edgesAt[next[low]++] = edge;
    edgesAt[next[high]++] = edge;
    sharpness[edge] = isBorder(edges, edge) ? Infinity : sharpnessOf(low, high);
  }
  return { vertexCount, triangles, edges, edgeStarts, edgesAt, sharpness, isCorner };
}

/**
 * The next level: every triangle is cut into four. Vertices keep their numbers, and the vertex on edge e comes e behind them. The
 * children of triangle t are 4 t to 4 t + 3: one at each corner, which begins there, and the one in the middle.
 */
export function refineLevel(level: LoopLevel): LoopLevel {
  const { edges, isCorner, sharpness, triangles, vertexCount } = level;
  const finer = new Uint32Array(triangles.length * 4);
  for (let t = 0, out = 0; t < triangles.length; t += 3, out += 12) {
    const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]];
    const ab = vertexCount + edges.edgeOfSide[t];
    const bc = vertexCount + edges.edgeOfSide[t + 1];
    const ca = vertexCount + edges.edgeOfSide[t + 2];
    finer.set([a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca], out);
  }
  // An edge from an old vertex leads to the middle of an old edge, of which it is a half. All others are new.
  return createLevel(finer, vertexCount + edges.edgeCount, isCorner, (low, high) =>
    low < vertexCount ? Math.max(sharpness[high - vertexCount] - 1, 0) : 0,
  );
}

/** Whether an edge has one triangle alone. */
export function isBorder(edges: EdgeTable, edge: number): boolean {
  return edges.starts[edge + 1] - edges.starts[edge] === 1;
}

/** The end of an edge that is not `vertex`. */
export function otherEnd(edges: EdgeTable, edge: number, vertex: number): number {
  return edges.vertices[edge * 2] + edges.vertices[edge * 2 + 1] - vertex;
}

/** The corner of a triangle that does not lie on one of its sides. */
export function oppositeOf(triangles: Uint32Array, side: number): number {
  return triangles[side % 3 === 0 ? side + 2 : side - 1];
}

/**
 * Goes from triangle to triangle around a vertex, from one of its edges until it is back or at a border, and lists the edges in that
 * order. Orientation does not matter. Returns how many there are; edges have at most two triangles each.
 */
export function walkRing(level: LoopLevel, vertex: number, firstEdge: number, ring: Uint32Array): number {
  const { starts, sides, edgeOfSide, vertices } = level.edges;
  let edge = firstEdge;
  let triangle = -1;
  let count = 0;
  do {
    ring[count++] = edge;
    // Of the two triangles on the edge, the one that it was not come from.
    let side = sides[starts[edge]];
    if (Math.floor(side / 3) === triangle) {
      if (isBorder(level.edges, edge)) break;
      side = sides[starts[edge] + 1];
    }
    triangle = Math.floor(side / 3);
    for (let k = triangle * 3; k < triangle * 3 + 3; k++) {
      const candidate = edgeOfSide[k];
      if (candidate === edge) continue;
      if (vertices[candidate * 2] !== vertex && vertices[candidate * 2 + 1] !== vertex) continue;
      edge = candidate;
      break;
    }
  } while (edge !== firstEdge);
  return count;
}
