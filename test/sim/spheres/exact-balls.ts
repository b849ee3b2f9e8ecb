/** Whether points are in balls, in big integers alone. Numbers are whole multiples of 2^-200; the conversion throws where one is not. */
import type { Mesh } from 'pliant/parts';
import type { SphereTree } from 'pliant/sim';

const SCALE = 2 ** 200;
const WEIGHT_BITS = 48n;

/** A point, three numbers. */
export type ExactPoint = readonly [bigint, bigint, bigint];

/** A double in units of 2^-200. */
function exact(value: number): bigint {
  return BigInt(value * SCALE);
}

/** Where three corners of a piece are, in units of 2^-248, for vertices in units of 2^-200. */
function exactCorners(tree: SphereTree, mesh: Mesh, piece: number, vertex: (v: number) => ExactPoint): ExactPoint[] {
  const [a, b, c] = [0, 1, 2].map((k) => vertex(mesh.triangles[3 * tree.pieceTriangles[piece] + k]));
  return [0, 1, 2].map((k) => {
    const v = BigInt(tree.pieceCorners[6 * piece + 2 * k] * 2 ** 48);
    const w = BigInt(tree.pieceCorners[6 * piece + 2 * k + 1] * 2 ** 48);
    const u = (1n << WEIGHT_BITS) - v - w;
    if (u < 0n || v < 0n || w < 0n) throw new Error(`piece ${piece} is not within its triangle`);
    const along = (axis: 0 | 1 | 2): bigint => u * a[axis] + v * b[axis] + w * c[axis];
    return [along(0), along(1), along(2)];
  });
}

/** Whether a point in units of 2^-248 is in the sphere of a node. */
function isInSphere(point: ExactPoint, spheres: Float64Array, node: number): boolean {
  const radius = spheres[4 * node + 3];
  if (radius === Infinity) return true;
  let squared = 0n;
  for (const axis of [0, 1, 2] as const) {
    const d = point[axis] - (exact(spheres[4 * node + axis]) << WEIGHT_BITS);
    squared += d * d;
  }
  const r = exact(radius) << WEIGHT_BITS;
  return radius >= 0 && squared <= r * r;
}

/** The nodes whose part has a corner outside of their sphere, when vertices are at these places. */
export function missingNodes(
  tree: SphereTree,
  mesh: Mesh,
  spheres: Float64Array,
  vertex: (v: number) => ExactPoint,
): number[] {
  const corners = Array.from(tree.pieceTriangles, (_, piece) => exactCorners(tree, mesh, piece, vertex));
  const missing: number[] = [];
  for (let node = 0; node < tree.nodeCount; node++) {
    const first = tree.parts[2 * node];
    const own = corners.slice(first, first + tree.parts[2 * node + 1]).flat();
    if (!own.every((corner) => isInSphere(corner, spheres, node))) missing.push(node);
  }
  return missing;
}

/** The vertices of a mesh at rest, or at other places. */
export function exactVertices(positions: ArrayLike<number>): (v: number) => ExactPoint {
  return (v) => [exact(positions[3 * v]), exact(positions[3 * v + 1]), exact(positions[3 * v + 2])];
}
