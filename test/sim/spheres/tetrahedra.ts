/** Cubes of six tetrahedra each around a mesh: something coarse that carries it. */
import type { Mesh, TetrahedralMesh } from 'pliant/parts';

/** A block of tetrahedra around the box of a mesh, with so many cubes on each side. */
export function tetrahedraAround({ positions }: Mesh, cubes: number): TetrahedralMesh {
  const low = [0, 1, 2].map((axis) =>
    positions.reduce((least, x, i) => (i % 3 === axis ? Math.min(least, x) : least), Infinity),
  );
  const high = [0, 1, 2].map((axis) =>
    positions.reduce((most, x, i) => (i % 3 === axis ? Math.max(most, x) : most), -Infinity),
  );
  const side = cubes + 1;
  const points: number[] = [];
  const tetrahedra: number[] = [];
  for (let i = 0; i < side ** 3; i++) {
    const at = [i % side, Math.floor(i / side) % side, Math.floor(i / side / side)];
    for (let axis = 0; axis < 3; axis++) {
      const size = high[axis] - low[axis] + 0.02;
      points.push(low[axis] - 0.01 + (size * at[axis]) / cubes);
    }
    if (at.includes(cubes)) continue;
    const corner = (x: number, y: number, z: number): number => i + x + y * side + z * side * side;
    const paths = [
      [1, 2],
      [1, 4],
      [2, 1],
      [2, 4],
      [4, 1],
      [4, 2],
    ];
    for (const [a, b] of paths) {
      const of = (bits: number): number => corner(bits & 1, (bits >> 1) & 1, (bits >> 2) & 1);
      tetrahedra.push(of(0), of(a), of(a + b), of(7));
    }
  }
  return { points: Float32Array.from(points), tetrahedra: Uint32Array.from(tetrahedra) };
}
