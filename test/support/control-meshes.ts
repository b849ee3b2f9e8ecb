/** Control meshes for subdivision: closed, open, in pieces, one-sided, with few and with many triangles around a vertex. */
import type { Random } from 'pliant/exact';
import type { MeshData } from 'pliant/parts';
import { sheet, tetrahedron } from '../mesh/make-meshes.js';

/** Control meshes by name. */
export const CONTROL_MESHES: Readonly<Record<string, (random: Random) => MeshData>> = {
  'a triangle': (random) => scattered(random, 3, [0, 1, 2]),
  'two triangles': (random) => scattered(random, 4, [0, 1, 2, 2, 1, 3]),
  'a tetrahedron': () => tetrahedron(),
  'a fan of nine': (random) =>
    scattered(random, 10, Array.from({ length: 9 }, (_, k) => [0, k + 1, ((k + 1) % 9) + 1]).flat()),
  'a sheet': () => sheet(4, 3),
  'a sheet with edges flipped': (random) => flipEdges(random, sheet(5, 5), 30),
  'a torus with edges flipped': (random) => flipEdges(random, torus(7, 5), 40),
  'a Möbius strip': (random) => scattered(random, 10, Array.from({ length: 5 }, (_, k) => mobiusSquare(k, 5)).flat()),
  'two pieces, some of them inside out': (random) => {
    const [a, b] = [flipEdges(random, torus(5, 4), 10), sheet(3, 2)];
    const shift = a.positions.length / 3;
    const triangles = [...a.triangles, ...Array.from(b.triangles, (vertex) => vertex + shift)];
    for (let t = 0; t < triangles.length; t += 3) {
      if (random.integer(3) === 0) [triangles[t], triangles[t + 1]] = [triangles[t + 1], triangles[t]];
    }
    return scattered(random, (a.positions.length + b.positions.length) / 3, triangles);
  },
};

/** Triangles between vertices at random places. */
function scattered(random: Random, vertexCount: number, triangles: readonly number[]): MeshData {
  return {
    positions: Float32Array.from({ length: vertexCount * 3 }, () => random.range(-1, 1)),
    triangles: Uint32Array.from(triangles),
  };
}

/** A closed torus, of columns x rows squares. */
export function torus(columns: number, rows: number): MeshData {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [u, v] = [(2 * Math.PI * column) / columns, (2 * Math.PI * row) / rows];
      const out = 2 + Math.cos(v);
      positions.push(out * Math.cos(u), out * Math.sin(u), Math.sin(v));
      const corner = (x: number, y: number): number => ((row + y) % rows) * columns + ((column + x) % columns);
      triangles.push(corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 0), corner(1, 1), corner(0, 1));
    }
  }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** Replaces edges between two triangles by the other diagonal, where that is no edge yet. The surface stays what it is. */
export function flipEdges(random: Random, mesh: MeshData, tries: number): MeshData {
  const triangles = Array.from({ length: mesh.triangles.length / 3 }, (_, t) => [
    ...mesh.triangles.subarray(t * 3, t * 3 + 3),
  ]);
  for (let i = 0; i < tries; i++) {
    const a = random.integer(triangles.length);
    const k = random.integer(3);
    const [from, to, left] = [0, 1, 2].map((step) => triangles[a][(k + step) % 3]);
    const b = triangles.findIndex((corners, t) => t !== a && corners.includes(from) && corners.includes(to));
    if (b < 0) continue;
    const right = triangles[b].find((corner) => corner !== from && corner !== to)!;
    const degree = (vertex: number): number => triangles.filter((corners) => corners.includes(vertex)).length;
    const isTaken = triangles.some((corners) => corners.includes(left) && corners.includes(right));
    if (isTaken || degree(from) < 5 || degree(to) < 5) continue;
    triangles[a] = [from, right, left];
    triangles[b] = [right, to, left];
  }
  return { positions: mesh.positions, triangles: Uint32Array.from(triangles.flat()) };
}

/** All edges of a mesh, by their two vertices. */
export function edgesOf(mesh: MeshData): [number, number][] {
  const found = new Map<string, [number, number]>();
  for (let i = 0; i < mesh.triangles.length; i++) {
    const [a, b] = [mesh.triangles[i], mesh.triangles[i % 3 === 2 ? i - 2 : i + 1]];
    found.set(`${Math.min(a, b)} ${Math.max(a, b)}`, [a, b]);
  }
  return [...found.values()];
}

/** Square k of a strip of `count` squares whose ends are joined upside down. Vertex 2 k is below, 2 k + 1 above. */
function mobiusSquare(k: number, count: number): number[] {
  const [low, high] = [2 * k, 2 * k + 1];
  const [nextLow, nextHigh] = k + 1 < count ? [low + 2, high + 2] : [1, 0];
  return [low, nextLow, nextHigh, low, nextHigh, high];
}
