/** Surfaces with known contours, and the search for them by brute force. */
import { type PairHits, CROSSING, TOUCHING, createPairHits } from 'pliant';
import { type Random, meetTriangles, meetTrianglesOfOneSurface } from 'pliant/exact';
import { type Contours, type PosedSurface, createContours, findContours } from 'pliant/meaning';
import { type Mesh, createMesh } from 'pliant/parts';
import { meshOf, tetrahedron } from '../mesh/make-meshes.js';

type Point = readonly [x: number, y: number, z: number];

/** A grid of points that closes around in one or both directions; `place` takes shares of both turns. */
function wrapped(columns: number, rows: number, place: (u: number, v: number) => Point): Mesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      positions.push(...place(column / columns, row / rows));
      const [right, up] = [(column + 1) % columns, (row + 1) % rows];
      const [a, b, c, d] = [row * columns + column, row * columns + right, up * columns + right, up * columns + column];
      triangles.push(a, b, c, a, c, d);
    }
  }
  return meshOf(positions, triangles);
}

/** A torus around the z axis, its normals outward. */
export function torus(ring: number, tube: number, columns: number, rows: number): Mesh {
  return wrapped(columns, rows, (u, v) => {
    const [around, across] = [2 * Math.PI * u, 2 * Math.PI * v];
    const distance = ring + tube * Math.cos(across);
    return [distance * Math.cos(around), distance * Math.sin(around), tube * Math.sin(across)];
  });
}

