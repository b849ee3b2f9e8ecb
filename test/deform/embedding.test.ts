import type { PliantErrorCode } from 'pliant';
import { type Random, createRandom } from 'pliant/exact';
import {
  type BlendModel,
  type Mesh,
  NO_INDEX,
  type TetrahedralMesh,
  createPose,
  createTetEmbedding,
  poseMesh,
  poseReach,
  setPoints,
} from 'pliant/parts';
import { describe, expect, it } from 'vitest';
import { expectRefused } from '../mesh/expect-refused.js';
import { meshOf, tetrahedron } from '../mesh/make-meshes.js';
import { SAMPLE_MESHES, reachOf, soup } from '../support/sample-meshes.js';

/** A lattice of cubes of five tetrahedra each, jittered, in the cube from -1 to 1. */
function lattice(random: Random, side: number, jitter: number): TetrahedralMesh {
  const points: number[] = [];
  for (let z = 0; z <= side; z++)
    for (let y = 0; y <= side; y++)
      for (let x = 0; x <= side; x++)
        for (const value of [x, y, z]) points.push(((value + random.range(-jitter, jitter)) / side) * 2 - 1);
  const tetrahedra: number[] = [];
  for (let z = 0; z < side; z++)
    for (let y = 0; y < side; y++)
      for (let x = 0; x < side; x++) {
        // Cubes alternate between two mirrored divisions, so that their faces fit.
        const flip = (x + y + z) & 1;
        const corner = (bits: number): number => {
          const [i, j, k] = [(bits & 1) ^ flip, (bits >> 1) & 1, (bits >> 2) & 1];
          return ((z + k) * (side + 1) + y + j) * (side + 1) + x + i;
        };
        for (const four of [
          [0, 1, 2, 4],
          [3, 1, 2, 7],
          [5, 1, 4, 7],
          [6, 2, 4, 7],
          [1, 2, 4, 7],
        ])
          tetrahedra.push(...four.map(corner));
      }
  return { points: Float32Array.from(points), tetrahedra: Uint32Array.from(tetrahedra) };
}

/** The combination of points that a vertex follows, and what it keeps beside it. */
function combinationOf(model: BlendModel, points: ArrayLike<number>, vertex: number): { at: number[]; left: number[] } {
  const at = [0, 0, 0];
  for (let i = model.influenceOffsets[vertex]; i < model.influenceOffsets[vertex + 1]; i++)
    for (let axis = 0; axis < 3; axis++) at[axis] += model.weights[i] * points[model.governors[i] * 3 + axis];
  return { at, left: [...model.rest.subarray(vertex * 3, vertex * 3 + 3)] };
}

/**
 * The square of the distance from a point to a tetrahedron: the nearest place on the span of each subset of corners by least
 * squares, kept where no weight is negative; the nearest of those.
 */
