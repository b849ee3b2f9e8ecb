/** Small surfaces for trees of spheres: closed, open, in parts, and degenerate. */
import { cos, createRandom, sin, PI } from 'pliant/exact';
import { type Mesh, createMesh } from 'pliant/parts';

/** A torus around z. */
export function torus(around = 32, across = 16, large = 1, small = 0.35): Mesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i < around; i++) {
    for (let j = 0; j < across; j++) {
      const a = (2 * PI * i) / around;
      const b = (2 * PI * j) / across;
      const r = large + small * cos(b);
      positions.push(r * cos(a), r * sin(a), small * sin(b));
      const [i2, j2] = [(i + 1) % around, (j + 1) % across];
      triangles.push(i * across + j, i2 * across + j, i2 * across + j2);
      triangles.push(i * across + j, i2 * across + j2, i * across + j2);
    }
  }
  return meshOf(positions, triangles);
}

/** A sheet of squares, bent by `height`. */
export function sheet(squares = 6, height = 0): Mesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  const side = squares + 1;
  for (let i = 0; i < side; i++) {
    for (let j = 0; j < side; j++) {
      const [x, y] = [i / squares - 0.5, j / squares - 0.5];
      positions.push(x, y, height * (x * x + y * y));
      if (i === squares || j === squares) continue;
      const k = i * side + j;
      triangles.push(k, k + side, k + side + 1, k, k + side + 1, k + 1);
    }
  }
  return meshOf(positions, triangles);
}

/** A box with long thin triangles. */
export function box(x: number, y: number, z: number, at = [0, 0, 0]): Mesh {
  const positions: number[] = [];
  for (let k = 0; k < 8; k++) {
    positions.push(at[0] + (k & 1 ? x : -x), at[1] + (k & 2 ? y : -y), at[2] + (k & 4 ? z : -z));
  }
  const triangles = [
    0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
  ];
  return meshOf(positions, triangles);
}

/** Several meshes as one. */
function together(...meshes: readonly Mesh[]): Mesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const mesh of meshes) {
    const first = positions.length / 3;
    positions.push(...mesh.positions);
    for (const vertex of mesh.triangles) triangles.push(first + vertex);
  }
  return meshOf(positions, triangles);
}

/** The triangles of a mesh for which `keep` is true. */
export function without(mesh: Mesh, keep: (triangle: number) => boolean): Mesh {
  const kept = mesh.triangles.filter((_, i) => keep(Math.floor(i / 3)));
  return createMesh({ positions: mesh.positions, triangles: kept });
}

/** Turned inside out. */
export function insideOut(mesh: Mesh): Mesh {
  return createMesh({ positions: mesh.positions, triangles: mesh.triangles.toReversed() });
}

/** All kinds. */
export const SURFACES: Readonly<Record<string, () => Mesh>> = {
  'a torus': () => torus(),
  'a torus inside out': () => insideOut(torus()),
  'a long box': () => box(2, 0.1, 0.3),
  'a torus with a hole': () => without(torus(), (triangle) => triangle < 100 || triangle > 103),
  'half a torus, open': () => without(torus(), (triangle) => triangle < 512),
  'one triangle': () => meshOf([0, 0, 0, 1, 0, 0, 0.2, 0.7, 0.1], [0, 1, 2]),
  'one long thin triangle': () => meshOf([0, 0, 0, 100, 0, 0, 50, 0.01, 0], [0, 1, 2]),
  'a flat sheet': () => sheet(),
  'a bent sheet': () => sheet(8, 1),
  'two parts, one open': () => together(torus(16, 8), sheet(4)),
  'two boxes through each other': () => together(box(1, 0.2, 0.2), box(0.2, 1, 0.2)),
  'every triangle twice': () => {
    const mesh = torus(12, 8);
    return createMesh({ positions: mesh.positions, triangles: Uint32Array.of(...mesh.triangles, ...mesh.triangles) });
  },
  'triangles without area': () =>
    meshOf([0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0], [0, 1, 2, 0, 0, 3, 1, 1, 1, 0, 1, 3, 2, 1, 0]),
  'a point': () => meshOf([3, 4, 5], [0, 0, 0]),
  'a soup far from the origin': () => {
    const random = createRandom(7);
    const positions = Array.from({ length: 180 }, () => 1000 + random.range(-1, 1));
    return meshOf(
      positions,
      Array.from({ length: 180 / 3 }, (_, i) => i),
    );
  },
};

function meshOf(positions: readonly number[], triangles: readonly number[]): Mesh {
  return createMesh({ positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) });
}
