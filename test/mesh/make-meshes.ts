import type { Random } from 'pliant/exact';
import { type Mesh, createMesh } from 'pliant/parts';

/** A mesh from plain lists of numbers. */
export function meshOf(positions: readonly number[], triangles: readonly number[]): Mesh {
  return createMesh({ positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) });
}

/** A tetrahedron, seen from outside counter-clockwise. */
export function tetrahedron(): Mesh {
  return meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]);
}

/** A flat sheet of columns x rows squares, two triangles each. */
export function sheet(columns: number, rows: number): Mesh {
  const positions: number[] = [];
  for (let y = 0; y <= rows; y++) for (let x = 0; x <= columns; x++) positions.push(x, y, 0);
  const triangles: number[] = [];
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const corner = y * (columns + 1) + x;
      const above = corner + columns + 1;
      triangles.push(corner, corner + 1, above + 1, corner, above + 1, above);
    }
  }
  return meshOf(positions, triangles);
}

/**
 * Triangles between random vertices of a small grid: full of repeated positions, unused vertices, edges with many triangles,
 * triangles that name a vertex twice, and triangles that occur twice.
 */
export function tangledMesh(random: Random): Mesh {
  const vertexCount = 1 + random.integer(20);
  const triangleCount = 1 + random.integer(30);
  const coordinate = (): number => [0, -0, 1, -1, 0.5][random.integer(5)];
  return meshOf(
    Array.from({ length: vertexCount * 3 }, coordinate),
    Array.from({ length: triangleCount * 3 }, () => random.integer(vertexCount)),
  );
}