function oracleDistance(solid: TetrahedralMesh, four: ArrayLike<number>, point: readonly number[]): number {
  let nearest = Infinity;
  for (let subset = 1; subset < 16; subset++) {
    const corners = [0, 1, 2, 3]
      .filter((i) => subset & (1 << i))
      .map((i) => Array.from(solid.points.subarray(four[i] * 3, four[i] * 3 + 3)));
    const edges = corners.slice(1).map((corner) => corner.map((value, axis) => value - corners[0][axis]));
    const toPoint = point.map((value, axis) => value - corners[0][axis]);
    const dot = (a: readonly number[], b: readonly number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    const weights = solve(
      edges.map((a) => edges.map((b) => dot(a, b))),
      edges.map((a) => dot(a, toPoint)),
    );
    if (weights === undefined || weights.some((w) => w < 0) || weights.reduce((a, b) => a + b, 0) > 1) continue;
    const gap = toPoint.map((value, axis) => value - weights.reduce((sum, w, i) => sum + w * edges[i][axis], 0));
    nearest = Math.min(nearest, dot(gap, gap));
  }
  return nearest;
}

/** The solution of a small system by Gauss's elimination with pivots, or undefined where it has none. */
function solve(matrix: number[][], right: number[]): number[] | undefined {
  const n = right.length;
  const rows = matrix.map((row, i) => [...row, right[i]]);
  for (let k = 0; k < n; k++) {
    const pivot = rows.reduce((best, row, i) => (i >= k && Math.abs(row[k]) > Math.abs(rows[best][k]) ? i : best), k);
    [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
    if (rows[k][k] === 0) return undefined;
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const factor = rows[i][k] / rows[k][k];
      for (let j = k; j <= n; j++) rows[i][j] -= factor * rows[k][j];
    }
  }
  return rows.map((row, i) => row[n] / row[i]);
}

function posed(model: BlendModel, points: ArrayLike<number>): Float32Array {
  const pose = createPose(model.poseLayout);
  setPoints(pose, points);
  const out = new Float32Array(model.vertexCount * 3);
  poseMesh(model, pose, out);
  const reach = poseReach(model, pose);
  out.forEach((value) => expect(Math.abs(value)).toBeLessThanOrEqual(reach));
  return out;
}

function expectPlausible(model: BlendModel, mesh: Mesh, solid: TetrahedralMesh): void {
  const scale = Math.max(reachOf(mesh), ...solid.points.map(Math.abs));
  for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
    const begin = model.influenceOffsets[vertex];
    const end = model.influenceOffsets[vertex + 1];
    expect(end - begin).toBeGreaterThan(0);
    expect(end - begin).toBeLessThanOrEqual(4);
    const weights = model.weights.subarray(begin, end);
    expect(Math.min(...weights)).toBeGreaterThan(0);
    expect(Math.abs(weights.reduce((a, b) => a + b, 0) - 1)).toBeLessThan(1e-14);
    const { at, left } = combinationOf(model, solid.points, vertex);
    for (let axis = 0; axis < 3; axis++) {
      const error = Math.abs(at[axis] + left[axis] - mesh.positions[vertex * 3 + axis]);
      expect(error, `vertex ${vertex}`).toBeLessThanOrEqual(Math.abs(left[axis]) * 2 ** -24 + scale * 2 ** -39);
    }
  }
}

