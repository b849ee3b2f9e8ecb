/** Whether a surface is one of edges or one of curves: the first looks right when each triangle is shaded by itself. */
import { NO_INDEX, findEdges, findTriangleNeighbours } from 'pliant/parts';
import type { Mesh } from 'pliant/parts';

/** Cosine of the angle, some 40°, from which on an edge is sharp; and the share of sharp ones that makes a surface of edges. */
const SHARP = 0.77;
const MOSTLY = 0.25;

/** Looks at the angles between neighbours. */
export function isMostlySharp(mesh: Mesh): boolean {
  const normals = triangleNormals(mesh);
  const neighbours = findTriangleNeighbours(findEdges(mesh));
  let sharp = 0;
  let counted = 0;
  for (let side = 0; side < neighbours.length; side++) {
    if (neighbours[side] === NO_INDEX) continue;
    const a = Math.floor(side / 3) * 3;
    const b = neighbours[side] * 3;
    const cosine = normals[a] * normals[b] + normals[a + 1] * normals[b + 1] + normals[a + 2] * normals[b + 2];
    counted++;
    if (cosine < SHARP) sharp++;
  }
  return sharp > MOSTLY * counted;
}

function triangleNormals({ positions, triangles }: Mesh): Float64Array {
  const normals = new Float64Array(triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t] * 3, triangles[t + 1] * 3, triangles[t + 2] * 3];
    const [ux, uy, uz] = [
      positions[b] - positions[a],
      positions[b + 1] - positions[a + 1],
      positions[b + 2] - positions[a + 2],
    ];
    const [vx, vy, vz] = [
      positions[c] - positions[a],
      positions[c + 1] - positions[a + 1],
      positions[c + 2] - positions[a + 2],
    ];
    const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const scale = 1 / (Math.hypot(x, y, z) || 1);
    normals[t] = x * scale;
    normals[t + 1] = y * scale;
    normals[t + 2] = z * scale;
  }
  return normals;
}
