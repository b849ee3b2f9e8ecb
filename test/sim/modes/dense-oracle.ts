/** Stiffness and mass as dense matrices, straight from energies, and how many eigenvalues lie below a number: slow, and shares no code with the library. */
import type { TetrahedralMesh } from 'pliant/parts';
import type { Material } from 'pliant/sim';

type Energy = (u: Float64Array) => number;

/** The root of M^-1 times K times the root of M^-1, row by row, for linear elasticity. Pinned points are left out. */
export function denseSolid(solid: TetrahedralMesh, material: Material, pinned: readonly number[]): Float64Array {
  const masses = new Float64Array(solid.points.length / 3);
  const parts = elementsOf(solid).map(({ corners, inverse, volume }) => {
    for (const corner of corners) masses[corner] += (material.density * volume) / 4;
    const energy: Energy = (u) => {
      // The gradient of the displacement is the matrix of differences times the inverse of the matrix of edges.
      const growth = [0, 1, 2].map((i) =>
        [0, 1, 2].map((j) =>
          [1, 2, 3].reduce((sum, c) => sum + (u[corners[c] * 3 + i] - u[corners[0] * 3 + i]) * inverse[c - 1][j], 0),
        ),
      );
      let trace = 0;
      let squares = 0;
      for (let i = 0; i < 3; i++) {
        trace += growth[i][i];
        for (let j = 0; j < 3; j++) squares += ((growth[i][j] + growth[j][i]) / 2) ** 2;
      }
      return volume * (0.5 * material.lambda * trace * trace + material.mu * squares);
    };
    return { corners, energy };
  });
  return reduce(parts, masses, pinned);
}

/** The same for springs along all edges, with half of their mass at either end. */
export function denseRods(solid: TetrahedralMesh, stiffness: number, density: number): Float64Array {
  const masses = new Float64Array(solid.points.length / 3);
  const edges = new Map<string, number[]>();
  for (const { corners } of elementsOf(solid)) {
    for (const a of corners) for (const b of corners) if (a < b) edges.set(`${a} ${b}`, [a, b]);
  }
  const parts = [...edges.values()].map((corners) => {
    const [a, b] = corners;
    const way = [0, 1, 2].map((axis) => solid.points[b * 3 + axis] - solid.points[a * 3 + axis]);
    const length = Math.hypot(...way);
    for (const end of corners) masses[end] += (density * length) / 2;
    const energy: Energy = (u) => {
      const longer = way.reduce((sum, x, axis) => sum + (x / length) * (u[b * 3 + axis] - u[a * 3 + axis]), 0);
      return (0.5 * stiffness * longer * longer) / length;
    };
    return { corners, energy };
  });
  return reduce(parts, masses, []);
}

/** How many eigenvalues of a symmetric matrix lie below a number: as many as its difference from it has negative pivots (Sylvester). */
export function countBelow(matrix: Float64Array, limit: number): number {
  const size = Math.round(Math.sqrt(matrix.length));
  const a = matrix.slice();
  for (let i = 0; i < size; i++) a[i * size + i] -= limit;
  let count = 0;
  for (let k = 0; k < size; k++) {
    const pivot = a[k * size + k];
    if (pivot < 0) count++;
    for (let i = k + 1; i < size; i++) {
      const factor = a[i * size + k] / pivot;
      for (let j = k + 1; j < size; j++) a[i * size + j] -= factor * a[k * size + j];
    }
  }
  return count;
}

/** The second derivatives of the energies, which are quadratic: of e_i and e_j together, less each alone. */
function reduce(
  parts: readonly { readonly corners: readonly number[]; readonly energy: Energy }[],
  masses: Float64Array,
  pinned: readonly number[],
): Float64Array {
  const unknowns = [...masses.keys()]
    .filter((point) => !pinned.includes(point))
    .flatMap((p) => [p * 3, p * 3 + 1, p * 3 + 2]);
  const placeOf = new Map(unknowns.map((unknown, place) => [unknown, place]));
  const size = unknowns.length;
  const matrix = new Float64Array(size * size);
  const u = new Float64Array(masses.length * 3);
  const energyOf = (energy: Energy, i: number, j: number): number => {
    u[i] += 1;
    if (j >= 0) u[j] += 1;
    const value = energy(u);
    u[i] = 0;
    if (j >= 0) u[j] = 0;
    return value;
  };
  for (const { corners, energy } of parts) {
    const own = corners.flatMap((corner) => [corner * 3, corner * 3 + 1, corner * 3 + 2]);
    for (const i of own) {
      for (const j of own) {
        if (!placeOf.has(i) || !placeOf.has(j)) continue;
        const both = energyOf(energy, i, j) - energyOf(energy, i, -1) - energyOf(energy, j, -1);
        const scale = Math.sqrt(masses[Math.floor(i / 3)] * masses[Math.floor(j / 3)]);
        matrix[placeOf.get(i)! * size + placeOf.get(j)!] += both / scale;
      }
    }
  }
  return matrix;
}

function elementsOf({ points, tetrahedra }: TetrahedralMesh): {
  readonly corners: readonly number[];
  readonly inverse: readonly (readonly number[])[];
  readonly volume: number;
}[] {
  return Array.from({ length: tetrahedra.length / 4 }, (_, element) => {
    const corners = [...tetrahedra.subarray(element * 4, element * 4 + 4)];
    const [a, b, c] = [1, 2, 3].map((k) =>
      [0, 1, 2].map((i) => points[corners[k] * 3 + i] - points[corners[0] * 3 + i]),
    );
    const rows = [cross(b, c), cross(c, a), cross(a, b)];
    const sixfold = a.reduce((sum, x, i) => sum + x * rows[0][i], 0);
    return { corners, inverse: rows.map((row) => row.map((x) => x / sixfold)), volume: Math.abs(sixfold) / 6 };
  });
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