describe('an embedding in tetrahedra', () => {
  it('puts each vertex at the nearest place of all tetrahedra, as least squares find it', () => {
    const random = createRandom(421);
    for (let round = 0; round < 8; round++) {
      const solid = lattice(random, 1 + (round % 4), 0.25);
      const mesh = soup(random, 6, 0.3, 1.3);
      const model = createTetEmbedding(mesh, solid);
      expectPlausible(model, mesh, solid);
      for (let vertex = 0; vertex < mesh.vertexCount; vertex++) {
        const point = [...mesh.positions.subarray(vertex * 3, vertex * 3 + 3)];
        let expected = Infinity;
        for (let t = 0; t < solid.tetrahedra.length; t += 4)
          expected = Math.min(expected, oracleDistance(solid, solid.tetrahedra.subarray(t, t + 4), point));
        const { left } = combinationOf(model, solid.points, vertex);
        const actual = Math.sqrt(left[0] ** 2 + left[1] ** 2 + left[2] ** 2);
        expect(Math.abs(actual - Math.sqrt(expected)), `seed 421, round ${round}, vertex ${vertex}`).toBeLessThan(1e-7);
      }
    }
  });

  it('leaves nothing beside the combination inside the solid, and rests where the mesh does', () => {
    const random = createRandom(422);
    const solid = lattice(random, 4, 0);
    const mesh = soup(random, 300, 0.2, 0.75);
    const model = createTetEmbedding(mesh, solid);
    expect(model.restReach).toBe(0);
    expect(model.normalized.vertexCount).toBe(0);
    expect(model.poseLayout).toEqual({ weightCount: 0, transformCount: 0, pointCount: 125 });
    posed(model, solid.points).forEach((value, k) =>
      expect(Math.abs(value - mesh.positions[k])).toBeLessThanOrEqual(Math.abs(value) * 2 ** -23 + 1e-15),
    );
  });

  it('gives a vertex on a point, an edge or a face to those points alone', () => {
    const solid = { points: tetrahedron().positions, tetrahedra: Uint8Array.of(3, 1, 0, 2) };
    const mesh = meshOf(
      [0, 1, 0, 0, 0.25, 0.75, 0.25, 0.25, 0, 0, 0, 7, 0, -2, 0.5, -1, 0.25, 0.25],
      [0, 1, 2, 3, 4, 5],
    );
    const model = createTetEmbedding(mesh, solid);
    const expected: [number[], number[], number[]][] = [
      [[2], [1], [0, 0, 0]],
      [
        [2, 3],
        [0.25, 0.75],
        [0, 0, 0],
      ],
      [
        [0, 1, 2],
        [0.5, 0.25, 0.25],
        [0, 0, 0],
      ],
      [[3], [1], [0, 0, 6]],
      [
        [0, 3],
        [0.5, 0.5],
        [0, -2, 0],
      ],
      [
        [0, 2, 3],
        [0.5, 0.25, 0.25],
        [-1, 0, 0],
      ],
    ];
    expected.forEach(([governors, weights, left], vertex) => {
      const begin = model.influenceOffsets[vertex];
      const end = model.influenceOffsets[vertex + 1];
      expect([...model.governors.subarray(begin, end)], `vertex ${vertex}`).toEqual(governors);
      expect([...model.weights.subarray(begin, end)], `vertex ${vertex}`).toEqual(weights);
      expect([...model.rest.subarray(vertex * 3, vertex * 3 + 3)], `vertex ${vertex}`).toEqual(left);
    });
  });

  it('follows its points: an affine motion of them is one of what lies inside', () => {
    const random = createRandom(423);
    const solid = lattice(random, 3, 0.2);
    const mesh = soup(random, 60, 0.2, 0.5);
    const model = createTetEmbedding(mesh, solid);
    const move = (from: ArrayLike<number>): number[] =>
      Array.from(from, (_, k) => {
        const [x, y, z] = [0, 1, 2].map((axis) => from[k - (k % 3) + axis]);
        return [2 * x - y + 5, 0.5 * z - x, 3 * y + z - 4][k % 3];
      });
    const expected = move(mesh.positions);
    posed(model, move(solid.points)).forEach((value, k) => expect(value).toBeCloseTo(expected[k], 5));
  });

  it('takes the lowest of several tetrahedra around a vertex', () => {
    const { positions } = tetrahedron();
    const points = Float32Array.from([...positions, ...positions, ...positions]);
    const tetrahedra = Uint32Array.of(4, 5, 6, 7, 0, 1, 2, 3, 8, 9, 10, 11);
    const model = createTetEmbedding(meshOf([0.1, 0.2, 0.3, 9, 9, 9], [0, 1, 1]), { points, tetrahedra });
    expect([...model.usedGovernors]).toEqual([4, 5, 6, 7]);
  });

  it('takes the tetrahedron that it is told, inside of it or not, and the nearest where it is told none', () => {
    const mesh = meshOf([0.1, 0.2, 0.3, 0.25, 0.25, 0.25, -1, 0.25, 0.25], [0, 1, 2]);
    // Twice the same place, and one beside it.
    const points = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
    const solid = {
      points: Float32Array.from([...points, ...points, ...points.map((value, k) => value + (k % 3 === 0 ? 2 : 0))]),
      tetrahedra: Uint8Array.from({ length: 12 }, (_, k) => k),
      tetrahedronOf: Uint32Array.of(1, NO_INDEX, 2),
    };
    const model = createTetEmbedding(mesh, solid);
    const governorsAt = (vertex: number): number[] =>
      Array.from(model.governors.subarray(model.influenceOffsets[vertex], model.influenceOffsets[vertex + 1]));
    expect(governorsAt(0)).toEqual([4, 5, 6, 7]);
    expect(governorsAt(1)).toEqual([0, 1, 2, 3]);
    expect(governorsAt(2).every((governor) => governor >= 8)).toBe(true);
    const { at, left } = combinationOf(model, solid.points, 2);
    expect(at.map((value, axis) => value + left[axis])).toEqual([-1, 0.25, 0.25]);
    expect(left[0]).toBe(-3);
  });

  it('leaves out tetrahedra without a volume, wherever they are', () => {
    const points = Float32Array.from([...tetrahedron().positions, 1, 1, 0, 0.5, 0.5, 0, 2, 2, 2, 4, 4, 4, 8, 8, 8]);
    const tetrahedra = Uint32Array.of(0, 1, 2, 4, 4, 5, 4, 5, 0, 0, 0, 0, 0, 6, 7, 8, 0, 1, 2, 3, 6, 6, 7, 8);
    const mesh = meshOf([0.5, 0.5, 0, 3, 3, 3, 0.2, 0.2, 0.2], [0, 1, 2]);
    expect([...createTetEmbedding(mesh, { points, tetrahedra }).usedGovernors]).toEqual([0, 1, 2, 3]);
  });

  it.each(Object.keys(SAMPLE_MESHES))('takes %s, inside and outside', (name) => {
    const mesh = SAMPLE_MESHES[name]();
    const random = createRandom(424);
    const unit = lattice(random, 2, 0.2);
    const reach = reachOf(mesh);
    for (const scale of [reach / 2, reach * 1.25]) {
      const solid = { ...unit, points: unit.points.map((value) => value * scale) };
      if (solid.points.some((value) => Math.abs(value) > 1e38) || scale < 1e-40) continue;
      expectPlausible(createTetEmbedding(mesh, solid), mesh, solid);
    }
  });

  it('copes with a solid that has one tetrahedron a million times as large as the others', () => {
    const random = createRandom(425);
    const small = lattice(random, 3, 0.1);
    const points = Float32Array.from([...small.points, 1e6, 1e6, 1e6, -1e6, 1e6, 0, 0, 1e6, -1e6, 0, 2e6, 0]);
    const base = small.points.length / 3;
    const tetrahedra = Uint32Array.from([...small.tetrahedra, base, base + 1, base + 2, base + 3]);
    const mesh = soup(random, 50, 0.2, 0.6);
    expectPlausible(createTetEmbedding(mesh, { points, tetrahedra }), mesh, { points, tetrahedra });
  });
});