/** A sphere: an octahedron whose sides are cut into `divisions`, drawn out, its normals outward. */
export function sphere(center: Point, radius: number, divisions: number): Mesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  const numbers = new Map<string, number>();
  const vertex = (x: number, y: number, z: number): number => {
    const key = `${x},${y},${z}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const scale = radius / Math.hypot(x, y, z);
    positions.push(center[0] + x * scale, center[1] + y * scale, center[2] + z * scale);
    numbers.set(key, numbers.size);
    return numbers.size - 1;
  };
  for (const [sx, sy, sz] of [1, -1].flatMap((x) => [1, -1].flatMap((y) => [1, -1].map((z) => [x, y, z] as const)))) {
    const corner = (i: number, j: number): number => vertex(sx * i, sy * j, sz * (divisions - i - j));
    const add = (a: number, b: number, c: number): void => {
      triangles.push(...(sx * sy * sz > 0 ? [a, b, c] : [a, c, b]));
    };
    for (let i = 0; i < divisions; i++) {
      for (let j = 0; i + j < divisions; j++) {
        add(corner(i, j), corner(i + 1, j), corner(i, j + 1));
        if (i + j + 1 < divisions) add(corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1));
      }
    }
  }
  return meshOf(positions, triangles);
}

/** A box of twelve triangles between two corners, its normals outward. */
export function box(low: Point, high: Point): Mesh {
  const positions = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) =>
    [0, 1, 2].map((axis) => ((corner >> axis) & 1 ? high[axis] : low[axis])),
  );
  const faces = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ];
  return meshOf(
    positions,
    faces.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]),
  );
}

/** Any mesh with its points moved. */
export function moved(mesh: Mesh, move: (x: number, y: number, z: number) => Point): Mesh {
  const positions = new Float32Array(mesh.positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    positions.set(move(mesh.positions[i], mesh.positions[i + 1], mesh.positions[i + 2]), i);
  }
  return createMesh({ positions, triangles: mesh.triangles });
}

/** A turn about an axis through the origin that is no plane of symmetry of anything here. */
export function turned(mesh: Mesh): Mesh {
  const [c, s] = [Math.cos(0.7), Math.sin(0.7)];
  return moved(mesh, (x, y, z) => {
    const [u, v, w] = [c * x - s * y, s * x + c * y, z];
    return [u, c * v - s * w, s * v + c * w];
  });
}

/** Both in one array of vertices. */
export function together(a: Mesh, b: Mesh): Mesh {
  return meshOf(
    [...a.positions, ...b.positions],
    [...a.triangles, ...b.triangles.map((vertex) => vertex + a.vertexCount)],
  );
}

/** A closed tube along a figure eight that passes through itself where it crosses. */
export function figureEight(columns: number, rows: number): Mesh {
  return moved(torus(2, 1, columns, rows), (x, y, z) => {
    const along = Math.atan2(y, x);
    const distance = Math.hypot(x, y) - 2;
    const [cx, cy, cz] = [2 * Math.sin(along), Math.sin(2 * along), 0.1 * Math.cos(along)];
    const [tx, ty] = [2 * Math.cos(along), 2 * Math.cos(2 * along)];
    const length = Math.hypot(tx, ty);
    return [cx + (distance * 0.25 * ty) / length, cy - (distance * 0.25 * tx) / length, cz + z * 0.25];
  });
}

/** An octahedron, a tetrahedron or a torus with vertices anywhere on a lattice: closed, whatever it looks like. */
export function latticeSolid(random: Random): Mesh {
  const shape = [() => sphere([0, 0, 0], 1, 1), tetrahedron, () => torus(1, 0.5, 3, 3)][random.integer(3)]();
  return moved(shape, () => [random.integer(6), random.integer(6), random.integer(6)]);
}

/** All hits of two surfaces, or of one with itself: every pair whose boxes meet, tested exactly. */
export function hitsOf(a: PosedSurface, b: PosedSurface): PairHits {
  const boxesA = boxesOf(a);
  const boxesB = boxesOf(b);
  const found: { readonly pair: readonly [number, number]; readonly meeting: number }[] = [];
  for (let i = 0; i < boxesA.length; i += 6) {
    for (let j = a === b ? i + 6 : 0; j < boxesB.length; j += 6) {
      let apart = false;
      for (let axis = 0; axis < 3; axis++) {
        apart ||= boxesA[i + axis] > boxesB[j + axis + 3] || boxesB[j + axis] > boxesA[i + axis + 3];
      }
      if (apart) continue;
      const [s, t] = [i / 6, j / 6];
      const [a0, a1, a2] = a.triangles.subarray(3 * s, 3 * s + 3);
      const [b0, b1, b2] = b.triangles.subarray(3 * t, 3 * t + 3);
      const meeting =
        a === b
          ? meetTrianglesOfOneSurface(a.positions, a0, a1, a2, b0, b1, b2)
          : meetTriangles(a.positions, a0, a1, a2, b.positions, b0, b1, b2);
      if (meeting === TOUCHING || meeting === CROSSING) found.push({ pair: [s, t], meeting });
    }
  }
  const hits = createPairHits(found.length);
  hits.pairs.set(found.flatMap(({ pair }) => pair));
  hits.meetings.set(found.map(({ meeting }) => meeting));
  hits.count = found.length;
  return hits;
}

/** The lowest and the highest corner of the box of each triangle. */
function boxesOf({ positions, triangles }: PosedSurface): Float32Array {
  const boxes = new Float32Array(triangles.length * 2);
  for (let t = 0; t < triangles.length / 3; t++) {
    for (let axis = 0; axis < 3; axis++) {
      const values = [0, 1, 2].map((corner) => positions[3 * triangles[3 * t + corner] + axis]);
      boxes[6 * t + axis] = Math.min(...values);
      boxes[6 * t + axis + 3] = Math.max(...values);
    }
  }
  return boxes;
}

/** The contours of two surfaces, or of one with itself. */
export function contoursOf(a: PosedSurface, b: PosedSurface): Contours {
  const contours = createContours();
  findContours(a, b, hitsOf(a, b), contours);
  return contours;
}

/** Whether each polyline is closed. */
export function closedOf(contours: Contours): boolean[] {
  return Array.from(contours.closed.subarray(0, contours.count), (value) => value === 1);
}

/** The polylines as plain lists of points. */
export function polylinesOf(contours: Contours): number[][][] {
  return Array.from({ length: contours.count }, (_, line) =>
    Array.from({ length: contours.starts[line + 1] - contours.starts[line] }, (_, i) =>
      Array.from(contours.points.subarray(3 * (contours.starts[line] + i), 3 * (contours.starts[line] + i) + 3)),
    ),
  );
}

/** The same hits in a random order; with `turn`, half of them the other way round. */
export function shuffled(random: Random, hits: PairHits, turn = false): PairHits {
  const order = Array.from({ length: hits.count }, (_, i) => ({ i, key: random.next() })).sort((p, q) => p.key - q.key);
  const mixed = createPairHits(hits.count);
  order.forEach(({ i, key }, k) => {
    const side = turn && key < 0.5 ? 1 : 0;
    mixed.pairs[2 * k] = hits.pairs[2 * i + side];
    mixed.pairs[2 * k + 1] = hits.pairs[2 * i + 1 - side];
    mixed.meetings[k] = hits.meetings[i];
  });
  mixed.count = hits.count;
  return mixed;
}
