/** Loop surfaces that are torn: new vertices follow control points, as the others do. */
import { createPairHits, createSearch, createShape } from 'pliant';
import { createRandom } from 'pliant/exact';
import {
  type BlendModel,
  type Mesh,
  createCuttableBody,
  createMesh,
  createPose,
  cutBody,
  poseMesh,
  setPoints,
  subdivideLoop,
} from 'pliant/parts';
import { expect, it } from 'vitest';
import { sheet } from '../mesh/make-meshes.js';
import { runSelf } from '../query/run-searches.js';
import { BACKENDS } from '../support/sample-bodies.js';
import { bruteCollisions, expectSamePairs } from '../support/surface-collisions.js';
import { ROOM } from './make-cuts.js';

/** Control points of a vertex, ascending, and how much each has of it. */
type Row = readonly (readonly [point: number, weight: number])[];

function rowsOf({ governors, influenceOffsets, vertexCount, weights }: BlendModel): Row[] {
  return Array.from({ length: vertexCount }, (_, vertex) =>
    Array.from({ length: influenceOffsets[vertex + 1] - influenceOffsets[vertex] }, (__, k) => {
      const at = influenceOffsets[vertex] + k;
      return [governors[at], weights[at]] as const;
    }),
  );
}

/** A model that moves vertices as rows say, and is like another otherwise. */
function modelOfRows(like: BlendModel, rows: readonly Row[]): BlendModel {
  const influenceOffsets = new Uint32Array(rows.length + 1);
  rows.forEach((row, i) => (influenceOffsets[i + 1] = influenceOffsets[i] + row.length));
  return {
    ...like,
    vertexCount: rows.length,
    rest: new Float32Array(rows.length * 3),
    influenceOffsets,
    governors: Uint32Array.from(rows.flatMap((row) => row.map(([point]) => point))),
    weights: Float64Array.from(rows.flatMap((row) => row.map(([, weight]) => weight))),
  };
}

/** The mean of three vertices. */
function meanRow(rows: readonly Row[]): Row {
  const sums = new Map<number, number>();
  for (const [point, weight] of rows.flat()) sums.set(point, (sums.get(point) ?? 0) + weight / rows.length);
  return [...sums].sort(([a], [b]) => a - b);
}

it('finds what a surface that is built anew has, after triangles are taken apart and others go', () => {
  const random = createRandom(91);
  const control = sheet(6, 5);
  const surface = subdivideLoop(control, { levels: 2 });
  const shape = createShape(surface.mesh, surface.model);
  const bodies = Object.values(BACKENDS).flatMap((kernels) =>
    (['always', 'never'] as const).map((pruning) => createCuttableBody(kernels, shape, { pruning, room: ROOM })),
  );
  const rows = rowsOf(surface.model);
  const triangles = new Map<number, readonly number[]>();
  for (let t = 0; t < surface.mesh.triangleCount; t++) {
    triangles.set(t, [...surface.mesh.triangles.subarray(t * 3, t * 3 + 3)]);
  }
  let next = surface.mesh.triangleCount;
  const search = createSearch();
  const found = createPairHits(100_000);
  let pairs = 0;
  for (let round = 0; round < 8; round++) {
    const remove: number[] = [];
    const add: number[] = [];
    const more: Row[] = [];
    for (let i = 1 + random.integer(12); i > 0; i--) {
      const there = [...triangles.keys()];
      const triangle = there[random.integer(there.length)];
      const corners = triangles.get(triangle)!;
      triangles.delete(triangle);
      remove.push(triangle);
      if (random.integer(3) === 0) continue;
      const middle = rows.push(meanRow(corners.map((vertex) => rows[vertex]))) - 1;
      more.push(rows[middle]);
      for (let k = 0; k < 3; k++) add.push(corners[k], corners[(k + 1) % 3], middle);
    }
    for (let i = 0; i < add.length; i += 3) triangles.set(next++, add.slice(i, i + 3));
    const positions = new Float32Array(more.length * 3);
    const vertices = { positions, deformation: modelOfRows(surface.model, more) };
    for (const body of bodies) cutBody(body, more.length > 0 ? { remove, add, vertices } : { remove, add });

    const points = surface.points.map((value) => value + random.range(-1.2, 1.2) * (round % 3));
    const mesh: Mesh = createMesh({
      positions: new Float32Array(rows.length * 3),
      triangles: Uint32Array.from([...triangles.values()].flat()),
    });
    const model = modelOfRows(surface.model, rows);
    const pose = createPose(model.poseLayout);
    setPoints(pose, points);
    const posed = new Float32Array(rows.length * 3);
    poseMesh(model, pose, posed);
    const expected = bruteCollisions([{ positions: posed, triangles: mesh.triangles }]).get('0 0')!;
    const numbers = [...triangles.keys()];
    bodies.forEach((body, i) => {
      body.setPoints(points);
      runSelf(search, body, found);
      for (let k = 0; k < found.count * 2; k++) found.pairs[k] = numbers.indexOf(found.pairs[k]);
      expectSamePairs(found, expected, `round ${round}, body ${i}`);
    });
    pairs += expected.length;
  }
  expect(pairs).toBeGreaterThan(100);
  for (const body of bodies) body.dispose();
});