describe('an embedding is refused', () => {
  const mesh = tetrahedron();
  const good: TetrahedralMesh = { points: tetrahedron().positions, tetrahedra: Uint32Array.of(0, 1, 2, 3) };

  it.each<[string, unknown, PliantErrorCode, string[]]>([
    ['when there is no solid', undefined, 'bad-type', ['undefined']],
    ['without points', { ...good, points: undefined }, 'bad-type', ['points']],
    ['with points in doubles', { ...good, points: new Float64Array(12) }, 'bad-type', ['points', 'Float64Array']],
    ['with an empty list of points', { ...good, points: new Float32Array(0) }, 'bad-count', ['points', '0']],
    ['with half a point', { ...good, points: new Float32Array(13) }, 'bad-count', ['points', '13']],
    [
      'with a point that is not finite',
      { ...good, points: good.points.map((v, k) => (k === 5 ? NaN : v)) },
      'bad-number',
      ['points[5]', 'NaN'],
    ],
    ['without tetrahedra', { ...good, tetrahedra: undefined }, 'bad-type', ['tetrahedra']],
    ['with tetrahedra in a plain array', { ...good, tetrahedra: [0, 1, 2, 3] }, 'bad-type', ['tetrahedra', 'Array']],
    ['with no tetrahedron', { ...good, tetrahedra: new Uint32Array(0) }, 'bad-count', ['tetrahedra', '0']],
    ['with three quarters of one', { ...good, tetrahedra: new Uint32Array(3) }, 'bad-count', ['tetrahedra', '3']],
    [
      'with a point out of range',
      { ...good, tetrahedra: Uint8Array.of(0, 1, 2, 3, 1, 2, 3, 4) },
      'bad-index',
      ['tetrahedron 1', 'point 4', '4 points'],
    ],
    [
      'with a list of places of another mesh',
      { ...good, tetrahedronOf: new Uint32Array(9) },
      'mismatch',
      ['9 numbers'],
    ],
    [
      'with a vertex in a tetrahedron that there is none of',
      { ...good, tetrahedronOf: new Uint32Array(mesh.vertexCount).fill(1) },
      'mismatch',
      ['tetrahedronOf [0] is 1', 'with a volume'],
    ],
    [
      'with a vertex in a flat tetrahedron',
      {
        ...good,
        tetrahedra: Uint8Array.of(0, 1, 2, 3, 0, 1, 2, 2),
        tetrahedronOf: new Uint32Array(mesh.vertexCount).fill(1),
      },
      'mismatch',
      ['tetrahedronOf [0] is 1', 'with a volume'],
    ],
    ['with flat tetrahedra alone', { ...good, tetrahedra: Uint8Array.of(0, 1, 2, 2) }, 'bad-number', ['volume']],
  ])('%s', (_, solid, code, parts) => {
    expectRefused(() => createTetEmbedding(mesh, solid as TetrahedralMesh), code, 'createTetEmbedding', ...parts);
  });

  it('where a vertex is further from the solid than a float32 can say', () => {
    const far = meshOf([-3e38, 0, 0, 0, 1, 0, 0, 0, 1], [0, 1, 2]);
    const points = good.points.map((value, k) => (k % 3 === 0 ? 2e38 + value * 1e37 : value * 1e37));
    expectRefused(() => createTetEmbedding(far, { ...good, points }), 'bad-number', 'createTetEmbedding', 'Infinity');
  });
});
