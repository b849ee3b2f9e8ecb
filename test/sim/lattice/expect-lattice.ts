import { orient3d } from 'pliant/exact';
import { type Mesh, NO_INDEX, inspectTetrahedra } from 'pliant/parts';
import type { Lattice } from 'pliant/sim';
import { expect } from 'vitest';
import { volumesOf } from './solids.js';

/** The corners of the sides of a tetrahedron, as its last corner's opposite comes last. */
const SIDES = [
  [1, 3, 2],
  [0, 2, 3],
  [0, 3, 1],
  [0, 1, 2],
];

/** Whether a point lies in a tetrahedron, by exact signs. */
export function holds({ points, tetrahedra }: Lattice, t: number, point: ArrayLike<number>): boolean {
  return SIDES.every((side) => {
    const [a, b, c] = side.map((k) => points.subarray(tetrahedra[t * 4 + k] * 3, tetrahedra[t * 4 + k] * 3 + 3));
    return orient3d(a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2], point[0], point[1], point[2]) <= 0;
  });
}

/** What every lattice must be. */
export function expectSound(mesh: Mesh, lattice: Lattice, message = ''): void {
  const count = lattice.tetrahedra.length / 4;
  const { crowdedFaces: _, isSound: __, ...faults } = inspectTetrahedra(lattice);
  for (const [name, list] of Object.entries(faults)) expect(list.length, `${message} ${name}`).toBe(0);
  expect(lattice.fills.length).toBe(count);
  expect(
    lattice.fills.every((fill) => fill > 0 && fill <= 1),
    `${message} fills`,
  ).toBe(true);
  const used = new Set(mesh.triangles);
  for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
    const home = lattice.tetrahedronOf[vertex];
    expect(home === NO_INDEX, `${message} vertex ${vertex}`).toBe(!used.has(vertex));
    if (home === NO_INDEX) continue;
    const point = mesh.positions.subarray(vertex * 3, vertex * 3 + 3);
    if (!holds(lattice, home, point)) expect.fail(`${message} vertex ${vertex} is not in tetrahedron ${home}`);
  }
}

/** How many tetrahedra each face has, as a list of counts. */
export function faceCounts({ tetrahedra }: Lattice): Map<string, number> {
  const counts = new Map<string, number>();
  for (let t = 0; t < tetrahedra.length; t += 4) {
    const corners = [...tetrahedra.subarray(t, t + 4)];
    for (let k = 0; k < 4; k++) {
      const face = corners
        .filter((_, other) => other !== k)
        .sort((a, b) => a - b)
        .join(' ');
      counts.set(face, (counts.get(face) ?? 0) + 1);
    }
  }
  return counts;
}

/** Pieces of a lattice that share no point. For each tetrahedron, its piece. */
export function piecesOf({ points, tetrahedra }: Lattice): { readonly count: number; readonly pieceOf: number[] } {
  const parents = Array.from({ length: points.length / 3 }, (_, point) => point);
  const rootOf = (point: number): number => {
    while (parents[point] !== point) point = parents[point] = parents[parents[point]];
    return point;
  };
  for (let i = 0; i < tetrahedra.length; i++) parents[rootOf(tetrahedra[i])] = rootOf(tetrahedra[i - (i % 4)]);
  const pieceOf = Array.from({ length: tetrahedra.length / 4 }, (_, t) => rootOf(tetrahedra[t * 4]));
  return { count: new Set(pieceOf).size, pieceOf };
}

/** The volume of a lattice, each tetrahedron as far as it is full. */
export function filledVolume(lattice: Lattice): number {
  return volumesOf(lattice).reduce((sum, volume, t) => sum + volume * lattice.fills[t], 0);
}
