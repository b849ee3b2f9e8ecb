import * as bunny from 'bunny';
import { cos, sin, PI } from 'pliant/exact';
import { type Mesh, createMesh } from 'pliant/parts';

/** A mesh from plain lists of numbers. */
function meshOf(positions: readonly number[], triangles: readonly number[]): Mesh {
  return createMesh({ positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) });
}

/** Several meshes as one. */
export function together(...meshes: readonly Mesh[]): Mesh {
  let first = 0;
  const triangles: number[] = [];
  for (const mesh of meshes) {
    for (const vertex of mesh.triangles) triangles.push(first + vertex);
    first += mesh.vertexCount;
  }
  return meshOf(
    meshes.flatMap((mesh) => [...mesh.positions]),
    triangles,
  );
}

/** A mesh moved by an offset, its coordinates multiplied before. */
export function moved(mesh: Mesh, offset: readonly number[], factor: readonly number[] = [1, 1, 1]): Mesh {
  const positions = mesh.positions.map((value, k) => value * factor[k % 3] + offset[k % 3]);
  return createMesh({ positions, triangles: mesh.triangles });
}

/** The same surface with its inside outside. */
export function turned(mesh: Mesh): Mesh {
  const triangles = mesh.triangles.map((_, i, all) => all[i % 3 === 0 ? i : i % 3 === 1 ? i + 1 : i - 1]);
  return createMesh({ positions: mesh.positions, triangles });
}

/** A box from corner to corner, closed, facing outward. */
export function box(low: readonly number[], high: readonly number[]): Mesh {
  const positions: number[] = [];
  for (let corner = 0; corner < 8; corner++) {
    for (let axis = 0; axis < 3; axis++) positions.push(((corner >> axis) & 1) === 0 ? low[axis] : high[axis]);
  }
  const sides = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ];
  return meshOf(
    positions,
    sides.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]),
  );
}

/** A closed surface over a grid of two angles, or an open one where the second does not go round. */
export function torus(major: number, minor: number, rings: number, sides: number): Mesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let ring = 0; ring < rings; ring++) {
    for (let side = 0; side < sides; side++) {
      const around = (ring * 2 * PI) / rings;
      const across = (side * 2 * PI) / sides;
      const radius = major + minor * cos(across);
      positions.push(radius * cos(around), radius * sin(around), minor * sin(across));
      const [next, up] = [(ring + 1) % rings, (side + 1) % sides];
      const [a, b, c, d] = [ring * sides + side, next * sides + side, next * sides + up, ring * sides + up];
      triangles.push(a, b, c, a, c, d);
    }
  }
  return meshOf(positions, triangles);
}

/** A sphere around the origin, facing outward. */
export function sphere(radius: number, rows: number): Mesh {
  const columns = rows * 2;
  const positions = [0, 0, -radius];
  for (let row = 1; row < rows; row++) {
    const latitude = (row * PI) / rows;
    for (let column = 0; column < columns; column++) {
      const longitude = (column * 2 * PI) / columns;
      const wide = radius * sin(latitude);
      positions.push(wide * cos(longitude), wide * sin(longitude), -radius * cos(latitude));
    }
  }
  positions.push(0, 0, radius);
  const top = positions.length / 3 - 1;
  const at = (row: number, column: number): number => 1 + (row - 1) * columns + (column % columns);
  const triangles: number[] = [];
  for (let column = 0; column < columns; column++) {
    triangles.push(0, at(1, column + 1), at(1, column));
    for (let row = 1; row < rows - 1; row++) {
      const [a, b, c, d] = [at(row, column), at(row, column + 1), at(row + 1, column + 1), at(row + 1, column)];
      triangles.push(a, b, c, a, c, d);
    }
    triangles.push(at(rows - 1, column), at(rows - 1, column + 1), top);
  }
  return meshOf(positions, triangles);
}

/** An open sheet of squares in the plane z = height, bent into a wave of some height. */
export function waves(size: number, squares: number, height: number): Mesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  const side = squares + 1;
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      positions.push((size * x) / squares, (size * y) / squares, height * sin((6 * x) / squares));
      if (x === squares || y === squares) continue;
      const corner = y * side + x;
      triangles.push(corner, corner + 1, corner + side + 1, corner, corner + side + 1, corner + side);
    }
  }
  return meshOf(positions, triangles);
}

/** The Stanford bunny as the npm package has it, without a hole. */
export function bunnyMesh(): Mesh {
  return meshOf(bunny.positions.flat(), bunny.cells.flat());
}

/** The volume inside of a closed surface, by the divergence theorem. */
export function volumeInside({ positions, triangles }: Mesh): number {
  let sum = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => [...positions.subarray(triangles[i + k] * 3, triangles[i + k] * 3 + 3)]);
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}

/** The volume of each tetrahedron. */
export function volumesOf({ points, tetrahedra }: { points: Float32Array; tetrahedra: ArrayLike<number> }): number[] {
  return Array.from({ length: tetrahedra.length / 4 }, (_, t) => {
    const [a, b, c, d] = [0, 1, 2, 3].map((k) => tetrahedra[t * 4 + k] * 3);
    const along = (p: number, axis: number): number => points[p + axis] - points[a + axis];
    return (
      (along(b, 0) * (along(c, 1) * along(d, 2) - along(c, 2) * along(d, 1)) +
        along(b, 1) * (along(c, 2) * along(d, 0) - along(c, 0) * along(d, 2)) +
        along(b, 2) * (along(c, 0) * along(d, 1) - along(c, 1) * along(d, 0))) /
      6
    );
  });
}
