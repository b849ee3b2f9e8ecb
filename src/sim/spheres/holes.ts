/**
 * What is inside a surface: parts of it that are closed have an inside, open ones have none. Small holes, as scans have them underneath, are closed by a fan of triangles
 * first.
 */
import type { Mesh } from '../../parts.js';
import { findComponents, findEdges } from '../../parts.js';

/** A surface with its holes closed, and which of its triangles are parts that have an inside. */
export interface ClosedSurface {
  readonly positions: Float32Array;
  /** The triangles of the mesh, then those that close holes. */
  readonly triangles: Uint32Array;
  /** Vertices of the triangles that have an inside together; empty where everything is open. */
  readonly closedTriangles: Uint32Array;
}

/**
 * Closes the holes of a mesh that are not wider than `width`, the diagonal of a hole's box, and finds out which parts of it are closed then: every edge is gone along as
 * often one way as the other.
 */
export function closeHoles(mesh: Mesh, width: number): ClosedSurface {
  const border = findBorder(mesh);
  const holes = gatherHoles(mesh, border);
  const positions = [...mesh.positions];
  const triangles = [...mesh.triangles];
  for (const hole of holes) {
    if (!(hole.diagonal <= width)) continue;
    const apex = positions.length / 3;
    positions.push(...hole.middle);
    // Backwards along each way, so that it is gone along both ways; what is added at the apex cancels out, since as many ways lead to a vertex of a border as away from it.
    for (const at of hole.ways) triangles.push(border[at + 1], border[at], apex);
  }
  const whole = {
    positions: Float32Array.from(positions),
    triangles: Uint32Array.from(triangles),
    vertexCount: positions.length / 3,
    triangleCount: triangles.length / 3,
  };
  return { positions: whole.positions, triangles: whole.triangles, closedTriangles: findClosed(whole) };
}

interface Hole {
  /** Where its ways are in the border. */
  readonly ways: readonly number[];
  readonly middle: readonly number[];
  readonly diagonal: number;
}

/** Ways along edges, from a vertex to a vertex, as often as they are gone along more often than the other way. */
function findBorder(mesh: Mesh): Uint32Array {
  const { edgeCount, sides, starts, vertices } = findEdges(mesh);
  const ways: number[] = [];
  for (let edge = 0; edge < edgeCount; edge++) {
    const low = vertices[2 * edge];
    const high = vertices[2 * edge + 1];
    let surplus = 0;
    for (let i = starts[edge]; i < starts[edge + 1]; i++) surplus += mesh.triangles[sides[i]] === low ? 1 : -1;
    for (let i = 0; i < surplus; i++) ways.push(low, high);
    for (let i = surplus; i < 0; i++) ways.push(high, low);
  }
  return Uint32Array.from(ways);
}

/** Connected pieces of a border. */
function gatherHoles(mesh: Mesh, border: Uint32Array): Hole[] {
  if (border.length === 0) return [];
  // A way counts as a triangle that names its end twice.
  const triangles = new Uint32Array((border.length / 2) * 3);
  for (let i = 0; i < border.length / 2; i++) {
    triangles.set([border[2 * i], border[2 * i + 1], border[2 * i + 1]], 3 * i);
  }
  const { componentOf, count } = findComponents({ ...mesh, triangles, triangleCount: triangles.length / 3 });
  const ways: number[][] = Array.from({ length: count }, () => []);
  componentOf.forEach((hole, i) => ways[hole].push(2 * i));
  return ways.map((own) => ({ ways: own, ...measureHole(mesh.positions, border, own) }));
}

function measureHole(positions: Float32Array, border: Uint32Array, ways: readonly number[]): Omit<Hole, 'ways'> {
  const middle = [0, 0, 0];
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (const at of ways) {
      const value = positions[3 * border[at] + axis];
      middle[axis] += value / ways.length;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    squared += (high - low) * (high - low);
  }
  return { middle, diagonal: Math.sqrt(squared) };
}

/** Triangles of the connected parts that have no border. */
function findClosed(mesh: Mesh): Uint32Array {
  const { componentOf, count } = findComponents(mesh);
  const partOfVertex = new Uint32Array(mesh.vertexCount);
  componentOf.forEach((part, triangle) =>
    partOfVertex.fill(part, mesh.triangles[3 * triangle], mesh.triangles[3 * triangle] + 1),
  );
  const isOpen = new Uint8Array(count);
  for (const vertex of findBorder(mesh)) isOpen[partOfVertex[vertex]] = 1;
  const closed: number[] = [];
  componentOf.forEach((part, triangle) => {
    if (isOpen[part] === 0) closed.push(...mesh.triangles.subarray(3 * triangle, 3 * triangle + 3));
  });
  return Uint32Array.from(closed);
}
