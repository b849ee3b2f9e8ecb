/** Is it a closed surface, and if not, where is it open or tangled? */
import type { EdgeTable } from './adjacency.js';
import type { Mesh } from './mesh.js';

/** Where a mesh falls short of a closed, consistently oriented surface. Edges are indices into the edge table. */
export interface SurfaceReport {
  /** Edges with one triangle, where the surface ends. */
  readonly boundaryEdges: Uint32Array;
  /** Edges where three or more triangles meet. */
  readonly nonManifoldEdges: Uint32Array;
  /** Edges with two triangles that run along them in the same direction: one of the two is turned inside out. */
  readonly misorientedEdges: Uint32Array;
  /** Whether there are edges, and exactly two triangles on each of them. */
  readonly closed: boolean;
}

/**
 * Examines the edges of a mesh, which `findEdges` lists. Inside and outside make sense when the surface is closed and no
 * edge is misoriented.
 */
export function inspectSurface(mesh: Mesh, edges: EdgeTable): SurfaceReport {
  const boundary: number[] = [];
  const nonManifold: number[] = [];
  const misoriented: number[] = [];
  for (let edge = 0; edge < edges.edgeCount; edge++) {
    const start = edges.starts[edge];
    const count = edges.starts[edge + 1] - start;
    if (count === 1) boundary.push(edge);
    else if (count > 2) nonManifold.push(edge);
    else if (mesh.triangles[edges.sides[start]] === mesh.triangles[edges.sides[start + 1]]) misoriented.push(edge);
  }
  return {
    boundaryEdges: Uint32Array.from(boundary),
    nonManifoldEdges: Uint32Array.from(nonManifold),
    misorientedEdges: Uint32Array.from(misoriented),
    closed: edges.edgeCount > 0 && boundary.length === 0 && nonManifold.length === 0,
  };
}
