/** How far a point is from the object that a surface stands for, by looking at every triangle: negative inside of what is closed. */
import { closestPointOnTriangle } from 'pliant/exact';
import { type Mesh, findComponents, findEdges } from 'pliant/parts';

const isInsideOf = new WeakMap<Mesh, readonly (readonly number[])[]>();

/** The signed distance of a point. */
export function signedDistance(mesh: Mesh, point: ArrayLike<number>): number {
  const { positions, triangles, triangleCount } = mesh;
  const at = Float64Array.of(point[0], point[1], point[2]);
  const closest = new Float64Array(4);
  let squared = Infinity;
  for (let t = 0; t < triangleCount; t++) {
    closestPointOnTriangle(at, positions, triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2], closest);
    squared = Math.min(squared, closest[3]);
  }
  let parts = isInsideOf.get(mesh);
  if (parts === undefined) isInsideOf.set(mesh, (parts = closedParts(mesh)));
  const winding = parts.flat().reduce((sum, t) => sum + solidAngle(mesh, t, at), 0) / (4 * Math.PI);
  return Math.abs(winding) > 0.5 ? -Math.sqrt(squared) : Math.sqrt(squared);
}

/** The triangles of each connected part whose edges are gone along as often one way as the other. */
function closedParts(mesh: Mesh): number[][] {
  const { componentOf, count } = findComponents(mesh);
  const edges = findEdges(mesh);
  const isOpen = Array.from({ length: count }, () => false);
  for (let edge = 0; edge < edges.edgeCount; edge++) {
    const sides = [...edges.sides.subarray(edges.starts[edge], edges.starts[edge + 1])];
    const forward = sides.filter((side) => mesh.triangles[side] === edges.vertices[2 * edge]).length;
    if (2 * forward !== sides.length) isOpen[componentOf[Math.floor(sides[0] / 3)]] = true;
  }
  const parts: number[][] = Array.from({ length: count }, () => []);
  componentOf.forEach((part, t) => parts[part].push(t));
  return parts.filter((_, part) => !isOpen[part]);
}

/** The angle under which a point sees a triangle (van Oosterom and Strackee 1983). */
function solidAngle({ positions, triangles }: Mesh, t: number, point: Float64Array): number {
  const [a, b, c] = [0, 1, 2].map((k) =>
    [0, 1, 2].map((axis) => positions[3 * triangles[3 * t + k] + axis] - point[axis]),
  );
  const dot = (u: readonly number[], v: readonly number[]): number => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  const [la, lb, lc] = [a, b, c].map((u) => Math.sqrt(dot(u, u)));
  const determinant =
    a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  return 2 * Math.atan2(determinant, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
}
